import type { Knex } from 'knex';
import type { WriteCtx } from '../../kernel/context.js';
import { queryRows, queryOnlyRow } from '../../kernel/database/rows.js';
import { lockNewOrders } from '../../orders/intake/new-orders-lock.js';
import { toCase } from '../../orders/pricing/case.js';
import { costUnknownCell } from '../../orders/intake/insert-rows.js';
import { lockOrders } from '../../orders/pricing/locked-orders.js';
import { notifyOrderShops } from '../../orders/intake/notices.js';
import type { Blocker } from '../reading/schema.js';

/** Locks the orders of an import, and prevents others from adding orders. */
export async function lockImportedOrders(tx: WriteCtx, importId: string): Promise<void> {
  await lockNewOrders(tx);
  await tx.db('orders').where({ import_id: importId }).forUpdate().select('id').orderBy('id');
}

/** Deletes the orders of an import, which are locked and have not changed since, and restores those they replaced. */
export async function undoOrders(tx: WriteCtx, importId: string): Promise<{ deleted: number; restored: number }> {
  const { before } = await queryOnlyRow<{ before: Before | null }>(
    tx.db('imports').where({ id: importId }).first('before'),
  );
  const deletedRows = await queryRows<{ id: string }>(
    tx.db('orders').where({ import_id: importId }).delete().returning('id'),
  );
  const restoredIds = await restoreOrders(tx.db, before);
  const restoredOrders = before?.orders ?? [];
  const visibleOrders = restoredOrders.filter(({ status }) => status !== 'New');
  await notifyOrderShops(
    tx,
    'restored',
    visibleOrders.map(({ id, shop_id, serial_number }) => ({ id, shopId: shop_id, serialNumber: serial_number })),
  );
  await tx.publish({ topic: 'orders', shopIds: [null, ...visibleOrders.map((order) => order.shop_id)] });
  return { deleted: deletedRows.length, restored: restoredIds };
}

interface RestoredOrder {
  readonly id: string;
  readonly shop_id: string | null;
  readonly serial_number: string;
  readonly status: string;
}

const MOST = 500;

/** Why an import cannot be undone: orders that have changed since, and orders that would become duplicates. */
export async function findBlockingOrders(db: Knex, importId: string): Promise<Blocker[]> {
  const changedIds = await changedOrders(db, importId);
  const goneIds = await goneOrders(db, importId);
  return [...changedIds, ...(goneIds.length > 0 ? goneIds : await ordersBroughtAgain(db, importId))];
}

/** The orders of an import that have changed since, and how. */
async function changedOrders(db: Knex, importId: string): Promise<Blocker[]> {
  const rows = await queryRows<{
    _id: string;
    serialNumber: string;
    status: string;
    by: string | null;
  }>(
    db('orders')
      .where({ import_id: importId })
      .andWhere((q) => void q.where('revision', '>', 1).orWhereNot('status', 'New'))
      .orderBy('id')
      .limit(MOST)
      .select({ _id: 'id', serialNumber: 'serial_number', status: 'status', by: 'updated_by' }),
  );
  return rows.map(({ _id, serialNumber, status, by }) => ({
    _id,
    name: `order ${serialNumber}`,
    why: status === 'New' ? `was changed by ${by ?? 'another user'}` : `is ${status}`,
  }));
}

/** The orders of an import that no longer exist: those that a later import replaced, by name; the others as a count. */
async function goneOrders(db: Knex, importId: string): Promise<Blocker[]> {
  const goneCount = await countGone(db, importId);
  if (goneCount === 0) return [];
  const replacedRows = await replacedOrders(db, importId);
  const otherCount = goneCount - replacedRows.length;
  const blockers = replacedRows.slice(0, MOST).map(({ serialNumber, file }) => ({
    _id: null,
    name: `order ${serialNumber}`,
    why: `was replaced by the import of ${file}; undo that import first`,
  }));
  if (otherCount <= 0) return blockers;
  const why = `${otherCount === 1 ? 'was' : 'were'} deleted or replaced since`;
  return [...blockers, { _id: null, name: `${otherCount} of its orders`, why }];
}

async function countGone(db: Knex, importId: string): Promise<number> {
  const { gone } = await queryOnlyRow<{ gone: number }>(
    db.raw(
      `select (select coalesce(sum(value::int), 0)::int from jsonb_each_text(i.counts) where key in ('new', 'replaced', 'kept', 'changed'))
        - (select count(*)::int from orders o where o.import_id = i.id) as gone
       from imports i where i.id = ?`,
      [importId],
    ),
  );
  return gone;
}

