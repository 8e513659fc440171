// A line of a repair or driver invoice may be free: a text, a positive or negative amount and a reason, without an
// item.
// The company chooses the categories whose items such invoices may use.
export async function up(knex) {
  await knex.raw(`
    alter table repair_invoice_items add column reason text check (reason <> ''),
      drop constraint repair_invoice_items_rate_check, drop constraint repair_invoice_items_standard_rate_check,
      add constraint repair_invoice_items_rates check (reason is not null or (rate >= 0 and standard_rate >= 0)),
      add constraint repair_invoice_items_free check (reason is null or (item_id is null and quantity = 1 and rate <> 0));

    create table repair_item_categories (
      type text not null check (type in ('repair', 'driver')),
      category_id uuid not null references item_categories on delete cascade,
      primary key (type, category_id));
    create index repair_item_categories_category on repair_item_categories (category_id);`);
}

export async function down(knex) {
  await knex.raw(`
    drop table repair_item_categories;
    delete from repair_invoice_items where rate < 0 or standard_rate < 0;
    alter table repair_invoice_items drop column reason,
      add constraint repair_invoice_items_rate_check check (rate >= 0),
      add constraint repair_invoice_items_standard_rate_check check (standard_rate >= 0);`);
}
