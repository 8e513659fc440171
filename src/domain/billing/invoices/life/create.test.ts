import { beforeEach, describe, expect, test } from 'vitest';
import { cents } from '../../../kernel/cents.js';
import { otherShop, useWorld } from '../../../testing/world.js';
import { createInvoice, draftInvoice } from './create.js';
import { findInvoice } from '../queries.js';

const world = useWorld();
const wednesday = new Date('2026-11-18T15:00:00Z');
beforeEach(() => {
  world.now = wednesday;
});

interface OrderRow {
  readonly serial_number: string;
  readonly revision: number;
  readonly grand_total_shop: number;
  readonly grand_total_company: number;
  readonly grand_total_order: number;
}

const refusal = (code: string, details: object = {}) =>
  expect.objectContaining({ code, details: expect.objectContaining(details) as object }) as object;

describe('a new invoice', () => {
  test("has the order's amounts, sets the order to Invoiced, and names its creator", async () => {
    const order = await world.createFinishedOrder();
    const before = (await world.db('orders').where({ id: order }).first()) as OrderRow;
    const answer = await createInvoice(world.ctx('shop.user'), { order: { _id: order } });
    expect(answer.msg).toBe('Invoice is created');
    expect(answer.invoice).toMatchObject({
      invoiceNumber: before.serial_number.split('-').at(-1),
      invoicedDate: '2026-11-18',
      billTo: 'Heartland Portable Buildings',
      status: 'New',
      shop: { name: 'Ridge Line Barns' },
      messages: [{ madeBy: 'Sam Miller', msg: 'Invoice created by Sam Miller.' }],
      items: [
        {
          item: before.serial_number,
          quantity: 1,
          rate: before.grand_total_shop / 100,
          amount: before.grand_total_shop / 100,
        },
      ],
    });
    expect(await world.db('orders').where({ id: order }).first('status', 'invoiced_date', 'revision')).toEqual({
      status: 'Invoiced',
      invoiced_date: '2026-11-18',
      revision: before.revision + 1,
    });
    const storedInvoice = await findInvoice(world.ctx('office.user') as never, answer.invoice._id);
    expect(storedInvoice.order.grandTotal).toEqual({
      shop: cents(before.grand_total_shop),
      company: cents(before.grand_total_company),
      order: cents(before.grand_total_order),
    });
  });

  test('shows the shop no company figures', async () => {
    const answer = await createInvoice(world.ctx('shop.admin'), { order: await world.createFinishedOrder() });
    expect(Object.keys(answer.invoice.order.grandTotal)).toEqual(['shop']);
  });

  test('is recorded in the history', async () => {
    const answer = await createInvoice(world.ctx('shop.admin'), { order: await world.createFinishedOrder() });
    const trail = await world
      .db('audit_entries')
      .whereRaw('? = any(entity_ids)', [answer.invoice._id])
      .select('action', 'entity', 'actor_name');
    expect(trail).toEqual([{ action: 'create', entity: 'invoice', actor_name: 'Ruth Yoder' }]);
  });

  test('is created once, however many requests arrive at the same time', async () => {
    const order = await world.createFinishedOrder();
    const requests = Array.from({ length: 20 }, () => createInvoice(world.ctx('shop.user'), { order }));
    const results = await Promise.allSettled(requests);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    const refusals = results.filter((result) => result.status === 'rejected').map((result) => result.reason as unknown);
    expect(refusals).toEqual(Array.from({ length: 19 }, () => refusal('invoice-exists')));
    expect(await world.db('invoices').where({ order_id: order })).toHaveLength(1);
  });

  test('answers a repeated request with the same key as before', async () => {
    const order = await world.createFinishedOrder();
    const again = () => createInvoice(world.ctx('shop.user', { idempotency: { key: 'twice', hash: 'h' } }), { order });
    expect(await again()).toEqual(await again());
  });
});

