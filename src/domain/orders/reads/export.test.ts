import { beforeAll, describe, expect, test } from 'vitest';
import { toColumn, getHeaders, toLines, readSheetCells } from '../../testing/table-files.js';
import { homeShop, otherShop, useWorld, type ActorName } from '../../testing/world.js';
import { exportOrders } from './export.js';
import { searchOrdersBySerial, listOrders } from '../service.js';

const world = useWorld();
interface Item {
  readonly serialNumber: string;
  readonly status: string;
  readonly customer: string | null;
  readonly dateOrdered: string;
  readonly shop: { readonly name: string } | null;
  readonly grandTotal: Readonly<Record<'shop' | 'company' | 'order', number>>;
}
type ExportInput = Partial<Parameters<typeof exportOrders>[1]>;

beforeAll(async () => {
  await world.createOrders(40);
  for (const status of ['InQueue', 'On Hold', 'Finished'] as const) await world.createPushedOrder(status);
  await world.createPushedOrder('InQueue', otherShop);
  const { id } = (await world.db('orders').where({ status: 'Finished' }).first('id')) as { id: string };
  await world.db('orders').where({ id }).update({ customer: '=HYPERLINK("x")', status_since: '2026-11-18T03:00:00Z' });
});

const sheetFor = async (who: ActorName, input: ExportInput = {}) =>
  readSheetCells(await exportOrders(world.ctx(who), input));
const listFor = async (who: ActorName, input: ExportInput = {}) =>
  (await listOrders(world.ctx(who), { ...input, size: 500 })).items as unknown as Item[];

describe('the workbook', () => {
  test.each<[string, ExportInput]>([
    ['all', {}],
    ['of a status', { status: 'new', sort: 'serialNumber' }],
    ['with alerts, by total', { alerts: 'true', sort: '-grandTotal' }],
    ['that a text finds', { search: 't-', sort: 'customer' }],
  ])('has the orders of the list in its sort order: %s', async (_, input) => {
    const items = await listFor('office.user', input);
    expect(items.length).toBeGreaterThan(1);
    const sheet = await sheetFor('office.user', input);
    const cells = (header: string) => toColumn(sheet, header);
    expect(cells('Serial #')).toEqual(items.map((item) => item.serialNumber));
    expect(cells('Status')).toEqual(items.map((item) => item.status));
    expect(cells('Customer')).toEqual(items.map((item) => item.customer));
    expect(cells('Ordered Date')).toEqual(items.map((item) => new Date(item.dateOrdered)));
    expect(cells('Shop')).toEqual(items.map((item) => item.shop?.name ?? null));
    expect(cells('Shop Total')).toEqual(items.map((item) => item.grandTotal.shop));
    expect(cells('Company Total')).toEqual(items.map((item) => item.grandTotal.company));
    expect(cells('Order Total')).toEqual(items.map((item) => item.grandTotal.order));
  });

  test("sums the totals, keeps text that looks like a formula as text, and shows days in the company's time zone", async () => {
    const sheet = await sheetFor('office.user', { status: 'finished' });
    expect(toColumn(sheet, 'Customer')).toEqual(['=HYPERLINK("x")']);
    expect(toColumn(sheet, 'In Status Since')).toEqual([new Date('2026-11-17')]);
    const totals = sheet.getRow(3).values as unknown[];
    expect(totals[1]).toBe('Total');
    expect(totals.at(-1)).toMatchObject({ result: toColumn(sheet, 'Order Total')[0] });
  });

  test('has only one shop’s orders when the list is filtered by it', async () => {
    const shops = toColumn(await sheetFor('office.user', { shop: await world.findShopId(otherShop) }), 'Shop');
    expect(new Set(shops)).toEqual(new Set([otherShop]));
  });
});

describe('by audience', () => {
  test('a shop exports its own orders without company figures', async () => {
    const sheet = await sheetFor('shop.user', { shop: await world.findShopId(homeShop) });
    expect(getHeaders(sheet).filter((header) => /total/i.test(header))).toEqual(['Shop Total']);
    const items = await listFor('shop.user');
    expect(toColumn(sheet, 'Serial #')).toEqual(items.map((item) => item.serialNumber));
    expect(toColumn(sheet, 'Status')).not.toContain('New');
    expect(toColumn(await sheetFor('shop.user', { shop: await world.findShopId(otherShop) }), 'Serial #')).toEqual([]);
  });

  test('a builder exports no money', async () => {
    const sheet = await sheetFor('builder');
    expect(getHeaders(sheet).filter((header) => /total|price|cost|amount/i.test(header))).toEqual([]);
    expect(JSON.stringify(sheet.getSheetValues())).not.toMatch(/SUM/);
    expect(toColumn(sheet, 'Serial #').length).toBeGreaterThan(1);
  });
});

test('csv has the same rows', async () => {
  const file = await exportOrders(world.ctx('office.user'), { format: 'csv', sort: 'serialNumber' });
  expect([file.name, file.type]).toEqual(['orders.csv', 'text/csv; charset=utf-8']);
  const [head = '', ...lines] = await toLines(file);
  const items = await listFor('office.user', { sort: 'serialNumber' });
  const serials = lines.map((line) => line.split(',')[head.split(',').indexOf('Serial #')]);
  expect(serials).toEqual(items.map((item) => item.serialNumber));
  expect(lines.filter((line) => line.includes(`"'=HYPERLINK(""x"")"`))).toHaveLength(1);
});

test('exports what the search over all orders finds, by serial number or customer, in any status', async () => {
  const foundOrders = await searchOrdersBySerial(world.ctx('office.user'), { serialNumber: 'hyperlink' });
  expect(foundOrders.total).toBe(1);
  const sheet = await sheetFor('office.user', { anywhere: 'hyperlink' });
  expect(toColumn(sheet, 'Serial #')).toEqual(foundOrders.items.map((item) => item.serialNumber));
});

test('refuses a status that does not exist', async () => {
  await expect(exportOrders(world.ctx('office.user'), { status: 'lost' })).rejects.toMatchObject({
    code: 'invalid-input',
  });
});

test('exports more than one batch completely and in order, and frees its connection', async () => {
  const { id } = (await world.db('orders').where({ status: 'InQueue' }).first('id')) as { id: string };
  const columns = (await world
    .db('information_schema.columns')
    .where({ table_schema: 'public', table_name: 'orders', is_generated: 'NEVER' })
    .whereNotIn('column_name', ['id', 'serial_number', 'external_id'])
    .pluck('column_name')) as string[];
  const names = columns.map((name) => `"${name}"`).join(', ');
  await world.db.raw(
    `insert into orders (id, serial_number, ${names})
     select gen_random_uuid(), 'MANY-' || lpad(n::text, 5, '0'), ${names} from orders, generate_series(1, 4500) n where id = ?`,
    [id],
  );
  const { pool } = world.db.client as { pool: { numUsed(): number } };
  const before = pool.numUsed();
  const lines = await toLines(
    await exportOrders(world.ctx('office.user'), { search: 'MANY-', sort: 'serialNumber', format: 'csv' }),
  );
  expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(
    Array.from({ length: 4500 }, (_, n) => `MANY-${String(n + 1).padStart(5, '0')}`),
  );
  expect(pool.numUsed()).toBe(before);
});
