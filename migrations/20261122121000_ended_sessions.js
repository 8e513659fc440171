// Sessions that were signed out before their tokens expired. Each is refused until it would have expired anyway.
export async function up(knex) {
  await knex.raw(`
    create table ended_sessions (
      id uuid primary key,
      expires_at timestamptz not null
    );
    create index ended_sessions_expiry on ended_sessions (expires_at)`);
}

export async function down(knex) {
  await knex.raw('drop table ended_sessions');
}
