import type { Knex } from 'knex';
import type { WriteCtx } from '../context.js';
import { DomainError } from '../errors.js';

/** Deletes the orders of an import and puts back those they replaced; throws import-not-undoable where one has moved on. */
export async function undoOrders(tx: WriteCtx, importId: string): Promise<{ deleted: number; restored: number }> {
  await tx.db('orders').where({ import_id: importId }).forUpdate().select('id').orderBy('id');
  const [blocker] = await ordersInTheWay(tx.db, importId);
  if (blocker) throw new DomainError('import-not-undoable', { why: `${blocker.name} ${blocker.why}` });
  const { before } = (await tx.db('imports').where({ id: importId }).first('before')) as { before: Before | null };
  const deleted = (await tx.db('orders').where({ import_id: importId }).delete().returning('id')) as { id: string }[];
  const restored = await restoreOrders(tx.db, before);
  await tx.publish({ topic: 'orders', shopIds: [null] });
  return { deleted: deleted.length, restored };
}

/** The orders of an import that somebody has worked on since, and how. */
export async function ordersInTheWay(db: Knex, importId: string) {
  const rows = (await db('orders')
    .where({ import_id: importId })
    .andWhere((q) => void q.where('revision', '>', 1).orWhereNot('status', 'New'))
    .orderBy('id')
    .limit(500)
    .select({ _id: 'id', serialNumber: 'serial_number', status: 'status', by: 'updated_by' })) as {
    _id: string;
    serialNumber: string;
    status: string;
    by: string | null;
  }[];
  return rows.map(({ _id, serialNumber, status, by }) => ({
    _id,
    name: `order ${serialNumber}`,
    why: status === 'New' ? `was changed by ${by ?? 'somebody'}` : `is ${status}`,
  }));
}

type Before = Readonly<Record<string, readonly object[]>>;

const generated: ReadonlySet<string> = new Set(['sqft', 'open_alerts']);

/** Puts back the rows that the import took out, as they were. */
async function restoreOrders(db: Knex, before: Before | null): Promise<number> {
  if (!before) return 0;
  for (const table of ['orders', 'order_lines', 'order_sources']) {
    const [first] = before[table] ?? [];
    if (!first) continue;
    const names = Object.keys(first)
      .filter((name) => !generated.has(name))
      .map((name) => `"${name}"`)
      .join(', ');
    await db.raw(`insert into ?? (${names}) select ${names} from json_populate_recordset(null::??, ?)`, [
      table,
      table,
      JSON.stringify(before[table]),
    ]);
  }
  return before['orders']?.length ?? 0;
}
