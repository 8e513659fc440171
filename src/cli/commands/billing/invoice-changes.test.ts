import { expect, test } from 'vitest';
import { makeInvoice } from '../../../api/testing/stage-invoices.js';
import { getOrder } from '../../../domain/orders/service.js';
import { useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerInvoices } from './invoices.js';

const world = useWorld();
const run = (...args: string[]) => runCommand(world.url, registerInvoices, 'invoices', ...args);
const row = (id: string) =>
  world.db('invoices').where({ id }).first('invoice_number', 'invoiced_date', 'status', 'order_id');

test('creates an invoice for a shop by the serial number of the order', async () => {
  const id = await world.finishedOrder();
  const { serialNumber } = await getOrder(world.ctx('office.user'), { id });
  const { code, out } = await run('create', serialNumber, '--number', 'CLI-7', '--date', '2026-11-02', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ invoiceNumber: 'CLI-7', invoicedDate: '2026-11-02', status: 'New' });
  expect(await getOrder(world.ctx('office.user'), { id })).toMatchObject({
    status: 'Invoiced',
    invoicedDate: '2026-11-02',
  });
});

test('changes number and date, and asks for one of them', async () => {
  const id = await makeInvoice(world, 'Denied');
  expect((await run('change', id)).said).toContain('add --number or --date');
  expect((await run('change', id, '--number', 'CLI-8', '--date', '2026-11-03')).code).toBe(0);
  expect(await row(id)).toMatchObject({ invoice_number: 'CLI-8', invoiced_date: '2026-11-03', status: 'Denied' });
});

test('adjusts a denied invoice with a sentence, as its shop', async () => {
  const id = await makeInvoice(world, 'Denied');
  const asShop = ['--as', 'shop.admin@demo.test'];
  const refused = await run('adjust', id, ...asShop);
  expect(refused.code).toBe(2);
  expect(refused.said).toContain('Describe what was adjusted');
  expect((await run('adjust', id, '--text', 'The ramp is in', ...asShop)).code).toBe(0);
  expect(await row(id)).toMatchObject({ status: 'Adjusted' });
});
