import type { WriteCtx } from '../../../kernel/context.js';
import { groupByShop } from '../../../kernel/notices/notify-shops.js';
import { notifyOfOrders } from '../../../orders/intake/notices.js';
import type { StoredOrder } from '../../../orders/pricing/locked-orders.js';
import { type CanceledOrder, holdCanceled, isUrgentChange, notifyOffice } from './cancel.js';
import type { ComparedRow } from './compare.js';
import { type Difference, explainBlocked, mergeRow } from './differences.js';
import type { FieldPart } from './fields.js';
import type { RowReading } from './read-rows.js';
import { isFactPart, rebuildOrders } from './rebuild.js';
import { toEffect } from './effect.js';
import { addProposals, type NewProposal, replaceProposals } from './store-proposals.js';
import { keepFacts, readBefore, storeRows, writeOrders } from './write-orders.js';

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
export interface Proposed {
  readonly applied: ReadonlySet<string>;
  readonly proposed: ReadonlySet<string>;
  readonly held: ReadonlySet<string>;
}

/** A changed row with what is accepted now and what waits. */
interface Sorted {
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
  changed: readonly ComparedRow[],
  { source, takesAtOnce, mapping = null }: ProposalRules,
): Promise<Proposed> {
  const sorted = changed.map((compared): Sorted => {
    const { differences } = compared.compared;
    const isNow = (one: Difference) =>
      one.part !== 'cancel' && takesAtOnce.includes(one.part) && explainBlocked(compared.order.status, one) === null;
    return {
      compared,
      now: new Set(differences.filter(isNow).map(({ key }) => key)),
      waiting: differences.filter((one) => !isNow(one)),
    };
  });
  await replaceProposals(
    tx,
    changed.flatMap(({ open }) => open?.id ?? []),
  );
  const taken = await takeNow(tx, sorted, { source, mapping });
  const waiting = sorted.flatMap((one) =>
    one.now.size > 0 && !taken.has(one.compared.order.id)
      ? [{ ...one, waiting: one.compared.compared.differences }] // it could not be accepted, so a user decides
      : one.waiting.length > 0
        ? [one]
        : [],
  );
  await propose(tx, waiting, { source, mapping, taken });
  await storeRows(
    tx.db,
    sorted
      .filter(({ now, waiting: rest }) => now.size === 0 && rest.length === 0)
      .map(({ compared: { order, row } }) => ({ orderId: order.id, row })),
  );
  const held = await hold(tx, sorted, { source, mapping, taken });
  if (changed.length > 0) await tx.publish({ topic: 'orders', shopIds: listShops(changed) });
  const proposed = new Set(waiting.map(({ compared }) => compared.order.id));
  return { applied: new Set(taken.keys()), proposed, held: new Set(held) };
}

const listShops = (changed: readonly ComparedRow[]) => [null, ...new Set(changed.map(({ order }) => order.shopId))];

/**
 * Accepts the rules' part of each row. A part that cannot be accepted waits with the others. Returns the orders
 * afterward.
 */
async function takeNow(
  tx: WriteCtx,
  sorted: readonly Sorted[],
  { source, mapping }: Origin,
): Promise<Map<string, StoredOrder>> {
  const some = sorted.filter(({ now }) => now.size > 0);
  const merged = some.map(({ compared, now }) => mergeRow(compared.order, compared, now));
  const rebuilt = await rebuildOrders(tx, merged);
  const ready = some.flatMap((one, n) => {
    const made = rebuilt[n];
    return made === undefined || typeof made === 'string' ? [] : [{ ...one, made }];
  });
  const before = await readBefore(
    tx.db,
    ready.flatMap(({ compared, made }) => (made.figures ? [compared.order.id] : [])),
  );
  await writeOrders(
    tx,
    ready.map(({ compared, made, now, waiting }) => ({
      ...{ after: made.after, figures: made.figures, withLines: isPriced(compared, now) },
      row: waiting.length > 0 ? undefined : compared.row,
    })),
  );
  await addProposals(
    tx,
    ready.map(({ compared, made, now }): NewProposal => {
      const { order, baseRow, row } = compared;
      const was = made.figures ? before.get(order.id) : keepFacts(order);
      if (!was) throw new Error('an order that is locked is gone');
      return {
        ...{ orderId: order.id, source, mapping, baseRow, row, urgent: false, refusal: null, warnings: made.warnings },
        differences: compared.compared.differences.filter(({ key }) => now.has(key)),
        effect: toEffect(compared.was, made.figures),
        taken: { keys: [...now], before: was, revision: order.revision + 1 },
      };
    }),
  );
  await tx.audit(ready.map(({ compared, now }) => toAudit(compared, now, source)));
  const moved = ready.filter(({ compared, now }) => compared.order.status !== 'New' && now.has('deliveryScheduled'));
  const changed = moved.map(({ made: { after } }) => ({
    id: after.id,
    shopId: after.shopId,
    name: after.serialNumber,
  }));
  await notifyOfOrders(tx, 'scheduled', groupByShop(changed));
  return new Map(ready.map(({ made: { after } }) => [after.id, { ...after, revision: after.revision + 1 }]));
}