/** The orders of an import that the next import replaced, and that import's file. */
async function replacedOrders(db: Knex, importId: string): Promise<{ serialNumber: string; file: string }[]> {
  return queryRows<{ serialNumber: string; file: string }>(
    db.raw(
      `with later as (
       select l.file_name, l.before from imports l join imports i on i.id = :id
        where l.kind = 'orders' and not l.staged and l.undone_at is null and (l.at, l.id) > (i.at, i.id)
          and l.before -> 'orders' @> jsonb_build_array(jsonb_build_object('import_id', i.id))
        order by l.at, l.id limit 1)
     select b ->> 'serial_number' as "serialNumber", later.file_name as file
       from later, jsonb_array_elements(later.before -> 'orders') b where b ->> 'import_id' = :id order by 1`,
      { id: importId },
    ),
  );
}

/** Orders of later imports that a restored order would duplicate, except those deliberately kept beside another. */
async function ordersBroughtAgain(db: Knex, importId: string): Promise<Blocker[]> {
  const rows = await queryRows<{ _id: string; serialNumber: string; file: string }>(
    db.raw(
      `select distinct o.id as "_id", o.serial_number as "serialNumber", l.file_name as file
       from imports i, jsonb_array_elements(i.before -> 'orders') b
       join orders o on lower(o.serial_number) = lower(b ->> 'serial_number') or o.external_id = b ->> 'external_id'
       join imports l on l.id = o.import_id
      where i.id = ? and (l.at, l.id) > (i.at, i.id) and not o.alerts @> '[{"code": "duplicate"}]'
      order by o.id limit ${MOST}`,
      [importId],
    ),
  );
  return rows.map(({ _id, serialNumber, file }) => ({
    _id,
    name: `order ${serialNumber}`,
    why: `already exists: imported from ${file}; undo that import first`,
  }));
}

/** The tables whose rows are deleted with their orders. */
const orderTables = ['order_lines', 'order_sources', 'order_proposals'] as const;

type Before = Readonly<Partial<Record<(typeof orderTables)[number] | 'comments', readonly object[]>>> & {
  readonly orders?: readonly RestoredOrder[];
};

const generatedColumns: ReadonlySet<string> = new Set(['sqft', 'open_alerts', 'cost_known']);

/** Restores the rows that the import removed, unchanged. */
async function restoreOrders(db: Knex, before: Before | null): Promise<number> {
  if (!before) return 0;
  for (const table of ['orders', ...orderTables] as const) {
    const [first] = before[table] ?? [];
    if (!first) continue;
    const names = Object.keys(first)
      .filter((name) => !generatedColumns.has(name))
      .map((name) => `"${name}"`)
      .join(', ');
    await db.raw(`insert into ?? (${names}) select ${names} from json_populate_recordset(null::??, ?)`, [
      table,
      table,
      JSON.stringify(before[table]),
    ]);
  }
  await setUnknownCosts(db, before.orders ?? []);
  await restoreMessages(db, before.comments ?? []);
  return before.orders?.length ?? 0;
}

/**
 * Computes the reasons for an unknown cost from the pricing snapshot, for orders replaced by an older version, which
 * did not store them.
 */
async function setUnknownCosts(db: Knex, before: readonly RestoredOrder[]): Promise<void> {
  const ids = before.filter((row) => !('cost_unknown' in row)).map(({ id }) => id);
  if (ids.length === 0) return;
  const orders = await lockOrders(db, (query) => query.whereRaw('o.id = any(?)', [ids]));
  const reasons = orders.map((order) => ({ id: order.id, why: costUnknownCell(toCase(order)) }));
  await db.raw(
    `update orders o set cost_unknown = u.why::text[] from json_to_recordset(?) as u(id uuid, why text) where o.id = u.id`,
    [JSON.stringify(reasons)],
  );
}

/** Links messages to their restored orders again. Messages deleted since are not restored. */
const restoreMessages = (db: Knex, messages: readonly object[]) =>
  db.raw(
    `update comments c set order_id = b.order_id from json_populate_recordset(null::comments, ?) b where c.id = b.id`,
    [JSON.stringify(messages)],
  );
