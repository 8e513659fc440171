import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { importOrders } from '../order-files/service.js';
import { useWorld } from '../../testing/world.js';
import { exportRefused } from '../export.js';
import { getImport } from '../history.js';
import { undoImport } from '../undo.js';
import { digestBusinessColumns } from '../testing/business-digest.js';
import { applyStagedImport, listImportRows, mapImport, stageImport } from '../workbench.js';

const world = useWorld();
const office = () => world.ctx('office.user');
type Order = Record<string, unknown>;

const asFile = (content: unknown, name = 'orders.json') => ({ name, bytes: Buffer.from(JSON.stringify(content)) });
const stage = (orders: unknown, more: object = {}) =>
  stageImport(office(), { kind: 'orders', file: asFile(orders), ...more });
const readRows = async (id: string) => (await listImportRows(office(), { id })).items;
const readSerials = async (id: string) =>
  (await world.db('orders').where({ import_id: id }).orderBy('serial_number').pluck('serial_number')) as string[];

async function nativeOrders(): Promise<Order[]> {
  const content = JSON.parse(await readFile('fixtures/orders-native.json', 'utf8')) as Order[] | { orders: Order[] };
  return Array.isArray(content) ? content : content.orders;
}

/** The row counts of all business tables, without those that are recomputed and those stored once under their hash. */
async function digest() {
  const { order_totals: _, price_snapshots: __, ...rest } = await digestBusinessColumns(world.db);
  return rest;
}

/** The same order as another sales system would write it. */
const foreign = (order: Order, n: number) => ({
  ref: `F-${n}`,
  building: { style: order['model'], size: `${order['width'] as number} x ${order['length'] as number}` },
  amount: order['basePrice'],
  builder: order['shop'],
  extras: [{ title: 'Loft shelf', each: 12.5, count: 2 }],
});

test('a feed is previewed row by row with its alerts and applied without deselected rows, and undo restores everything exactly', async () => {
  const before = await digest();
  const feed = JSON.parse(await readFile('fixtures/feed-30.json', 'utf8')) as Order[];
  const { _id: id, counts, layout } = await stage(feed);
  expect(layout).toMatchObject([{ sheet: 'Orders', missing: [], rows: feed.length }]);
  expect(counts.new).toBeGreaterThan(20);
  expect(await digest()).toEqual(before);
  const rows = await readRows(id);
  const alerted = rows.filter(({ changes }) => changes.some(({ column }) => column === 'Alert'));
  expect(alerted.length).toBeGreaterThan(0);
  const [first, ...others] = rows.filter(({ state }) => state === 'new');
  expect((await applyStagedImport(office(), { id, without: [first?.n ?? 0] })).msg).toBe('Orders are Uploaded.');
  expect(await readSerials(id)).toEqual(others.map(({ name }) => name).sort());
  expect(await getImport(office(), { id })).toMatchObject({ kind: 'orders', paged: true, inTheWay: [] });
  const again = await stage(feed);
  expect(again.seenBefore).not.toBeNull();
  expect(again.counts).toMatchObject({ new: 1, unchanged: others.length });
  await undoImport(office(), { id });
  expect(await digest()).toEqual(before);
});

test('uploading the same file directly yields the same orders, and the workbench recognizes it', async () => {
  const orders = await nativeOrders();
  const staged = await stage(orders);
  await applyStagedImport(office(), { id: staged._id });
  const figures = (id: string) =>
    world
      .db('orders')
      .where({ import_id: id })
      .orderBy('serial_number')
      .select('serial_number', 'shop_id', 'grand_total_shop', 'grand_total_company', 'alerts', 'dealer_id');
  const mine = (await figures(staged._id)) as { alerts: { text: string }[] }[];
  await undoImport(office(), { id: staged._id });
  const direct = await importOrders(office(), { orders, fileName: 'orders.json' });
  const theirs = (await figures(direct.import ?? '')) as { alerts: { text: string }[] }[];
  const plain = (rows: typeof mine) =>
    rows.map((row) => ({ ...row, alerts: row.alerts.map(({ text: message }) => message) }));
  expect(plain(mine)).toEqual(plain(theirs));
  expect(mine.length).toBeGreaterThan(0);
  const again = await stage(orders);
  expect(again).toMatchObject({ counts: { new: 0, changed: 0 } });
  expect(again.seenBefore).not.toBeNull();
  await undoImport(office(), { id: direct.import ?? '' });
});

