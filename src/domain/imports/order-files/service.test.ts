import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { Ctx } from '../../kernel/context.js';
import { getImport, listImports } from '../history.js';
import { undoImport } from '../undo.js';
import { priceOrder } from '../../pricing/order.js';
import { getJob } from '../../operations/jobs/service.js';
import { prepareJobs } from '../../kernel/queue/queue.js';
import { startWorker } from '../../operations/jobs/worker.js';
import { homeShop, silent, useWorld } from '../../testing/world.js';
import { updateMapping } from './mapping.js';
import { figureColumnNames, orderFigureValues } from '../../orders/pricing/figures.js';
import { importMissingOrders, importOrders, previewOrders } from './service.js';
import { deleteNewOrders } from '../../orders/intake/delete-new.js';
import { listDuplicateOrders, listOrders } from '../../orders/service.js';
import { pushOrders } from '../../orders/intake/push.js';
import { rematchNewOrders } from '../../orders/intake/rematch-new.js';
import { toCase } from '../../orders/pricing/case.js';
import { lockOrders } from '../../orders/pricing/locked-orders.js';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { limit } from '../../testing/patience.js';
import { packageFolder } from '../../../package.js';

type Row = Record<string, unknown>;
const fixture = <T>(name: string) => JSON.parse(readFileSync(new URL(`fixtures/${name}`, packageFolder), 'utf8')) as T;
const feed = fixture<Row[]>('feed-demo.json');
const sample = fixture<Row[]>('feed-30.json');
const native = fixture<{ orders: Row[] }>('orders-native.json');
const world = useWorld();
const office = () => world.ctx('office.admin');
const clear = async () => void (await deleteNewOrders(office(), {}));
const getAlerts = (result: Awaited<ReturnType<typeof importOrders>>, index: number) =>
  result.rows.find((row) => row.index === index)?.alerts;
const getOrder = (serial: string, more: Row = {}): Row => ({
  serialNumber: serial,
  shop: homeShop,
  dealer: 'Hilltop Storage',
  category: 'Painted',
  model: 'Painted Cabin',
  size: '8x10',
  basePrice: 2295,
  type: 'Customer',
  customer: 'Ann',
  roofType: 'Metal',
  roofColor: 'Black',
  sidingType: 'Painted',
  sidingColor: 'Clay',
  trimColor: 'White',
  dateOrdered: '2026-03-02',
  ...more,
});

/** Whether the stored figures equal the pricing of the stored inputs, so that nothing else determines an order. */
async function expectFiguresToFoot(ctx: Ctx): Promise<number> {
  const orders = await ctx.db.transaction((tx) => lockOrders(tx, (q) => q));
  const rows = (await ctx.db('orders').select(['id', ...figureColumnNames])) as ({ id: string } & Record<
    string,
    number
  >)[];
  const storedRows = new Map(rows.map((row) => [row.id, row]));
  for (const order of orders)
    expect(storedRows.get(order.id)).toMatchObject(orderFigureValues(priceOrder(toCase(order))));
  return orders.length;
}

