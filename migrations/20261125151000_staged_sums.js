// What is read of a source says its total and what it holds, so that a run that changes little is seen at once.
export async function up(knex) {
  await knex.raw('alter table feed_staged add total bigint, add digest text');
}

export async function down(knex) {
  await knex.raw('alter table feed_staged drop total, drop digest');
}
