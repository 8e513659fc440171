import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Knex } from 'knex';
import { packageFolder } from '../../../../package.js';
import { otherShop as otherShopName, useWorld } from '../../../testing/world.js';
import { createVendor } from '../../vendors/service.js';
import { updateMaterialOrder } from '../life/change.js';
import { createMaterialOrder } from '../life/create.js';
import { getMaterialOrder } from '../service.js';
import { downloadMaterialOrder } from './document.js';
import { exportMaterialOrders } from './export-list.js';

interface Migration {
  readonly up: (db: Knex) => Promise<void>;
  readonly down: (db: Knex) => Promise<void>;
}
const migration = new URL('migrations/20261128100000_freight_estimates.js', packageFolder).href;

const world = useWorld();
const folder = mkdtempSync(path.join(os.tmpdir(), 'shedworks-material-'));
afterAll(() => rmSync(folder, { recursive: true }));
const shop = () => world.ctx('shop.user');
let id: string;
beforeAll(async () => {
  const [one, two] = (await world.db('items').orderBy('id').limit(2).pluck('id')) as [string, string];
  const fields = { name: '<b>Dover</b> Lumber', email: 'po@dover.test', address: '12 Mill Road', city: 'Dover' };
  const defaultItems = [{ _id: one, pack: 50 }];
  const vendor = (await createVendor(shop(), { ...fields, terms: 'Net 30', defaultItems })).item._id;
  const items = [
    { item: one, description: '=1+1', quantity: 3000, total: 100 },
    { item: two, description: 'not now', quantity: 0 },
  ];
  const order = { vendor, purchaseOrderNumber: 'PO/7', orderedDate: '2026-11-17', freight: 12.5, items };
  id = (await createMaterialOrder(shop(), order)).item._id;
});

test('the PDF is a valid A4 file with number, day, vendor, address, terms, packs and totals, and prints markup as text', async () => {
  const file = await downloadMaterialOrder(shop(), { id });
  expect(file.name).toBe('PO-7_material_order.pdf');
  const name = path.join(folder, file.name);
  writeFileSync(name, file.bytes);
  expect(execFileSync('qpdf', ['--check', name], { encoding: 'utf8' })).toContain('No syntax or stream encoding');
  const text = execFileSync('pdftotext', ['-layout', name, '-'], { encoding: 'utf8' });
  for (const expected of [
    'PO/7',
    '11/17/2026',
    '<b>Dover</b> Lumber',
    'po@dover.test',
    '3,000',
    '$0.0333',
    '$112.50',
    'SHIP TO',
    'Net 30',
    '60 × 50',
  ])
    expect(text).toContain(expected);
  expect(text).not.toContain('not now');
  await expect(downloadMaterialOrder(world.ctx('other.shop'), { id })).rejects.toMatchObject({ code: 'not-found' });
});

test('the list exports to CSV with plain numbers and ISO days, and with the shop for the office', async () => {
  const readCsv = async (who: 'shop.user' | 'office.user') =>
    (await buffer((await exportMaterialOrders(world.ctx(who), { format: 'csv' })).content))
      .toString('utf8')
      .split('\r\n');
  expect((await readCsv('shop.user')).slice(0, 2)).toEqual([
    '\uFEFFPO#,Vendor,Ordered Date,Received Date,Status,Total,Freight',
    'PO/7,<b>Dover</b> Lumber,2026-11-17,,Ordered,100,12.5',
  ]);
  expect((await readCsv('office.user'))[0]).toContain('Shop,PO#');
});

/** The text of the PDF of a material order. */
async function print(id: string): Promise<string> {
  const file = await downloadMaterialOrder(shop(), { id });
  const name = path.join(folder, file.name);
  writeFileSync(name, file.bytes);
  return execFileSync('pdftotext', ['-layout', name, '-'], { encoding: 'utf8' });
}