describe('upload of the sales system feed', () => {
  test('imports all orders as New and lists what does not match in each', async () => {
    await clear();
    const result = await importOrders(office(), { orders: feed, fileName: 'feed-demo.json' });
    expect(result).toMatchObject({
      msg: 'Orders are Uploaded.',
      counts: { new: 24, refused: 0, skipped: 0, withAlerts: 9 },
    });
    expect(getAlerts(result, 15)).toEqual(['Model "Metal Garage" not found in Painted']);
    expect(getAlerts(result, 16)).toEqual(['Dealer "Prairie Home & Barn" not found']);
    expect(getAlerts(result, 17)).toEqual(['Add-on "Loft 4ft" not found']);
    expect(getAlerts(result, 18)).toEqual([
      "Base price $7,515.00 differs from the catalogue's $7,695.00",
      'Add-on "Garage Door 9x7" price $845.00 differs from the catalogue\'s $895.00',
    ]);
    expect(getAlerts(result, 19)).toEqual([
      'Roof color is missing',
      'Siding color "Sage Green" is not on the company\'s list',
    ]);
    expect(getAlerts(result, 20)).toEqual(['Shop is missing']);
    expect(getAlerts(result, 21)).toEqual(['Size in serial number (10x12) differs from 10x16']);
    expect(getAlerts(result, 22)).toContain('No haul base for this size');
    expect(getAlerts(result, 23)).toEqual(['No Urethane percent for this shop', 'No shed labor for this size']);
    expect(await expectFiguresToFoot(office())).toBe(24);
  });

  test('the same file again changes nothing, and reports that', async () => {
    const again = await importOrders(office(), { orders: feed });
    expect(again).toMatchObject({
      msg: 'Nothing new: 24 orders already exist.',
      counts: { new: 0, skipped: 24 },
      import: null,
    });
    expect(again.seenBefore).not.toBeNull();
    expect((await listOrders(office(), { status: 'New' })).total).toBe(24);
  });

  test('imports an ID that the feed repeats once, and reports it', async () => {
    const result = await importOrders(office(), { orders: sample });
    expect(result.counts).toMatchObject({ new: 30, skipped: 2 });
    expect(result.rows.filter((row) => row.state === 'repeated').map((row) => row.reason)).toEqual([
      'ID 1200018 is a duplicate in this file',
      'ID 1200023 is a duplicate in this file',
    ]);
  });

  test('refuses a canceled order with its date and imports the rest', async () => {
    const rows = [
      { ...feed[0], id: '9', serialNumber: 'X-1', dateCancelled: '2026-07-02T10:00:00-05:00' },
      { ...feed[1], id: '10', serialNumber: 'X-2' },
    ];
    const result = await importOrders(office(), { orders: rows });
    expect(result.rows).toMatchObject([
      { state: 'refused', reason: 'the order was canceled on 2026-07-02' },
      { state: 'new' },
    ]);
  });

  test('an add-on in the base price keeps its cost, and has neither a price nor a price alert', async () => {
    const included = { name: ' garage door 9X7 ', price: '1.00', priceIncluded: true, quantity: 1 };
    const row = { ...feed[0], id: '11', serialNumber: 'X-3', buildingAddons: [included], buildingCustomAddons: [] };
    await importOrders(office(), { orders: [row] });
    const [order] = await world.db.transaction((tx) => lockOrders(tx, (q) => q.where('o.serial_number', 'X-3')));
    expect(order?.lines).toMatchObject([{ name: 'Garage Door 9x7', retailPrice: 0, included: true }]);
    const priced = priceOrder(toCase(order as never)).addOns[0];
    expect(priced?.totalSalePrice.order).toBe(0);
    expect(priced?.totalCost.standard).toBeGreaterThan(0);
    expect(order?.alerts.filter((a) => a.code === 'add-on-price')).toEqual([]);
  });
});

