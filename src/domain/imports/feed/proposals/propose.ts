import type { WriteCtx } from '../../../kernel/context.js';
import { present } from '../../../kernel/objects.js';
import { publishOrders } from '../../../orders/life/publish-orders.js';
import type { StoredOrder } from '../../../orders/pricing/locked-orders.js';
import {
  type CanceledOrder,
  dropAlerts,
  holdCanceled,
  isHeldFor,
  isUrgentChange,
  notifyOffice,
  notifyValidAgain,
} from './cancel.js';
import type { ComparedRow } from './compare.js';
import { type Difference, explainBlocked, mergeRow } from './differences.js';
import type { FieldPart } from './fields.js';
import type { RowReading } from '../rows/read-rows.js';
import { isFactPart, rebuildOrders } from './rebuild.js';
import { toEffect } from './effect.js';
import { addProposals, type NewProposal, replaceProposals } from './store-proposals.js';
import { keepFacts, readBefore, storeRows, writeOrders } from './write-orders.js';
import { notifyOrderShops } from '../../../orders/intake/notices.js';

/** How a source handles changed rows. */
export interface ProposalRules {
  /** The source's display name. */
  readonly source: string;
  /** The parts that are accepted automatically; the others wait for a user. */
  readonly takesAtOnce: readonly (FieldPart | 'lines')[];
  /** How to read its rows if they have another format; by default as the company maps uploads. */
  readonly mapping?: RowReading['mapping'];
}

/** What changed rows did, by the IDs of their orders. An order may be in several lists. */
export interface ProposalResult {
  readonly applied: ReadonlySet<string>;
  readonly proposed: ReadonlySet<string>;
  readonly held: ReadonlySet<string>;
}

/** A changed row with what is accepted now and what waits. */
interface SortedRow {
  readonly compared: ComparedRow;
  readonly now: ReadonlySet<string>;
  readonly waiting: readonly Difference[];
}

/**
 * Accepts what the rules accept automatically, puts canceled orders on hold that are not being built yet, and stores
 * the rest as proposals, each replacing an older one of its order. The orders must be locked.
 */
export async function proposeChanges(
  tx: WriteCtx,
  rows: readonly ComparedRow[],
  { source, takesAtOnce, mapping = null }: ProposalRules,
): Promise<ProposalResult> {
  const outcomes = rows.map((row): SortedRow => {
    const { differences } = row.compared;
    const isNow = (one: Difference) =>
      one.part !== 'cancel' && takesAtOnce.includes(one.part) && explainBlocked(row.order.status, one) === null;
    return {
      compared: row,
      now: new Set(differences.filter(isNow).map(({ key }) => key)),
      waiting: differences.filter((one) => !isNow(one)),
    };
  });
  await replaceProposals(
    tx,
    rows.flatMap(({ open }) => open?.id ?? []),
  );
  const appliedIds = await takeNow(tx, outcomes, { source, mapping });
  const waitingRows = outcomes.flatMap((one) =>
    one.now.size > 0 && !appliedIds.has(one.compared.order.id)
      ? [{ ...one, waiting: one.compared.compared.differences }] // it could not be accepted, so a user decides
      : one.waiting.length > 0
        ? [one]
        : [],
  );
  await propose(tx, waitingRows, { source, mapping, taken: appliedIds });
  await storeRows(
    tx.db,
    outcomes
      .filter(({ now, waiting: rest }) => now.size === 0 && rest.length === 0)
      .map(({ compared: { order, row } }) => ({ orderId: order.id, row })),
  );
  const heldIds = await hold(tx, outcomes, { source, mapping, taken: appliedIds });
  await followWithdrawals(tx, outcomes, source);
  if (rows.length > 0)
    await publishOrders(
      tx,
      rows.map(({ order }) => order),
    );
  const proposedIds = new Set(waitingRows.map(({ compared }) => compared.order.id));
  return { applied: new Set(appliedIds.keys()), proposed: proposedIds, held: heldIds };
}

/**
 * Accepts the rules' part of each row. A part that cannot be accepted waits with the others. Returns the orders
 * afterward.
 */
async function takeNow(
  tx: WriteCtx,
  outcomes: readonly SortedRow[],
  { source, mapping }: Origin,
): Promise<Map<string, StoredOrder>> {
  const some = outcomes.filter(({ now }) => now.size > 0);
  const mergedRows = some.map(({ compared, now }) => mergeRow(compared.order, compared, now));
  const rebuilt = await rebuildOrders(tx, mergedRows);
  const acceptedRows = some.flatMap((one, n) => {
    const result = present(rebuilt[n]);
    return typeof result === 'string' ? [] : [{ ...one, made: result }];
  });
  const before = await readBefore(
    tx.db,
    acceptedRows.flatMap(({ compared, made }) => (made.figures ? [compared.order.id] : [])),
  );
  await writeOrders(
    tx,
    acceptedRows.map(({ compared, made, now, waiting }) => ({
      ...{ after: made.after, figures: made.figures, withLines: isPriced(compared, now) },
      row: waiting.length > 0 ? undefined : compared.row,
    })),
  );
  await addProposals(
    tx,
    acceptedRows.map(({ compared, made, now }): NewProposal => {
      const { order, baseRow, row } = compared;
      const was = made.figures ? before.get(order.id) : keepFacts(order);
      if (!was) throw new Error('a locked order does not exist');
      return {
        ...{ orderId: order.id, source, mapping, baseRow, row, urgent: false, refusal: null, warnings: made.warnings },
        differences: compared.compared.differences.filter(({ key }) => now.has(key)),
        effect: toEffect(compared.was, made.figures),
        acceptance: { keys: [...now], before: was, revision: order.revision + 1 },
      };
    }),
  );
  await tx.audit(acceptedRows.map(({ compared, now }) => toAudit(compared, now, source)));
  const rescheduled = acceptedRows.filter(
    ({ compared, now }) => compared.order.status !== 'New' && now.has('deliveryScheduled'),
  );
  await notifyOrderShops(
    tx,
    'scheduled',
    rescheduled.map(({ made }) => made.after),
  );
  return new Map(acceptedRows.map(({ made: { after } }) => [after.id, { ...after, revision: after.revision + 1 }]));
}

