import type { Knex } from 'knex';
import { isId } from '../../kernel/ids.js';
import { queryRows } from '../../kernel/database/rows.js';

/** SQL: how the company names a payment: each shop numbers its own, so a number alone names none. */
const PAYMENT_NAME = `payment_number || ' to ' || (select name from shops where id = payments.shop_id)`;

/** Where the number or name of each kind of record is stored, and its name in SQL if that is more. */
const tables: Readonly<Record<string, readonly [table: string, column: string, name?: string]>> = {
  order: ['orders', 'serial_number'],
  invoice: ['invoices', 'invoice_number'],
  'repair-invoice': ['repair_invoices', 'invoice_number'],
  payment: ['payments', 'payment_number', PAYMENT_NAME],
  'material-order': ['material_orders', 'purchase_order_number'],
  'metal-order': ['metal_orders', 'purchase_order_number'],
  item: ['items', 'name'],
  'item-category': ['item_categories', 'name'],
  component: ['components', 'name'],
  'component-category': ['component_categories', 'name'],
  'add-on': ['add_ons', 'name'],
  'addon-category': ['addon_categories', 'name'],
  'addon-parent-category': ['addon_parent_categories', 'name'],
  'base-style': ['base_styles', 'name'],
  'shed-category': ['shed_categories', 'name'],
  'shed-model': ['shed_models', 'name'],
  shop: ['shops', 'name'],
  user: ['users', 'name'],
  key: ['users', 'name'],
  dealer: ['dealers', 'name'],
  vendor: ['vendors', 'name'],
  webhook: ['webhook_endpoints', 'name'],
  source: ['feed_sources', 'name'],
  'saved-view': ['saved_views', 'name'],
  import: ['imports', 'file_name'],
};

const nameFields = ['serialNumber', 'invoiceNumber', 'purchaseOrderNumber', 'name', 'line'];

/**
 * SQL: the current name of the first record of an entry `e`; if the record no longer exists, the name that the entry
 * stored; otherwise null.
 */
export const RECORD_NAME = `coalesce(case e.entity ${Object.entries(tables)
  .map(
    ([kind, [table, column, name = column]]) =>
      `when '${kind}' then (select ${name} from ${table} where id = e.entity_ids[1])`,
  )
  .join(' ')}
  when 'correction' then (select o.serial_number from corrections c join orders o on o.id = c.order_id
                           where c.id = e.entity_ids[1])
  when 'shed' then (select m.name || ' ' || trim_scale(s.width) || 'x' || trim_scale(s.length)
                      from sheds s join shed_models m on m.id = s.model_id where s.id = e.entity_ids[1]) end,
  ${nameFields.map((field) => `e.after ->> '${field}', e.before ->> '${field}'`).join(', ')})`;

const MOST = 200;

/**
 * The IDs of the records that a text means: an ID, or the current number or name of records of a kind, or of any
 * kind.
 */
export async function findRecordIds(db: Knex, text: string, kind: string | undefined): Promise<string[]> {
  if (isId(text)) return [text.toLowerCase()];
  const places = kind === undefined ? Object.values(tables) : [tables[kind]].filter((place) => place !== undefined);
  if (places.length === 0) return [];
  const distinct = [...new Map(places.map((place) => [place[0], place])).values()];
  const idQueries = distinct.map(([table, column, name]) => {
    const isNamed = name ? `${column} = split_part(:text, ' to ', 1) and (${name} = :text or ${column} = :text)` : null;
    return `(select id from ${table} where ${isNamed ?? `${column} = :text`} limit ${MOST})`;
  });
  const rows = await queryRows<{ id: string }>(db.raw(idQueries.join(' union all '), { text }));
  return rows.map(({ id }) => id);
}
