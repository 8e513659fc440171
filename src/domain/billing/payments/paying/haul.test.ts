import { expect, test } from 'vitest';
import { listRecordHistory } from '../../../operations/history/service.js';
import { makeApprovedInvoices } from '../../../testing/approved-invoices.js';
import { useWorld } from '../../../testing/world.js';
import { createPayment } from './create.js';
import { getPayment } from '../read.js';
import { recalculatePayment } from '../recalculation/recalculate.js';
import { updateHaul } from '../service.js';

const world = useWorld();
const office = () => world.ctx('office.user');
const newPayment = async () =>
  (await createPayment(office(), { invoices: await makeApprovedInvoices(world, 3), shopsPaymentAdjustment: 10 }))
    .payment;
/** Converts known dollars to cents. */
const cents = (dollars: number | null) => Math.round((dollars ?? Number.NaN) * 100);

test('entered haul replaces the orders’ haul only in the company’s cost and profit (P7)', async () => {
  const before = await newPayment();
  const haulTotal = (cents(before.haulTotal) + 12_345) / 100;
  const { msg, payment } = await updateHaul(office(), { id: before._id, haulTotal, revision: 1 });
  expect(msg).toBe('Payment is updated');
  expect(payment).toMatchObject({ haulTotalTyped: true, revision: 2 });
  expect(cents(payment.haulTotal)).toBe(cents(haulTotal));
  expect(cents(payment.totalCost.company) - cents(before.totalCost.company)).toBe(12_345);
  expect(cents(before.profitDollarsTotal.company) - cents(payment.profitDollarsTotal.company)).toBe(12_345);
  expect(payment.averageProfitPercent.company).toBeLessThan(before.averageProfitPercent.company ?? Number.NaN);
  for (const field of ['paymentTotal', 'shopsPaymentTotal', 'escortTotal', 'counts'] as const)
    expect(payment[field]).toEqual(before[field]);
  expect(payment.totalCost).toMatchObject({ shop: before.totalCost.shop, standard: before.totalCost.standard });
});

test('it is kept by Recalculate until it is cleared', async () => {
  const before = await newPayment();
  await updateHaul(office(), { id: before._id, haulTotal: 0 });
  const { payment: again } = await recalculatePayment(office(), { id: before._id });
  expect(again).toMatchObject({ haulTotal: 0, haulTotalTyped: true });
  const { payment: clearedPayment } = await updateHaul(office(), { id: before._id, haulTotal: null });
  expect(clearedPayment).toMatchObject({
    haulTotal: before.haulTotal,
    haulTotalTyped: false,
    totalCost: before.totalCost,
  });
});

test('only the office sees it in the history', async () => {
  const { _id: id, haulTotal } = await newPayment();
  await updateHaul(office(), { id, haulTotal: (haulTotal ?? 0) + 1 });
  const { items } = await listRecordHistory(office(), { id });
  expect(items[0]).toMatchObject({ action: 'update haul', by: 'Owen Price' });
  expect(items[0]?.changes.map(({ field }) => field)).toContain('haulTotal');
  const shop = await listRecordHistory(world.ctx('shop.admin'), { id });
  expect(shop.items.map(({ action }) => action)).not.toContain('update haul'); // not even an empty row
  expect(shop.total).toBe(shop.items.length);
  expect(JSON.stringify(await getPayment(world.ctx('shop.admin'), { id }))).not.toMatch(/haul/i);
});

test('it is refused for shops, below zero, and with a stale revision', async () => {
  const { _id: id } = await newPayment();
  await updateHaul(office(), { id, haulTotal: 5 });
  for (const who of ['shop.admin', 'builder'] as const)
    await expect(updateHaul(world.ctx(who), { id, haulTotal: 1 })).rejects.toMatchObject({ code: 'permission-denied' });
  await expect(updateHaul(office(), { id, haulTotal: -1 })).rejects.toMatchObject({ code: 'invalid-input' });
  const late = updateHaul(office(), { id, haulTotal: 7, revision: 1 });
  await expect(late).rejects.toMatchObject({ code: 'stale-record', details: { current: { haulTotal: 5 } } });
});