describe('upload of the native format', () => {
  test('refuses rows that are not valid orders by index with a reason, and stores unknown fields', async () => {
    await clear();
    const result = await importOrders(office(), { orders: native });
    expect(result.counts).toMatchObject({ new: 4, refused: 2 });
    expect(result.rows.filter((row) => row.state === 'refused').map(({ index, reason }) => [index, reason])).toEqual([
      [4, 'serialNumber is missing'],
      [5, 'basePrice "about six thousand" is not a number'],
    ]);
    const sources = (await world.db('order_sources').select('source')) as { source: Row }[];
    expect(sources.map((s) => Object.keys(s.source))).toContainEqual(['salesChannel']);
  });

  test.each<[string, Row]>([
    ['a line with a note', { addOns: [{ name: 'Workbench' }, { name: 'Loft', note: 'left wall' }] }],
    ['a cost with a currency', { customAddOns: [{ name: 'Bench', laborCost: { shop: 5, currency: 'USD' } }] }],
    ['a customer with a phone', { customer: { name: 'Ann', phone: '555' } }],
    ['a list of conditions', { condition: ['new', 'dry'] }],
  ])('stores %s as sent, beside a known field that is read completely', async (_, fields) => {
    await clear();
    const known = { dealer: { name: 'Hilltop Storage' }, sidingPaint: { color: 'Clay', quantity: 2 } };
    await importOrders(office(), { orders: [getOrder('U-1', { ...known, ...fields })] });
    expect(await world.db('order_sources').pluck('source')).toEqual([fields]);
    const line = { name: { name: 'Workbench' }, quantity: 2, laborCost: { shop: 5 }, priceIncluded: false };
    await importOrders(office(), { orders: [getOrder('U-2', { ...known, addOns: [line] })] });
    expect(await world.db('order_sources').pluck('source')).toEqual([fields]);
  });

  test('strict imports nothing if any row is refused', async () => {
    await clear();
    await expect(importOrders(office(), { orders: native, strict: true })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    expect((await listOrders(office(), { status: 'New' })).total).toBe(0);
  });

  test.each([
    ['no list', { orders: 5 }, 'must be a list of orders'],
    ['an empty list', { orders: [] }, 'must have at least 1 order'],
    ['a list without end', { orders: Array.from({ length: 50_001 }, () => 0) }, 'must have at most 50,000 orders'],
    ['a list of lists', { orders: [[1]] }, null],
  ])('%s is refused with a sentence', async (_, content, msg) => {
    if (msg) await expect(importOrders(office(), content)).rejects.toThrow(msg);
    else
      expect((await importOrders(office(), content)).rows).toMatchObject([
        { state: 'refused', reason: 'the row is not an object' },
      ]);
  });

  test.each([
    ['width beside size', { size: '12x24', width: null, length: null }, [12, 24]],
    ['text numbers', { size: undefined, width: '12', length: '24.5' }, [12, 24.5]],
  ])('reads the size from %s', async (_, size, [width, length]) => {
    await clear();
    await importOrders(office(), { orders: [getOrder('N-1', size)] });
    expect((await listOrders(office(), { status: 'New' })).items).toMatchObject([{ width, length }]);
  });

  test('an ID that the format does not have is only stored, and does not identify the order', async () => {
    await clear();
    const rows = [getOrder('I-1', { id: 1 }), getOrder('I-2', { id: 1 })];
    expect((await importOrders(office(), { orders: rows })).counts).toMatchObject({ new: 2, skipped: 0 });
    const more = [getOrder('I-3', { id: 1, externalId: 'E-1' }), getOrder('I-4', { externalId: 'E-1' })];
    const result = await importOrders(office(), { orders: more, duplicates: 'replace' });
    expect(result.rows).toMatchObject([
      { state: 'new' },
      { state: 'repeated', reason: 'ID E-1 is a duplicate in this file' },
    ]);
    const stored = (await world
      .db('orders as o')
      .join('order_sources as s', 's.order_id', 'o.id')
      .orderBy('o.serial_number')
      .select('o.external_id', 's.source')) as object[];
    expect(stored).toEqual([
      { external_id: null, source: { id: 1 } },
      { external_id: null, source: { id: 1 } },
      { external_id: 'E-1', source: { id: 1 } },
    ]);
  });

  test.each(['id', 'externalId'])('a mapping can name the key of an order as %s', async (field) => {
    await clear();
    const mapping = { serialNumber: 'no', model: 'shed', size: 'dims', basePrice: 'price', [field]: 'key' };
    const row = { no: 'K-1', shed: 'Painted Cabin', dims: '8x10', price: '2295', key: 'key-1', id: 7 };
    await importOrders(office(), { orders: [row], mapping });
    const again = await importOrders(office(), { orders: [{ ...row, no: 'K-2' }], mapping });
    expect(again.counts).toMatchObject({ new: 0, skipped: 1 });
  });

  test.each([
    ['serialNumber', getOrder('', { serialNumber: 12345678901234567890 })],
    ['externalId', getOrder('B-1', { externalId: 12345678901234567890 })],
    ['orderNumber', getOrder('B-2', { orderNumber: 12345678901234567890 })],
    ['addOns[0].ssId', getOrder('B-3', { addOns: [{ name: 'Workbench', ssId: 12345678901234567890 }] })],
    ['id', { ...feed[0], serialNumber: 'B-4', id: 12345678901234567890 }],
    ['orderNumber', { ...feed[0], serialNumber: 'B-5', orderNumber: 12345678901234567890 }],
  ])('refuses a %s that was sent as a number and lost its digits', async (field, row) => {
    const reason = `${field} 12345678901234567000 has too many digits for a number; send it as text`;
    expect((await importOrders(office(), { orders: [row] })).rows).toMatchObject([{ state: 'refused', reason }]);
  });

  const long = 'Door, left wall. '.repeat(290).trim();

  test.each([
    [
      'our own format',
      getOrder('L-1', { adjustmentNote: long, customAddOns: [{ name: long }], addOns: [{ name: long }] }),
    ],
    [
      'the feed',
      {
        ...feed[0],
        ...{ id: 'L', serialNumber: 'L-1', subTotalAdjustmentNote: long },
        buildingAddons: [{ name: long, price: '1.00', quantity: 1 }],
        buildingCustomAddons: [{ name: long, price: '1.00', quantity: 1 }],
      },
    ],
  ])('accepts an order with notes and line names as long as people write them, of %s', async (_, row) => {
    await clear();
    expect((await importOrders(office(), { orders: [row] })).counts).toMatchObject({ new: 1 });
    const [order] = await world.db.transaction((tx) => lockOrders(tx, (q) => q.where('o.serial_number', 'L-1')));
    expect(order).toMatchObject({ adjustmentNote: long, lines: [{ name: long }, { name: long }] });
  });

  test.each([
    ['adjustmentNote', { adjustmentNote: 'x'.repeat(5001) }],
    ['customAddOns[0].name', { customAddOns: [{ name: 'x'.repeat(5001) }] }],
  ])('refuses a %s without end', async (field, more) => {
    const result = await importOrders(office(), { orders: [getOrder('L-2', more)] });
    expect(result.rows).toMatchObject([{ state: 'refused', reason: `${field} is longer than 5,000 characters` }]);
  });

  test('reads a foreign row through a mapping and stores the whole row as source', async () => {
    await clear();
    const row = {
      no: 'M-1',
      store: { title: homeShop },
      shed: { model: 'Painted Cabin', dims: '8x10' },
      money: { base: '$2,295.00' },
      buyer: 'Bo',
      colors: ['Black', 'Clay', 'White'],
      types: { roof: 'Metal', siding: 'Painted' },
    };
    const mapping = {
      serialNumber: 'no',
      shop: 'store.title',
      model: '$.shed.model',
      size: 'shed.dims',
      basePrice: 'money.base',
      customer: 'buyer',
      roofType: 'types.roof',
      sidingType: 'types.siding',
      roofColor: 'colors[0]',
      sidingColor: 'colors[1]',
      trimColor: 'colors[2]',
    };
    const result = await importOrders(office(), { orders: [row], mapping });
    expect(result.rows).toMatchObject([{ state: 'new', serialNumber: 'M-1', alerts: [] }]);
  });
});

test('a stored mapping reads rows of unknown formats, and does not affect known ones', async () => {
  await clear();
  const mapping = { serialNumber: 'no', shop: 'store', model: 'shed', size: 'dims', basePrice: 'price' };
  await updateMapping(office(), { mapping });
  const row = { no: 'M-2', store: homeShop, shed: 'Painted Cabin', dims: '8x10', price: '2295' };
  const result = await importOrders(office(), {
    orders: [row, getOrder('M-3'), { ...feed[0], id: 'm4', serialNumber: 'M-4' }],
  });
  expect(result.rows.map(({ state, serialNumber }) => [state, serialNumber])).toEqual([
    ['new', 'M-2'],
    ['new', 'M-3'],
    ['new', 'M-4'],
  ]);
  await updateMapping(office(), { mapping: null });
  expect((await importOrders(office(), { orders: [{ ...row, no: 'M-5' }] })).counts).toMatchObject({ refused: 1 });
});

test('many New orders are matched again by a job that reports its progress', async () => {
  await clear();
  await importOrders(office(), {
    orders: Array.from({ length: 1001 }, (_, n) => getOrder(`J-${n}`, { dealer: 'Newcomer' })),
  });
  await world.db('dealers').insert({ id: crypto.randomUUID(), name: 'Newcomer' });
  await prepareJobs(world.url);
  const job = await rematchNewOrders(office(), {});
  expect(job).toMatchObject({ orders: 1001, msg: '1001 New orders are being checked again in the background.' });
  const worker = await startWorker({ url: world.url, db: world.db, logger: silent, config: { MAIL_FROM: 'x@y.test' } });
  await vi.waitFor(
    async () =>
      expect(await getJob(office(), { id: job.job ?? '' })).toMatchObject({
        status: 'done',
        done: 1001,
        total: 1001,
      }),
    { timeout: limit(15_000) },
  );
  await worker.stop();
  expect((await listOrders(office(), { status: 'New', alerts: 'true', size: 1 })).total).toBe(0);
});

describe('existing serial numbers', () => {
  const two = [getOrder('D-1'), getOrder('D-2')];

  test('are skipped, replaced or kept as chosen', async () => {
    await clear();
    await importOrders(office(), { orders: two });
    expect((await importOrders(office(), { orders: two, duplicates: 'skip' })).counts).toMatchObject({
      new: 0,
      skipped: 2,
    });
    const replaced = await importOrders(office(), {
      orders: [getOrder('D-1', { customer: 'New owner' })],
      decisions: { 'D-1': 'replace' },
    });
    expect(replaced.counts).toMatchObject({ replaced: 1 });
    expect((await listOrders(office(), { search: 'D-1' })).items).toMatchObject([{ customer: 'New owner' }]);
    const added = await importOrders(office(), { orders: [getOrder('D-2')], duplicates: 'keep' });
    expect(added.rows[0]?.alerts).toEqual(['Duplicate serial number']);
    expect((await listDuplicateOrders(office(), {})).items).toMatchObject([{ serialNumber: 'D-2', count: 2 }]);
  });

  test('a choice applies to its serial number, even if that is an unusual name', async () => {
    await clear();
    await importOrders(office(), { orders: [getOrder('constructor'), getOrder('toString')] });
    const again = await importOrders(office(), { orders: [getOrder('constructor'), getOrder('toString')] });
    expect(again.counts).toMatchObject({ new: 0, replaced: 0, skipped: 2 });
  });

  test('a row that pricing refuses is reported with its index; the order it would have replaced is unchanged', async () => {
    await clear();
    await importOrders(office(), { orders: [getOrder('Q-1')] });
    const absurd = { addOns: [{ name: 'Garage Door 9x7', quantity: 12, price: 9_999_999.99999 }] };
    const half = { serialNumber: 'Q-3', shop: 'Ri\ud800dge' };
    const huge = { addOns: [{ name: 'Insulation', quantity: 99_999, price: 9_999_999 }], customAddOns: [] };
    const orders = [
      getOrder('Q-1', absurd),
      getOrder('Q-2'),
      { ...getOrder('Q-3'), ...half },
      getOrder('Q-4', { externalId: 'x'.repeat(6000) }),
      getOrder('Q-1', huge),
    ];
    const result = await importOrders(office(), { orders, duplicates: 'replace' });
    expect(result.rows.map((row) => row.state)).toEqual(['refused', 'new', 'refused', 'refused', 'refused']);
    expect((await listOrders(office(), { search: 'Q-' })).items.map((o) => o.serialNumber).sort()).toEqual([
      'Q-1',
      'Q-2',
    ]);
  });

  test('a chosen dealer stays chosen when several share its name', async () => {
    await clear();
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    await world.db('dealers').insert([
      { id: first, name: 'Twin', haul_percent: 100 },
      { id: second, name: 'Twin', shop_id: await world.findShopId(homeShop), haul_percent: 50 },
    ]);
    await importOrders(office(), { orders: [getOrder('T-1', { dealer: 'Twin' })] });
    const { items } = await listOrders(office(), { search: 'T-1' });
    const id = items[0]?._id ?? '';
    const { order } = await updateOrder(office(), { id, dealer: first });
    expect(order.dealerId).toBe(first);
  });

  test('an invoiced order is never replaced', async () => {
    const id = await world.createPushedOrder('Finished');
    const { createInvoice } = await import('../../billing/invoices/life/create.js');
    await createInvoice(world.ctx('shop.admin'), { order: id });
    const { serial_number: serial } = (await world.db('orders').where({ id }).first('serial_number')) as {
      serial_number: string;
    };
    const result = await importOrders(office(), { orders: [getOrder(serial)], duplicates: 'replace' });
    expect(result.rows).toMatchObject([
      { state: 'refused', reason: 'the existing order is invoiced and cannot be replaced' },
    ]);
    expect(await world.db('orders').where({ id }).first('id')).toBeDefined();
  });

  test('Add Missing Orders adds only those that are missing', async () => {
    await clear();
    await importOrders(office(), { orders: [getOrder('D-1')] });
    const result = await importMissingOrders(office(), {
      orders: [getOrder('D-1'), getOrder('D-9')],
      duplicates: 'replace',
    });
    expect(result.rows.map((row) => row.state)).toEqual(['exists', 'new']);
  });

  test('two simultaneous uploads of one file store each order once', async () => {
    await clear();
    const orders = Array.from({ length: 30 }, (_, n) => getOrder(`R-${n}`));
    const results = await Promise.all([1, 2, 3].map(() => importOrders(office(), { orders })));
    expect(results.map((r) => r.counts.new).sort((a, b) => a - b)).toEqual([0, 0, 30]);
    expect((await listOrders(office(), { search: 'R-' })).total).toBe(30);
  });
});

test('the preview reports what the upload does and changes nothing', async () => {
  await clear();
  const input = { orders: [...feed.slice(0, 3), { bad: true }] };
  const before = await world.db('audit_entries').count();
  const preview = await previewOrders(office(), input);
  expect(await world.db('audit_entries').count()).toEqual(before);
  expect((await listOrders(office(), { status: 'New' })).total).toBe(0);
  const done = await importOrders(office(), input);
  expect(preview.rows).toEqual(done.rows);
  expect(preview.counts).toEqual(done.counts);
});

test('a re-match removes alerts that no longer apply, keeps accepted ones that do, and prices again', async () => {
  await clear();
  await importOrders(office(), {
    orders: [
      getOrder('A-1', {
        addOns: [{ name: 'Sky Tower', price: 100, quantity: 2 }],
        roofColor: 'Purple',
        dealer: 'Nobody',
      }),
    ],
  });
  const [order] = await world.db.transaction((tx) => lockOrders(tx, (q) => q.where('o.serial_number', 'A-1')));
  const purple = order?.alerts.find((a) => a.code === 'color');
  await updateOrder(office(), { id: order?.id ?? '', alerts: [{ _id: purple?._id ?? '', accepted: true }] });
  const category = (await world.db('addon_categories').first('id')) as { id: string };
  await world
    .db('add_ons')
    .insert({ id: crypto.randomUUID(), name: 'sky tower', category_id: category.id, type: 'piece', retail_price: 100 });
  expect(await rematchNewOrders(office(), {})).toMatchObject({ orders: 1, withAlerts: 1 });
  const [after] = await world.db.transaction((tx) => lockOrders(tx, (q) => q.where('o.serial_number', 'A-1')));
  expect(after?.alerts.map(({ code, accepted }) => [code, accepted])).toEqual([
    ['dealer', false],
    ['color', true],
  ]);
  expect(after?.lines).toMatchObject([
    { kind: 'addOn', name: 'sky tower', quantity: 2, retailPrice: 100, unknown: false },
  ]);
  await expectFiguresToFoot(office());
});

test('push moves only orders with a shop whose alerts are all accepted', async () => {
  await clear();
  await importOrders(office(), {
    orders: [getOrder('P-1'), getOrder('P-2', { shop: 'Nowhere' }), getOrder('P-3', { dealer: 'Nobody' })],
  });
  expect(await pushOrders(office(), {})).toEqual({ msg: 'Orders are updated to InQueue', pushed: 1, left: 2 });
  expect((await listOrders(office(), { search: 'P-1' })).items).toMatchObject([{ status: 'InQueue' }]);
  await expect(world.db('orders').where({ serial_number: 'P-2' }).update({ status: 'InQueue' })).rejects.toThrow(
    'orders_pushed_when_settled',
  );
});

describe('undo of an import', () => {
  test('deletes its orders and restores the replaced ones', async () => {
    await clear();
    await importOrders(office(), {
      orders: [getOrder('U-1', { customAddOns: [{ name: 'Paint', price: 50 }], note: 'kept' })],
    });
    const whole = () => world.db.transaction((tx) => lockOrders(tx, (q) => q.where('o.serial_number', 'U-1')));
    const before = await whole();
    const { import: id } = await importOrders(office(), {
      orders: [getOrder('U-1'), getOrder('U-2')],
      duplicates: 'replace',
    });
    expect(await undoImport(office(), { id: id ?? '' })).toMatchObject({ deleted: 2, restored: 1 });
    expect(await whole()).toEqual(before);
    expect((await listOrders(office(), { search: 'U-2' })).total).toBe(0);
    await expect(undoImport(office(), { id: id ?? '' })).rejects.toThrow('already undid it');
    const own = await importOrders(world.ctx('office.user'), { orders: [getOrder('U-9')] });
    const { import: byAdmin } = await importOrders(office(), { orders: [getOrder('U-8')] });
    await expect(undoImport(world.ctx('office.user'), { id: byAdmin ?? '' })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await undoImport(world.ctx('office.user'), { id: own.import ?? '' });
    expect((await listImports(office(), {})).items.map((i) => i.undoneBy)).toContain('Anna Keller');
  });

  test('is refused, naming the order, after one was changed', async () => {
    await clear();
    const { import: id } = await importOrders(office(), { orders: [getOrder('U-3'), getOrder('U-4')] });
    await pushOrders(office(), {});
    await expect(undoImport(office(), { id: id ?? '' })).rejects.toThrow('order U-3 is InQueue (and 1 more)');
    expect((await getImport(office(), { id: id ?? '' })).inTheWay).toHaveLength(2);
    expect((await listOrders(office(), { search: 'U-' })).total).toBe(2);
  });
});

test('stored totals equal a recount after all of these', async () => {
  const { rows } = (await world.db.raw(`
    select t.* from order_totals t full join (
      select coalesce(shop_id, '00000000-0000-0000-0000-000000000000') shop_id, status, count(*) n, sum(grand_total_shop) s, sum(grand_total_company) c from orders group by 1, 2) o
    using (shop_id, status) where coalesce(t.n, 0) <> coalesce(o.n, 0) or coalesce(t.shop_total, 0) <> coalesce(o.s, 0) or coalesce(t.company_total, 0) <> coalesce(o.c, 0)`)) as {
    rows: unknown[];
  };
  expect(rows).toEqual([]);
});

test('a serial number with a character that cannot be stored refuses only its row', async () => {
  const { rows, counts } = await importOrders(world.ctx('office.user'), {
    orders: [getOrder('NUL-\0-1'), getOrder('NUL-2')],
  });
  expect(counts).toMatchObject({ new: 1, refused: 1 });
  expect(rows[0]).toMatchObject({ state: 'refused', serialNumber: 'NUL-\ufffd-1' });
});
