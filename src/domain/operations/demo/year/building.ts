import type { DateTime } from 'luxon';
import { updateOrder } from '../../../billing/invoices/life/change-order.js';
import { updateInvoice } from '../../../billing/invoices/life/change.js';
import { createInvoice } from '../../../billing/invoices/life/create.js';
import { decideApprovals } from '../../../billing/approvals/service.js';
import type { Ctx } from '../../../kernel/context.js';
import { acceptAlerts } from '../../../orders/intake/accept-alerts.js';
import { pushOrders } from '../../../orders/intake/push.js';
import { importOrders } from '../../../imports/order-files/service.js';
import { nextWeekday } from './days.js';
import type { Dice } from './dice.js';
import type { DemoOrder, Step } from './plan.js';
import type { Act, Cast } from './play.js';
import { office } from './staff.js';
import { denials, holdReasons } from './words.js';

/** The results of planned orders, by serial number, filled as the acts are played. */
export class Books {
  /** The order's ID. */
  readonly orders = new Map<string, string>();
  /** The invoice's ID and revision. */
  readonly invoices = new Map<string, { _id: string; revision: number }>();
  readonly paid = new Set<string>();

  order({ row }: DemoOrder): string {
    return this.get(this.orders, row.serialNumber);
  }
  invoice({ row }: DemoOrder): { _id: string; revision: number } {
    return this.get(this.invoices, row.serialNumber);
  }
  private get<T>(from: ReadonlyMap<string, T>, serial: string): T {
    const order = from.get(serial);
    if (order === undefined) throw new Error(`The demo lost track of ${serial}.`);
    return order;
  }
}

/**
 * Uploads on Mondays and Thursdays, and on the last morning the orders that no one has reviewed yet, including one
 * that was sent twice.
 */
export function uploadActs(orders: readonly DemoOrder[], books: Books, now: DateTime): Act[] {
  const morning = now.startOf('day').set({ hour: 7, minute: 10 });
  const lastUpload = morning < now ? morning : now.minus({ minutes: 1 });
  const files = new Map<number, DemoOrder[]>();
  for (const order of orders) {
    const at = nextWeekday(order.ordered, [1, 4]).set({ hour: 9, minute: 0 });
    const upload = (order.isOpen || at > lastUpload ? lastUpload : at).toMillis();
    files.set(upload, [...(files.get(upload) ?? []), order]);
  }
  return [...files].map(([millis, file]) => {
    const at = lastUpload.set({}).plus({ milliseconds: millis - lastUpload.toMillis() });
    if (at < lastUpload) return { at, play: (as) => upload(as(office.clerk), file, books, at) };
    const again = orders.findLast(({ times }) => (times.get('pushed') ?? at) < at.minus({ days: 1 }));
    return { at, play: (as) => uploadLast(as(office.clerk), file, again, at) };
  });
}

const nameFile = (at: DateTime): string => `orders-${at.toISODate()}.json`;

async function uploadLast(
  ctx: Ctx,
  file: readonly DemoOrder[],
  again: DemoOrder | undefined,
  at: DateTime,
): Promise<void> {
  const twice = again ? [{ ...again.row, id: `${String(again.row['id'])}-2` }] : [];
  const orders = [...file.map(({ row }) => row), ...twice];
  await importOrders(ctx, { orders, fileName: nameFile(at), duplicates: 'keep' });
}

async function upload(ctx: Ctx, file: readonly DemoOrder[], books: Books, at: DateTime): Promise<void> {
  const rows = file.map(({ row }) => row);
  await importOrders(ctx, { orders: rows, fileName: nameFile(at) });
  const serials = rows.map(({ serialNumber }) => serialNumber);
  const orders: { id: string; serial_number: string }[] = await ctx
    .db('orders')
    .whereIn('serial_number', serials)
    .select('id', 'serial_number');
  for (const { id, serial_number: serial } of orders) books.orders.set(serial, id);
  if (await ctx.db('orders').where('status', 'New').where('open_alerts', '>', 0).first('id'))
    await acceptAlerts(ctx, {});
  await pushOrders(ctx, {});
}

