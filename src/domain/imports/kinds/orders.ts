import { DomainError } from '../../kernel/errors.js';
import { Pace } from '../../kernel/pace.js';
import type { PlannedOrder } from '../order-files/plan.js';
import { type OrderCells, planOrders, priceOrders } from '../order-files/plan-orders.js';
import { storeOrders } from '../order-files/store-orders.js';
import { findBlockingOrders, lockImportedOrders, undoOrders } from '../order-files/undo-import.js';
import type { AboutKind, ImportKind, PlannedRow, Planning, RawRow } from '../reading/kind.js';
import { orderColumns, saveColumnMapping } from '../order-files/columns.js';
import { readOrderFiles, refusedOrders } from '../order-files/read-orders.js';
import { findCompany } from '../../company/company/queries.js';
import type { ActorCtx } from '../../kernel/context.js';
import { present } from '../../kernel/objects.js';
import type { FieldPaths } from '../../orders/intake/formats/read-file.js';
import { differencesBetween, summarizeIncoming } from '../order-files/differences.js';
import type { ChangedField, SheetLayout } from '../reading/schema.js';

export const about: AboutKind = {
  title: 'Orders',
  purpose:
    'New orders in .json files: from the sales system, in the native format, or in another format whose fields you match.',
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
  plansTogether: true, // a refused order counts as the first of its serial number
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

/** The effect of uploading each order: new, replaces another, already exists or refused, with its alerts. */
async function planOrderRows(ctx: ActorCtx, planning: Planning<OrderCells>): Promise<PlannedRow[]> {
  const { rows, options, pace } = planning;
  const plan = await planOrders(ctx, {
    ...{ ...planning, company: await findCompany(ctx.db), toMapping: getMapping },
    answer: () => options.duplicates ?? 'skip',
  });
  const pricedOrders = await priceOrders(ctx, plan, pace);
  return pace.map(pricedOrders, (row) => asRow(present(rows[row.index]), row));
}

/** The path of each field in a foreign format; undefined for a known format. */
const getMapping = ({ columns }: SheetLayout): FieldPaths | undefined =>
  columns.length === 0
    ? undefined
    : Object.fromEntries(columns.flatMap(({ header, field }) => (field === null ? [] : [[field, header] as const])));

/** Refuses a row whose order would not be stored as it is in the file, with the reason. */
function asRow(raw: RawRow, row: PlannedOrder): PlannedRow {
  const { order, state, alerts, serialNumber, reason: why } = row;
  const plannedRow = { raw, name: serialNumber ?? '', problems: [], changes: [], change: null };
  if (state === 'exists') return { ...plannedRow, state: 'unchanged' };
  if (!order)
    return { ...plannedRow, state: 'refused', problems: [{ column: null, value: null, expected: '', why: why ?? '' }] };
  const after = summarizeIncoming(order);
  const differences = differencesBetween(state === 'replaced' ? row.stored : {}, after);
  return {
    ...plannedRow,
    state: state === 'replaced' ? 'changed' : 'new',
    changes: [...differences, ...alerts.map(getAlert)],
    change: { target: row, before: null, after: { ...after, Alerts: alerts.length } },
  };
}

const getAlert = (text: string): ChangedField => ({ column: 'Alert', before: null, after: text });