test('an existing order stays, is replaced with its differences shown, or gets another beside it; undo restores it', async () => {
  const [order] = (await nativeOrders()) as [Order];
  const first = await stage([{ ...order, serialNumber: 'TWICE-1' }]);
  await applyStagedImport(office(), { id: first._id });
  const before = await digest();
  const changed = [{ ...order, serialNumber: 'TWICE-1', customer: 'Somebody Else' }];
  expect((await stage(changed)).msg).toBe('Nothing to change.');
  expect((await stage(changed, { duplicates: 'keep' })).counts.new).toBe(1);
  const replacing = await stage(changed, { duplicates: 'replace' });
  expect(replacing.counts).toMatchObject({ changed: 1, new: 0 });
  const [row] = await readRows(replacing._id);
  expect(row?.changes.filter(({ column }) => column !== 'Alert')).toEqual([
    { column: 'Customer', before: order['customer'] ?? null, after: 'Somebody Else' },
  ]);
  await applyStagedImport(office(), { id: replacing._id });
  expect(await readSerials(first._id)).toEqual([]);
  await undoImport(office(), { id: replacing._id });
  expect(await digest()).toEqual(before);
  await undoImport(office(), { id: first._id });
});

test('an unknown format is mapped by hand, including lists; the direct upload then reads it too', async () => {
  const orders = (await nativeOrders())
    .filter((order) => order['width'] && order['length'] && order['basePrice'])
    .slice(0, 3);
  const file = orders.map(foreign);
  const staged = await stage(file);
  expect(staged.msg).toBe('Sheet "Orders of another format" has no column serialNumber, model, basePrice.');
  expect(staged.layout[0]?.columns.map(({ header }) => header)).toEqual([
    'ref',
    'building.style',
    'building.size',
    'amount',
    'builder',
    'extras',
    'extras[].title',
    'extras[].each',
    'extras[].count',
  ]);
  await expect(applyStagedImport(office(), { id: staged._id })).rejects.toThrow('has no column serialNumber');
  const columns = {
    ref: 'serialNumber',
    'building.style': 'model',
    'building.size': 'size',
    amount: 'basePrice',
    builder: 'shop',
    'extras[].title': 'customAddOns.name',
    'extras[].each': 'customAddOns.price',
    'extras[].count': 'customAddOns.quantity',
  };
  const mapped = await mapImport(world.ctx('office.admin'), { id: staged._id, columns });
  expect(mapped.counts).toEqual({ new: 3, changed: 0, unchanged: 0, refused: 0 });
  await applyStagedImport(office(), { id: staged._id });
  expect(await readSerials(staged._id)).toEqual(['F-0', 'F-1', 'F-2']);
  const [line] = (await world
    .db('order_lines as l')
    .join('orders as o', 'o.id', 'l.order_id')
    .where('o.serial_number', 'F-0')
    .select('l.name', 'l.quantity', 'l.retail_price')) as object[];
  expect(line).toMatchObject({ name: 'Loft shelf', quantity: 2, retail_price: 12.5 });
  const direct = await importOrders(office(), { orders: [{ ...file[0], ref: 'F-9' }], fileName: 'more.json' });
  expect(direct.counts).toMatchObject({ new: 1, refused: 0 });
  await mapImport(world.ctx('office.admin'), { id: (await stage(file))._id, columns: { ref: null } });
  expect((await stage([{ ...file[0], ref: 'F-10' }])).msg).toMatch(/has no column serialNumber/);
});

test('rows that are not orders are refused one by one, and returned as a file to correct', async () => {
  const [order] = (await nativeOrders()) as [Order];
  const bad = { ...order, serialNumber: 'BAD-1', width: 'wide' };
  const staged = await stage({ orders: [{ ...order, serialNumber: 'GOOD-1' }, bad] });
  expect(staged.counts).toMatchObject({ new: 1, refused: 1 });
  const file = await exportRefused(office(), { id: staged._id });
  expect(file.name).toBe('orders-refused.json');
  expect(JSON.parse(await text(file.content as Readable))).toEqual([
    { ...bad, reason: expect.stringContaining('width') as string },
  ]);
  await expect(applyStagedImport(office(), { id: staged._id, strict: true })).rejects.toThrow('row 2');
});

test('a file that is not JSON, not a list or empty is refused in a sentence; a shop cannot upload orders', async () => {
  const toSent = (bytes: string) =>
    stageImport(office(), { kind: 'orders', file: { name: 'x.json', bytes: Buffer.from(bytes, 'latin1') } });
  await expect(toSent('{"orders": [')).rejects.toThrow(
    'it is not valid JSON, unexpected end at line 1, column 13; export',
  );
  await expect(toSent('[\n"\xff"]')).rejects.toThrow('line 2 is not valid UTF-8; export');
  await expect(toSent('{"a": 1}')).rejects.toThrow(/must be a list of orders/);
  await expect(toSent('[]')).rejects.toThrow(/must have at least 1 order/);
  await expect(
    stageImport(world.ctx('shop.admin'), { kind: 'orders', file: asFile(await nativeOrders()) }),
  ).rejects.toMatchObject({ code: 'permission-denied' });
});