type Deed = (as: Cast, order: DemoOrder, books: Books) => Promise<unknown>;

/** What users do with an order, from the shop's start to the office's decision. */
export function buildingActs(orders: readonly DemoOrder[], books: Books, dice: Dice): Act[] {
  const hold = dice.pick(holdReasons);
  const acts: Act[] = [];
  for (const order of orders) {
    const { reason, answer } = dice.pick(denials);
    const holdReason = dice.chance(0.2) ? hold : dice.pick(holdReasons);
    const deeds = getDeeds({ reason, answer, holdReason });
    for (const [step, at] of order.times) {
      const action = deeds[step];
      if (action) acts.push({ at, crew: order.crew, play: (as) => action(as, order, books) });
    }
  }
  return acts;
}

const getDeeds = (texts: {
  readonly reason: string;
  readonly answer: string;
  readonly holdReason: string;
}): Partial<Record<Step, Deed>> => ({
  canceled: (as, order, books) => updateOrder(as(office.clerk), { id: books.order(order), status: 'Canceled' }),
  held: (as, { crew, ...order }, books) =>
    updateOrder(as(crew.clerk), {
      ...{ id: books.order({ crew, ...order }), status: 'On Hold', holdReason: texts.holdReason },
    }),
  resumed: (as, order, books) => updateOrder(as(order.crew.clerk), { id: books.order(order), status: 'InQueue' }),
  started: (as, order, books) => {
    const ctx = as(order.crew.clerk);
    return updateOrder(ctx, {
      id: books.order(order),
      status: 'Building',
      builder: as(order.builder).actor?.id ?? null,
    });
  },
  finished: (as, order, books) => updateOrder(as(order.builder), { id: books.order(order), status: 'Finished' }),
  invoiced: async (as, order, books) => {
    const { invoice } = await createInvoice(as(order.crew.clerk), { order: books.order(order) });
    books.invoices.set(order.row.serialNumber, invoice);
  },
  denied: (as, order, books) => decide(as(office.admin), order, books, texts.reason),
  adjusted: async (as, order, books) => {
    const { _id: id, revision } = books.invoice(order);
    const ctx = as(order.crew.clerk);
    const { invoice } = await updateInvoice(ctx, { id, revision, status: 'Adjusted', newMessage: texts.answer });
    books.invoices.set(order.row.serialNumber, invoice);
  },
});

async function decide(ctx: Ctx, order: DemoOrder, books: Books, newMessage: string): Promise<void> {
  const { _id: id, revision } = books.invoice(order);
  const { invoice } = await updateInvoice(ctx, { id, revision, status: 'Denied', newMessage });
  books.invoices.set(order.row.serialNumber, invoice);
}

/** The office approves everything that waits on a day. */
export function approvalActs(orders: readonly DemoOrder[], books: Books): Act[] {
  const together = new Map<number, { at: DateTime; orders: DemoOrder[] }>();
  for (const order of orders) {
    const at = order.times.get('approved');
    if (!at) continue;
    const batch = together.get(at.toMillis()) ?? { at, orders: [] };
    batch.orders.push(order);
    together.set(at.toMillis(), batch);
  }
  return [...together.values()].map(({ at, orders: batch }) => ({
    at,
    play: async (as) => {
      const records = batch.map((order) => ({ kind: 'invoice' as const, ...pickId(books.invoice(order)) }));
      const { done, results } = await decideApprovals(as(office.admin), { decision: 'Approved', records });
      if (done < records.length) throw new Error(`The demo could not approve: ${results.map(({ msg }) => msg).join()}`);
    },
  }));
}

const pickId = ({ _id, revision }: { _id: string; revision: number }) => ({ _id, revision });
