// Passkeys: the public keys that users' devices sign in with, and the challenges that were used up. A challenge is
// encrypted, and stored only after it was answered, so that requesting one stores nothing.
export async function up(knex) {
  await knex.raw(`
    create table passkeys (
      id uuid primary key, user_id uuid not null references users on delete cascade,
      credential_id text not null unique, public_key text not null check (public_key <> ''),
      counter bigint not null check (counter >= 0), transports text[] not null default '{}',
      host text not null check (host <> ''), name text not null check (name <> ''),
      created_at timestamptz not null, used_at timestamptz);
    create index passkeys_user on passkeys (user_id);

    create table used_challenges (id uuid primary key, expires_at timestamptz not null);
    create index used_challenges_expiry on used_challenges (expires_at);
  `);
}

export async function down(knex) {
  await knex.raw(`
    drop table used_challenges;
    drop table passkeys;
  `);
}
