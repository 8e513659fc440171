import { beforeEach, describe, expect, test } from 'vitest';
import { importOrders } from '../imports/order-files/service.js';
import { undoImport } from '../imports/undo.js';
import { updateOrder } from '../billing/invoices/life/change-order.js';
import { listRecordHistory } from '../operations/history/service.js';
import { getHeaders, readSheetCells } from '../testing/table-files.js';
import { homeShop, otherShop, useWorld, type ActorName } from '../testing/world.js';
import { deleteNewOrders } from './intake/delete-new.js';
import { rematchNewOrders } from './intake/rematch-new.js';
import { orderStatuses, type OrderStatus } from '../kernel/order/status.js';
import { readOrders } from './pricing/locked-orders.js';
import { exportOrders } from './reads/export.js';
import { searchOrdersBySerial, getOrder, listOrders } from './service.js';
import { type SaleFacts, toFactRow } from './sale-facts.js';
import { readSampleRows } from '../imports/feed/testing/feed-rows.js';

type Row = Record<string, unknown>;
const world = useWorld();
const office = () => world.ctx('office.admin');
const [feedRow] = readSampleRows();

/** The facts of a row as the sales system sends them: texts, and instants with an offset. */
const row: Row = {
  dateScheduledForDelivery: '2026-04-02T23:30:00-05:00',
  dateDelivered: '2026-04-03T04:30:00Z',
  driverName: ' Dan  Miller ',
  deliveryAddressLineOne: '610 Oak Rd',
  deliveryAddressLineTwo: '',
  deliveryCity: 'Springfield',
  deliveryState: 'MO',
  deliveryZip: 65000,
  customerPhonePrimary: 5555054432,
  customerEmail: 'iris@example.com',
  rto: 'true',
  rtoCompanyName: 'Own It',
  rtoMonthsOfTerm: '36',
  balanceDollarAmount: '12,772.83',
  status: 'in_production',
};
const facts: SaleFacts = {
  deliveryScheduled: '2026-04-02',
  dateDelivered: '2026-04-02',
  driver: 'Dan Miller',
  deliveryAddress: { lineOne: '610 Oak Rd', lineTwo: null, city: 'Springfield', state: 'MO', zip: '65000' },
  phone: '5555054432',
  email: 'iris@example.com',
  rto: true,
  rtoCompany: 'Own It',
  rtoMonths: 36,
  balance: 12772.83,
  status: 'in_production',
};
const unknown: SaleFacts = {
  ...{ deliveryScheduled: null, dateDelivered: null, driver: null, phone: null, email: null, status: null },
  deliveryAddress: { lineOne: null, lineTwo: null, city: null, state: null, zip: null },
  ...{ rto: false, rtoCompany: null, rtoMonths: null, balance: null },
};
const feedOrder = (more: Row): Row => ({ ...feedRow, id: 'F-1', serialNumber: 'F-1', ...more });
const nativeOrder = (more: Row): Row => ({
  ...{ serialNumber: 'F-1', externalId: 'F-1', shop: homeShop, category: 'Painted', model: 'Painted Cabin' },
  ...{ size: '8x10', basePrice: 2295, type: 'Customer', customer: 'Ann', ...more },
});
const upload = (row: Row, duplicates: 'skip' | 'replace' = 'skip') =>
  importOrders(office(), { orders: [row], duplicates });
const storedFacts = async (): Promise<SaleFacts | undefined> =>
  (await readOrders(world.db, (q) => q.where('o.serial_number', 'F-1')))[0]?.facts;

beforeEach(async () => void (await deleteNewOrders(office(), {})));