test('an order that was changed since prevents undo, with its serial number', async () => {
  const [order] = (await nativeOrders()) as [Order];
  const { _id: id } = await stage([{ ...order, serialNumber: 'WORKED-1' }]);
  await applyStagedImport(office(), { id });
  await world.db('orders').where({ serial_number: 'WORKED-1' }).update({ revision: 2, updated_by: 'Bo' });
  await expect(undoImport(office(), { id })).rejects.toThrow('order WORKED-1 was changed by Bo');
  expect(await readSerials(id)).toEqual(['WORKED-1']);
});

test('an order nested in more than 64 lists or objects cannot be read, so the file is refused', async () => {
  const nest = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
  const [order] = (await nativeOrders()) as [Order];
  const toSent = (note: string, more = '') =>
    stageImport(office(), {
      kind: 'orders',
      file: {
        name: 'x.json',
        bytes: Buffer.from(
          `{"orders": [${JSON.stringify({ ...order, note: 0 }).replace('"note":0', `"note":${note}`)}]${more}}`,
        ),
      },
    });
  const refusal = {
    code: 'unreadable-file',
    message:
      'The file cannot be read: its lists and objects are nested more than 64 levels deep; export the orders again.',
  };
  await expect(toSent(nest(5_000))).rejects.toMatchObject(refusal);
  await expect(toSent(nest(64))).rejects.toMatchObject(refusal);
  const toSentAround = (levels: number) => toSent('1', `, "more": {"a": {"b": {"c": {"d": ${nest(levels)}}}}}`);
  await expect(toSentAround(5_000)).rejects.toMatchObject(refusal);
  await expect(toSentAround(100_000)).rejects.toThrow('has a row or value with more than 10,000 values in it');
  expect((await toSent(nest(63))).counts).toMatchObject({ refused: 0 });
});

test('an order with a text that cannot be stored is refused with its field, and shown with � in it', async () => {
  const [order] = (await nativeOrders()) as [Order];
  const spoilt = [
    { ...order, serialNumber: 'SPOILT-1', customer: 'J\0ohn' },
    { ...order, serialNumber: 'SPO\ud800ILT-2' },
    { ...order, serialNumber: 'SPOILT-3', notes: [{ 'a\udc00': 1 }] },
    { ...order, serialNumber: 'SPOILT-4', lines: [{}, { text: ['x\0'] }] },
  ];
  const staged = await stage([...spoilt, { ...order, serialNumber: 'WHOLE-1' }]);
  expect(staged.counts).toMatchObject({ new: 1, refused: 4 });
  const rows = await readRows(staged._id);
  expect(rows.map(({ sheet, row, state, name, problems }) => [sheet, row, state, name, problems[0]?.why])).toEqual([
    ['Orders', 1, 'refused', 'SPOILT-1', 'customer "J\uFFFDohn" contains a character that cannot be stored'],
    [
      'Orders',
      2,
      'refused',
      'SPO\uFFFDILT-2',
      'serialNumber "SPO\uFFFDILT-2" contains a character that cannot be stored',
    ],
    ['Orders', 3, 'refused', 'SPOILT-3', 'notes[0] "a\uFFFD" contains a character that cannot be stored'],
    ['Orders', 4, 'refused', 'SPOILT-4', 'lines[1].text[0] "x\uFFFD" contains a character that cannot be stored'],
    ['Orders', 5, 'new', 'WHOLE-1', undefined],
  ]);
  const file = await exportRefused(office(), { id: staged._id });
  const [first] = JSON.parse(await text(file.content as Readable)) as Order[];
  expect(first).toMatchObject({ customer: 'J\uFFFDohn', reason: rows[0]?.problems[0]?.why });
  await applyStagedImport(office(), { id: staged._id });
  expect(await readSerials(staged._id)).toEqual(['WHOLE-1']);
  await undoImport(office(), { id: staged._id });
});

test('orders of another format are also refused one by one if a text or a path cannot be stored', async () => {
  const [order] = (await nativeOrders()) as [Order];
  const staged = await stage([{ ...foreign(order, 50), 'no\0te': 'x' }, foreign(order, 51)]);
  expect(staged.layout[0]?.columns.map(({ header }) => header)).toContain('no\uFFFDte');
});
