import { describe, expect, test } from 'vitest';
import { listRecordHistory } from '../../operations/history/service.js';
import { deleteInvoice } from '../invoices/life/delete.js';
import { updateInvoice } from '../invoices/life/change.js';
import { getInvoice } from '../invoices/service.js';
import { updateOrder } from '../invoices/life/change-order.js';
import { getOrder } from '../../orders/service.js';
import { createPayment } from '../payments/paying/create.js';
import { getPayment, listPayments } from '../payments/read.js';
import { previewRecalculation, recalculatePayment } from '../payments/recalculation/recalculate.js';
import { deletePayment } from '../payments/service.js';
import { makeApprovedInvoices } from '../../testing/approved-invoices.js';
import type { Ctx } from '../../kernel/context.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { createCorrection, deleteCorrection, getCorrection, listCorrections } from './service.js';

const world = useWorld();
const office = () => world.ctx('office.user');
const desk = () => world.ctx('shop.user');

async function payOrder(shop = homeShop) {
  const [invoice = ''] = await makeApprovedInvoices(world, 1, shop);
  const { payment } = await createPayment(office(), { invoices: [invoice] });
  const row = (await world.db('invoices').where({ id: invoice }).first('order_id')) as { order_id: string };
  return { invoice, order: row.order_id, payment };
}
const correct = (order: string, amount = -12.5) =>
  createCorrection(office(), { order, amount, reason: 'The loft was billed twice.' });

describe('a correction of a paid order', () => {
  test("waits for its shop's next payment and is included only in that one; the paid one is unchanged", async () => {
    const { order, invoice, payment } = await payOrder(otherShop);
    const { msg, correction } = await correct(order);
    expect(msg).toBe('Correction saved');
    expect(correction).toMatchObject({ amount: -12.5, shop: { name: otherShop }, payment: null, madeBy: 'Owen Price' });
    expect((await getInvoice(world.ctx('other.shop'), { id: invoice })).messages.at(-1)?.msg).toBe(
      'Correction of -$12.50: The loft was billed twice.',
    );
    const notices = await world.db('notifications').where({ shop_id: correction.shop._id, msg: 'Correction' });
    expect(notices).toHaveLength(1);
    const invoices = await makeApprovedInvoices(world, 2, otherShop);
    const { payment: next } = await createPayment(office(), { invoices });
    expect(next).toMatchObject({ correctionCount: 1, correctionTotal: -12.5, invoiceCount: 2 });
    const detail = await getPayment(world.ctx('other.shop'), { id: next._id });
    expect(detail.corrections).toMatchObject([{ _id: correction._id, amount: -12.5 }]);
    const later = await createPayment(office(), { invoices: await makeApprovedInvoices(world, 1, otherShop) });
    expect(later.payment.correctionCount).toBe(0);
    expect((await getPayment(office(), { id: payment._id })).shopsPaymentTotal).toBe(payment.shopsPaymentTotal);
    expect((await getCorrection(world.ctx('other.shop'), { id: correction._id })).payment).toEqual({
      _id: next._id,
      paymentNumber: next.paymentNumber,
    });
    await expect(deleteCorrection(office(), { id: correction._id })).rejects.toMatchObject({
      code: 'correction-paid',
      message: expect.stringContaining(`Payment ${next.paymentNumber} to ${otherShop} includes this correction.`),
    });
    const { items } = await listRecordHistory(world.ctx('other.shop'), { id: order });
    expect(items.flatMap(({ changes }) => changes)).toContainEqual({ field: 'correction', from: null, to: -12.5 });
  });

  test('is deleted while it waits, and refused for an order that is not paid', async () => {
    const { order } = await payOrder();
    const { correction } = await correct(order, 3.25);
    const readListed = () => listCorrections(office(), { order });
    expect(await readListed()).toMatchObject({ total: 1, totals: { amount: 3.25 } });
    expect(await deleteCorrection(office(), { id: correction._id })).toEqual({ msg: 'Correction deleted' });
    expect(await readListed()).toMatchObject({ total: 0, totals: { amount: 0 } });
    const openOrder = await world.createFinishedOrder();
    await expect(correct(openOrder)).rejects.toMatchObject({ code: 'order-not-paid' });
    for (const badInput of [{ amount: 0 }, { amount: 1.005 }, { reason: ' ' }]) {
      const input = { order, amount: 1, reason: 'x', ...badInput };
      await expect(createCorrection(office(), input)).rejects.toMatchObject({
        errors: [{ path: Object.keys(badInput)[0] }],
      });
    }
  });

  test('is created by the office and visible only to its own shop', async () => {
    const { order } = await payOrder();
    const { correction } = await correct(order);
    const id = correction._id;
    for (const who of ['shop.admin', 'shop.user', 'builder'] as const) {
      const ctx = world.ctx(who);
      await expect(createCorrection(ctx, { order, amount: 1, reason: 'x' })).rejects.toMatchObject({
        code: 'permission-denied',
      });
      await expect(deleteCorrection(ctx, { id })).rejects.toMatchObject({ code: 'permission-denied' });
    }
    await expect(deleteCorrection(world.ctx('view.only'), { id })).rejects.toMatchObject({ code: 'view-only' });
    expect((await getCorrection(world.ctx('shop.user'), { id })).reason).toBe('The loft was billed twice.');
    await expect(getCorrection(world.ctx('other.shop'), { id })).rejects.toMatchObject({ code: 'not-found' });
    expect((await listCorrections(world.ctx('other.shop'), { order })).total).toBe(0);
  });

  test('prevents its order from being billed again after its payment was deleted', async () => {
    const { order, invoice, payment } = await payOrder();
    const { correction } = await correct(order);
    await deletePayment(office(), { id: payment._id });
    await expect(updateInvoice(office(), { id: invoice, status: 'New' })).rejects.toMatchObject({
      code: 'order-corrected',
    });
    const grants = { actor: { ...world.actor('office.user'), grants: ['invoices.delete-approved'] } };
    await expect(deleteInvoice(world.ctx('office.user', grants), { id: invoice })).rejects.toMatchObject({
      code: 'order-corrected',
    });
    await deleteCorrection(office(), { id: correction._id });
    expect((await updateInvoice(office(), { id: invoice, status: 'New' })).invoice.status).toBe('New');
  });
});