describe('facts of the sale', () => {
  test.each([
    ['the feed', feedOrder],
    ['our own format', nativeOrder],
  ])('are read and stored from %s', async (_, order) => {
    expect((await upload(order(row))).counts).toMatchObject({ new: 1, refused: 0 });
    expect(await storedFacts()).toEqual(facts);
  });

  test('are read through a mapping', async () => {
    const mapping = { serialNumber: 'no', model: 'm', size: 's', basePrice: 'p', deliveryCity: 'to.city', rto: 'own' };
    const row = { no: 'F-1', m: 'Painted Cabin', s: '8x10', p: 2295, to: { city: 'Nixa' }, own: 1 };
    await importOrders(office(), { orders: [row], mapping });
    const deliveryAddress = { ...unknown.deliveryAddress, city: 'Nixa' };
    expect(await storedFacts()).toEqual({ ...unknown, deliveryAddress, rto: true });
  });

  const oddRow: Row = {
    dateScheduledForDelivery: 'soon',
    dateDelivered: ['2026-04-02'],
    driverName: { name: 'Dan' },
    deliveryAddressLineOne: 'x'.repeat(201),
    deliveryAddressLineTwo: {},
    deliveryCity: true,
    deliveryState: [],
    deliveryZip: false,
    customerPhonePrimary: ['555'],
    customerEmail: {},
    rto: 'maybe',
    rtoCompanyName: ['Own It'],
    rtoMonthsOfTerm: 'three years',
    balanceDollarAmount: 'paid',
    status: { code: 4 },
  };

  test.each([
    ['the feed', feedOrder],
    ['our own format', nativeOrder],
  ])(
    'are unknown if they have the wrong type, stay in the source, and never refuse an order of %s',
    async (_, order) => {
      const result = await upload(order(oddRow));
      expect(result.counts).toMatchObject({ new: 1, refused: 0 });
      expect(await storedFacts()).toEqual(unknown);
      const { source } = (await world
        .db('order_sources as s')
        .join('orders as o', 'o.id', 's.order_id')
        .where('o.serial_number', 'F-1')
        .first('s.source')) as { source: Row };
      expect(source).toMatchObject(oddRow);
    },
  );

  test.each([
    ['a term in parts of a month', { rtoMonthsOfTerm: 12.5 }],
    ['a term of ages', { rtoMonthsOfTerm: '601' }],
    ['an amount with half cents', { balanceDollarAmount: '10.005' }],
    ['an amount without end', { balanceDollarAmount: 1e12 }],
    ['a day that does not exist', { dateScheduledForDelivery: '2026-02-30' }],
  ])('%s is unknown', async (_, more) => {
    await upload(feedOrder({ ...row, ...more }));
    const facts = await storedFacts();
    expect([facts?.rtoMonths, facts?.balance, facts?.deliveryScheduled]).toContain(null);
  });

  test('are unchanged when the order is matched again', async () => {
    await upload(feedOrder(row));
    await rematchNewOrders(office(), {});
    expect(await storedFacts()).toEqual(facts);
  });

  test('are those of the newer row when it replaces the order, and the previous ones when that is undone', async () => {
    await upload(feedOrder(row));
    const second = await upload(feedOrder({ ...row, driverName: 'Eve' }), 'replace');
    expect(await storedFacts()).toEqual({ ...facts, driver: 'Eve' });
    await undoImport(office(), { id: second.import ?? '' });
    expect(await storedFacts()).toEqual(facts);
  });

  test('of an order whose row was stored by an older version, without facts, are unknown after the undo', async () => {
    await upload(feedOrder(row));
    const second = await upload(feedOrder({ ...row, driverName: 'Eve' }), 'replace');
    await world.db.raw(
      `update imports set before = jsonb_set(before, '{orders}',
         (select jsonb_agg(o - 'rto' - 'balance') from jsonb_array_elements(before -> 'orders') o)) where id = ?`,
      [second.import],
    );
    await undoImport(office(), { id: second.import ?? '' });
    expect(await storedFacts()).toEqual({ ...facts, rto: false, balance: null });
  });
});

/** An order with a status and these facts, or with these columns. */
async function orderWith(more: Row = {}, status: OrderStatus = 'Building', shop = homeShop) {
  const id = await world.createPushedOrder(status, shop);
  await world
    .db('orders')
    .where({ id })
    .update({ ...toFactRow(facts), ...more });
  return id;
}
const days = { deliveryScheduled: '2026-04-02', dateDelivered: '2026-04-02' };
const officeOnly = {
  ...{ driver: 'Dan Miller', customerPhone: '5555054432', customerEmail: 'iris@example.com' },
  ...{ rto: true, rtoCompany: 'Own It', rtoMonths: 36, balance: 12772.83, saleStatus: 'in_production' },
};
const { deliveryAddress } = facts;
const addressFields = ['deliveryAddress', 'deliveryCity'];
const getSeen = (answer: object, names: readonly string[]) => names.filter((name) => name in answer);

