import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Knex } from 'knex';
import { expect, test } from 'vitest';
import { csvLine } from '../src/domain/files/csv.js';
import { brokenInvariants } from '../src/domain/operations/doctor/invariants.js';
import { digestBusinessColumns } from '../src/domain/imports/testing/business-digest.js';
import { signInToApi, root, shedworks, start, type RunningServer } from './product.js';
import { rounds, listStrikes, useStruck } from './struck.js';

const struck = useStruck();
const { countRows } = struck;

const createPushable = () =>
  countRows('orders', (order) => void order.where({ status: 'New', open_alerts: 0 }).whereNotNull('shop_id'));

test('an import killed at any write leaves nothing behind, and finishes when repeated', async () => {
  const rows = JSON.parse(await readFile(path.join(root, 'fixtures', 'feed-demo.json'), 'utf8')) as object[];
  const file = path.join(struck.place.home, 'killed.json');
  const orders = Array.from({ length: 300 }, (_, i) => ({
    ...rows[i % rows.length],
    id: `K${i}`,
    serialNumber: `K-${i}`,
  }));
  await writeFile(file, JSON.stringify(orders));
  const listOurs: Knex.QueryCallback = (order) => void order.whereLike('serial_number', 'K-%');
  const imports = await countRows('imports');
  for (const table of listStrikes('orders', 'order_lines', 'imports', 'audit_entries')) {
    await struck.strikeAt(table, ['orders', 'import', file]);
    expect([await countRows('orders', listOurs), await countRows('imports')]).toEqual([0, imports]);
    expect(await brokenInvariants(struck.db)).toEqual([]);
  }
  expect(await shedworks(struck.place, 'orders', 'import', file)).toMatchObject({ code: 0 });
  expect(await countRows('orders', listOurs)).toBe(300);
  expect(await brokenInvariants(struck.db)).toEqual([]);
});

test('a push killed at any write moves nothing, and finishes when repeated', async () => {
  const before = await createPushable();
  expect(before).toBeGreaterThan(0);
  for (const table of listStrikes('orders', 'audit_entries')) {
    await struck.strikeAt(table, ['orders', 'push']);
    expect(await createPushable()).toBe(before);
    expect(await brokenInvariants(struck.db)).toEqual([]);
  }
  expect(await shedworks(struck.place, 'orders', 'push')).toMatchObject({ code: 0 });
  expect(await createPushable()).toBe(0);
  expect(await brokenInvariants(struck.db)).toEqual([]);
});

test('a payment is not stored if its process or PostgreSQL is killed at any write, and is created once when repeated', async () => {
  const invoice = (await struck.db('invoices').where({ status: 'Approved' }).first('shop_id')) as { shop_id: string };
  const pay = ['payments', 'create', '--shop', invoice.shop_id];
  const before = await countRows('payments');
  const approvedCount = await countRows('invoices', { status: 'Approved', shop_id: invoice.shop_id });
  const nothingHappened = async () => {
    expect(await countRows('payments')).toBe(before);
    expect(await countRows('invoices', { status: 'Approved', shop_id: invoice.shop_id })).toBe(approvedCount);
    expect(await brokenInvariants(struck.db)).toEqual([]);
  };
  for (const table of listStrikes('payments', 'invoices', 'audit_entries')) {
    await struck.strikeAt(table, pay);
    await nothingHappened();
  }
  for (const _ of rounds) {
    await struck.strikeAt('audit_entries', pay, () => process.kill(struck.handle.pid, 'SIGKILL'));
    await struck.db.destroy();
    await struck.attach();
    await nothingHappened();
  }
  expect(await shedworks(struck.place, ...pay)).toMatchObject({ code: 0 });
  expect(await countRows('payments')).toBe(before + 1);
  expect(await countRows('invoices', { status: 'Approved', shop_id: invoice.shop_id })).toBe(0);
  expect(await brokenInvariants(struck.db)).toEqual([]);
});

