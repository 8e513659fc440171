import type { WriteCtx } from '../../kernel/context.js';
import { newId } from '../../kernel/ids.js';
import type { Pace } from '../../kernel/pace.js';
import { jsonTextPaced } from '../../kernel/text/paced-answer.js';
import { storeInChunks, removeReplaced } from '../../orders/intake/take-in.js';
import { closeImport, openImport } from '../record.js';
import { countRows, type PlannedOrder, replacedBy, getTaken, withPricing } from './plan.js';

interface ImportSettings extends Omit<StoreSettings, 'importId'> {
  readonly fileName: string;
  readonly sha256: string;
}

/**
 * Stores a plan of orders without review as an import, which records only the rows that were not imported or that
 * replaced an order. The import's ID is null if it imported nothing, because then it is not recorded.
 */
export async function importPlan(
  tx: WriteCtx,
  plan: readonly PlannedOrder[],
  { fileName, sha256, pace, refuse }: ImportSettings,
) {
  const id = newId();
  await openImport(tx, { id, kind: 'orders', file_name: fileName, sha256, staged: false });
  const { rows, ids } = await storeOrders(tx, plan, { importId: id, pace, refuse });
  if (ids.length === 0) {
    await tx.db('imports').where({ id }).delete();
    return { rows, ids, import: null };
  }
  const report = rows
    .filter(({ reason }) => reason !== null)
    .map(({ index, serialNumber, state, reason }) => ({ index, serialNumber, state, reason }));
  const counts = countRows(rows);
  await closeImport(tx, id, counts, await jsonTextPaced(report));
  await tx.audit({ action: 'import', entity: 'order', ids, after: { file: fileName, import: id, ...counts } });
  return { rows, ids, import: id };
}

interface StoreSettings {
  readonly importId: string;
  readonly pace: Pace;
  /** Throws if a refused row cancels the import. */
  readonly refuse: (rows: readonly PlannedOrder[]) => void;
}

/**
 * Prices and stores the orders of a plan, and removes those they replace, which the import stores for undoing.
 * Returns the rows with their results and the IDs of the new orders, in their sequence.
 */
export async function storeOrders(
  tx: WriteCtx,
  plan: readonly PlannedOrder[],
  { importId, pace, refuse }: StoreSettings,
): Promise<{ rows: PlannedOrder[]; ids: string[] }> {
  const { ids, ...pricing } = await storeInChunks(tx, getTaken(plan), importId, pace);
  const rows = withPricing(plan, pricing);
  refuse(rows);
  const { before, shopIds } = await removeReplaced(tx, replacedBy(rows), importId);
  if (before)
    await tx
      .db('imports')
      .where({ id: importId })
      .update({ before: JSON.stringify(before) });
  if (ids.length > 0) await tx.publish({ topic: 'orders', shopIds: [null, ...shopIds] });
  return { rows, ids };
}
