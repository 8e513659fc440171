import type { Knex } from 'knex';
import type { WriteCtx } from '../../../kernel/context.js';
import { copyRows, toCopy } from '../../../kernel/database/copy-rows.js';
import { rowMaker } from '../../../kernel/database/columns.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { storeSnapshots } from '../../../orders/intake/insert-orders.js';
import type { Row } from '../../../orders/intake/insert-rows.js';
import { updateMatchedOrders } from '../../../orders/intake/rematch.js';
import type { StoredOrder } from '../../../orders/pricing/locked-orders.js';
import { changedRow, toContents } from '../../../orders/pricing/reprice.js';
import { joinTexts, toRowText } from '../rows/row-text.js';
import { toFactRow } from '../../../orders/sale-facts.js';
import type { OrderFigures } from '../../../pricing/order.js';
import { toLineRows } from '../../../orders/pricing/line-rows.js';

/** An order to store, with its lines if their figures may have changed. */
export interface OrderToWrite {
  readonly after: StoredOrder;
  /** Null if only its facts change. */
  readonly figures: OrderFigures | null;
  readonly withLines: boolean;
  /** The row that the order is compared with from now on; undefined to keep the current one. */
  readonly row: unknown;
}

/** What undoing a change restores: columns of the order, and its lines and its row if these changed too. */
export interface OrderBefore {
  readonly order: object;
  /** Null if they are unchanged. */
  readonly lines: readonly object[] | null;
  /** Undefined if it is the row that the proposal was compared with. */
  readonly source?: unknown;
}

/** What undoing a change of only facts restores. */
export const keepFacts = (order: StoredOrder): OrderBefore => ({ order: toFactColumns(order), lines: null });

/** The columns of an order that facts change. */
const toFactColumns = (order: StoredOrder): Row => ({ ...toSaleRow(order), ...toFactRow(order.facts) });
const toSaleRow = rowMaker('serialNumber orderNumber dateOrdered salesRep condition customer adjustmentNote');

/** Reads the current state of locked orders by ID, so that a change can be undone. */
export async function readBefore(db: Knex, ids: readonly string[]): Promise<Map<string, OrderBefore>> {
  const rows = await queryRows<OrderBefore & { readonly id: string }>(
    db.raw(
      `select o.id, to_jsonb(o) as "order",
          (select coalesce(jsonb_agg(to_jsonb(l) order by l.line_no), '[]') from order_lines l where l.order_id = o.id) as lines,
          (select s.source from order_sources s where s.order_id = o.id) as source
         from orders o where o.id = any(?)`,
      [[...ids]],
    ),
  );
  return new Map(rows.map(({ id, ...before }) => [id, before]));
}

/** Stores locked orders with set-based statements, and increments the revision of each. */
export async function writeOrders(tx: WriteCtx, orders: readonly OrderToWrite[]): Promise<void> {
  if (orders.length === 0) return;
  const db = tx.db;
  const facts = orders.filter(({ figures }) => figures === null);
  if (facts.length > 0)
    await updateMatchedOrders(
      tx,
      facts.map(({ after }) => toCopy({ id: after.id, ...toFactColumns(after) }, [], [])),
    );
  await writePriced(
    tx,
    orders.flatMap(({ figures, ...one }) => (figures ? [{ ...one, figures }] : [])),
  );
  await storeRows(
    db,
    orders.flatMap(({ after, row }) => (row === undefined ? [] : [{ orderId: after.id, row }])),
  );
}

async function writePriced(
  tx: WriteCtx,
  orders: readonly (OrderToWrite & { readonly figures: OrderFigures })[],
): Promise<void> {
  if (orders.length === 0) return;
  const db = tx.db;
  await storeSnapshots(
    db,
    orders.flatMap(({ after }) => toContents(after)),
  );
  await updateMatchedOrders(
    tx,
    orders.map(({ after, figures }) => toCopy(toRow(after, figures), [], [])),
  );
  const orderIds = orders.filter(({ withLines }) => withLines);
  await db('order_lines')
    .whereRaw('order_id = any(?)', [orderIds.map(({ after }) => after.id)])
    .delete();
  await copyRows(
    db,
    'order_lines',
    orderIds.flatMap(({ after, figures }) => toLineRows(after, figures)),
  );
}

/** Stores the rows that orders are compared with from now on. */
export async function storeRows(
  db: Knex,
  rows: readonly { readonly orderId: string; readonly row: unknown }[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.raw(
    `insert into order_sources (order_id, source)
       select x.id, x.source::jsonb from unnest(?::uuid[], string_to_array(?, E'\\n')) as x (id, source)
     on conflict (order_id) do update set source = excluded.source`,
    [rows.map(({ orderId }) => orderId), joinTexts(rows.map(({ row }) => toRowText(row)))],
  );
}

const toRow = (order: StoredOrder, figures: OrderFigures): Row => ({
  id: order.id,
  ...changedRow(order, figures),
  ...toFactColumns(order),
  ...toMatchRow(order),
});
const toMatchRow = rowMaker('shedSuiteTotal shopId shopName shedId categoryId categoryName modelId modelName');

/** Restores an order as it was before a change, with a new revision. */
export async function restoreOrder(tx: WriteCtx, id: string, { order, lines, source }: OrderBefore): Promise<void> {
  const names = Object.keys(order).filter((name) => !ownColumns.has(name));
  const list = names.map((name) => `"${name}"`).join(', ');
  await tx.db.raw(
    `update orders o set (${list}) = (select ${list} from jsonb_populate_record(null::orders, ?)),
        revision = o.revision + 1, updated_at = ?, updated_by = ? where o.id = ?`,
    [JSON.stringify(order), tx.clock.now(), tx.actor.name, id],
  );
  if (lines) await restoreLines(tx, id, lines);
  if (source === null) await tx.db('order_sources').where({ order_id: id }).delete();
  else await storeRows(tx.db, [{ orderId: id, row: source }]);
}

/** Columns that are newer than these lines get their defaults. */
async function restoreLines(tx: WriteCtx, id: string, lines: readonly object[]): Promise<void> {
  await tx.db('order_lines').where({ order_id: id }).delete();
  const names = Object.keys(lines[0] ?? {})
    .map((name) => `"${name}"`)
    .join(', ');
  if (lines.length > 0)
    await tx.db.raw(
      `insert into order_lines (${names}) select ${names} from jsonb_populate_recordset(null::order_lines, ?)`,
      [JSON.stringify(lines)],
    );
}

/** The columns that restoring leaves unchanged: identity, stamps and generated columns. */
const ownColumns: ReadonlySet<string> = new Set(
  'id revision created_at updated_at updated_by changed_at sqft open_alerts cost_known'.split(' '),
);
