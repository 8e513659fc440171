import type { Knex } from 'knex';

/** What the trail calls the records that shops may have values of their own of. */
const WITH_OWN_VALUES = ['item', 'add-on', 'addon-labor', 'shed-labor', 'base-style'];

/**
 * The entries about a record: those of a shop where one is named; else all but what shops did to values of their own.
 */
export function trailOf(db: Knex, id: string, shop: string | null): Knex.QueryBuilder {
  const entries = db('audit_entries').whereRaw('entity_ids @> array[?]::uuid[]', [id]);
  if (shop) return entries.where({ shop_id: shop });
  return entries.whereRaw('(shop_id is null or entity <> all(?))', [WITH_OWN_VALUES]);
}
