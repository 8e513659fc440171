import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { explainBlocked } from '../../imports/feed/proposals/differences.js';
import { acceptProposals } from '../../imports/feed/proposals/decide.js';
import type { Proposal } from '../../imports/feed/proposals/schema.js';
import { listProposals } from '../../imports/feed/proposals/service.js';
import type { Ctx } from '../../kernel/context.js';
import type { Dice } from '../../operations/demo/year/dice.js';
import { acceptAlerts } from '../../orders/intake/accept-alerts.js';
import { pushOrders } from '../../orders/intake/push.js';

/** The office processes New orders as they are: it accepts all alerts, and pushes. */
export async function pushAll(office: Ctx): Promise<void> {
  await acceptAlerts(office, {});
  await pushOrders(office, {});
}

/** The office accepts of each waiting proposal what its order still allows; `isChosen` leaves some for later. */
export async function acceptWaiting(office: Ctx, isChosen: () => boolean): Promise<void> {
  const all: Proposal[] = [];
  for (let page = 1; ; page++) {
    const { items } = await listProposals(office, { page, size: 500 });
    all.push(...(items as unknown as Proposal[]).filter(isChosen)); // the query returns what a screen reads
    if (items.length < 500) break;
  }
  const decisions = all.flatMap(({ _id: id, order, changes }) => {
    const keys = changes.filter((one) => explainBlocked(order.status, one) === null).map(({ key }) => key);
    return keys.length > 0 ? [{ id, keys }] : [];
  });
  for (let at = 0; at < decisions.length; at += 500)
    await acceptProposals(office, { items: decisions.slice(at, at + 500) });
}

/** The shops start some orders of their queue, and finish some that they are building; returns those started. */
export async function buildSome(office: Ctx, dice: Dice, share: number): Promise<string[]> {
  const inStatus = (status: string) =>
    office.db('orders').where({ status }).orderBy('external_id').select('id', 'external_id') as Promise<
      { id: string; external_id: string }[]
    >;
  const building = (await inStatus('Building')).filter(() => dice.chance(share * 2));
  const queuedOrders = (await inStatus('InQueue')).filter(() => dice.chance(share));
  for (const { id } of building) await updateOrder(office, { id, status: 'Finished' });
  for (const { id } of queuedOrders) await updateOrder(office, { id, status: 'Building' });
  return queuedOrders.map((order) => order.external_id);
}
