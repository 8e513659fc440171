import { z } from 'zod';
import type { WriteCtx } from '../../../kernel/context.js';
import { mapColumns } from '../../../kernel/database/columns.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { DomainError, notFound } from '../../../kernel/errors.js';
import { present } from '../../../kernel/objects.js';
import { Pace } from '../../../kernel/pace.js';
import { service } from '../../../kernel/service.js';
import { plural } from '../../../kernel/text/plural.js';
import type { IncomingOrder } from '../../../orders/intake/incoming.js';
import { findChosenAddOns } from '../../../orders/intake/names.js';
import { moveOrder } from '../../../orders/life/move.js';
import { lockOrders, type StoredOrder } from '../../../orders/pricing/locked-orders.js';
import { isUrgentChange } from './cancel.js';
import { toStoredFigures } from '../../../orders/pricing/reprice.js';
import {
  asRow,
  compareRows,
  type RowComparison,
  type Difference,
  explainBlocked,
  isBuiltAlready,
  mergeRow,
} from './differences.js';
import { isPriced, toAudit } from './propose.js';
import { findProposalsById } from './queries.js';
import { readRows, type RowReading, readReading } from '../rows/read-rows.js';
import { type RebuiltOrder, rebuildOrders } from './rebuild.js';
import { AcceptProposals, DecidedProposals, DeclineProposals, Proposal } from './schema.js';
import type { ComparedRow } from './compare.js';
import { toEffect, toSide } from './effect.js';
import { type OrderBefore, readBefore, restoreOrder, storeRows, writeOrders } from './write-orders.js';
import { notifyOrderShops } from '../../../orders/intake/notices.js';
import { closeProposals } from './store-proposals.js';

interface StoredProposal {
  readonly id: string;
  readonly orderId: string;
  readonly source: string;
  readonly state: Proposal['state'];
  readonly base: unknown;
  readonly row: unknown;
  readonly mapping: RowReading['mapping'];
  readonly differences: readonly Difference[];
  readonly before: OrderBefore | null;
  readonly orderRevision: number | null;
}

export const acceptProposals = service({
  summary: 'Accept all changes of proposals, or only some, which declines the others',
  permission: 'orders.edit',
  effect: 'write',
  input: AcceptProposals,
  output: DecidedProposals,
  run: async (tx, { items }) => {
    const keysById = new Map(items.map(({ id, keys }) => [id, keys]));
    const { proposals, orders } = await lockProposals(tx, [...keysById.keys()]);
    const choices = await chooseChanges(tx, proposals, orders, keysById);
    const rebuilt = await rebuildOrders(
      tx,
      choices.map(({ compared, keys }) => mergeRow(compared.order, compared, keys)),
    );
    const refusals: z.output<typeof DecidedProposals>['refused'] = [];
    const acceptedChanges: ReadyProposal[] = [];
    for (const [n, one] of choices.entries()) {
      const result = one.refusal ?? present(rebuilt[n]);
      const { proposal, compared } = one;
      if (typeof result !== 'string') acceptedChanges.push({ ...one, made: result });
      else refusals.push({ _id: proposal.id, serialNumber: compared.order.serialNumber, reason: result });
    }
    await takeChanges(tx, acceptedChanges);
    if (acceptedChanges.length === 0) tx.unchanged();
    const msg = `${acceptedChanges.length} ${plural(acceptedChanges.length, 'proposal')} accepted.`;
    return {
      msg: refusals.length > 0 ? `${msg} ${refusals.length} could not be accepted.` : msg,
      decided: acceptedChanges.length,
      refused: refusals,
    };
  },
});

export const declineProposals = service({
  summary: 'Decline proposals; their orders do not change',
  permission: 'orders.edit',
  effect: 'write',
  input: DeclineProposals,
  output: DecidedProposals,
  run: async (tx, { ids }) => {
    const { proposals, orders } = await lockProposals(tx, ids);
    await storeRows(tx.db, proposals);
    await closeProposals(
      tx,
      'declined',
      proposals.map(({ id }) => ({ id, taken: [], before: null, revision: null, effect: null })),
    );
    await tx.audit(
      proposals.map(({ orderId, source }) => ({
        ...{ action: 'decline change of sales system', entity: 'order', id: orderId, after: { source } },
        shopId: orders.get(orderId)?.shopId ?? null,
      })),
    );
    await tx.publish({ topic: 'orders', shopIds: [null], ids: proposals.map(({ orderId }) => orderId) });
    return {
      msg: `${proposals.length} ${plural(proposals.length, 'proposal')} declined.`,
      decided: proposals.length,
      refused: [],
    };
  },
});