/** What the history records of an accepted row: each field before and after. */
export function toAudit({ order, compared }: ComparedRow, keys: ReadonlySet<string>, source: string) {
  const taken = compared.differences.filter(({ key }) => keys.has(key));
  const values = (side: 'before' | 'after') => Object.fromEntries(taken.map((one) => [one.label, one[side]]));
  return {
    ...{ action: 'take change of sales system', entity: 'order', id: order.id, shopId: order.shopId },
    ...{ before: values('before'), after: { ...values('after'), source } },
  };
}

/** Whether the accepted part of a row may change the figures of its order. */
export const isPriced = ({ compared }: ComparedRow, keys: ReadonlySet<string>): boolean =>
  compared.differences.some(({ part, key }) => keys.has(key) && !isFactPart(part));

/** Where rows come from, and how to read them. */
interface Origin {
  readonly source: string;
  readonly mapping: RowReading['mapping'];
}

interface Taking extends Origin {
  /** Orders whose facts were just accepted. */
  readonly taken: ReadonlyMap<string, StoredOrder>;
}

async function propose(tx: WriteCtx, waiting: readonly Sorted[], { source, mapping, taken }: Taking): Promise<void> {
  const orders = waiting.map(({ compared }) => taken.get(compared.order.id) ?? compared.order);
  const merged = waiting.map(({ compared, waiting: rest }, n) => {
    const order = orders[n] ?? compared.order;
    const possible = rest.filter((one) => explainBlocked(order.status, one) === null);
    return mergeRow(order, compared, new Set(possible.map(({ key }) => key)));
  });
  const rebuilt = await rebuildOrders(tx, merged);
  await addProposals(
    tx,
    waiting.map(({ compared, waiting: rest }, n): NewProposal => {
      const order = orders[n] ?? compared.order;
      const made = rebuilt[n];
      const isRefused = typeof made === 'string';
      return {
        ...{ orderId: order.id, source, mapping, baseRow: compared.baseRow, row: compared.row, taken: null },
        urgent: isUrgentChange(order.status, rest),
        differences: rest,
        effect: made === undefined || isRefused ? null : toEffect(compared.was, made.figures),
        warnings: made === undefined || isRefused ? [] : made.warnings,
        refusal: isRefused ? made : null,
      };
    }),
  );
}

async function hold(tx: WriteCtx, sorted: readonly Sorted[], { source, taken }: Taking): Promise<string[]> {
  const canceled = sorted.flatMap(({ compared: { order, next }, waiting }): CanceledOrder[] =>
    next.canceledOn !== null && waiting.some(({ part }) => part === 'cancel')
      ? [{ order: taken.get(order.id) ?? order, canceledOn: next.canceledOn }]
      : [],
  );
  const held = await holdCanceled(tx, canceled, source);
  await notifyOffice(tx, canceled, source);
  const audit = canceled.filter(({ order }) => held.includes(order.id));
  await tx.audit(
    audit.map(({ order, canceledOn }) => ({
      ...{ action: 'hold canceled order', entity: 'order', id: order.id, shopId: order.shopId },
      ...{ before: { status: order.status }, after: { status: 'On Hold', canceledOn, source } },
    })),
  );
  return held;
}
