// A notice about what waits names all of it, so that it ends when that is dealt with, and comes again when there is more.
export async function up(knex) {
  await knex.raw(`alter table notifications add column subject_ids uuid[] not null default '{}';`);
}

export async function down(knex) {
  await knex.raw(`alter table notifications drop column subject_ids;`);
}
