import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { BYTE_ORDER_MARK, csvLine } from '../../files/csv.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { importAtOnce } from '../at-once.js';
import { exportKind } from '../export.js';
import { exportedKinds } from '../kinds.js';
import { previewRetailPrices } from '../update-retail-prices.js';
import { getStagedImport, mapImport, stageImport } from '../workbench.js';

const world = useWorld();
const city = 'Ignorton';
const office = () => world.ctx('office.admin');
const dealers = importAtOnce('dealers', 'catalogue.write');
const file = () => ({
  name: 'Dealers.csv',
  bytes: Buffer.from(
    BYTE_ORDER_MARK +
      csvLine(['Name', 'Phone', 'Shop', 'Town', '', 'name', 'Phone']) +
      csvLine(['Home Lot', '555-0100', homeShop, city, 'x', 'Other', '555-0101']),
  ),
});
const ignoredColumns = [{ sheet: 'Dealers', headers: ['Phone', 'Town', 'name'] }];

beforeEach(() => world.db('dealers').where({ name: 'Home Lot' }).delete());

describe('columns that are not imported', () => {
  test('are listed by a direct import and its preview, by sheet and header', async () => {
    expect(await dealers.preview(office(), { file: file() })).toMatchObject({ ignoredColumns, counts: { new: 1 } });
    expect(await dealers.apply(office(), { file: file() })).toMatchObject({ ignoredColumns, counts: { new: 1 } });
    const rows = [
      { Sheet: 'North', Name: 'Home Lot', Shop: homeShop, Manager: 'Ann' },
      { Sheet: 'South', Name: 'Home Lot', Shop: homeShop, City: city },
      { Sheet: 'Notes', Remark: 'old' },
    ];
    expect((await dealers.preview(office(), { rows })).ignoredColumns).toEqual([
      { sheet: 'North', headers: ['Manager'] },
      { sheet: 'Notes', headers: ['Remark'] },
    ]);
    expect((await dealers.preview(office(), { rows: rows.slice(1, 2) })).ignoredColumns).toEqual([]);
  });

  test('are listed by the preview of retail prices', async () => {
    const sheds = [{ Model: 'None', Width: 8, Length: 10, Price: 1, Cost: 2 }];
    expect(await previewRetailPrices(office(), { sheds })).toMatchObject({
      ignoredColumns: [{ sheet: 'Rows', headers: ['Cost'] }],
    });
  });

  test('are listed by a staged import until they are matched', async () => {
    const { _id: id, ...found } = await stageImport(office(), { kind: 'dealers', file: file() });
    expect(found).toMatchObject({ ignoredColumns });
    expect(await getStagedImport(office(), { id })).toMatchObject({ ignoredColumns });
    const matched = await mapImport(office(), { id, columns: { Town: 'city' } });
    expect(matched.ignoredColumns).toEqual([{ sheet: 'Dealers', headers: ['Phone', 'name'] }]);
  });

  test('do not include what an order keeps from its file', async () => {
    const orders = Buffer.from(JSON.stringify([{ number: 'I-1', builder: homeShop, remark: 'kept' }]));
    const found = await stageImport(office(), { kind: 'orders', file: { name: 'orders.json', bytes: orders } });
    expect(found.layout[0]?.columns).toContainEqual({ header: 'remark', field: null, lost: false });
    expect(found.ignoredColumns).toEqual([]);
  });
});

test.each(exportedKinds)('an export of %s has no columns that its import names as ignored', async (kind) => {
  const shop = ((await world.db('shops').orderBy('name').first('id')) as { id: string }).id;
  const choices = kind === 'items-for-shops' ? [{ shops: [shop] }] : [{}, { shop }];
  for (const choice of choices) {
    const { name, content } = await exportKind(office(), { kind, ...choice });
    const exported = { name, bytes: await buffer(content as Readable) };
    const found = await stageImport(office(), { kind, file: exported, ...choice });
    expect(found).toMatchObject({ ignoredColumns: [], counts: { new: 0 } });
  }
});

test('nor has the export of sheds by a shop', async () => {
  const { name, content } = await exportKind(world.ctx('shop.admin'), { kind: 'sheds' });
  const exported = { name, bytes: await buffer(content as Readable) };
  expect(await stageImport(office(), { kind: 'sheds', file: exported })).toMatchObject({ ignoredColumns: [] });
});