/** What the history records of an accepted row: each field before and after. */
export function toAudit({ order, compared }: ComparedRow, keys: ReadonlySet<string>, source: string) {
  const takenDifferences = compared.differences.filter(({ key }) => keys.has(key));
  const values = (side: 'before' | 'after') =>
    Object.fromEntries(takenDifferences.map((one) => [one.label, one[side]]));
  return {
    ...{ action: 'accept change of sales system', entity: 'order', id: order.id, shopId: order.shopId },
    ...{ before: values('before'), after: { ...values('after'), source } },
  };
}

/** Whether the accepted part of a row may change the figures of its order. */
export const isPriced = ({ compared }: ComparedRow, keys: ReadonlySet<string>): boolean =>
  compared.differences.some(({ part, key }) => keys.has(key) && !isFactPart(part));

/** Where rows come from, and how to read them. */
type Origin = Pick<NewProposal, 'source' | 'mapping'>;

interface AcceptedOrigin extends Origin {
  /** Orders whose facts were just accepted. */
  readonly taken: ReadonlyMap<string, StoredOrder>;
}

async function propose(
  tx: WriteCtx,
  waitingRows: readonly SortedRow[],
  { source, mapping, taken }: AcceptedOrigin,
): Promise<void> {
  const orders = waitingRows.map(({ compared }) => taken.get(compared.order.id) ?? compared.order);
  const mergedRows = waitingRows.map(({ compared, waiting: rest }, n) => {
    const order = orders[n] ?? compared.order;
    const possibleChanges = rest.filter((one) => explainBlocked(order.status, one) === null);
    return mergeRow(order, compared, new Set(possibleChanges.map(({ key }) => key)));
  });
  const rebuilt = await rebuildOrders(tx, mergedRows);
  await addProposals(
    tx,
    waitingRows.map(({ compared, waiting: rest }, n): NewProposal => {
      const order = orders[n] ?? compared.order;
      const result = present(rebuilt[n]);
      return {
        ...{ orderId: order.id, source, mapping, baseRow: compared.baseRow, row: compared.row, acceptance: null },
        urgent: isUrgentChange(order.status, rest),
        differences: rest,
        ...(typeof result === 'string'
          ? { effect: null, warnings: [], refusal: result }
          : { effect: toEffect(compared.was, result.figures), warnings: result.warnings, refusal: null }),
      };
    }),
  );
}

async function hold(
  tx: WriteCtx,
  outcomes: readonly SortedRow[],
  { source, taken }: AcceptedOrigin,
): Promise<Set<string>> {
  const cancellations = outcomes.flatMap(({ compared: { order, next, open }, waiting }): CanceledOrder[] =>
    next.canceledOn !== null && !open?.cancels && waiting.some(({ part }) => part === 'cancel')
      ? [{ order: taken.get(order.id) ?? order, canceledOn: next.canceledOn }]
      : [],
  );
  const statuses = await holdCanceled(tx, cancellations, source);
  await notifyOffice(tx, cancellations, source);
  await tx.audit(
    cancellations.flatMap(({ order, canceledOn }) => {
      const status = statuses.get(order.id);
      return status === undefined
        ? []
        : {
            ...{ action: 'hold canceled order', entity: 'order', id: order.id, shopId: order.shopId },
            ...{ before: { status: order.status }, after: { status, canceledOn, source } },
          };
    }),
  );
  return new Set(statuses.keys());
}

/**
 * Follows cancellations that the sales system has withdrawn before anyone decided: New orders are no longer held back,
 * and the office is notified of orders that are still on hold.
 */
async function followWithdrawals(tx: WriteCtx, outcomes: readonly SortedRow[], source: string): Promise<void> {
  const withdrawals = outcomes.flatMap(({ compared: { order, next, open } }): CanceledOrder[] =>
    open?.cancels && open.canceledOn !== null && next.canceledOn === null
      ? [{ order, canceledOn: open.canceledOn }]
      : [],
  );
  await dropAlerts(tx, withdrawals);
  await notifyValidAgain(
    tx,
    withdrawals.filter(({ order, canceledOn }) => isHeldFor(order, canceledOn)),
    source,
  );
  await tx.audit(
    withdrawals.map(({ order: { id, shopId }, canceledOn }) => ({
      ...{ action: 'withdraw cancellation', entity: 'order', id, shopId },
      ...{ before: { canceledOn }, after: { canceledOn: null, source } },
    })),
  );
}
