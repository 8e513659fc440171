// The total and the digest of each staged row, so that a run that changes little is recognized immediately.
export async function up(knex) {
  await knex.raw('alter table feed_staged add total bigint, add digest text');
}

export async function down(knex) {
  await knex.raw('alter table feed_staged drop total, drop digest');
}
