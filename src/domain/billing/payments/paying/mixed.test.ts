import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCorrection, deleteCorrection } from '../../corrections/service.js';
import { connect } from '../../../kernel/database/database.js';
import { DomainError } from '../../../kernel/errors.js';
import { brokenInvariants } from '../../../operations/doctor/invariants.js';
import { updateRepair } from '../../repair-invoices/life/change.js';
import { getRepair } from '../../repair-invoices/service.js';
import { makeApprovedInvoices } from '../../../testing/approved-invoices.js';
import { makeApprovedRepairs } from '../../../testing/approved-repairs.js';
import { toColumn, readSheetCells } from '../../../testing/table-files.js';
import { homeShop, otherShop, useWorld } from '../../../testing/world.js';
import { createPayment } from './create.js';
import { exportPayments } from '../paper/export.js';
import { draftPayment, getPayment, listPayments, getPaymentTrend } from '../read.js';
import { previewRecalculation, recalculatePayment } from '../recalculation/recalculate.js';
import { deletePayment } from '../service.js';

const world = useWorld();
const office = () => world.ctx('office.user');
const toCents = (dollars: number) => Math.round(dollars * 100);

/** The order of an invoice that was paid. */
async function paidOrder(shop = homeShop): Promise<string> {
  const [invoice = ''] = await makeApprovedInvoices(world, 1, shop);
  await createPayment(office(), { invoices: [invoice], corrections: [] });
  const row = (await world.db('invoices').where({ id: invoice }).first('order_id')) as { order_id: string };
  return row.order_id;
}

const correct = async (order: string, cents: number) =>
  (await createCorrection(office(), { order, amount: cents / 100, reason: 'The ramp was not built.' })).correction._id;

const readAmounts = async (table: string, column: string, ids: readonly string[]) =>
  (
    (await world
      .db(table)
      .whereIn('id', [...ids])
      .pluck(column)) as number[]
  ).reduce((total, n) => total + n, 0);

test('P7: for any mix, a payment is the sum of its invoices of three kinds, its corrections and its adjustment', async () => {
  const order = await paidOrder();
  const cents = fc.integer({ min: 1, max: 5_000_00 });
  const signedCents = fc.integer({ min: -9_999_99, max: 9_999_99 }).filter((n) => n !== 0);
  const contents = fc.record({
    orders: fc.integer({ min: 0, max: 3 }),
    repairs: fc.array(cents, { maxLength: 3 }),
    drivers: fc.array(cents, { maxLength: 3 }),
    corrections: fc.array(signedCents, { maxLength: 3 }),
    adjustment: signedCents,
  });
  const some = contents.filter((one) => one.orders + one.repairs.length + one.drivers.length > 0);
  await fc.assert(
    fc.asyncProperty(some, async ({ orders, repairs, drivers, corrections, adjustment }) => {
      const invoices = orders > 0 ? await makeApprovedInvoices(world, orders) : [];
      const repairInvoices = await makeApprovedRepairs(world, 'Repair', repairs);
      const driverInvoices = await makeApprovedRepairs(world, 'Driver', drivers);
      for (const amount of corrections) await correct(order, amount);
      const { payment } = await createPayment(office(), {
        invoices,
        repairInvoices: [...repairInvoices, ...driverInvoices],
        shopsPaymentAdjustment: adjustment / 100,
      });
      const sum = (all: readonly number[]) => all.reduce((total, n) => total + n, 0);
      const ofOrders = await readAmounts('invoices', 'shop_total', invoices);
      const subTotal = ofOrders + sum(repairs) + sum(drivers) + sum(corrections);
      expect(toCents(payment.shopsPaymentSubTotal)).toBe(subTotal);
      expect(toCents(payment.shopsPaymentTotal)).toBe(subTotal + adjustment);
      expect(toCents(payment.figures.grandTotal.shop)).toBe(ofOrders);
      expect(payment.invoiceCount).toBe(orders + repairs.length + drivers.length);
      expect(payment.counts).toMatchObject({
        Repair: { count: repairs.length, amount: sum(repairs) / 100 },
        Driver: { count: drivers.length, amount: sum(drivers) / 100 },
        Correction: { count: corrections.length, amount: sum(corrections) / 100 },
      });
      const detail = await getPayment(office(), { id: payment._id });
      const amounts = [
        ...detail.invoices.map((invoice) => invoice.order.grandTotal.shop),
        ...detail.repairInvoices.map((invoice) => invoice.invoiceTotal),
        ...detail.corrections.map((correction) => correction.amount),
      ];
      expect(sum(amounts.map(toCents))).toBe(subTotal);
      expect((await previewRecalculation(office(), { id: payment._id })).changes).toEqual([]);
    }),
    { numRuns: 12 },
  );
  expect(await brokenInvariants(world.db)).toEqual([]);
});

