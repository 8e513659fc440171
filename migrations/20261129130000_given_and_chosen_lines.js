// What matching a New order again must know of its lines: how the add-on of each was found, and whether its price was
// given, in the file or by a user, or is the catalogue's. Lines stored before count as found by the file, by the ID that
// is stored with them or else by name, and as having a given price, so that no price changes by the upgrade.
export async function up(knex) {
  await knex.raw(`
    alter table order_lines
      add column found_by text not null default 'file' check (found_by in ('file', 'choice', 'user')),
      add column price_given boolean not null default true`);
}

export async function down(knex) {
  await knex.raw('alter table order_lines drop column price_given, drop column found_by');
}
