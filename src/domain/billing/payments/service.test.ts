import { describe, expect, test } from 'vitest';
import { makeApprovedInvoices } from '../../testing/approved-invoices.js';
import { useWorld } from '../../testing/world.js';
import { createPayment } from './paying/create.js';
import { getPayment } from './read.js';
import { recalculatePayment } from './recalculation/recalculate.js';
import { deletePayment, updatePayment } from './service.js';

const world = useWorld();
const office = () => world.ctx('office.user');

async function newPayment(count = 2) {
  const invoices = await makeApprovedInvoices(world, count);
  return {
    invoices,
    payment: (await createPayment(office(), { invoices, shopsPaymentAdjustment: 10, memo: 'first' })).payment,
  };
}
const readStored = async (id: string) => (await world.db('payments').where({ id }).first()) as object;
const traces = async (id: string) =>
  (await world
    .db('audit_entries')
    .whereRaw('? = any(entity_ids)', [id])
    .orderBy('id')
    .select('action', 'before', 'after')) as { action: string; before: object | null; after: object | null }[];

describe('update', () => {
  test('changes adjustment, memo, date and number; the total follows; the history records the changes', async () => {
    const { payment } = await newPayment();
    const change = {
      shopsPaymentAdjustment: -5.5,
      memo: 'second',
      date: '2026-11-10',
      paymentNumber: 'B-1',
      revision: 1,
    };
    const { msg, payment: after } = await updatePayment(world.ctx('office.admin'), { id: payment._id, ...change });
    expect(msg).toBe('Payment is updated');
    expect(after).toMatchObject({
      revision: 2,
      memo: 'second',
      paymentDate: '2026-11-10',
      paymentNumber: 'B-1',
      updatedBy: 'Anna Keller',
    });
    expect(after.shopsPaymentTotal).toBe(Math.round((payment.shopsPaymentSubTotal - 5.5) * 100) / 100);
    expect(after.paymentTotal.shop).toBe(after.shopsPaymentTotal);
    expect(after.figures).toEqual(payment.figures);
    expect((await traces(payment._id)).at(-1)).toMatchObject({
      action: 'update',
      before: {
        memo: 'first',
        shopsPaymentAdjustment: 10,
        paymentNumber: payment.paymentNumber,
        paymentDate: '2026-11-18',
      },
      after: {
        memo: 'second',
        shopsPaymentAdjustment: -5.5,
        paymentNumber: 'B-1',
        shopsPaymentTotal: after.shopsPaymentTotal,
      },
    });
    expect(Object.keys((await traces(payment._id)).at(-1)?.after ?? {})).not.toContain('invoiceCount');
  });

  test('records only what differs, not when or by whom it was last saved', async () => {
    const { payment } = await newPayment();
    await updatePayment(world.ctx('office.admin'), { id: payment._id, memo: 'second' });
    const trail = await traces(payment._id);
    expect(trail.at(-1)).toEqual({ action: 'update', before: { memo: 'first' }, after: { memo: 'second' } });
  });

  test('with a stale revision answers who changed it and the current version', async () => {
    const { payment } = await newPayment(1);
    await updatePayment(world.ctx('office.admin'), { id: payment._id, memo: 'theirs', revision: 1 });
    await expect(updatePayment(office(), { id: payment._id, memo: 'mine', revision: 1 })).rejects.toMatchObject({
      code: 'stale-record',
      details: { by: 'Anna Keller', current: { memo: 'theirs', revision: 2 } },
    });
    expect((await updatePayment(office(), { id: payment._id, memo: 'mine' })).payment.revision).toBe(3);
  });

  test('refuses the number of another payment of the shop, and accepts its own', async () => {
    const { payment } = await newPayment(1);
    const { payment: other } = await newPayment(1);
    const to = (paymentNumber: string) => updatePayment(office(), { id: payment._id, paymentNumber });
    await expect(to(other.paymentNumber)).rejects.toMatchObject({ code: 'payment-number-taken' });
    expect((await to(payment.paymentNumber)).payment.revision).toBe(1);
  });
});

const toKnown = (dollars: number | null): number => dollars ?? Number.NaN;

