// Rows that a filter of a spreadsheet hides are stored with the others, so that users can include them at the preview.
export async function up(knex) {
  await knex.raw(`alter table import_rows add column hidden boolean not null default false`);
}

export async function down(knex) {
  await knex.raw(`
    delete from import_rows where hidden and state = 'unread';
    alter table import_rows drop column hidden`);
}
