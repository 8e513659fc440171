// Rows that a filter of a spreadsheet hides are stored with the others: whoever looks at the preview may include them.
export async function up(knex) {
  await knex.raw(`alter table import_rows add column hidden boolean not null default false`);
}

export async function down(knex) {
  await knex.raw(`
    delete from import_rows where hidden and state = 'unread';
    alter table import_rows drop column hidden`);
}
