import type { WriteCtx } from '../../../kernel/context.js';
import { newId } from '../../../kernel/ids.js';
import { formatDay } from '../../../kernel/time.js';
import { type Notification, notify } from '../../../kernel/notices/notify.js';
import type { OrderStatus } from '../../../kernel/order/status.js';
import { plural } from '../../../kernel/text/plural.js';
import type { Difference } from './differences.js';
import type { StoredOrder } from '../../../orders/pricing/locked-orders.js';
import { notifyOrderShops } from '../../../orders/intake/notices.js';

/** Statuses in which nothing is built yet, so that a canceled sale stops the order immediately. */
const stopped: ReadonlySet<OrderStatus> = new Set(['New', 'InQueue']);

/** Whether a canceled sale needs an urgent decision, because the shop has spent money on the order. */
const isUrgent = (status: OrderStatus): boolean =>
  status !== 'On Hold' && status !== 'Canceled' && !stopped.has(status);

/**
 * Whether a change cancels a sale and needs an urgent decision. A trigger keeps this up to date when the order's
 * status changes.
 */
export const isUrgentChange = (
  status: OrderStatus,
  differences: readonly Pick<Difference, 'part' | 'after'>[],
): boolean => isUrgent(status) && differences.some(({ part, after }) => part === 'cancel' && after !== null);

/** An order whose sale was canceled. */
export interface CanceledOrder {
  readonly order: StoredOrder;
  readonly canceledOn: string;
}

const describeCancellation = (canceledOn: string): string => `Canceled by the customer on ${formatDay(canceledOn)}`;

/** Why a canceled order is on hold. */
export const explainHold = (canceledOn: string, source: string): string =>
  `${describeCancellation(canceledOn)} (${source}).`;

/** Whether an order is still on hold because its sale was canceled on that day. */
export const isHeldFor = ({ status, holdReason }: StoredOrder, canceledOn: string): boolean =>
  status === 'On Hold' && holdReason?.startsWith(`${describeCancellation(canceledOn)} (`) === true;

/**
 * Puts canceled orders that are not being built yet on hold, and notifies their shops. A New order stays New, because
 * no shop has seen it, and gets an alert that holds it back. Returns the status that each of these orders has now, by
 * its ID.
 */
export async function holdCanceled(
  tx: WriteCtx,
  orders: readonly CanceledOrder[],
  source: string,
): Promise<Map<string, OrderStatus>> {
  const all = orders.filter(({ order }) => stopped.has(order.status));
  const isNew = ({ order }: CanceledOrder) => order.status === 'New';
  await hold(
    tx,
    all.filter((one) => !isNew(one)),
    source,
  );
  await holdBack(
    tx,
    all.filter((one) => isNew(one) && !hasAlert(one)),
  );
  return new Map(all.map((one) => [one.order.id, isNew(one) ? 'New' : 'On Hold']));
}

async function hold(tx: WriteCtx, orders: readonly CanceledOrder[], source: string): Promise<void> {
  if (orders.length === 0) return;
  await tx.db.raw(
    `update orders o set status = 'On Hold', status_since = ?, hold_reason = x.reason, revision = o.revision + 1,
        updated_at = ?, updated_by = ? from unnest(?::uuid[], ?::text[]) as x(id, reason) where o.id = x.id`,
    [
      ...[tx.clock.now(), tx.clock.now(), tx.actor.name],
      orders.map(({ order }) => order.id),
      orders.map(({ canceledOn }) => explainHold(canceledOn, source)),
    ],
  );
  await notifyOrderShops(
    tx,
    'held',
    orders.map(({ order }) => order),
  );
}

/** Whether an order has the alert of its cancellation, be it accepted or not. */
const hasAlert = ({ order, canceledOn }: CanceledOrder): boolean =>
  order.alerts.some(({ code, text }) => code === 'canceled' && text === describeCancellation(canceledOn));

const holdBack = (tx: WriteCtx, orders: readonly CanceledOrder[]) =>
  orders.length === 0
    ? undefined
    : tx.db.raw(
        `update orders o set alerts = o.alerts || x.alert::jsonb, revision = o.revision + 1, updated_at = ?, updated_by = ?
           from unnest(?::uuid[], ?::text[]) as x(id, alert) where o.id = x.id`,
        [
          ...[tx.clock.now(), tx.actor.name],
          orders.map(({ order }) => order.id),
          orders.map(({ canceledOn }) =>
            JSON.stringify({ _id: newId(), code: 'canceled', accepted: false, text: describeCancellation(canceledOn) }),
          ),
        ],
      );

/** Removes the open alerts that hold New orders back for cancellations that the sales system has withdrawn. */
export const dropAlerts = async (tx: WriteCtx, orders: readonly CanceledOrder[]): Promise<void> =>
  orders.length === 0
    ? undefined
    : tx.db.raw(
        `update orders o set revision = o.revision + 1, updated_at = ?, updated_by = ?,
            alerts = (select coalesce(jsonb_agg(e.alert order by e.n), '[]')
              from jsonb_array_elements(o.alerts) with ordinality as e(alert, n) where not e.alert @> x.dropped)
           from (select id, jsonb_build_object('code', 'canceled', 'accepted', false, 'text', text) as dropped
             from unnest(?::uuid[], ?::text[]) as u(id, text)) x
           where o.id = x.id and o.status = 'New' and o.alerts @> jsonb_build_array(x.dropped)`,
        [
          ...[tx.clock.now(), tx.actor.name],
          orders.map(({ order }) => order.id),
          orders.map(({ canceledOn }) => describeCancellation(canceledOn)),
        ],
      );

/** Notifies the office which orders were canceled in the sales system. */
export async function notifyOffice(tx: WriteCtx, orders: readonly CanceledOrder[], source: string): Promise<void> {
  const [first] = orders;
  if (!first) return;
  const urgent = orders.filter(({ order }) => isUrgent(order.status)).length;
  const what =
    orders.length === 1
      ? `Order ${first.order.serialNumber} was canceled by its customer`
      : `${orders.length} orders were canceled by their customers`;
  const costNote = urgent === 0 ? '' : ` ${urgent} ${plural(urgent, 'is', 'are')} already being built or finished.`;
  await notify(tx, {
    ...{ kind: 'canceledSales', shopId: null, type: urgent > 0 ? 'danger' : 'warning', msg: 'Order Canceled' },
    content: `${what} (${source}).${costNote} Decide under Proposals.`,
    ...linkTo(orders),
  });
}

/** Notifies the office which orders are on hold although their sales are valid again. */
export async function notifyValidAgain(tx: WriteCtx, orders: readonly CanceledOrder[], source: string): Promise<void> {
  const [first] = orders;
  if (!first) return;
  const what =
    orders.length === 1
      ? `The sale of order ${first.order.serialNumber}, which is on hold, is valid again`
      : `The sales of ${orders.length} orders, which are on hold, are valid again`;
  await notify(tx, {
    ...{ kind: 'canceledSales', shopId: null, type: 'warning', msg: 'Sale Valid Again' },
    content: `${what} (${source}). Decide under Proposals.`,
    ...linkTo(orders),
  });
}

/** The link of a notice: a single order, or the proposals. */
function linkTo(orders: readonly CanceledOrder[]): Pick<Notification, 'link' | 'subjectId'> {
  const [first, ...others] = orders;
  if (!first || others.length > 0) return { link: { to: 'proposals' } };
  return { link: { to: 'order', id: first.order.id }, subjectId: first.order.id };
}
