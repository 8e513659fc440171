import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toColumn, getHeaders, toLines, readSheetCells } from '../../testing/table-files.js';
import { queryOnlyRow } from '../../kernel/database/rows.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { createVendor } from '../vendors/service.js';
import { downloadMetalOrder } from './document.js';
import { exportMetalOrders } from './export-list.js';
import { updateMetalOrder, createMetalOrder } from './service.js';

const world = useWorld();
const folder = mkdtempSync(path.join(os.tmpdir(), 'shedworks-metal-'));
afterAll(() => rmSync(folder, { recursive: true }));
let id = '';

beforeAll(async () => {
  const ctx = world.ctx('shop.user');
  const place = { address: '12 Mill Road', city: 'Dover', state: 'DE', zipCode: '19901', email: 'orders@steel.test' };
  const panel = await queryOnlyRow<{ id: string }>(
    world.db('items').where({ type: 'linearFt' }).orderBy('id').first('id'),
  );
  const defaultItems = [{ _id: panel.id, pack: 3.5 }];
  const { item: vendor } = await createVendor(ctx, { name: '<b>Dover</b> Steel', ...place, defaultItems });
  const getPackage = (serialNumber: string) => ({
    metalPackage: {
      name: 'Roof and rake',
      items: [
        { _id: panel.id, name: 'Metal panel 36 in', quantity: 12.25 },
        { name: 'Bought ridge cap', quantity: 0 },
      ],
    },
    ...{ serialNumber, roofColor: 'Barn Red', trimColor: 'White' },
  });
  const make = async (purchaseOrderNumber: string, serials: readonly string[]) =>
    (
      await createMetalOrder(ctx, {
        ...{ vendor: vendor._id, purchaseOrderNumber, orderedDate: '2026-11-17' },
        metalOrder: serials.map(getPackage),
      })
    ).item._id;
  id = await make('=PO/10', ['S-1', 'S-2']);
  await updateMetalOrder(ctx, { id: await make('9', ['S-3']), recieved: true });
});

test('the PDF is a valid A4 file with shop, vendor, number, date and every package with its colors, items, units and packs', async () => {
  const file = await downloadMetalOrder(world.ctx('shop.user'), { id });
  expect(file).toMatchObject({ name: 'PO-10_metal_order.pdf', type: 'application/pdf' });
  const name = path.join(folder, 'order.pdf');
  writeFileSync(name, file.bytes);
  const run = (program: string, args: readonly string[]) => execFileSync(program, args, { encoding: 'utf8' });
  expect(run('qpdf', ['--check', name])).toContain('No syntax or stream encoding errors');
  expect(run('pdfinfo', [name])).toMatch(/A4/);
  const text = run('pdftotext', ['-layout', name, '-']);
  const vendor = ['<b>Dover</b> Steel', '12 Mill Road', 'Dover, DE 19901', 'orders@steel.test'];
  const packages = ['Roof and rake', 'S-1', 'S-2', 'Barn Red', 'White', 'Metal panel 36 in', '12.25'];
  for (const words of ['Metal Order', '=PO/10', '11/17/2026', homeShop, ...vendor, ...packages])
    expect(text).toContain(words);
  expect(text).toMatch(/Metal panel 36 in +12\.25 +linear ft +3\.5 × 3\.5/);
  expect(text).not.toContain('Bought ridge cap');
});

test('the PDF of another shop is not found, and a builder gets none', async () => {
  await expect(downloadMetalOrder(world.ctx('other.shop'), { id })).rejects.toMatchObject({ code: 'not-found' });
  await expect(downloadMetalOrder(world.ctx('builder'), { id })).rejects.toMatchObject({ code: 'permission-denied' });
});

test('the list exports all matches, in its sort order and with its filters', async () => {
  const sheet = await readSheetCells(await exportMetalOrders(world.ctx('shop.user'), { sort: 'purchaseOrderNumber' }));
  expect(toColumn(sheet, 'PO#')).toEqual(['9', '=PO/10']);
  expect(toColumn(sheet, 'Serial Numbers')).toEqual(['S-3', 'S-1, S-2']);
  expect(toColumn(sheet, 'Received')).toEqual(['Yes', 'No']);
  expect(getHeaders(sheet)).not.toContain('Shop');
  const lines = await toLines(await exportMetalOrders(world.ctx('office.user'), { format: 'csv', received: 'no' }));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^Shop,PO#,/);
});