describe('a paid order', () => {
  const colors = { roofColor: 'Black', sidingColor: 'Clay', trimColor: 'White' };

  test('accepts changes of company-only figures; its payment reports that, and Recalculate shows before and after', async () => {
    const { order, payment } = await payOrder();
    const before = await getOrder(office(), { id: order });
    await updateOrder(office(), { id: order, ...colors, adjustment: { company: 125.5 } });
    const { items } = await listPayments(office(), { shop: payment.shop._id, size: 500 });
    expect(items.find(({ _id }) => _id === payment._id)?.outdated).toBe(true);
    const more = 125.5 - before.adjustment.company;
    const { changes } = await previewRecalculation(office(), { id: payment._id });
    const company = changes.find(({ figure }) => figure === 'Company Total');
    expect((company?.after ?? 0) - (company?.before ?? 0)).toBeCloseTo(more, 8);
    expect(changes.filter(({ figure }) => / shop$|Sub-Total|^Total/.test(figure))).toEqual([]);
    const result = await recalculatePayment(office(), { id: payment._id });
    expect(result.changes).toEqual(changes);
    expect(result.payment).toMatchObject({ outdated: false, shopsPaymentTotal: payment.shopsPaymentTotal });
    expect(result.payment.paymentTotal.company).toBeCloseTo(payment.paymentTotal.company + more, 8);
    expect((await previewRecalculation(office(), { id: payment._id })).changes).toEqual([]);
  });

  test('accepts entered commissions, escort and haul instead of calculated ones, and can calculate them again', async () => {
    const { order, invoice, payment } = await payOrder();
    const before = await getOrder(office(), { id: order });
    const sellingCosts = { dealerCommission: 111.11, haul: 0 };
    await updateOrder(office(), { id: order, ...colors, sellingCosts });
    const after = await getOrder(office(), { id: order });
    expect(after).toMatchObject({
      ...{ dealerCommission: 111.11, salesRepCommission: before.salesRepCommission, escort: before.escort, haul: 0 },
      sellingCosts: { ...sellingCosts, salesRepCommission: null, escort: null },
    });
    const savedCents = before.dealerCommission - 111.11 + before.haul;
    expect(after.profitDollars.company).toBeCloseTo(before.profitDollars.company + savedCents, 8);
    expect(after.grandTotal).toEqual(before.grandTotal);
    const { changes } = await previewRecalculation(office(), { id: payment._id });
    expect(changes.map(({ figure }) => figure)).toEqual(expect.arrayContaining([expect.stringMatching(/haul/i)]));
    const messages = async (who: Ctx) => (await getInvoice(who, { id: invoice })).messages.map(({ msg }) => msg);
    expect((await messages(office())).at(-1)).toBe(
      'Corrected by Owen Price: commissions, escort and haul. Totals unchanged.',
    );
    expect((await messages(desk())).join()).not.toContain('haul');
    await expect(updateOrder(desk(), { id: order, sellingCosts: { haul: 1 } })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await updateOrder(office(), { id: order, ...colors, sellingCosts: { dealerCommission: null, haul: null } });
    expect(await getOrder(office(), { id: order })).toMatchObject({
      ...{ dealerCommission: before.dealerCommission, haul: before.haul, profitDollars: before.profitDollars },
    });
  });

  test('restored to its previous values makes its payment up to date again', async () => {
    const { order, payment } = await payOrder();
    const { adjustment } = await getOrder(office(), { id: order });
    const adjust = (company: number) => updateOrder(office(), { id: order, ...colors, adjustment: { company } });
    await adjust(adjustment.company + 1);
    expect((await getPayment(office(), { id: payment._id })).outdated).toBe(true);
    await adjust(adjustment.company);
    expect((await getPayment(office(), { id: payment._id })).outdated).toBe(false);
  });

  test('refuses figures that would change what the shop was paid', async () => {
    const { order } = await payOrder();
    for (const change of [{ adjustment: { shop: 5 } }, { shopPercent: 10 }])
      await expect(updateOrder(office(), { id: order, ...colors, ...change })).rejects.toMatchObject({
        code: 'order-locked',
      });
  });
});
