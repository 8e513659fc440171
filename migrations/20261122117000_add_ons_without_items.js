/**
 * A shop's statement that an add-on uses no items there, as a line without an item; no lines at all mean the standard
 * ones.
 */
export async function up(knex) {
  await knex.raw(`
    alter table add_on_items alter column item_id drop not null;
    alter table add_on_items add constraint add_on_items_none
      check (item_id is not null or (shop_id is not null and quantity = 0 and replacement_item_id is null));
    create unique index add_on_items_none_once on add_on_items (add_on_id, shop_id) where item_id is null;
    comment on column add_on_items.item_id is 'Null in the only line of a shop that takes no items for the add-on.';`);
}

export async function down(knex) {
  await knex.raw(`
    delete from add_on_items where item_id is null;
    drop index add_on_items_none_once;
    alter table add_on_items drop constraint add_on_items_none;
    comment on column add_on_items.item_id is null;
    alter table add_on_items alter column item_id set not null;`);
}