describe('who sees the facts', () => {
  test('of an order: the office all, a shop days and address, a builder the days', async () => {
    const id = await orderWith();
    for (const who of ['office.admin', 'office.user', 'view.only'] as const)
      expect(await getOrder(world.ctx(who), { id })).toMatchObject({ ...days, deliveryAddress, ...officeOnly });
    for (const who of ['shop.admin', 'shop.user'] as const) {
      const order = await getOrder(world.ctx(who), { id });
      expect(order).toMatchObject({ ...days, deliveryAddress });
      expect(getSeen(order, Object.keys(officeOnly))).toEqual([]);
    }
    const order = await getOrder(world.ctx('builder'), { id });
    expect(order).toMatchObject(days);
    expect(getSeen(order, [...Object.keys(officeOnly), ...addressFields])).toEqual([]);
    await expect(getOrder(world.ctx('other.shop'), { id })).rejects.toMatchObject({ code: 'not-found' });
  });

  test('in lists and searches', async () => {
    const id = await orderWith();
    const { serialNumber } = await getOrder(office(), { id });
    const readRows = async (who: ActorName) => {
      const orderList = await listOrders(world.ctx(who), { search: serialNumber });
      const foundOrders = await searchOrdersBySerial(world.ctx(who), { serialNumber });
      return [orderList.items, foundOrders.items].map(([row]) => row ?? {});
    };
    const city = { deliveryCity: 'Springfield' };
    for (const row of await readRows('office.user'))
      expect(row).toMatchObject({ ...days, ...city, driver: 'Dan Miller', rtoCompany: 'Own It', balance: 12772.83 });
    for (const row of await readRows('shop.user')) {
      expect(row).toMatchObject({ ...days, ...city });
      expect(getSeen(row, Object.keys(officeOnly))).toEqual([]);
    }
    for (const row of await readRows('builder')) {
      expect(row).toMatchObject(days);
      expect(getSeen(row, [...Object.keys(officeOnly), ...addressFields])).toEqual([]);
    }
  });

  test('in files', async () => {
    await orderWith();
    const readShown = async (who: ActorName) =>
      getHeaders(await readSheetCells(await exportOrders(world.ctx(who), {}))).filter((header) =>
        /deliver|driver|rto|balance|phone|mail/i.test(String(header)),
      );
    const common = ['Delivery Day', 'Delivered'];
    expect(await readShown('builder')).toEqual(common);
    expect(await readShown('shop.user')).toEqual([...common, 'Delivery City']);
    expect(await readShown('office.user')).toEqual([...common, 'Delivery City', 'Driver', 'RTO Company', 'Balance']);
  });
});

describe('a list by delivery', () => {
  /** The orders of the other shop, written as their planned days; `-` without one. */
  const readDays = async (filter: Row): Promise<string[]> => {
    const { items, total } = await listOrders(world.ctx('other.shop'), { status: 'inqueue', ...filter });
    expect(filter['page'] ?? total).toBe(filter['page'] ?? items.length);
    return items.map((row) => row.deliveryScheduled?.slice(5) ?? '-');
  };

  test('is sorted by day, filtered by a range and by whether it is late', async () => {
    const plan = (delivery_scheduled: string | null, date_delivered: string | null = null) =>
      orderWith({ delivery_scheduled, date_delivered }, 'InQueue', otherShop);
    expect(world.now.toISOString()).toBe('2026-11-18T15:00:00.000Z');
    for (const day of ['2026-11-17', null, '2026-11-20', '2026-11-18']) await plan(day);
    await plan('2026-11-10', '2026-11-11');
    expect(await readDays({ sort: 'deliveryScheduled' })).toEqual(['11-10', '11-17', '11-18', '11-20', '-']);
    expect(await readDays({ sort: '-deliveryScheduled' })).toEqual(['11-20', '11-18', '11-17', '11-10', '-']);
    for (const sort of ['deliveryScheduled', '-deliveryScheduled'])
      expect(await readDays({ sort, page: 2, size: 3 })).toEqual((await readDays({ sort })).slice(3)); // the same in reverse
    expect(await readDays({ sort: 'deliveryScheduled', deliveryFrom: '2026-11-17', deliveryTo: '2026-11-18' })).toEqual(
      ['11-17', '11-18'],
    );
    expect(await readDays({ late: 'true' })).toEqual(['11-17']);
    expect(await readDays({ sort: 'deliveryScheduled', late: 'false' })).toEqual(['11-10', '11-18', '11-20', '-']);
  });

  test('refuses an invalid day', async () => {
    await expect(listOrders(office(), { deliveryFrom: 'soon' })).rejects.toThrow('must be a date');
  });
});

