import { expect, test } from 'vitest';
import { createCorrection } from '../../../domain/billing/corrections/service.js';
import { createPayment } from '../../../domain/billing/payments/paying/create.js';
import { getPayment } from '../../../domain/billing/payments/read.js';
import { newId } from '../../../domain/kernel/ids.js';
import { makeApprovedInvoices } from '../../../domain/testing/approved-invoices.js';
import { makeApprovedRepairs } from '../../../domain/testing/approved-repairs.js';
import { homeShop, otherShop, useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerCorrections } from './corrections.js';
import { registerPayments } from './payments.js';

const world = useWorld();
const payments = (...args: string[]) => runCommand(world.url, registerPayments, 'payments', ...args);
const corrections = (...args: string[]) => runCommand(world.url, registerCorrections, 'corrections', ...args);

test('create pays invoices of all kinds and waiting corrections; --dry-run reports the same total and pays nothing', async () => {
  const [first = ''] = await makeApprovedInvoices(world, 1, otherShop);
  await createPayment(world.ctx('office.user'), { invoices: [first] });
  const { order_id: order } = (await world.db('invoices').where({ id: first }).first('order_id')) as {
    order_id: string;
  };
  await createCorrection(world.ctx('office.user'), { order, amount: -10, reason: 'Billed twice' });
  await makeApprovedInvoices(world, 2, otherShop);
  await makeApprovedRepairs(world, 'Repair', [100_00], otherShop);
  await makeApprovedRepairs(world, 'Driver', [50_50], otherShop);
  const dry = await payments('create', '--shop', otherShop, '--dry-run', '--csv');
  expect(dry.code).toBe(0);
  expect(
    dry.out
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1])
      .sort(),
  ).toEqual(['Correction', 'Driver', 'Invoice', 'Invoice', 'Repair']);
  const createRun = await payments('create', '--shop', otherShop, '--json');
  const payment = JSON.parse(createRun.out) as { _id: string; invoiceCount: number; correctionTotal: number };
  expect(payment).toMatchObject({ invoiceCount: 4, correctionCount: 1, correctionTotal: -10 });
  const detail = await getPayment(world.ctx('office.user'), { id: payment._id });
  const total = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(detail.shopsPaymentTotal);
  expect(dry.notes).toBe(`${otherShop} would be paid ${total} for 4 invoices and 1 correction.\n`);
  expect(createRun.notes).toContain(`${total} for 4 invoices and 1 correction.`);
  const showRun = await payments('show', payment._id, '--csv');
  expect(showRun.out.trim().split('\r\n')).toHaveLength(6);
});

test('create --dry-run totals more invoices than one page lists, with the adjustment, and create pays them', async () => {
  await makeApprovedInvoices(world, 501);
  const args = ['create', '--shop', homeShop, '--adjustment', '-12.34', '--json'];
  const { shopsPaymentTotal } = JSON.parse((await payments(...args, '--dry-run')).out) as { shopsPaymentTotal: number };
  expect(shopsPaymentTotal).toBeGreaterThan(0);
  const createRun = await payments(...args);
  expect(JSON.parse(createRun.out)).toMatchObject({
    invoiceCount: 501,
    shopsPaymentTotal,
    shopsPaymentAdjustment: -12.34,
  });
  expect(await payments('create', '--shop', homeShop, '--dry-run')).toMatchObject({
    code: 2,
    notes: `${homeShop} has no Approved invoices\n`,
  });
  expect(await payments(...args, '--adjustment', 'much')).toMatchObject({ code: 2 });
});

test('a payment is found by its number among more than a page of numbers that contain it', async () => {
  const [repair = ''] = await makeApprovedRepairs(world, 'Repair', [10_00]);
  const { payment } = await createPayment(world.ctx('office.user'), {
    repairInvoices: [repair],
    paymentNumber: 'Q7',
    paymentDate: '2020-01-02',
  });
  await world.db.raw(
    `insert into payments (id, payment_number, shop_id, payment_date, invoice_count, sub_total, company_total, order_total, figures, made_by)
     select gen_random_uuid(), 'Q7' || n, shop_id, '2021-01-02', 1, 0, 0, 0, figures, made_by from payments, generate_series(1, 500) n where id = ?`,
    [payment._id],
  );
  expect(await payments('show', 'q7', '--json')).toMatchObject({
    code: 0,
    notes: expect.stringContaining('Payment Q7 ') as string,
  });
  expect((await payments('show', 'Q7', '--shop', otherShop)).notes).toBe(`there is no payment Q7 of ${otherShop}\n`);
  await world.db('payments').where({ payment_date: '2021-01-02' }).delete();
});

