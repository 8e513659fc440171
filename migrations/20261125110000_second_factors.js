// Second factors: an authenticator app per user, besides one that is being set up; recovery codes; and the tickets of
// users who have entered their password but no code yet. A ticket is not a session: it allows only the second step.
export async function up(knex) {
  await knex.raw(`
    create table authenticators (
      user_id uuid not null references users on delete cascade, is_confirmed boolean not null,
      sealed text not null check (sealed <> ''), last_step bigint, created_at timestamptz not null,
      primary key (user_id, is_confirmed));

    create table recovery_codes (
      user_id uuid not null references users on delete cascade, hash text not null check (hash <> ''),
      created_at timestamptz not null, used_at timestamptz,
      primary key (user_id, hash));

    create table sign_in_tickets (
      hash text primary key check (hash <> ''), user_id uuid not null references users on delete cascade,
      generation int not null, step text not null check (step in ('code', 'enroll')),
      expires_at timestamptz not null);
    create index sign_in_tickets_user on sign_in_tickets (user_id);
    create index sign_in_tickets_expiry on sign_in_tickets (expires_at);

    alter table companies add column factor_roles text[] not null default '{}';
  `);
}

export async function down(knex) {
  await knex.raw(`
    alter table companies drop column factor_roles;
    drop table sign_in_tickets;
    drop table recovery_codes;
    drop table authenticators;
  `);
}