describe('refuses', () => {
  test.each([
    ['builder', 'permission-denied'],
    ['view.only', 'view-only'],
    ['other.shop', 'not-found'],
  ] as const)('%s: %s', async (name, code) => {
    const order = await world.createFinishedOrder();
    await expect(createInvoice(world.ctx(name), { order })).rejects.toMatchObject({ code });
    expect(await world.db('orders').where({ id: order }).first('status')).toEqual({ status: 'Finished' });
  });

  test.each(['InQueue', 'Building', 'On Hold', 'Canceled'] as const)('an order that is %s', async (status) => {
    const order = await world.createPushedOrder(status);
    await expect(createInvoice(world.ctx('shop.user'), { order })).rejects.toEqual(
      refusal('order-status', { from: status, to: 'Invoiced' }),
    );
    await expect(draftInvoice(world.ctx('shop.user'), { orderId: order })).rejects.toMatchObject({
      code: 'order-status',
    });
  });

  test('a number that the shop already used in any case; another shop may use it', async () => {
    const ctx = world.ctx('shop.user');
    await createInvoice(ctx, { order: await world.createFinishedOrder(), invoiceNumber: 'Inv-1' });
    const order = await world.createFinishedOrder();
    await expect(createInvoice(ctx, { order, invoiceNumber: ' inv-1 ' })).rejects.toEqual(
      refusal('invoice-number-taken', { invoiceNumber: 'inv-1' }),
    );
    expect(await world.db('orders').where({ id: order }).first('status')).toEqual({ status: 'Finished' });
    await createInvoice(world.ctx('other.shop'), {
      order: await world.createFinishedOrder(otherShop),
      invoiceNumber: 'INV-1',
    });
  });

  test('an empty form, naming each field', async () => {
    const order = await world.createFinishedOrder();
    const input = { order, invoiceNumber: ' ', invoicedDate: '', billTo: '' };
    await expect(createInvoice(world.ctx('shop.user'), input)).rejects.toMatchObject({
      errors: [
        { path: 'invoiceNumber', msg: 'Invoice number is required' },
        { path: 'invoicedDate', msg: 'Invoice date is required' },
        { path: 'billTo', msg: 'Bill to is required' },
      ],
    });
  });
});

describe('the date', () => {
  const monday = new Date('2026-11-16T15:59:59Z'); // 09:59:59 in Chicago

  test.each(['2026-11-14', '2026-11-18', '2026-11-22'])('may be %s on Monday before ten', async (invoicedDate) => {
    const order = await world.createFinishedOrder();
    world.now = monday;
    const { invoice } = await createInvoice(world.ctx('shop.user'), { order, invoicedDate });
    expect(invoice.invoicedDate).toBe(invoicedDate);
  });

  test.each([
    [monday, '2026-11-13'],
    [monday, '2026-11-23'],
    [new Date('2026-11-16T16:00:00Z'), '2026-11-15'],
    [wednesday, '2026-11-17'],
    [wednesday, '2026-11-19'],
    [wednesday, '2026-02-30'],
  ])('may not, at %s, be %s', async (now, invoicedDate) => {
    const order = await world.createFinishedOrder();
    world.now = now;
    await expect(createInvoice(world.ctx('shop.user'), { order, invoicedDate })).rejects.toMatchObject({
      errors: [{ path: 'invoicedDate' }],
    });
  });

  test("is the company's local day, even when late evening is the next day elsewhere", async () => {
    const order = await world.createFinishedOrder();
    world.now = new Date('2026-11-19T05:30:00Z');
    const { invoice } = await createInvoice(world.ctx('shop.user'), { order });
    expect(invoice.invoicedDate).toBe('2026-11-18');
  });
});

test('the form starts with number, window, company and amount, and reports a number that is already used', async () => {
  const orderId = await world.createFinishedOrder();
  const draft = await draftInvoice(world.ctx('shop.user'), { orderId });
  expect(draft).toMatchObject({
    order: { _id: orderId },
    numberTaken: false,
    invoicedDate: '2026-11-18',
    window: { from: '2026-11-18', to: '2026-11-18' },
    billTo: 'Heartland Portable Buildings',
    quantity: 1,
    rate: draft.order.grandTotal.shop,
  });
  await createInvoice(world.ctx('shop.user'), {
    order: await world.createFinishedOrder(),
    invoiceNumber: draft.invoiceNumber,
  });
  expect((await draftInvoice(world.ctx('shop.user'), { orderId })).numberTaken).toBe(true);
  await expect(draftInvoice(world.ctx('other.shop'), { orderId })).rejects.toMatchObject({ code: 'not-found' });
});
