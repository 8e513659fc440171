import { beforeAll, describe, expect, test } from 'vitest';
import { makeApprovedInvoices } from '../../testing/approved-invoices.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { createPayment } from './paying/create.js';
import { downloadPayment } from './paper/document.js';
import { getPayment, listPayments, getPaymentTrend } from './read.js';

const world = useWorld();
type CreatedPayment = Awaited<ReturnType<typeof createPayment>>['payment'];
let payments: CreatedPayment[];

beforeAll(async () => {
  const pay = async (count: number, shop: string, paymentNumber: string, paymentDate: string) => {
    const invoices = await makeApprovedInvoices(world, count, shop);
    return (
      await createPayment(world.ctx('office.user'), { invoices, paymentNumber, paymentDate, shopsPaymentAdjustment: 7 })
    ).payment;
  };
  payments = [
    await pay(12, homeShop, '10', '2026-11-18'),
    await pay(2, homeShop, '9', '2026-11-18'),
    await pay(1, homeShop, 'A_1', '2026-09-01'),
    await pay(1, homeShop, '2', '2026-08-31'),
    await pay(1, otherShop, '9', '2026-10-31'),
  ];
});

const of = (n: number): CreatedPayment => payments[n] as CreatedPayment;
const numbers = (list: { items: readonly { paymentNumber: string }[] }) => list.items.map((item) => item.paymentNumber);

