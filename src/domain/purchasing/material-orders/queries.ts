import type { Knex } from 'knex';
import { getScope, type Actor, type WriteCtx } from '../../kernel/context.js';
import { toDollars } from '../../kernel/cents.js';
import { invalid, notFound } from '../../kernel/errors.js';
import { findOwnRecord, type RecordKind } from '../../kernel/records/record.js';
import { MaterialOrder, type OrderDetail, type OrderRow } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

/** The material orders an actor may see, joined with their vendor (`v`) and shop (`s`). */
export function visibleOrders(db: Knex, actor: Actor): Knex.QueryBuilder {
  const shopId = getScope(actor);
  const query = joinTables(db);
  return shopId ? query.where('m.shop_id', shopId) : query;
}

const joinTables = (db: Knex): Knex.QueryBuilder =>
  db('material_orders as m').join('vendors as v', 'v.id', 'm.vendor_id').join('shops as s', 's.id', 'm.shop_id');

/** The state of an order, as an SQL expression. */
export const STATE = `case when m.draft then 'draft' when m.received then 'received'
  when exists (select from material_order_lines l where l.order_id = m.id and l.received > 0) then 'partly' else 'ordered' end`;

/** A query over `visibleOrders` that selects the list columns. */
export const selectMaterialRows = (query: Knex.QueryBuilder, db: Knex): Knex.QueryBuilder =>
  query
    .select({ _id: 'm.id', revision: 'm.revision', purchaseOrderNumber: 'm.purchase_order_number' })
    .select({ orderedDate: 'm.ordered_on', recievedDate: 'm.received_on', recieved: 'm.received', draft: 'm.draft' })
    .select({ freight: 'm.freight', grandTotal: 'm.grand_total' })
    .select(
      db.raw(`json_build_object('_id', v.id, 'name', v.name) as vendor`),
      db.raw(`json_build_object('_id', s.id, 'name', s.name) as shop`),
      db.raw(`${STATE} as state`),
    );

/** The lines of `m` that match `where`, as a query column. */
export const linesColumn = (db: Knex, where = 'true'): Knex.Raw =>
  db.raw(`coalesce((
    select json_agg(json_build_object('_id', l.id, 'item', json_build_object('_id', l.item_id, 'name', l.name),
        'description', l.description, 'quantity', l.quantity, 'newPrice', l.new_price, 'newFreight', l.new_freight,
        'freightEstimate', l.freight_estimate, 'total', l.total, 'freight', l.freight, 'received', l.received, 'pushed', l.pushed,
        'receivedOn', (select max(r.received_on) from material_receipts r where r.line_id = l.id),
        'inInventory', l.received > 0 and l.pushed = l.received) order by l.position)
      from material_order_lines l where l.order_id = m.id and ${where}), '[]') as items`);

/** The receipts of `m`, newest first, as a query column. */
const receiptsColumn = (db: Knex): Knex.Raw =>
  db.raw(`coalesce((
    select json_agg(json_build_object('_id', r.id, 'line', l.id, 'item', l.name, 'quantity', r.quantity,
        'receivedOn', r.received_on, 'by', r.received_by, 'inInventory', r.pushed_at is not null)
        order by r.received_on desc, r.received_at desc, l.position)
      from material_receipts r join material_order_lines l on l.id = r.line_id where l.order_id = m.id), '[]') as receipts`);

/** Reads the rows of a query over `visibleOrders`. */
export const readMaterialRows = async (db: Knex, query: Knex.QueryBuilder): Promise<OrderRow[]> =>
  await queryRows<OrderRow>(selectMaterialRows(query, db));

export const materialOrderKind: RecordKind<typeof MaterialOrder> = {
  what: 'Material Order',
  entity: 'material-order',
  table: 'material_orders',
  schema: MaterialOrder,
  find: async (db, ids) =>
    await queryRows<OrderDetail>(
      selectMaterialRows(joinTables(db).whereRaw('m.id = any(?)', [ids]), db)
        .select({ createdAt: 'm.created_at', updatedAt: 'm.updated_at' })
        .select(linesColumn(db), receiptsColumn(db)),
    ),
  uses: [],
  getShop: ({ shop }) => shop._id,
  trace: (order) => ({
    purchaseOrderNumber: order.purchaseOrderNumber,
    vendor: order.vendor.name,
    orderedDate: order.orderedDate,
    draft: order.draft,
    recieved: order.recieved,
    recievedDate: order.recievedDate,
    freight: toDollars(order.freight),
    grandTotal: toDollars(order.grandTotal),
    items: order.items.map(getLineTrace),
  }),
  publish: (tx, { _id, shop }) => tx.publish({ topic: 'materialOrders', shopIds: [null, shop._id], ids: [_id] }),
};

/** A line as the history stores it: API field names, amounts in dollars. */
const getLineTrace = ({
  item,
  description,
  quantity,
  newPrice,
  total,
  received,
  pushed,
}: OrderDetail['items'][number]) => ({
  ...{ item: item.name, description, quantity, newPrice, received, pushed },
  total: toDollars(total),
});

/** An order in the actor's scope, locked until the transaction ends. Throws not-found for another shop's order. */
export async function lockMaterialOrder(tx: WriteCtx, id: string): Promise<OrderDetail> {
  await tx.db('material_orders').where({ id }).forUpdate().first('id');
  return findOwnRecord(tx, materialOrderKind, id);
}

/** The actor's shop. Throws for the office, because only a shop can buy material. */
export function ownShop({ actor }: { readonly actor: Actor }): string {
  const shop = getScope(actor);
  if (!shop) throw notFound('Shop');
  return shop;
}

/** The ID of a vendor of the shop; throws if the shop has no such vendor. */
export async function requireVendor(db: Knex, shop: string, id: string): Promise<string> {
  if (!(await db('vendors').where({ id, shop_id: shop }).first('id'))) throw invalid('vendor', 'does not exist');
  return id;
}
