// A notice about waiting records names all of them, so that it ends when they are resolved and returns when there are
// more.
export async function up(knex) {
  await knex.raw(`alter table notifications add column subject_ids uuid[] not null default '{}';`);
}

export async function down(knex) {
  await knex.raw(`alter table notifications drop column subject_ids;`);
}