describe('the list', () => {
  test('shows the office all payments, newest first, with totals over all matches', async () => {
    const list = await listPayments(world.ctx('office.user'), { size: 2 });
    expect(list.total).toBe(5);
    expect(list.items.map((item) => item.paymentDate)).toEqual(['2026-11-18', '2026-11-18']);
    for (const view of ['shop', 'company', 'order'] as const) {
      expect(list.totals[view]).toBeCloseTo(
        payments.reduce((sum, payment) => sum + payment.paymentTotal[view], 0),
        6,
      );
    }
    expect(list.items[0]).toMatchObject({
      shop: { name: homeShop },
      paymentTotal: { company: expect.any(Number) as number },
    });
  });

  test('sorts numbers by value, has pages, and searches for the exact text entered', async () => {
    const ctx = world.ctx('office.user');
    const shop = await world.findShopId(homeShop);
    const list = (input: object) => listPayments(ctx, { shop, ...input });
    expect(numbers(await list({ sort: 'paymentNumber' }))).toEqual(['2', '9', '10', 'A_1']);
    expect(numbers(await list({ sort: 'paymentNumber', page: 2, size: 3 }))).toEqual(['A_1']);
    expect(numbers(await list({ search: 'a_' }))).toEqual(['A_1']);
    expect(numbers(await list({ search: '_' }))).toEqual(['A_1']);
    expect((await list({ search: 'nothing' })).totals).toEqual({ shop: 0, company: 0, order: 0 });
    await expect(list({ sort: 'memo' })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(list({ size: 501 })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  test('shows a shop its own payments, even if it requests others', async () => {
    const list = await listPayments(world.ctx('other.shop'), { shop: await world.findShopId(homeShop) });
    expect(list.items.map((item) => item._id)).toEqual([of(4)._id]);
    expect(list.totals).toEqual({ shop: of(4).paymentTotal.shop });
  });
});

describe('a payment', () => {
  test('has its invoices sorted with numbers by value, with the figures of their orders', async () => {
    const ids = (await world
      .db('invoices')
      .where({ payment_id: of(0)._id })
      .orderBy('id')
      .pluck('id')) as string[];
    for (const [n, id] of ids.entries())
      await world
        .db('invoices')
        .where({ id })
        .update({ invoice_number: `K-${12 - n}` });
    const { invoices } = await getPayment(world.ctx('office.user'), { id: of(0)._id });
    expect(invoices.map((invoice) => invoice.invoiceNumber)).toEqual(
      Array.from({ length: 12 }, (_, n) => `K-${n + 1}`),
    );
    const [first] = invoices;
    const order = (await world.db('orders').where({ id: first?.order._id }).first()) as Record<string, number>;
    expect(first?.order).toMatchObject({
      grandTotal: { shop: (order['grand_total_shop'] ?? 0) / 100, company: (order['grand_total_company'] ?? 0) / 100 },
      shedProfitDollars: { standard: (order['shed_profit_dollars_standard'] ?? 0) / 100 },
      profitPercent: { company: order['profit_percent_company'] },
    });
  });

  test('of another shop does not exist; a builder sees none', async () => {
    for (const use of [getPayment, downloadPayment]) {
      await expect(use(world.ctx('shop.admin'), { id: of(4)._id })).rejects.toMatchObject({ code: 'not-found' });
      await expect(use(world.ctx('builder'), { id: of(0)._id })).rejects.toMatchObject({ code: 'permission-denied' });
    }
    await expect(listPayments(world.ctx('builder'), {})).rejects.toMatchObject({ code: 'permission-denied' });
  });

  test('shows a shop its own views and no company figures', async () => {
    const ctx = world.ctx('shop.user');
    const payments = [
      await getPayment(ctx, { id: of(0)._id }),
      await listPayments(ctx, {}),
      await getPaymentTrend(ctx, {}),
    ];
    const [payment] = payments as unknown as [CreatedPayment];
    expect(payment).toMatchObject({
      figures: { totalCost: { shop: of(0).totalCost.shop, standard: of(0).totalCost.standard } },
    });
    expect(payments.flatMap(companyKeys)).toEqual([]);
    expect(companyKeys(await getPayment(world.ctx('office.user'), { id: of(0)._id }))).not.toEqual([]);
  });
});

const ofTheCompany =
  /^(company|companyCost|retail|shedSuite|(dealerCommission|salesRepCommission|escort|haul)(Total(Typed)?)?)$/;

function companyKeys(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const leaks = ofTheCompany.test(key) || (key === 'order' && typeof inner === 'number');
    return [...(leaks ? [key] : []), ...companyKeys(inner)];
  });
}

describe('the trend (P12)', () => {
  test('sums the payments of each date over the current month and the two before', async () => {
    const { from, until, items } = await getPaymentTrend(world.ctx('office.user'), {});
    expect([from, until]).toEqual(['2026-09-01', '2026-12-01']);
    expect(items.map((item) => [item.date, item.payments, item.invoices])).toEqual([
      ['2026-09-01', 1, 1],
      ['2026-10-31', 1, 1],
      ['2026-11-18', 2, 14],
    ]);
    const together = [of(0), of(1)];
    const sum = (pick: (payment: CreatedPayment) => number) =>
      together.reduce((total, payment) => total + pick(payment), 0);
    const last = items.at(-1);
    expect(last?.amount.shop).toBeCloseTo(
      sum((p) => p.shopsPaymentTotal),
      6,
    );
    expect(last?.amount.company).toBeCloseTo(
      sum((p) => p.paymentTotal.company),
      6,
    );
    const percent = (view: 'shop' | 'standard' | 'company') =>
      sum((p) => p.profitDollarsTotal[view] ?? Number.NaN) /
      sum((p) => (view === 'company' ? p.paymentTotal.company : p.shopsPaymentSubTotal));
    for (const view of ['shop', 'standard', 'company'] as const)
      expect(last?.profitPercent[view]).toBeCloseTo(percent(view), 6);
  });

  test('includes entered haul in the company’s profit, as the payment does', async () => {
    const at = async () =>
      (await getPaymentTrend(world.ctx('office.user'), { shop: await world.findShopId(otherShop) })).items;
    await world
      .db('payments')
      .where({ id: of(4)._id })
      .update({ haul_total: 1_234_56 });
    const detail = await getPayment(world.ctx('office.user'), { id: of(4)._id });
    expect((await at()).map((item) => item.profitPercent)).toEqual([detail.averageProfitPercent]);
  });

  test('leaves out the entered haul of a payment whose costs are unknown', async () => {
    const trx = await world.db.transaction();
    try {
      const unknown = `(select jsonb_object_agg('unknown_' || key, value) from jsonb_each(figures))`;
      await trx('payments')
        .where({ id: of(1)._id })
        .update({ figures: trx.raw(`figures || ${unknown} || '{"unknown_count": 2}'`) });
      const ctx = world.ctx('office.user', { db: trx });
      const before = (await getPaymentTrend(ctx, {})).items;
      await trx('payments')
        .where({ id: of(1)._id })
        .update({ haul_total: 9_999_00 });
      expect((await getPaymentTrend(ctx, {})).items).toEqual(before);
      expect(before.at(-1)).toMatchObject({ payments: 2, leftOut: 2, profitPercent: { company: expect.any(Number) } });
    } finally {
      await trx.rollback();
    }
  });
});

test('the PDF shows the company’s totals to the office but not to the shop', async () => {
  const [office, shop] = await Promise.all([
    downloadPayment(world.ctx('office.user'), { id: of(1)._id }),
    downloadPayment(world.ctx('shop.user'), { id: of(1)._id }),
  ]);
  expect([office.name, office.type, shop.name]).toEqual(['9_payment.pdf', 'application/pdf', '9_payment.pdf']);
  expect(
    Buffer.from(office.bytes).equals(
      Buffer.from((await downloadPayment(world.ctx('office.user'), { id: of(1)._id })).bytes),
    ),
  ).toBe(true);
  expect(office.bytes.length).toBeGreaterThan(shop.bytes.length);
});