test('recalculate --dry-run finds a payment that is off by a dollar, and shows before and after, even with --quiet', async () => {
  const repairInvoices = await makeApprovedRepairs(world, 'Repair', [10_00]);
  const { payment } = await createPayment(world.ctx('office.user'), { repairInvoices, paymentNumber: 'D-1' });
  await world.db('payments').where({ id: payment._id }).increment({ sub_total: 1_00 });
  const dry = (...args: string[]) => payments('recalculate', '--all', '--dry-run', ...args);
  const { out } = await dry('--csv');
  const lines = out.split('\r\n').filter((line) => line.startsWith('D-1,'));
  expect(lines).toEqual([
    `D-1,${payment.shop.name},10,would change,Sub-Total,11,10`,
    `D-1,${payment.shop.name},10,would change,Total,11,10`,
  ]);
  const quiet = await dry('--quiet');
  expect(quiet.out).toBe('');
  expect(quiet.notes).toContain(
    `Payment D-1 of ${payment.shop.name}: Sub-Total $11.00 → $10.00; Total $11.00 → $10.00\n`,
  );
  expect(quiet.notes).toMatch(/\d+ checked, 1 would change, 0 refused\.\n$/);
  expect((await getPayment(world.ctx('office.user'), { id: payment._id })).shopsPaymentTotal).toBe(11);
  expect((await payments('recalculate', payment._id, '--quiet')).notes).toContain('1 checked, 1 changed, 0 refused.');
  expect((await getPayment(world.ctx('office.user'), { id: payment._id })).shopsPaymentTotal).toBe(10);
  expect((await dry('--quiet')).notes).toBe('');
});

test('recalculate --quiet says which payment was refused, and why', async () => {
  const id = newId();
  const { code, out, notes } = await payments('recalculate', id, '--quiet');
  expect({ code, out, notes }).toEqual({
    ...{ code: 3, out: '' },
    notes: `Payment ${id}: Payment not found.\n0 checked, 0 changed, 1 refused.\n`,
  });
});

test('corrections can be created for an order, listed, and deleted while they wait', async () => {
  const [invoice = ''] = await makeApprovedInvoices(world, 1);
  await createPayment(world.ctx('office.user'), { invoices: [invoice] });
  const { order_id: order } = (await world.db('invoices').where({ id: invoice }).first('order_id')) as {
    order_id: string;
  };
  const createRun = await corrections(
    'create',
    order,
    '--amount',
    '-12.50',
    '--reason',
    'The ramp was not built',
    '--json',
  );
  expect(createRun).toMatchObject({ code: 0, notes: expect.stringContaining('Correction saved') as string });
  const { _id: id } = JSON.parse(createRun.out) as { _id: string };
  const listRun = await corrections('list', '--waiting', '--json');
  expect(JSON.parse(listRun.out)).toMatchObject({ items: [{ _id: id, amount: -12.5 }] });
  expect((await corrections('create', order, '--amount', 'much', '--reason', 'x')).code).toBe(2);
  expect(await corrections('delete', id)).toMatchObject({ code: 0 });
  expect(JSON.parse((await corrections('list', '--json')).out)).toMatchObject({ total: expect.any(Number) as number });
  expect(await world.db('corrections').where({ id }).first()).toBeUndefined();
});

test('create --dry-run is refused like create: by a wrong date, and by a number that exists', async () => {
  const [first = ''] = await makeApprovedInvoices(world, 1);
  const { payment } = await createPayment(world.ctx('office.user'), { invoices: [first] });
  await makeApprovedInvoices(world, 1);
  const count = () => world.db('payments').count({ n: '*' }).first();
  const before = await count();
  for (const more of [
    ['--date', '2026-02-30'],
    ['--number', payment.paymentNumber],
  ]) {
    const refusal = await payments('create', '--shop', homeShop, ...more);
    expect(refusal.code).not.toBe(0);
    expect(await payments('create', '--shop', homeShop, ...more, '--dry-run')).toEqual(refusal);
  }
  expect(await count()).toEqual(before);
  const { out } = await payments('create', '--shop', homeShop, '--dry-run', '--json');
  expect(JSON.parse(out)).toMatchObject({ dryRun: true, invoiceCount: 1 });
});
