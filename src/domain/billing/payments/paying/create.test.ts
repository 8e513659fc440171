import { describe, expect, test } from 'vitest';
import { connect } from '../../../kernel/database/database.js';
import { DomainError } from '../../../kernel/errors.js';
import { moneyColumns } from '../../../orders/pricing/figures.js';
import { averageProfitPercent } from '../../../pricing/payment.js';
import { makeApprovedInvoices } from '../../../testing/approved-invoices.js';
import { otherShop, useWorld } from '../../../testing/world.js';
import { createPayment } from './create.js';
import { draftPayment } from '../read.js';
import { deletePayment } from '../service.js';

const world = useWorld();
type OrderRow = Record<string, number> & { type: 'Inventory' | 'Customer' };

async function readOrders(invoices: readonly string[]): Promise<OrderRow[]> {
  const ids = (await world
    .db('invoices')
    .whereIn('id', [...invoices])
    .pluck('order_id')) as string[];
  return (await world.db('orders').whereIn('id', ids)) as OrderRow[];
}
const getSum = (orders: readonly OrderRow[], column: string) =>
  orders.reduce((sum, order) => sum + (order[column] ?? 0), 0);
const readInvoices = async (ids: readonly string[]) =>
  (await world
    .db('invoices')
    .whereIn('id', [...ids])
    .orderBy('id')
    .select('status', 'payment_id', 'revision')) as { status: string; payment_id: string | null; revision: number }[];

describe('the totals of a payment (P7)', () => {
  test('equal an independent recount of its orders, figure by figure', async () => {
    const invoices = await makeApprovedInvoices(world, 12);
    const orders = await readOrders(invoices);
    const adjustment = -123.45;
    const { msg, payment } = await createPayment(world.ctx('office.user'), {
      invoices,
      shopsPaymentAdjustment: adjustment,
      memo: 'week 46',
    });
    const dollars = (column: string) => getSum(orders, column) / 100;
    expect(msg).toBe('Payment is created');
    expect(payment).toMatchObject({
      invoiceCount: 12,
      memo: 'week 46',
      paymentDate: '2026-11-18',
      madeBy: { name: 'Owen Price' },
      shop: payment.paymentTo,
    });
    expect(payment.shopsPaymentSubTotal).toBe(dollars('grand_total_shop'));
    expect(payment.paymentSubTotal).toBe(payment.shopsPaymentSubTotal);
    expect(payment.shopsPaymentTotal).toBeCloseTo(dollars('grand_total_shop') + adjustment, 8);
    expect(payment.paymentTotal).toEqual({
      shop: payment.shopsPaymentTotal,
      company: dollars('grand_total_company'),
      order: dollars('grand_total_order'),
    });
    for (const { column, group, view } of moneyColumns) {
      const figure = (payment.figures as Record<string, unknown>)[group];
      expect(view === null ? figure : (figure as Record<string, number>)[view], column).toBe(dollars(column));
    }
    expect(payment.totalCost.company).toBe(dollars('total_cost_company'));
    expect(payment.haulTotal).toBe(dollars('haul'));
    const profit = (view: string) => getSum(orders, `profit_dollars_${view}`);
    expect(payment.averageProfitPercent).toEqual(
      averageProfitPercent(
        { shop: profit('shop'), standard: profit('standard'), company: profit('company') },
        { shop: getSum(orders, 'grand_total_shop'), company: getSum(orders, 'grand_total_company') },
      ),
    );
  });

  test('count orders by type, with their retail and their cost to the company (P12)', async () => {
    const invoices = await makeApprovedInvoices(world, 12);
    const orders = await readOrders(invoices);
    const { payment } = await createPayment(world.ctx('office.user'), { invoices });
    for (const type of ['Inventory', 'Customer'] as const) {
      const some = orders.filter((order) => order.type === type);
      expect(some.length).toBeGreaterThan(0);
      const cost = getSum(some, 'grand_total_shop') / 100;
      expect(payment.counts[type]).toEqual({
        count: some.length,
        retail: getSum(some, 'grand_total_order') / 100,
        companyCost: cost,
        amount: cost,
      });
    }
  });
});