export const undoProposal = service({
  summary:
    'Undo a decision on a proposal if its order has not changed since: restore the order and reopen the proposal',
  permission: 'orders.edit',
  effect: 'write',
  input: z.strictObject({ id: z.uuid('is not a valid ID') }),
  output: z.object({ msg: z.string(), proposal: Proposal }),
  run: async (tx, { id }) => {
    const [currentProposal] = await findProposalsById(tx.db, [id]);
    if (!currentProposal) throw notFound('Proposal');
    const [order] = await lockOrders(tx.db, (q) => q.where('o.id', currentProposal.order._id));
    const [storedProposal] = await readStored(tx, [id]);
    const [now] = await findProposalsById(tx.db, [id]); // after the locks
    if (!order || !storedProposal || !now) throw notFound('Proposal');
    if (now.undoRefusal !== null) throw new DomainError('proposal-not-undoable', { why: now.undoRefusal });
    if (storedProposal.before)
      await restoreOrder(tx, order.id, { source: storedProposal.base, ...storedProposal.before });
    else await storeRows(tx.db, [{ orderId: order.id, row: storedProposal.base }]);
    await tx
      .db('order_proposals')
      .where({ id })
      .increment('revision', 1)
      .update({
        ...{ state: 'open', taken: '{}', before: null, order_revision: null, decided_at: null, decided_by: null },
        urgent: isUrgentChange(order.status, storedProposal.differences),
      });
    await tx.audit({
      ...{ action: 'undo change of sales system', entity: 'order', id: order.id, shopId: order.shopId },
      after: { proposal: id, decision: now.state },
    });
    await tx.publish({ topic: 'orders', shopIds: [null, order.shopId], ids: [order.id] });
    const [proposal] = await findProposalsById(tx.db, [id]);
    if (!proposal) throw notFound('Proposal');
    return { msg: `${order.serialNumber} is restored.`, proposal };
  },
});

/**
 * Locks open proposals and their orders, orders first. Throws not-found for an unknown proposal, and stale for a
 * decided one.
 */
async function lockProposals(tx: WriteCtx, ids: readonly string[]) {
  const visibleProposals = await queryRows<{ id: string; orderId: string }>(
    tx
      .db('order_proposals')
      .whereRaw('id = any(?)', [[...ids]])
      .select({ id: 'id', orderId: 'order_id' }),
  );
  if (visibleProposals.length < new Set(ids).size) throw notFound('Proposal');
  const orders = await lockOrders(tx.db, (q) =>
    q.whereRaw('o.id = any(?)', [visibleProposals.map(({ orderId }) => orderId)]),
  );
  const proposals = await readStored(tx, ids);
  const closedProposal = proposals.find(({ state }) => state !== 'open');
  if (closedProposal) throw new DomainError('proposal-decided', { state: closedProposal.state });
  return { proposals, orders: new Map(orders.map((order) => [order.id, order])) };
}

const readStored = (tx: WriteCtx, ids: readonly string[]) =>
  queryRows<StoredProposal>(
    tx
      .db('order_proposals')
      .whereRaw('id = any(?)', [[...ids]])
      .orderBy('id')
      .forUpdate()
      .select(mapColumns('id orderId source state base row mapping differences before orderRevision')),
  );

/** What to accept of a proposal, compared with the order as it is now. */
interface ChosenChanges {
  readonly proposal: StoredProposal;
  readonly compared: ComparedRow;
  readonly keys: ReadonlySet<string>;
  /** Why nothing of it can be accepted. */
  readonly refusal: string | null;
}

type ReadyProposal = ChosenChanges & { readonly made: RebuiltOrder };

async function chooseChanges(
  tx: WriteCtx,
  proposals: readonly StoredProposal[],
  orders: ReadonlyMap<string, StoredOrder>,
  keysById: ReadonlyMap<string, readonly string[] | undefined>,
): Promise<ChosenChanges[]> {
  const reading = await readReading(tx);
  const pace = new Pace(tx.signal);
  const [bases, nexts]: [(IncomingOrder | null)[], (IncomingOrder | null)[]] = [[], []];
  for (const { base, row, mapping } of proposals) {
    const [was, is] = await readRows([base, row], mapping ? { ...reading, mapping } : reading, pace);
    bases.push(was ?? null);
    nexts.push(is ?? null);
  }
  const chosen = await findChosenAddOns(tx.db);
  return proposals.flatMap((proposal, n): ChosenChanges[] => {
    const order = orders.get(proposal.orderId);
    const next = nexts[n];
    if (!order || !next) throw notFound('Proposal'); // its row was parsed when it was stored
    const base = bases[n] ?? asRow(order);
    const offer = onlyShown(compareRows(order, { base, next, chosen }), proposal);
    const rows = { baseRow: proposal.base, row: proposal.row };
    const comparison = { order, base, next, ...rows, compared: offer, open: null, was: toSide(toStoredFigures(order)) };
    return [{ proposal, compared: comparison, ...choose(offer.differences, order, keysById.get(proposal.id)) }];
  });
}