test('repair and driver invoices can make a payment without orders, which appears in list, trend and export', async () => {
  const repairInvoices = [
    ...(await makeApprovedRepairs(world, 'Repair', [100_01], otherShop)),
    ...(await makeApprovedRepairs(world, 'Driver', [50_02], otherShop)),
  ];
  const before = (await getPaymentTrend(office(), {})).items.at(-1);
  const { payment } = await createPayment(office(), { repairInvoices, paymentDate: '2026-11-18' });
  expect(payment).toMatchObject({ shop: { name: otherShop }, invoiceCount: 2, shopsPaymentTotal: 150.03 });
  expect(payment.paymentTotal).toEqual({ shop: 150.03, company: 0, order: 0 });
  const after = (await getPaymentTrend(office(), {})).items.at(-1);
  expect(toCents(after?.amount.shop ?? 0) - toCents(before?.amount.shop ?? 0)).toBe(150_03);
  expect((after?.invoices ?? 0) - (before?.invoices ?? 0)).toBe(2);
  const otherPayments = await listPayments(world.ctx('other.shop'), {});
  expect(otherPayments.items.find(({ _id }) => _id === payment._id)).toMatchObject({ invoiceCount: 2 });
  const sheet = await readSheetCells(await exportPayments(world.ctx('other.shop'), { format: 'xlsx' }));
  expect(toColumn(sheet, 'Repair Invoices')).toEqual([100.01]);
  expect(toColumn(sheet, 'Driver Invoices')).toEqual([50.02]);
  expect(toColumn(sheet, 'Corrections')).toEqual([0]);
  const invoice = await getRepair(world.ctx('other.shop'), { id: repairInvoices[0] ?? '' });
  expect(invoice).toMatchObject({ status: 'Paid', payment: { paymentNumber: payment.paymentNumber }, paid: null });
  expect(invoice.messages.at(-1)?.msg).toBe('This Invoice has been Paid.');
});

test('deleting a payment sets its invoices back to Approved, and its corrections wait for the next one', async () => {
  const correction = await correct(await paidOrder(), -25_50);
  const invoices = await makeApprovedInvoices(world, 1);
  const repairInvoices = await makeApprovedRepairs(world, 'Repair', [10_00]);
  const { payment } = await createPayment(office(), { invoices, repairInvoices });
  await expect(deleteCorrection(office(), { id: correction })).rejects.toMatchObject({ code: 'correction-paid' });
  await expect(
    updateRepair(world.ctx('office.admin'), { id: repairInvoices[0] ?? '', status: 'New' }),
  ).rejects.toMatchObject({ code: 'invoice-locked' });
  await deletePayment(office(), { id: payment._id });
  expect(await getRepair(office(), { id: repairInvoices[0] ?? '' })).toMatchObject({
    status: 'Approved',
    payment: null,
  });
  const { corrections } = await draftPayment(office(), { shop: payment.shop._id });
  expect(corrections.map(({ _id }) => _id)).toContain(correction);
  const again = await createPayment(office(), { invoices, repairInvoices });
  expect(again.payment.shopsPaymentSubTotal).toBe(payment.shopsPaymentSubTotal);
  expect(again.payment.correctionTotal).toBe(-25.5);
});

test('nothing is paid if one is a New repair invoice, belongs to another shop, or is a paid correction', async () => {
  const [mine = ''] = await makeApprovedRepairs(world, 'Repair', [10_00]);
  const [theirs = ''] = await makeApprovedRepairs(world, 'Repair', [10_00], otherShop);
  const [newRepair = ''] = await makeApprovedRepairs(world, 'Driver', [10_00]);
  await updateRepair(office(), { id: newRepair, status: 'New' });
  const pay = (repairInvoices: string[], more: object = {}) => createPayment(office(), { repairInvoices, ...more });
  await expect(pay([mine, newRepair])).rejects.toMatchObject({ code: 'invoices-not-payable' });
  await expect(pay([mine, theirs])).rejects.toMatchObject({ code: 'payment-of-several-shops' });
  await expect(pay([mine], { cutOff: '2026-01-01' })).rejects.toMatchObject({ errors: [{ path: 'cutOff' }] });
  const correction = await correct(await paidOrder(), 1_00);
  await createPayment(office(), { corrections: [correction] });
  await expect(pay([mine], { corrections: [correction] })).rejects.toMatchObject({ code: 'corrections-not-waiting' });
  expect((await getRepair(office(), { id: mine })).status).toBe('Approved');
});