test('pays the invoices, adds a message to each, and is recorded in the history', async () => {
  const invoices = await makeApprovedInvoices(world, 3);
  const { payment } = await createPayment(world.ctx('office.admin'), { invoices: invoices.map((_id) => ({ _id })) });
  expect(await readInvoices(invoices)).toEqual(
    invoices.map(() => ({ status: 'Paid', payment_id: payment._id, revision: 2 })),
  );
  const messages = await world.db('invoice_messages').whereIn('invoice_id', invoices).select('msg', 'made_by');
  expect(messages).toEqual(invoices.map(() => ({ msg: 'This Invoice has been Paid.', made_by: 'Anna Keller' })));
  const trail = (await world
    .db('audit_entries')
    .whereRaw('? = any(entity_ids) or ? = any(entity_ids)', [payment._id, invoices[0] ?? ''])) as {
    entity: string;
    action: string;
    shop_id: string;
    after: Record<string, unknown>;
  }[];
  expect(trail.map(({ entity, action }) => `${action} ${entity}`).sort()).toEqual(['create payment', 'pay invoice']);
  expect(trail.every((entry) => entry.shop_id === payment.shop._id)).toBe(true);
  expect(trail.find(({ entity }) => entity === 'payment')?.after).toMatchObject({
    invoices,
    shopsPaymentTotal: payment.shopsPaymentTotal,
  });
});

describe('a payment number', () => {
  test("defaults to the shop's next one by numeric value, and must be unique in the shop", async () => {
    const ctx = world.ctx('office.user');
    const shop = await world.findShopId(otherShop);
    const next = async () => (await draftPayment(ctx, { shop })).paymentNumber;
    const pay = async (paymentNumber?: string) =>
      (await createPayment(ctx, { invoices: await makeApprovedInvoices(world, 1, otherShop), paymentNumber })).payment;
    expect(await draftPayment(ctx, { shop })).toEqual({
      shop: { _id: shop, name: otherShop },
      paymentNumber: '1',
      paymentDate: '2026-11-18',
      repairInvoices: [],
      corrections: [],
    });
    expect((await pay()).paymentNumber).toBe('1');
    await pay('9');
    await pay('W-46');
    expect(await next()).toBe('10');
    const ten = await pay();
    expect(ten.paymentNumber).toBe('10');
    await expect(pay('w-46')).rejects.toMatchObject({ code: 'payment-number-taken' });
    await deletePayment(ctx, { id: ten._id });
    expect((await pay('10')).paymentNumber).toBe('10');
    expect(
      (await createPayment(ctx, { invoices: await makeApprovedInvoices(world, 1), paymentNumber: 9 })).payment
        .paymentNumber,
    ).toBe('9');
  });
});

