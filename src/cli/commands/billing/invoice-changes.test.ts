import { expect, test } from 'vitest';
import { makeInvoice } from '../../../api/testing/stage-invoices.js';
import { getOrder } from '../../../domain/orders/service.js';
import { makeRepair } from '../../../api/testing/stage-repairs.js';
import { makeApprovedInvoices } from '../../../domain/testing/approved-invoices.js';
import { makeApprovedRepairs } from '../../../domain/testing/approved-repairs.js';
import { homeShop, otherShop, useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerInvoices } from './invoices.js';
import { registerRepairs } from './repairs.js';

const world = useWorld();
const run = (...args: string[]) => runCommand(world.url, registerInvoices, 'invoices', ...args);
const row = (id: string) =>
  world.db('invoices').where({ id }).first('invoice_number', 'invoiced_date', 'status', 'order_id');

test('create invoices an order for a shop, by serial number', async () => {
  const id = await world.createFinishedOrder();
  const { serialNumber } = await getOrder(world.ctx('office.user'), { id });
  const { code, out } = await run('create', serialNumber, '--number', 'CLI-7', '--date', '2026-11-02', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ invoiceNumber: 'CLI-7', invoicedDate: '2026-11-02', status: 'New' });
  expect(await getOrder(world.ctx('office.user'), { id })).toMatchObject({
    status: 'Invoiced',
    invoicedDate: '2026-11-02',
  });
});

test('change sets number and date, and requires one of them', async () => {
  const id = await makeInvoice(world, 'Denied');
  expect((await run('change', id)).notes).toContain('add --number or --date');
  expect((await run('change', id, '--number', 'CLI-8', '--date', '2026-11-03')).code).toBe(0);
  expect(await row(id)).toMatchObject({ invoice_number: 'CLI-8', invoiced_date: '2026-11-03', status: 'Denied' });
});

test('adjust changes a denied invoice with a message, as its shop', async () => {
  const id = await makeInvoice(world, 'Denied');
  const asShop = ['--as', 'shop.admin@demo.test'];
  const refusal = await run('adjust', id, ...asShop);
  expect(refusal.code).toBe(2);
  expect(refusal.notes).toContain('Describe what was adjusted');
  expect((await run('adjust', id, '--text', 'The ramp is in', ...asShop)).code).toBe(0);
  expect(await row(id)).toMatchObject({ status: 'Adjusted' });
});

/** 52 invoices that can be approved. */
async function makeNewInvoices(): Promise<string[]> {
  const ids = await makeApprovedInvoices(world, 52);
  await world.db('invoices').whereIn('id', ids).update({ status: 'New' });
  return ids;
}

test('a dry run of a decision checks every rule, and changes nothing', async () => {
  const [open, decided] = [await makeInvoice(world, 'New'), await makeInvoice(world, 'Approved')];
  for (const args of [['approve'], ['deny', '--reason', 'The door is missing']]) {
    const { code, out } = await run(...args, open, decided, '--dry-run', '--json');
    expect({ args, code, results: JSON.parse(out) as unknown }).toMatchObject({
      ...{ args, code: 3 },
      results: [
        { invoice: open, ok: true, result: args[0] === 'approve' ? 'would be Approved' : 'would be Denied' },
        { invoice: decided, ok: false },
      ],
    });
  }
  expect(await row(open)).toMatchObject({ status: 'New' });
  const repairs = [await makeRepair(world, 'New'), await makeRepair(world, 'Approved')];
  const repairRun = (verb: string) =>
    runCommand(world.url, registerRepairs, 'repairs', verb, ...repairs, '--dry-run', '--json');
  for (const [verb, oks] of [
    ['approve', [true, false]],
    ['paid', [false, true]],
  ] as const) {
    const { code, out } = await repairRun(verb);
    expect({ code, oks: (JSON.parse(out) as { ok: boolean }[]).map(({ ok }) => ok) }).toEqual({ code: 3, oks });
  }
  const statuses = await world.db('repair_invoices').whereIn('id', repairs).orderBy('id').pluck('status');
  expect(statuses).toEqual(['New', 'Approved']);
});

test('a decision with --quiet says which invoice was refused, and why', async () => {
  const [open, decided] = [await makeInvoice(world, 'New'), await makeInvoice(world, 'Approved')];
  expect(await run('approve', open, decided, '--quiet')).toEqual({
    ...{ code: 3, out: '' },
    notes: `${decided}: An invoice cannot change from Approved to Approved.\n`,
  });
});

test.each([
  ['invoices', registerInvoices, 'invoices', ['approve', '--dry-run'], '', makeNewInvoices],
  [
    'repair invoices',
    registerRepairs,
    'repair_invoices',
    ['show'],
    'Repair of ',
    () => makeApprovedRepairs(world, 'Repair', new Array<number>(52).fill(10_00)),
  ],
] as const)(
  '%s are found by their number among more than a search shows; if several match, they are listed',
  async (_, register, table, args, type, makeInvoices) => {
    const [first = '', second = ''] = await makeInvoices();
    const ids = await world.db(table).whereNull('deleted_at').pluck('id');
    for (const [n, id] of ids.entries())
      await world
        .db(table)
        .where({ id })
        .update({ invoice_number: `A${n}-QZ9` });
    await world.db(table).where({ id: first }).update({ invoice_number: 'QZ9' });
    const find = (number: string) =>
      runCommand(world.url, register, register === registerRepairs ? 'repairs' : 'invoices', ...args, number);
    expect((await find(' qz9')).code).toBe(0);
    expect(await find('Z9')).toMatchObject({ code: 2, notes: 'there is no invoice Z9\n' });
    const shop_id = await world.findShopId(otherShop);
    await world.db(table).where({ id: second }).update({ invoice_number: 'qz9', shop_id });
    const several = await find('QZ9');
    expect(several.code).toBe(2);
    expect(several.notes).toContain(`${type}${homeShop} (${first})`);
    expect(several.notes).toContain(`${type}${otherShop} (${second})`);
  },
);