test('50 clerks pay the same mixed invoices simultaneously: each invoice and correction is paid once', async () => {
  const order = await paidOrder();
  const invoices = await makeApprovedInvoices(world, 20);
  const repairs = await makeApprovedRepairs(
    world,
    'Repair',
    Array.from({ length: 10 }, (_, n) => 100 + n),
  );
  const drivers = await makeApprovedRepairs(
    world,
    'Driver',
    Array.from({ length: 10 }, (_, n) => 200 + n),
  );
  const corrections = [];
  for (const amount of [-5_00, 7_00, 11_00]) corrections.push(await correct(order, amount));
  const clerks = Array.from({ length: 50 }, (_, n) => ({
    db: connect(world.url, { max: 1 }),
    input: {
      invoices: invoices
        .slice((n * 7) % 19)
        .slice(0, n % 3)
        .reverse(),
      repairInvoices: [...drivers, ...repairs]
        .slice((n * 3) % 18)
        .slice(0, 1 + (n % 2))
        .reverse(),
    },
  }));
  try {
    const results = await Promise.allSettled(
      clerks.map(({ db, input }) => createPayment(world.ctx('office.user', { db }), input)),
    );
    const payments = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.payment] : []));
    const refusals = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(payments.length).toBeGreaterThan(0);
    for (const reason of refusals) {
      expect(reason).toBeInstanceOf(DomainError);
      expect((reason as DomainError).code).toBe('invoices-not-payable');
    }
    const paidInputs = clerks.filter((_, n) => results[n]?.status === 'fulfilled').map(({ input }) => input);
    const paidIds = paidInputs.flatMap((input) => [...input.invoices, ...input.repairInvoices]);
    expect(new Set(paidIds).size).toBe(paidIds.length);
    expect(payments.reduce((total, { invoiceCount }) => total + invoiceCount, 0)).toBe(paidIds.length);
    expect(payments.reduce((total, { correctionCount }) => total + correctionCount, 0)).toBe(corrections.length);
    expect(await brokenInvariants(world.db)).toEqual([]);
  } finally {
    await Promise.all(clerks.map(({ db }) => db.destroy()));
  }
});

test('the same Idempotency-Key pays order, repair and correction once, and answers the same', async () => {
  const correction = await correct(await paidOrder(), -1_25);
  const invoices = await makeApprovedInvoices(world, 1);
  const repairInvoices = await makeApprovedRepairs(world, 'Repair', [80_00]);
  const count = async () => (await listPayments(office(), {})).total;
  const before = await count();
  const send = (hash: string) =>
    createPayment(world.ctx('office.user', { idempotency: { key: 'mixed', hash } }), { invoices, repairInvoices });
  const [first, second] = await Promise.all([send('a'), send('a')]);
  expect(second).toEqual(first);
  expect(await send('a')).toEqual(first);
  await expect(send('b')).rejects.toMatchObject({ code: 'idempotency-key-reused' });
  expect(await count()).toBe(before + 1);
  for (const [table, id] of [
    ['invoices', invoices[0]],
    ['repair_invoices', repairInvoices[0]],
    ['corrections', correction],
  ] as const)
    expect(await world.db(table).where({ id }).pluck('payment_id'), table).toEqual([first.payment._id]);
});

test('the preview finds a payment that is off by a dollar, and Recalculate corrects it', async () => {
  const repairInvoices = await makeApprovedRepairs(world, 'Repair', [10_00]);
  const { payment } = await createPayment(office(), { repairInvoices, corrections: [] });
  await world.db('payments').where({ id: payment._id }).increment({ sub_total: 1_00 });
  const changes = [
    { figure: 'Sub-Total', kind: 'money', before: 11, after: 10 },
    { figure: 'Total', kind: 'money', before: 11, after: 10 },
  ];
  expect(await previewRecalculation(office(), { id: payment._id })).toEqual({ changes });
  const result = await recalculatePayment(office(), { id: payment._id });
  expect(result.changes).toEqual(changes);
  expect(result.payment.shopsPaymentTotal).toBe(10);
});