describe('recalculate (P7)', () => {
  test('updates the figures from the orders and keeps adjustment, memo, date and entered haul; a second time changes nothing', async () => {
    const { payment, invoices } = await newPayment(3);
    const [orderId = ''] = (await world
      .db('invoices')
      .where({ id: invoices[0] ?? '' })
      .pluck('order_id')) as string[];
    const more = { grand_total_shop: 10_00, grand_total_company: 20_00, profit_dollars_shop: 10_00, haul: 3_00 };
    await world.db('orders').where({ id: orderId }).increment(more);
    const { msg, payment: once } = await recalculatePayment(office(), { id: payment._id });
    expect(msg).toBe('Payment is recalculated');
    expect(once.shopsPaymentSubTotal).toBeCloseTo(payment.shopsPaymentSubTotal + 10, 8);
    expect(once.paymentTotal.company).toBeCloseTo(payment.paymentTotal.company + 20, 8);
    expect(once.profitDollarsTotal.shop).toBeCloseTo(toKnown(payment.profitDollarsTotal.shop) + 10, 8);
    expect(once.haulTotal).toBeCloseTo(toKnown(payment.haulTotal) + 3, 8);
    expect(once).toMatchObject({
      shopsPaymentAdjustment: 10,
      memo: 'first',
      paymentDate: payment.paymentDate,
      revision: 2,
    });
    const detail = await getPayment(office(), { id: payment._id });
    const amounts = await world.db('invoices').whereIn('id', invoices).sum({ total: 'shop_total' }).first();
    expect(amounts).toEqual({ total: Math.round(once.shopsPaymentSubTotal * 100) });
    expect(detail.invoices.reduce((sum, { order }) => sum + Math.round(order.grandTotal.shop * 100), 0)).toBe(
      Math.round(once.shopsPaymentSubTotal * 100),
    );
    expect((await traces(invoices[0] ?? '')).map(({ action }) => action)).toEqual(['pay', 'recalculate']);
    expect((await traces(invoices[1] ?? '')).map(({ action }) => action)).toEqual(['pay']);
    const before = await readStored(payment._id);
    expect((await recalculatePayment(office(), { id: payment._id })).payment).toEqual(once);
    expect(await readStored(payment._id)).toEqual(before);
    expect((await traces(payment._id)).at(-1)).toEqual({ action: 'recalculate', before: {}, after: {} });
  });

  test('entered haul replaces the orders’ haul only in the company’s cost and profit', async () => {
    const { payment } = await newPayment(2);
    const typedCents = Math.round(toKnown(payment.haulTotal) * 100) + 50_00;
    await world.db('payments').where({ id: payment._id }).update({ haul_total: typedCents });
    const { payment: after } = await recalculatePayment(office(), { id: payment._id });
    expect(after).toMatchObject({ haulTotal: typedCents / 100, haulTotalTyped: true, revision: 1 });
    expect(after.totalCost.company).toBeCloseTo(toKnown(payment.totalCost.company) + 50, 8);
    expect(after.profitDollarsTotal.company).toBeCloseTo(toKnown(payment.profitDollarsTotal.company) - 50, 8);
    expect(after.averageProfitPercent.company).toBeCloseTo(
      toKnown(after.profitDollarsTotal.company) / after.paymentTotal.company,
      6,
    );
    expect(after.totalCost.shop).toBe(payment.totalCost.shop);
    expect(after.averageProfitPercent.shop).toBe(payment.averageProfitPercent.shop);
  });
});

test('deleting sets the invoices back to Approved and keeps the row, but the payment is no longer found', async () => {
  const { payment, invoices } = await newPayment(2);
  expect(await deletePayment(office(), { id: payment._id })).toEqual({ msg: 'Payment is deleted' });
  const rows = (await world
    .db('invoices')
    .whereIn('id', invoices)
    .select('status', 'payment_id', 'revision')) as object[];
  expect(rows).toEqual(invoices.map(() => ({ status: 'Approved', payment_id: null, revision: 3 })));
  const message = `Payment ${payment.paymentNumber} to ${payment.shop.name} has been deleted. This Invoice has been Approved.`;
  expect(
    await world
      .db('invoice_messages')
      .where({ invoice_id: invoices[0] ?? '' })
      .orderBy('id')
      .pluck('msg'),
  ).toContain(message);
  expect(await readStored(payment._id)).toMatchObject({
    deleted_at: expect.stringMatching(/^2026-11-18/) as string,
    sub_total: Math.round(payment.shopsPaymentSubTotal * 100),
  });
  expect((await traces(payment._id)).at(-1)).toMatchObject({ action: 'delete', before: { invoices } });
  for (const use of [getPayment, recalculatePayment, deletePayment, updatePayment]) {
    await expect(use(office(), { id: payment._id })).rejects.toMatchObject({ code: 'not-found' });
  }
  expect((await createPayment(office(), { invoices })).payment.invoiceCount).toBe(2);
});

test('shops and view-only users can change nothing', async () => {
  const { payment } = await newPayment(1);
  for (const use of [recalculatePayment, deletePayment, updatePayment]) {
    await expect(use(world.ctx('shop.admin'), { id: payment._id })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await expect(use(world.ctx('view.only'), { id: payment._id })).rejects.toMatchObject({ code: 'view-only' });
  }
  expect(await readStored(payment._id)).toMatchObject({ revision: 1, deleted_at: null });
});
