// Single sign-on: the company's provider, and which of its people belong to which users here.
export async function up(knex) {
  await knex.raw(`
    create table single_sign_on (
      is_only boolean primary key default true check (is_only),
      name text not null check (name <> ''), issuer text not null check (issuer <> ''),
      client_id text not null check (client_id <> ''), sealed_secret text not null check (sealed_secret <> ''),
      claim text not null default '', rules jsonb not null default '[]', fallback jsonb,
      creates_users boolean not null, allows_passwords boolean not null, trusts_factors boolean not null,
      sign_out_address text, changed_at timestamptz not null);

    create table sign_in_identities (
      issuer text not null, subject text not null, user_id uuid not null references users on delete cascade,
      created_at timestamptz not null, used_at timestamptz not null,
      primary key (issuer, subject), unique (issuer, user_id));
    create index sign_in_identities_user on sign_in_identities (user_id);
  `);
}

export async function down(knex) {
  await knex.raw(`
    drop table sign_in_identities;
    drop table single_sign_on;
  `);
}