describe('correcting the facts', () => {
  const correction = {
    ...{ deliveryScheduled: '2026-12-01', dateDelivered: null, driver: 'Eve', customerPhone: '555 1', rto: false },
    ...{ deliveryAddress: { lineOne: '1 Elm St', zip: null }, customerEmail: '', rtoCompany: null, rtoMonths: null },
    balance: 0,
  };

  test.each(orderStatuses)('by the office while the order is %s changes nothing else', async (status) => {
    const id = await orderWith({ roof_color: null, balance: 1277283 }, status);
    const before = (await getOrder(office(), { id })) as unknown as Row;
    const { order } = await updateOrder(office(), { id, revision: before['revision'] as number, ...correction });
    const { deliveryAddress: at, ...rest } = correction;
    expect(order).toEqual({
      ...before,
      ...rest,
      customerEmail: null,
      deliveryAddress: { ...deliveryAddress, ...at },
      revision: (before['revision'] as number) + 1,
      updatedBy: 'Anna Keller',
      updatedAt: world.now.toISOString(),
    });
  });

  test('is in the history for the office; a shop reads the part that it can see', async () => {
    const id = await orderWith();
    await updateOrder(office(), { id, ...correction });
    const fieldsFor = async (who: ActorName) =>
      (await listRecordHistory(world.ctx(who), { id })).items[0]?.changes.map(({ field }) => field).sort();
    expect(await fieldsFor('office.user')).toEqual(
      ['balance', 'customerEmail', 'customerPhone', 'dateDelivered', 'deliveryAddress', 'deliveryScheduled'].concat([
        ...['driver', 'rto', 'rtoCompany', 'rtoMonths'],
      ]),
    );
    expect(await fieldsFor('shop.user')).toEqual(['dateDelivered', 'deliveryAddress', 'deliveryScheduled']);
    await updateOrder(office(), { id, driver: 'Fay' });
    expect(await fieldsFor('shop.user')).toEqual(['dateDelivered', 'deliveryAddress', 'deliveryScheduled']);
  });

  test('to the values that an order already has changes nothing', async () => {
    const id = await orderWith();
    await updateOrder(office(), {
      id,
      ...days,
      deliveryAddress: { ...deliveryAddress, lineTwo: '' },
      balance: 12772.83,
    });
    expect(await getOrder(office(), { id })).toMatchObject({ revision: 1, updatedBy: null });
  });

  test('is refused for shops and builders, who also cannot guess what they do not see', async () => {
    const id = await orderWith();
    for (const who of ['shop.admin', 'shop.user', 'builder'] as const) {
      const { driver, customerPhone, customerEmail, rto, rtoCompany, rtoMonths, balance } = officeOnly;
      const guesses = [
        { driver },
        { customerPhone },
        { customerEmail },
        { rto },
        { rtoCompany },
        { rtoMonths },
        { balance },
      ];
      const moves = [{ deliveryScheduled: null }, { dateDelivered: null }, { deliveryAddress: { city: 'Nixa' } }];
      for (const change of [...guesses, ...moves])
        await expect(updateOrder(world.ctx(who), { id, ...change }), JSON.stringify(change)).rejects.toMatchObject({
          code: 'permission-denied',
        });
    }
    await expect(updateOrder(world.ctx('builder'), { id, deliveryAddress })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    expect(await getOrder(office(), { id })).toMatchObject({ revision: 1, ...days, deliveryAddress, ...officeOnly });
  });

  test.each([
    [{ deliveryScheduled: '2026-02-30' }, 'deliveryScheduled: must be a date'],
    [{ driver: 'x'.repeat(201) }, 'driver: must be at most 200 characters'],
    [{ deliveryAddress: { zip: 'a\nb' } }, 'deliveryAddress.zip: must be one line'],
    [{ rtoMonths: 601 }, 'rtoMonths: must be at most 600'],
    [{ rtoMonths: 1.5 }, 'rtoMonths: must be a whole number'],
    [{ balance: 10.005 }, 'balance: must be an amount in dollars with at most 2 decimals'],
  ])('with %j is refused', async (change, message) => {
    const id = await orderWith();
    await expect(updateOrder(office(), { id, ...change })).rejects.toThrow(message);
  });
});
