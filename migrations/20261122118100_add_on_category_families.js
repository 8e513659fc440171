// Categories created by Copy All belong together with their originals, whatever suffixes their names have.
export async function up(knex) {
  await knex.raw(`alter table addon_categories add column family uuid`);
}

export async function down(knex) {
  await knex.raw(`alter table addon_categories drop column family`);
}
