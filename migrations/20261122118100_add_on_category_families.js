// Categories that Copy All made belong together with what they were copied from, whatever suffix their names have.
export async function up(knex) {
  await knex.raw(`alter table addon_categories add column family uuid`);
}

export async function down(knex) {
  await knex.raw(`alter table addon_categories drop column family`);
}
