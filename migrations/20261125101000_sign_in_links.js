// Links with which a user sets a password, once: from an invitation, or for a forgotten password. Only a hash of the
// link
// is stored. A user has at most one valid link. A user without a password has an empty hash, which no password matches.
export async function up(knex) {
  await knex.raw(`
    create table sign_in_links (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      purpose text not null check (purpose in ('invitation', 'reset')),
      hash text not null check (hash <> ''),
      maker_id uuid, maker_name text not null,
      created_at timestamptz not null, expires_at timestamptz not null,
      used_at timestamptz, revoked_at timestamptz,
      check (expires_at > created_at), check (used_at is null or revoked_at is null));
    create unique index sign_in_links_open on sign_in_links (user_id) where used_at is null and revoked_at is null;
    create index sign_in_links_made on sign_in_links (user_id, created_at);`);
}

export async function down(knex) {
  await knex.raw('drop table sign_in_links');
}
