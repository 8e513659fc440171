import type { Knex } from 'knex';

/** The names in the history of records that shops may override. */
const WITH_OWN_VALUES = ['item', 'add-on', 'addon-labor', 'shed-labor', 'base-style'];

/**
 * The value of a field in an entry as the company reads it: the number of a payment with its shop, because each shop
 * numbers its own. An entry of the payment itself names it.
 */
export const nameValue = <Value>(
  { entity, shop }: { readonly entity: string; readonly shop: string | null },
  field: string,
  value: Value,
): Value | string =>
  field === 'paymentNumber' && entity !== 'payment' && typeof value === 'string' && shop !== null
    ? `${value} to ${shop}`
    : value;

/** The entries about a record: those of a shop if given; otherwise all except shops' changes to their own values. */
export function buildTrail(db: Knex, id: string, shop: string | null): Knex.QueryBuilder {
  const entries = db('audit_entries').whereRaw('entity_ids @> array[?]::uuid[]', [id]);
  if (shop) return entries.where({ shop_id: shop });
  return entries.whereRaw('(shop_id is null or entity <> all(?))', [WITH_OWN_VALUES]);
}
