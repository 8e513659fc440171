import { formatDollars } from '../../kernel/cents.js';
import type { Ctx } from '../../kernel/context.js';
import { updateInvoice } from '../../billing/invoices/life/change.js';
import { createInvoice } from '../../billing/invoices/life/create.js';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { importOrders } from '../../imports/order-files/service.js';
import { listOrders } from '../../orders/service.js';
import { pushOrders } from '../../orders/intake/push.js';
import type { OrderStatus } from '../../kernel/order/status.js';
import { createPayment } from '../../billing/payments/paying/create.js';
import { asShop } from './as-shop.js';

/** The file name of the last day's upload. */
export const FEED_FILE = 'feed-demo.json';

/**
 * How far the demo processes a shop's pushed orders, in rotation; every other shop starts in the middle of the list.
 */
const fates = ['paid', 'paid', 'new', 'building', 'denied', 'onHold', 'approved', 'finished'] as const;
type Fate = (typeof fates)[number];
type ListedOrder = Awaited<ReturnType<typeof listOrders>>['items'][number];

/**
 * Runs the main job once on a feed, from upload to payment, through the same use cases as users; reports each step
 * with counts.
 */
export async function runMainJob(ctx: Ctx, feed: unknown, print: (text: string) => void): Promise<void> {
  const upload = await importOrders(ctx, { orders: feed, fileName: FEED_FILE });
  print(`Upload: ${upload.counts.new} orders, ${upload.counts.withAlerts} of them with alerts to review.`);
  const push = await pushOrders(ctx, {});
  print(`Push to shops: ${push.pushed} orders are InQueue, ${push.left} stay New until their alerts are accepted.`);
  const serials = new Set(upload.rows.map(({ serialNumber }) => serialNumber));
  const { items } = await listOrders(ctx, { status: 'InQueue', size: 500, sort: 'dateOrdered' });
  const orders = items.filter(({ serialNumber }) => serials.has(serialNumber));
  const plan = orders.map((order) => ({ order, fate: chooseFate(order, orders) }));
  await build(ctx, plan, print);
  const invoices = await invoice(ctx, plan);
  print(`Invoices: ${invoices.length} created by the shops.`);
  await decide(ctx, invoices, print);
  await pay(
    ctx,
    invoices.filter((i) => i.fate === 'paid'),
    print,
  );
}

interface PlannedOrder {
  readonly order: ListedOrder;
  readonly fate: Fate;
}
interface InvoicedOrder extends PlannedOrder {
  readonly invoiceId: string;
}

function chooseFate(order: ListedOrder, all: readonly ListedOrder[]): Fate {
  const shops = [...new Set(all.map((o) => o.shop?._id))];
  const turn = all.filter((o) => o.shop?._id === order.shop?._id).indexOf(order) + 4 * shops.indexOf(order.shop?._id);
  return fates[turn % fates.length] ?? 'new';
}

async function build(ctx: Ctx, plan: readonly PlannedOrder[], print: (text: string) => void): Promise<void> {
  const moves: Record<Fate, readonly OrderStatus[]> = {
    paid: ['Building', 'Finished'],
    denied: ['Building', 'Finished'],
    approved: ['Building', 'Finished'],
    finished: ['Building', 'Finished'],
    building: ['Building'],
    onHold: ['On Hold'],
    new: ['Building', 'Finished'],
  };
  const counts = new Map<OrderStatus, number>();
  for (const { order, fate } of plan) {
    for (const status of moves[fate])
      await updateOrder(await asShop(ctx, order.shop), {
        id: order._id,
        status,
        ...(status === 'On Hold' ? { holdReason: 'Waiting for the customer to choose the trim' } : {}),
      });
    const last = moves[fate].at(-1) ?? 'InQueue';
    counts.set(last, (counts.get(last) ?? 0) + 1);
  }
  print(`Shops: ${[...counts].map(([status, n]) => `${n} ${status}`).join(', ')}.`);
}

async function invoice(ctx: Ctx, plan: readonly PlannedOrder[]): Promise<InvoicedOrder[]> {
  const invoices: InvoicedOrder[] = [];
  for (const { order, fate } of plan) {
    if (fate === 'building' || fate === 'onHold' || fate === 'finished') continue;
    const { invoice } = await createInvoice(await asShop(ctx, order.shop), { order: order._id });
    invoices.push({ order, fate, invoiceId: invoice._id });
  }
  return invoices;
}

async function decide(ctx: Ctx, invoices: readonly InvoicedOrder[], print: (text: string) => void): Promise<void> {
  const approve = invoices.filter((i) => i.fate === 'paid' || i.fate === 'approved');
  const deny = invoices.filter((i) => i.fate === 'denied');
  for (const { invoiceId } of approve) await updateInvoice(ctx, { id: invoiceId, status: 'Approved' });
  for (const { invoiceId } of deny)
    await updateInvoice(ctx, { id: invoiceId, status: 'Denied', newMessage: 'The ramp was not delivered.' });
  print(`Office: ${approve.length} invoices approved, ${deny.length} denied.`);
}

async function pay(ctx: Ctx, invoices: readonly InvoicedOrder[], print: (text: string) => void): Promise<void> {
  const byShop = new Map<string, InvoicedOrder[]>();
  for (const i of invoices) byShop.set(i.order.shop?._id ?? '', [...(byShop.get(i.order.shop?._id ?? '') ?? []), i]);
  for (const [, [first, ...rest]] of [...byShop].slice(0, 2)) {
    if (!first) continue;
    const { payment } = await createPayment(ctx, {
      invoices: [first, ...rest].map((i) => i.invoiceId),
      memo: 'Thank you',
    });
    print(
      `Payment ${payment.paymentNumber} to ${payment.shop.name}: ${formatDollars(payment.shopsPaymentTotal)} for ${payment.invoiceCount} invoices.`,
    );
  }
}
