// Keys that programs sign in with. Each acts under its own user row, so that the history and every reference to a user
// hold; that row has no password and is never active. While a key is being rotated, it has up to two valid secrets.
export async function up(knex) {
  await knex.raw(`
    alter table users add column is_key boolean not null default false, add check (not (is_key and active));

    create table api_keys (
      id uuid primary key references users on delete cascade,
      maker_id uuid references users, maker_name text not null check (maker_name <> ''),
      scopes text[] not null, read_only boolean not null, networks text[] not null,
      rate int not null check (rate between 1 and 60000),
      expires_at timestamptz, revoked_at timestamptz,
      revision int not null default 1,
      created_at timestamptz not null default now(), updated_at timestamptz not null default now());
    create index api_keys_maker on api_keys (maker_id);

    create table api_key_secrets (
      id uuid primary key, key_id uuid not null references api_keys on delete cascade,
      prefix text not null check (prefix <> ''), hash text not null check (hash <> ''),
      created_at timestamptz not null, expires_at timestamptz,
      used_at timestamptz, used_from text,
      refused_at timestamptz, refused_from text, refused_why text);
    create unique index api_key_secrets_prefix on api_key_secrets (prefix);
    create index api_key_secrets_key on api_key_secrets (key_id);
  `);
}

export async function down(knex) {
  await knex.raw(`
    drop table api_key_secrets;
    delete from users where is_key;
    drop table if exists api_keys;
    alter table users drop column is_key;
  `);
}