/** The changes of the rows, limited to those that the proposal shows. The rest was already accepted. */
function onlyShown({ differences, lines }: RowComparison, { differences: offered }: StoredProposal): RowComparison {
  const keys = new Set(offered.map(({ key }) => key));
  const isShown = ({ key }: { readonly key: string }) => keys.has(key);
  return { differences: differences.filter(isShown), lines: lines.filter(isShown) };
}

function choose(
  differences: readonly Difference[],
  { status }: StoredOrder,
  keys: readonly string[] | undefined,
): Pick<ChosenChanges, 'keys' | 'refusal'> {
  const selection = keys ? differences.filter(({ key }) => keys.includes(key)) : differences;
  const blocker = selection.map((one) => explainBlocked(status, one)).find((why) => why !== null) ?? null;
  if (keys && blocker !== null) return { keys: new Set(), refusal: blocker };
  const possibleChanges = selection.filter(
    (one) => explainBlocked(status, one) === null && (keys !== undefined || !isBuiltAlready(status, one)),
  );
  if (possibleChanges.length > 0 || differences.length === 0)
    return { keys: new Set(possibleChanges.map(({ key }) => key)), refusal: null };
  return { keys: new Set(), refusal: blocker ?? 'the shop is already building it; choose its changes one by one' };
}

async function takeChanges(tx: WriteCtx, changes: readonly ReadyProposal[]): Promise<void> {
  const before = await readBefore(
    tx.db,
    changes.map(({ compared }) => compared.order.id),
  );
  await writeOrders(
    tx,
    changes.map(({ compared, made, keys, proposal }) => ({
      ...{ after: made.after, figures: made.figures, withLines: isPriced(compared, keys), row: proposal.row },
    })),
  );
  await closeProposals(
    tx,
    'accepted',
    changes.map(({ compared: { order, was }, made, keys, proposal }) => ({
      ...{ id: proposal.id, taken: [...keys], before: before.get(order.id) ?? null, revision: order.revision + 1 },
      effect: toEffect(was, made.figures),
    })),
  );
  await tx.audit(changes.map(({ compared, keys, proposal }) => toAudit(compared, keys, proposal.source)));
  await notifyDecidedShops(tx, changes);
  for (const { compared, keys, made } of changes) {
    const { canceledOn } = compared.next;
    if (keys.has('canceled'))
      await followCancellation(tx, { ...made.after, revision: compared.order.revision + 1 }, canceledOn);
  }
  const shopIds = changes.flatMap(({ compared, made }) => [compared.order.shopId, made.after.shopId]);
  await tx.publish({
    topic: 'orders',
    shopIds: [null, ...new Set(shopIds)],
    ids: changes.map(({ made }) => made.after.id),
  });
}

/** Cancels the order of a canceled sale, or releases the order of a sale that is valid again. */
async function followCancellation(tx: WriteCtx, order: StoredOrder, canceledOn: string | null): Promise<void> {
  if (canceledOn !== null) return moveOrder(tx, order, 'Canceled');
  if (order.status === 'On Hold') await moveOrder(tx, order, 'InQueue');
}

/** Notifies each shop which of its orders changed. An order that moves to another shop leaves the first. */
async function notifyDecidedShops(tx: WriteCtx, changes: readonly ReadyProposal[]): Promise<void> {
  const visibleChanges = changes.filter(({ compared: { order } }) => order.status !== 'New');
  const isMoved = ({ compared, made }: ReadyProposal) => compared.order.shopId !== made.after.shopId;
  const relocated = visibleChanges.filter(isMoved);
  const edited = visibleChanges.filter((one) => !isMoved(one) && [...one.keys].some((key) => key !== 'canceled'));
  const [departures, arrivals] = [
    relocated.map(({ compared }) => compared.order),
    relocated.map(({ made }) => made.after),
  ];
  await notifyOrderShops(tx, 'taken', departures);
  await notifyOrderShops(tx, 'pushed', arrivals);
  await notifyOrderShops(
    tx,
    'changed',
    edited.map(({ made }) => made.after),
  );
}
