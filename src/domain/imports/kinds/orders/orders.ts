import { DomainError } from '../../../kernel/errors.js';
import { Pace } from '../../../kernel/pace.js';
import type { PlannedOrder } from '../../orders/plan.js';
import type { OrderCells } from '../../orders/plan-orders.js';
import { storeOrders } from '../../orders/store-orders.js';
import { findBlockingOrders, lockImportedOrders, undoOrders } from '../../orders/undo-import.js';
import type { AboutKind, ImportKind } from '../../reading/kind.js';
import { orderColumns, saveColumnMapping } from './columns.js';
import { planOrderRows } from './plan-rows.js';
import { readOrderFiles, refusedOrders } from './read-orders.js';

export const about: AboutKind = {
  title: 'Orders',
  purpose:
    'New orders in .json files: from the sales system, in the Shedworks format, or in another format whose fields you match.',
  takes: ['duplicates'],
  importing: 'orders.import',
  mapping: 'orders.mapping',
  file: { label: 'Order file', accept: ['.json'], button: 'Upload' },
};

/**
 * Orders as JSON, in the sales system's format, the native format, or any other through a mapping; each becomes a New
 * order.
 */
export const orders: ImportKind<OrderCells, PlannedOrder> = {
  name: 'orders',
  ...about,
  entity: 'order',
  columns: () => orderColumns,
  read: readOrderFiles,
  remember: saveColumnMapping,
  plan: planOrderRows,
  refused: refusedOrders,
  lock: lockImportedOrders,
  write: async (tx, changes, _options, importId) => {
    const plan = changes.map(({ target }) => target);
    const { ids } = await storeOrders(tx, plan, { importId, pace: new Pace(tx.signal), refuse: refuseStale });
    return ids;
  },
  findBlockers: findBlockingOrders,
  undo: undoOrders,
  successText: () => 'Orders are Uploaded.',
};

/** Marks orders as imported if the plan to import all of them was shown. */
function refuseStale(rows: readonly PlannedOrder[]): void {
  const refusedRows = rows.filter(({ state }) => state === 'refused');
  if (refusedRows.length > 0) throw new DomainError('import-stale', { rows: refusedRows.length });
}
