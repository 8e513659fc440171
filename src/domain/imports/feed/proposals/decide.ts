import { z } from 'zod';
import type { WriteCtx } from '../../../kernel/context.js';
import { mapColumns } from '../../../kernel/database/columns.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { DomainError, notFound } from '../../../kernel/errors.js';
import { present } from '../../../kernel/objects.js';
import { service } from '../../../kernel/service.js';
import { plural } from '../../../kernel/text/plural.js';
import { moveOrder } from '../../../orders/life/move.js';
import { publishOrders } from '../../../orders/life/publish-orders.js';
import { lockOrders, type StoredOrder } from '../../../orders/pricing/locked-orders.js';
import { dropAlerts, isHeldFor, isUrgentChange } from './cancel.js';
import { type ChosenChanges, chooseChanges, type StoredProposal } from './choose.js';
import type { ComparedRow } from './compare.js';
import { mergeRow } from './differences.js';
import { isPriced, toAudit } from './propose.js';
import { findProposalsById } from './queries.js';
import { type RebuiltOrder, rebuildOrders } from './rebuild.js';
import { AcceptProposals, DecidedProposals, DeclineProposals, Proposal } from './schema.js';
import { toEffect } from './effect.js';
import { readBefore, restoreOrder, storeRows, writeOrders } from './write-orders.js';
import { notifyOrderShops } from '../../../orders/intake/notices.js';
import { closeProposals, renewProposals } from './store-proposals.js';

type ReadyProposal = ChosenChanges & { readonly made: RebuiltOrder };

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
    await showChangesHere(
      tx,
      choices.map((one, n) => ({ ...one, made: present(rebuilt[n]) })),
    );
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
    await notifyMovedBack(tx, order);
    await publishOrders(tx, [order]);
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
    if (keys.has('canceled'))
      await followCancellation(tx, { ...made.after, revision: compared.order.revision + 1 }, compared);
  }
  await publishOrders(
    tx,
    changes.map(({ compared }) => compared.order),
  );
}

/** Renews the proposals that do not show what was changed here since, so that users see it before they accept. */
async function showChangesHere(
  tx: WriteCtx,
  choices: readonly (ChosenChanges & { readonly made: RebuiltOrder | string })[],
): Promise<void> {
  const outdated = choices.flatMap(({ proposal, compared, renewed, made }) =>
    renewed ? [{ proposal, order: compared.order, was: compared.was, renewed, made }] : [],
  );
  if (outdated.length === 0) return;
  await renewProposals(
    tx,
    outdated.map(({ proposal: { id }, was, renewed: differences, made }) =>
      typeof made === 'string'
        ? { id, differences, effect: null, warnings: [], refusal: made }
        : { id, differences, effect: toEffect(was, made.figures), warnings: made.warnings, refusal: null },
    ),
  );
  await tx.audit(
    outdated.map(({ order: { id, shopId }, proposal: { source } }) => ({
      ...{ action: 'renew change of sales system', entity: 'order', id, shopId, after: { source } },
    })),
  );
  await tx.publish({ topic: 'orders', shopIds: [null], ids: outdated.map(({ order }) => order.id) });
}

/** Cancels the order of a canceled sale, or releases the order that was stopped for a sale that is valid again. */
async function followCancellation(
  tx: WriteCtx,
  order: StoredOrder,
  { base, next }: Pick<ComparedRow, 'base' | 'next'>,
): Promise<void> {
  if (next.canceledOn !== null) return moveOrder(tx, order, 'Canceled');
  if (base.canceledOn === null) return;
  if (isHeldFor(order, base.canceledOn)) await moveOrder(tx, order, 'InQueue');
  else await dropAlerts(tx, [{ order, canceledOn: base.canceledOn }]);
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

/** Notifies both shops if undoing a change moved an order back to its earlier shop. */
async function notifyMovedBack(tx: WriteCtx, { id, shopId, serialNumber }: StoredOrder): Promise<void> {
  const [now] = await queryRows<Pick<StoredOrder, 'shopId' | 'status'>>(
    tx.db('orders').where({ id }).select({ shopId: 'shop_id', status: 'status' }),
  );
  if (!now) throw notFound('Order');
  if (now.shopId === shopId || now.status === 'New') return;
  await notifyOrderShops(tx, 'taken', [{ id, shopId, serialNumber }]);
  await notifyOrderShops(tx, 'restored', [{ id, shopId: now.shopId, serialNumber }]);
}
