import { findCompany } from '../../../company/company/queries.js';
import type { ActorCtx } from '../../../kernel/context.js';
import { present, isObject } from '../../../kernel/objects.js';
import { differencesBetween, summarizeIncoming } from '../../orders/differences.js';
import type { PlannedOrder } from '../../orders/plan.js';
import { planOrders, priceOrders } from '../../orders/plan-orders.js';
import type { PlannedRow, Planning as PlanningOf, RawRow } from '../../reading/kind.js';
import type { ChangedField } from '../../reading/schema.js';
import { text } from '../../reading/values.js';
import type { OrderCells } from './read-orders.js';

type Planning = PlanningOf<OrderCells>;

/** The effect of uploading each order: new, replaces another, already exists or refused, with its alerts. */
export async function planOrderRows(ctx: ActorCtx, planning: Planning): Promise<PlannedRow[]> {
  const { rows, layouts, options, pace } = planning;
  const mapping = getMapping(planning);
  const isForeign = (index: number) => layouts[rows[index]?.sheet ?? 0]?.columns.length !== 0;
  const planned = await planOrders(ctx, {
    company: await findCompany(ctx.db),
    rows: rows.map(({ cells: [order, why] }) => (why === undefined ? order : null)),
    foreign: (_, index) => (isForeign(index) ? mapping : undefined),
    answer: () => options.duplicates ?? 'skip',
    pace,
  });
  const priced = await priceOrders(ctx, planned, pace);
  return pace.map(priced, (row) => asRow(present(rows[row.index]), row));
}

/** The path of each field in the file's own format. */
const getMapping = ({ layouts }: Planning): Record<string, string> =>
  Object.fromEntries(
    layouts.flatMap(({ columns }) =>
      columns.flatMap(({ header, field }) => (field === null ? [] : [[field, header] as const])),
    ),
  );

/** Refuses a row whose order would not be stored as it is in the file, with the reason. */
function asRow(raw: RawRow<OrderCells>, row: PlannedOrder): PlannedRow {
  const [cell, whyNotStored] = raw.cells;
  const { order, state, alerts } = row;
  const serialNumber =
    whyNotStored === undefined ? row.serialNumber : text(isObject(cell) ? cell['serialNumber'] : undefined);
  const named = { raw, name: serialNumber ?? '', problems: [], changes: [], change: null };
  if (state === 'exists') return { ...named, state: 'unchanged' };
  const why = whyNotStored ?? row.reason ?? '';
  if (!order) return { ...named, state: 'refused', problems: [{ column: null, value: null, expected: '', why }] };
  const after = summarizeIncoming(order);
  const differences = differencesBetween(state === 'replaced' ? row.stored : {}, after);
  return {
    ...named,
    state: state === 'replaced' ? 'changed' : 'new',
    changes: [...differences, ...alerts.map(getAlert)],
    change: { target: row, before: null, after: { ...after, Alerts: alerts.length } },
  };
}

const getAlert = (text: string): ChangedField => ({ column: 'Alert', before: null, after: text });
