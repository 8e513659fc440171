import type { ActorCtx } from '../../../kernel/context.js';
import { findCompany } from '../../../company/company/queries.js';
import { invalid } from '../../../kernel/errors.js';
import type { PlannedRow, Planning as PlanningOf, RawRow } from '../../reading/kind.js';
import type { ChangedField } from '../../reading/schema.js';
import { text } from '../../reading/values.js';
import { todayIn } from '../../../kernel/time.js';
import { builtInChunks } from '../../../orders/pricing/build-chunks.js';
import { differencesBetween, summarizeIncoming, summarizeStored, type Summary } from '../../orders/differences.js';
import type { IncomingOrder, ReadingOptions, Refusal } from '../../../orders/intake/incoming.js';
import { planImport, type PlannedRow as PlannedOrder, withRefusals } from '../../orders/plan.js';
import type { Existing } from '../../../orders/intake/take-in.js';
import { type ReadFile, readOrderFile } from '../../../orders/intake/read-file.js';
import { type Alerts, findExisting, noteAlerts } from '../../../orders/intake/take-in.js';
import type { OrderCells } from './read-orders.js';

type Planning = PlanningOf<OrderCells>;

/** What is stored for a row: the order, and the one whose place it takes. */
export interface OrderTarget {
  readonly incoming: IncomingOrder;
  readonly replaces: Existing | null;
}

/** What uploading orders would do: new ones, those that replace another, those that exist, those that are refused; with their alerts. */
export async function planOrders(ctx: ActorCtx, planning: Planning): Promise<PlannedRow[]> {
  const { rows, options, pace } = planning;
  const company = await findCompany(ctx.db);
  if (!company) throw invalid('', 'Set up the company first.');
  const file = await readRows(planning, {
    zone: company.timeZone,
    today: todayIn(company.timeZone, ctx.clock.now()),
  });
  const plan = planImport(file, await findExisting(ctx.db, file.orders), () => options.duplicates ?? 'skip', ctx.actor);
  const alerts: Alerts = new Map();
  const refused: Refusal[] = [];
  for await (const chunk of builtInChunks(ctx.db, plan.take, pace)) {
    noteAlerts(alerts, chunk.built);
    refused.push(...chunk.refused);
    ctx.progress?.report(alerts.size + refused.length, plan.take.length, 'Pricing');
  }
  const final = withRefusals(plan, refused);
  const before = await summarizeStored(
    ctx.db,
    final.replace.map(({ id }) => id),
  );
  return pace.map(final.rows, (row) =>
    asRow(rows[row.index] as RawRow, row, alerts.get(row.index) ?? [], before.get(row.existing?.id ?? '')),
  );
}

/** Reads the rows; one whose order is not stored as the file has it is refused, and says why. */
async function readRows(planning: Planning, reading: ReadingOptions): Promise<ReadFile> {
  const { rows, layouts, pace } = planning;
  const mapping = mappingOf(planning);
  const isForeign = (index: number) => layouts[rows[index]?.sheet ?? 0]?.columns.length !== 0;
  const orders = rows.map(({ cells: [order, why] }) => (why === undefined ? order : null));
  const file = await readOrderFile(orders, reading, (_, index) => (isForeign(index) ? mapping : undefined), pace);
  const refused = file.refused.map((refusal): Refusal => {
    const { cells } = rows[refusal.index] as RawRow<OrderCells>;
    const [order, reason] = cells;
    if (reason === undefined) return refusal;
    const { serialNumber } = (order ?? {}) as { serialNumber?: unknown };
    return { ...refusal, serialNumber: text(serialNumber), reason };
  });
  return { ...file, refused };
}

/** The paths of the file's own format, by field. */
const mappingOf = ({ layouts }: Planning): Record<string, string> =>
  Object.fromEntries(
    layouts.flatMap(({ columns }) =>
      columns.flatMap(({ header, field }) => (field === null ? [] : [[field, header] as const])),
    ),
  );

function asRow(raw: RawRow, row: PlannedOrder, alerts: readonly string[], before: Summary | undefined): PlannedRow {
  const { serialNumber, reason, order, state, existing } = row;
  const named = { raw, name: serialNumber ?? '', problems: [], changes: [], change: null };
  if (state === 'exists') return { ...named, state: 'unchanged' };
  if (!order)
    return { ...named, state: 'refused', problems: [{ column: null, value: null, expected: '', why: reason ?? '' }] };
  const replaces = state === 'replaced' ? existing : null;
  const after = summarizeIncoming(order);
  return {
    ...named,
    state: replaces ? 'changed' : 'new',
    changes: [...differencesBetween(before ?? {}, after), ...alerts.map(alertOf)],
    change: { target: { incoming: order, replaces }, before: null, after: { ...after, Alerts: alerts.length } },
  };
}

const alertOf = (text: string): ChangedField => ({ column: 'Alert', before: null, after: text });
