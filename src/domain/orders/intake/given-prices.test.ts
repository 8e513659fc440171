import { beforeEach, describe, expect, test } from 'vitest';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { acceptProposals } from '../../imports/feed/proposals/decide.js';
import { listProposals } from '../../imports/feed/proposals/service.js';
import { takeFeedRows } from '../../imports/feed/testing/feed-rows.js';
import { importOrders } from '../../imports/order-files/service.js';
import { newId } from '../../kernel/ids.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { repriceOrders } from '../pricing/reprice-orders.js';
import { getOrder, listOrders } from '../service.js';
import { pushOrders } from './push.js';
import { rematchNewOrders } from './rematch-new.js';

type Row = Record<string, unknown>;
const world = useWorld();
const office = () => world.ctx('office.admin');
const name = 'Ramp Kit';
const rampKit = newId();

/** A complete order with two ramp kits, without a price unless `line` has one. */
const toRow = (serialNumber: string, line: Row = {}): Row => ({
  ...{ serialNumber, shop: homeShop, dealer: 'Hilltop Storage', type: 'Customer', customer: 'Ann' },
  ...{ category: 'Painted', model: 'Painted Cabin', size: '8x10', basePrice: 2295, dateOrdered: '2026-03-02' },
  ...{ roofType: 'Metal', roofColor: 'Black', sidingType: 'Painted', sidingColor: 'Clay', trimColor: 'White' },
  addOns: [{ name, quantity: 2, ...line }],
});

const find = async (serialNumber: string) => {
  const { items } = await listOrders(office(), { search: serialNumber });
  return getOrder(office(), { id: items[0]?._id ?? '' });
};
async function upload(serialNumber: string, line: Row = {}): Promise<string> {
  await importOrders(office(), { orders: [toRow(serialNumber, line)] });
  return (await find(serialNumber))._id;
}
/** What an order sells its lines for, and its alerts. */
const readSale = async (serialNumber: string) => {
  const { addOns, customAddOns, alerts, grandTotal } = await find(serialNumber);
  const lines = [...addOns, ...customAddOns].map((line) => [line.retailPrice, line.totalSalePrice.order]);
  return { lines, grandTotal, alerts: alerts.map(({ text }) => text) };
};
const readLines = async (serialNumber: string) => (await readSale(serialNumber)).lines;
const rematch = () => rematchNewOrders(office(), {});
async function addRampKit(price: number, type = 'piece'): Promise<void> {
  const { id } = (await world.db('addon_categories').where({ name: 'Options' }).first('id')) as { id: string };
  await world.db('add_ons').insert({ id: rampKit, name, category_id: id, type, retail_price: price });
}
const setPrice = (price: number) => world.db('add_ons').where({ id: rampKit }).update({ retail_price: price });

beforeEach(async () => {
  await world.db('orders').delete();
  await world.db('add_ons').where({ id: rampKit }).delete();
});

describe('a line of a New order without a price in its file', () => {
  test('has the price of its add-on as soon as the catalogue has that, as uploaded afterwards', async () => {
    await upload('EARLY');
    expect(await readLines('EARLY')).toEqual([[0, 0]]);
    await addRampKit(300);
    await rematch();
    await upload('AFTER');
    expect(await readSale('EARLY')).toEqual(await readSale('AFTER'));
    expect(await readSale('EARLY')).toMatchObject({ lines: [[300, 600]], alerts: [] });
  });

  test('gets a corrected price of the catalogue, also after its quantity has changed', async () => {
    await addRampKit(30);
    const id = await upload('MENDED');
    await updateOrder(office(), { id, addOns: [{ lineNo: 1, quantity: 3, retailPrice: 30 }] });
    await setPrice(300);
    await rematch();
    expect(await readSale('MENDED')).toMatchObject({ lines: [[300, 900]], alerts: [] });
    expect((await find('MENDED')).addOns).toMatchObject([{ priceGiven: false }]);
  });

  test.each([undefined, 0])('has the price of the add-on that a user chooses, with %s as its price', async (price) => {
    await addRampKit(300);
    const id = await upload('CHOSEN', { name: 'Ramp' });
    const line = { lineNo: 1, addOn: rampKit, ...(price === undefined ? {} : { retailPrice: price }) };
    await updateOrder(office(), { id, addOns: [line], customAddOns: [] });
    expect(await readLines('CHOSEN')).toEqual([[300, 600]]);
    await setPrice(310);
    await rematch();
    expect(await readLines('CHOSEN')).toEqual([[310, 620]]);
  });

  test("has it still when a form fills in the catalogue's price of the add-on that a user chooses", async () => {
    await addRampKit(300);
    const id = await upload('FILLED', { name: 'Ramp' });
    await updateOrder(office(), { id, addOns: [{ lineNo: 1, addOn: rampKit, retailPrice: 300 }], customAddOns: [] });
    await setPrice(310);
    await rematch();
    expect(await readLines('FILLED')).toEqual([[310, 620]]);
  });

  test('keeps a price that a user types', async () => {
    await addRampKit(30);
    const id = await upload('TYPED');
    await updateOrder(office(), { id, addOns: [{ lineNo: 1, retailPrice: 45 }] });
    await setPrice(300);
    await rematch();
    expect(await readSale('TYPED')).toMatchObject({
      lines: [[45, 90]],
      alerts: [`Add-on "${name}" price $45.00 differs from the catalogue's $300.00`],
    });
  });
});