describe('is refused without any change when', () => {
  const ctx = () => world.ctx('office.user');
  const refusal = async (input: Parameters<typeof createPayment>[1]) => {
    const before = await world.db('payments').count({ n: '*' }).first();
    const error = await createPayment(ctx(), input).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(await world.db('payments').count({ n: '*' }).first()).toEqual(before);
    return error;
  };

  test('an invoice is not Approved, or was deleted', async () => {
    const [a = '', b = '', c = ''] = await makeApprovedInvoices(world, 3);
    await world.db('invoices').where({ id: b }).update({ status: 'New' });
    await world.db('invoices').where({ id: c }).update({ deleted_at: world.now });
    const numbers = (await world
      .db('invoices')
      .whereIn('id', [b, c])
      .orderBy('id')
      .pluck('invoice_number')) as string[];
    expect(await refusal({ invoices: [a, b, c] })).toMatchObject({
      code: 'invoices-not-payable',
      details: { numbers },
    });
    expect((await readInvoices([a]))[0]?.status).toBe('Approved');
  });

  test('the invoices belong to several shops, or not to the shop being paid', async () => {
    const mine = await makeApprovedInvoices(world, 1);
    const theirs = await makeApprovedInvoices(world, 1, otherShop);
    expect(await refusal({ invoices: [...mine, ...theirs] })).toMatchObject({ code: 'payment-of-several-shops' });
    expect(await refusal({ invoices: mine, paymentTo: { _id: await world.findShopId(otherShop) } })).toMatchObject({
      errors: [{ path: 'paymentTo' }],
    });
  });

  test('an invoice is dated after the cut-off', async () => {
    const invoices = await makeApprovedInvoices(world, 2);
    expect(await refusal({ invoices, cutOff: '2026-11-12' })).toMatchObject({ errors: [{ path: 'cutOff' }] });
    expect((await createPayment(ctx(), { invoices, cutOff: '2026-11-13' })).payment.invoiceCount).toBe(2);
  });

  test.each([
    [{ invoices: [] }, 'invoices'],
    [{ invoices: ['1'] }, 'invoices.0'],
    [{ shopsPaymentAdjustment: 1.005 }, 'shopsPaymentAdjustment'],
    [{ shopsPaymentAdjustment: 10_000_000 }, 'shopsPaymentAdjustment'],
    [{ paymentDate: '2026-02-30' }, 'paymentDate'],
    [{ paymentNumber: '  ' }, 'paymentNumber'],
    [{ memo: 'a\0b' }, 'memo'],
  ])('the input is %j', async (input, path) => {
    const one = '00000000-0000-7000-8000-000000000000';
    expect(await refusal({ invoices: [one], ...input })).toMatchObject({ code: 'invalid-input', errors: [{ path }] });
  });

  test('an invoice does not exist, or the actor may not pay', async () => {
    const invoices = await makeApprovedInvoices(world, 1);
    expect(await refusal({ invoices: [...invoices, '00000000-0000-7000-8000-000000000000'] })).toMatchObject({
      code: 'not-found',
    });
    await expect(createPayment(world.ctx('shop.admin'), { invoices })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await expect(createPayment(world.ctx('view.only'), { invoices })).rejects.toMatchObject({ code: 'view-only' });
  });
});

test('the same Idempotency-Key creates one payment and one answer; a different body is refused', async () => {
  const invoices = await makeApprovedInvoices(world, 2);
  const send = (hash: string) =>
    createPayment(world.ctx('office.user', { idempotency: { key: 'k1', hash } }), { invoices });
  const [first, second] = await Promise.all([send('a'), send('a')]);
  expect(second).toEqual(first);
  expect(await send('a')).toEqual(first);
  await expect(send('b')).rejects.toMatchObject({ code: 'idempotency-key-reused' });
  expect(new Set((await readInvoices(invoices)).map((invoice) => invoice.payment_id))).toEqual(
    new Set([first.payment._id]),
  );
});

test('50 clerks with overlapping selections: every invoice is paid at most once, and every refusal gives the reason', async () => {
  const invoices = await makeApprovedInvoices(world, 60);
  const clerks = Array.from({ length: 50 }, (_, n) => ({
    db: connect(world.url, { max: 1 }),
    invoices: invoices
      .slice((n * 7) % 58)
      .slice(0, 1 + (n % 5))
      .reverse(),
  }));
  try {
    const results = await Promise.allSettled(
      clerks.map(({ db, invoices: some }) => createPayment(world.ctx('office.user', { db }), { invoices: some })),
    );
    const payments = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.payment] : []));
    const refusals = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(payments.length).toBeGreaterThan(0);
    expect(refusals.length).toBeGreaterThan(0);
    for (const reason of refusals) {
      expect(reason).toBeInstanceOf(DomainError);
      expect((reason as DomainError).code).toBe('invoices-not-payable');
    }
    expect(new Set(payments.map((payment) => payment.paymentNumber)).size).toBe(payments.length);
    const rows = await readInvoices(invoices);
    expect(rows.every((row) => (row.status === 'Paid') === (row.payment_id !== null))).toBe(true);
    for (const payment of payments)
      expect(rows.filter((row) => row.payment_id === payment._id)).toHaveLength(payment.invoiceCount);
    const expectedIds = new Set(
      clerks.flatMap((clerk, n) => (results[n]?.status === 'fulfilled' ? clerk.invoices : [])),
    );
    expect(rows.filter((row) => row.status === 'Paid')).toHaveLength(expectedIds.size);
    expect(expectedIds.size).toBe(payments.reduce((sum, payment) => sum + payment.invoiceCount, 0));
  } finally {
    await Promise.all(clerks.map(({ db }) => db.destroy()));
  }
});
