// Sessions as users see them: on which device, from where, since when and when last used. What ends a session is stored
// in
// ended_sessions and in the generation of its user.
export async function up(knex) {
  await knex.raw(`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      generation int not null,
      address text not null, device text not null,
      created_at timestamptz not null, used_at timestamptz not null, expires_at timestamptz not null);
    create index sessions_user on sessions (user_id, created_at);
    create index sessions_expiry on sessions (expires_at);`);
}

export async function down(knex) {
  await knex.raw('drop table sessions');
}