describe('a line of a New order with a price', () => {
  test.each([
    ['in its file', { price: 30 }, [30, 60]],
    ['included in the base price', { priceIncluded: true }, [0, 0]],
  ])('%s keeps it', async (_, line, sale) => {
    await addRampKit(30);
    await upload('GIVEN', line);
    await setPrice(300);
    await rematch();
    expect(await readLines('GIVEN')).toEqual([sale]);
    expect((await find('GIVEN')).addOns).toMatchObject([{ priceGiven: true }]);
  });

  test('keeps it when a user chooses an add-on of the same price', async () => {
    await addRampKit(30);
    const id = await upload('SAME', { name: 'Ramp', price: 30 });
    await updateOrder(office(), { id, addOns: [{ lineNo: 1, addOn: rampKit, retailPrice: 30 }], customAddOns: [] });
    await setPrice(300);
    await rematch();
    expect(await readLines('SAME')).toEqual([[30, 60]]);
  });

  test('that a user adds keeps it, and follows the catalogue without one', async () => {
    await addRampKit(30);
    const id = await upload('ADDED', { price: 30 });
    const line = { addOn: rampKit, quantity: 1 };
    const addOns = [line, { ...line, retailPrice: 30 }, { ...line, retailPrice: 31 }];
    await updateOrder(office(), { id, addOns });
    await setPrice(300);
    await rematch();
    expect(await readLines('ADDED')).toEqual([300, 30, 31].map((price) => [price, price]));
  });

  test('as sold follows the catalogue once its quantity is changed, which drops the amount (P4)', async () => {
    await addRampKit(2, 'sqft');
    const { items } = await importFeed();
    const id = items[0]?._id ?? '';
    const [line] = (await getOrder(office(), { id })).addOns;
    expect(line).toMatchObject({ priceGiven: true, extendedPrice: 500 });
    await updateOrder(office(), { id, trimColor: 'White', addOns: [{ lineNo: line?.lineNo, quantity: 1 }] });
    await setPrice(3);
    await rematch();
    const { addOns, sqft } = await getOrder(office(), { id });
    expect(addOns).toMatchObject([{ retailPrice: 3, totalSalePrice: { order: 3 * sqft }, priceGiven: false }]);
  });

  async function importFeed() {
    const named = {
      shopName: homeShop,
      buildingModelName: 'Painted Cabin',
      buildingSize: '8x10',
      orderType: 'New Build',
    };
    const buildingAddons = [{ name, price: '250.00', quantity: 2 }];
    const row = { id: 'F1', serialNumber: 'FEED', ...named, subTotalDollarAmount: '2795.00', buildingAddons };
    await importOrders(office(), { orders: [row] });
    return listOrders(office(), { search: 'FEED' });
  }
});

describe('a pushed order', () => {
  test('keeps the price of the catalogue until it is re-priced, and a given one for good', async () => {
    await addRampKit(30);
    const ids = [await upload('PLAIN'), await upload('PRICED', { price: 30 })];
    expect(await pushOrders(office(), {})).toMatchObject({ pushed: 2 });
    await setPrice(300);
    await rematch();
    expect([await readLines('PLAIN'), await readLines('PRICED')]).toEqual([[[30, 60]], [[30, 60]]]);
    expect(await repriceOrders(office(), { ids })).toMatchObject({ counts: { changed: 1, unchanged: 1 } });
    expect([await readLines('PLAIN'), await readLines('PRICED')]).toEqual([[[300, 600]], [[30, 60]]]);
  });
});

describe('a newer row of the sales system', () => {
  const take = (row: Row) => takeFeedRows(office(), { rows: [row], source: 'Folder', takesAtOnce: ['facts'] });
  async function accept(row: Row) {
    await take(row);
    const items = (await listProposals(office(), {})).items.map(({ _id: id }) => ({ id }));
    expect(items).toHaveLength(1);
    await acceptProposals(office(), { items });
  }

  test('without a price, like the order, changes nothing', async () => {
    await addRampKit(30);
    await upload('AGAIN');
    await setPrice(300);
    expect(await take({ ...toRow('AGAIN'), salesRep: 'Levi' })).toMatchObject({ proposed: 0 });
  });

  test('with another quantity has the price of today on a New order, and its own on a pushed one', async () => {
    await addRampKit(30);
    await take(toRow('OLDER'));
    expect(await pushOrders(office(), {})).toMatchObject({ pushed: 1 });
    await take(toRow('NEWER'));
    await setPrice(300);
    await accept(toRow('NEWER', { quantity: 3 }));
    await accept(toRow('OLDER', { quantity: 3 }));
    expect([await readLines('NEWER'), await readLines('OLDER')]).toEqual([[[300, 900]], [[30, 90]]]);
  });
});