/** Two items without values of the shop, at a sub-total and an estimate of freight. */
async function priceItems(subTotal: number, freight: number): Promise<[string, string]> {
  const [one, two] = (await world.db('items').orderBy('id').limit(2).pluck('id')) as [string, string];
  await world
    .db('shop_item_values')
    .where({ shop_id: shop().actor?.shopId ?? null })
    .whereIn('item_id', [one, two])
    .delete();
  await world.db('items').whereIn('id', [one, two]).update({ sub_total: subTotal, freight });
  return [one, two];
}

const lineTexts = (text: string): string[] => text.split('\n').filter((line) => line.includes('$'));

test('a price that is still the cost of the item is printed without its freight; a typed one as typed', async () => {
  const [one, two] = await priceItems(31.5, 1.25);
  const { vendor } = await getMaterialOrder(shop(), { id });
  const items = [
    { item: one, quantity: 2 },
    { item: two, quantity: 1, newPrice: 40 },
  ];
  const order = { vendor: vendor._id, purchaseOrderNumber: 'PO-8', orderedDate: '2026-11-18', freight: 5, items };
  const { item: stored } = await createMaterialOrder(shop(), order);
  expect(stored.grandTotal).toBe(105.5); // on the form a line starts at the item's total
  const text = await print(stored._id);
  for (const expected of ['$31.50', '$63.00', '$40.00', '$103.00', '$108.00']) expect(text).toContain(expected);
  expect(text).not.toContain('$32.75');
});

test('a reprint is the same after the items were repriced, and a changed quantity keeps its price', async () => {
  const [one, two] = await priceItems(31.5, 1.25);
  const { vendor } = await getMaterialOrder(shop(), { id });
  const items = [
    { item: one, quantity: 2 },
    { item: two, quantity: 1, newPrice: 40 },
  ];
  const order = { vendor: vendor._id, purchaseOrderNumber: 'PO-9', orderedDate: '2026-11-18', freight: 5, items };
  const { item: stored } = await createMaterialOrder(shop(), order);
  const printed = lineTexts(await print(stored._id));
  expect(printed.join('\n')).toMatch(/\$31\.50 +\$63\.00/);
  for (const [subTotal, freight] of [
    [40, 2],
    [38, 2],
  ] as const) {
    await priceItems(subTotal, freight); // the second costs as much as was typed for the other line
    expect(lineTexts(await print(stored._id))).toEqual(printed);
  }
  const lines = stored.items.map(({ _id, item, newPrice }) => ({ _id, item: item._id, newPrice, quantity: 3 }));
  await updateMaterialOrder(shop(), { id: stored._id, items: lines });
  const changed = (await print(stored._id)).replace(/ +/g, ' ');
  for (const expected of ['$31.50 $94.50', '$40.00 $120.00', 'Total $214.50']) expect(changed).toContain(expected);
  expect((await getMaterialOrder(shop(), { id: stored._id })).grandTotal).toBe(218.25);
});

test('the migration of older lines gives each price that is still the cost of its item the estimate in it', async () => {
  const [one, two] = await priceItems(31.5, 1.25);
  const { vendor } = await getMaterialOrder(shop(), { id });
  const items = [
    { item: one, quantity: 2 },
    { item: two, quantity: 1, newPrice: 40 },
  ];
  const order = { vendor: vendor._id, purchaseOrderNumber: 'PO-10', items };
  const { item: stored } = await createMaterialOrder(shop(), order);
  const otherShop = await world.findShopId(otherShopName);
  const ownCost = { shop_id: otherShop, item_id: one, sub_total: 7, freight: 3 };
  await world.db('shop_item_values').insert(ownCost).onConflict(['shop_id', 'item_id']).merge();
  const { up, down } = (await import(migration)) as Migration;
  await down(world.db);
  await up(world.db);
  const { items: lines } = await getMaterialOrder(shop(), { id: stored._id });
  expect(lines.map(({ freightEstimate }) => freightEstimate)).toEqual([1.25, 0]);
});
