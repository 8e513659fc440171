import type { Knex } from 'knex';

/** The names in the history of records that shops may override. */
const WITH_OWN_VALUES = ['item', 'add-on', 'addon-labor', 'shed-labor', 'base-style'];

/** The entries about a record: those of a shop if given; otherwise all except shops' changes to their own values. */
export function buildTrail(db: Knex, id: string, shop: string | null): Knex.QueryBuilder {
  const entries = db('audit_entries').whereRaw('entity_ids @> array[?]::uuid[]', [id]);
  if (shop) return entries.where({ shop_id: shop });
  return entries.whereRaw('(shop_id is null or entity <> all(?))', [WITH_OWN_VALUES]);
}