test('an undo killed at any write undoes nothing, and finishes when repeated', async () => {
  const file = path.join(struck.place.home, 'undone.json');
  const rows = JSON.parse(await readFile(path.join(root, 'fixtures', 'feed-30.json'), 'utf8')) as object[];
  await writeFile(file, JSON.stringify(rows.slice(0, 3)));
  const importRun = await shedworks(struck.place, 'orders', 'import', file, '--json');
  const { import: id } = JSON.parse(importRun.stdout) as { import: string };
  for (const table of listStrikes('orders', 'imports', 'audit_entries')) {
    await struck.strikeAt(table, ['imports', 'undo', id]);
    expect(await countRows('orders', { import_id: id })).toBe(3);
    expect(await brokenInvariants(struck.db)).toEqual([]);
  }
  expect(await shedworks(struck.place, 'imports', 'undo', id)).toMatchObject({ code: 0 });
  expect(await countRows('orders', { import_id: id })).toBe(0);
  expect(await brokenInvariants(struck.db)).toEqual([]);
});

test('an invoice is not stored if its server is killed at any write, and is created once when repeated', async () => {
  const order = (await struck
    .db('orders as o')
    .join('shops as s', 's.id', 'o.shop_id')
    .where({ 's.name': 'Ridge Line Barns', 'o.status': 'Building' })
    .first('o.id', 'o.serial_number')) as { id: string; serial_number: string };
  await shedworks(struck.place, 'orders', 'status', order.serial_number, 'Finished');
  const create = async (server: RunningServer) =>
    (await signInToApi(server.address, 'shop.admin@demo.test'))('POST', '/api/invoice', { order: order.id });
  for (const table of listStrikes('invoices', 'invoice_messages', 'orders', 'audit_entries')) {
    expect(await struck.strikeServerAt(table, create)).toBe(false);
    expect(await countRows('invoices', { order_id: order.id })).toBe(0);
    expect(await countRows('orders', { id: order.id, status: 'Finished' })).toBe(1);
    expect(await brokenInvariants(struck.db)).toEqual([]);
  }
  const server = await start(struck.place, 'serve');
  expect(await create(server)).toMatchObject({ status: 201 });
  expect((await create(server)).status).toBe(409);
  await server.stop();
  expect(await countRows('invoices', { order_id: order.id })).toBe(1);
  expect(await brokenInvariants(struck.db)).toEqual([]);
});

test('an import or undo of a spreadsheet killed at any write changes nothing, and finishes when repeated', async () => {
  const sheds = (await struck
    .db('sheds as s')
    .join('shed_models as m', 'm.id', 's.model_id')
    .join('shed_categories as c', 'c.id', 'm.category_id')
    .join('base_styles as b', 'b.id', 's.base_style_id')
    .select({ category: 'c.name', model: 'm.name', style: 'b.name', width: 's.width', length: 's.length' })
    .select({ price: struck.db.raw('s.retail_price / 100 + 1000') })) as Record<string, string | number>[];
  const header = ['Category', 'Model', 'Base_Style', 'Width', 'Length', 'Price'];
  const file = path.join(struck.place.home, 'prices.csv');
  await writeFile(file, [header, ...sheds.map((shed) => Object.values(shed))].map(csvLine).join(''));
  const before = await digestBusinessColumns(struck.db);
  const reading = ['catalogue', 'import', 'retail-prices', file];
  for (const table of listStrikes('sheds', 'catalogue_versions', 'audit_entries')) {
    await struck.strikeAt(table, reading);
    expect(await digestBusinessColumns(struck.db)).toEqual(before);
  }
  const importRun = await shedworks(struck.place, ...reading, '--json');
  expect(importRun).toMatchObject({ code: 0 });
  const { _id: id } = JSON.parse(importRun.stdout) as { _id: string };
  const after = await digestBusinessColumns(struck.db);
  expect(after['sheds']).not.toBe(before['sheds']);
  for (const table of listStrikes('sheds', 'imports', 'audit_entries')) {
    await struck.strikeAt(table, ['imports', 'undo', id]);
    expect(await digestBusinessColumns(struck.db)).toEqual(after);
  }
  expect(await shedworks(struck.place, 'imports', 'undo', id)).toMatchObject({ code: 0 });
  expect(await digestBusinessColumns(struck.db)).toEqual(before);
});
