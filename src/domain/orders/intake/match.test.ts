import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../kernel/ids.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { importOrders } from '../../imports/order-files/service.js';
import { rematchNewOrders } from './rematch-new.js';
import { repriceOrders } from '../pricing/reprice-orders.js';
import { acceptAlerts, summarizeAlerts } from './accept-alerts.js';
import { deleteNewOrders } from './delete-new.js';
import { chooseForAlerts } from './desk/choose.js';
import { getOrder } from '../service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const types = { roofType: 'Metal', sidingType: 'Painted' };
const colors = { ...types, roofColor: 'Black', sidingColor: 'Clay', trimColor: 'White' };
/** Two sheds of one size: the first, cheaper one, and the other. */
const first = '00000000-0000-7000-8000-00000000000a';
const other = '00000000-0000-7000-8000-00000000000b';
const getPrice = (id: string, dollars: number) =>
  world
    .db('sheds')
    .where({ id })
    .update({ retail_price: dollars * 100 });

async function newOrder(serialNumber: string, basePrice: number): Promise<string> {
  const named = { shop: homeShop, category: 'Painted', model: 'Painted Cabin', size: '10x11', customer: 'Ann' };
  await importOrders(office(), { orders: [{ serialNumber, basePrice, type: 'Customer', ...named, ...colors }] });
  return ((await world.db('orders').where({ serial_number: serialNumber }).first('id')) as { id: string }).id;
}
const readStored = async (id: string) => {
  const row = (await world.db('orders').where({ id }).first('shed_id', 'alerts')) as {
    shed_id: string;
    alerts: { code: string; text: string }[];
  };
  const prices = row.alerts.filter(({ code }) => code === 'base-price');
  return { shed: row.shed_id, alerts: prices.map(({ text }) => text) };
};

describe('with two base styles of one size', () => {
  beforeEach(async () => {
    await world.db('orders').delete();
    await world.db('sheds').whereIn('id', [first, other]).delete();
    const model = (await world.db('shed_models').where({ name: 'Painted Cabin' }).first('id')) as { id: string };
    const styles = (await world.db('base_styles').orderBy('id').limit(2).select('id')) as { id: string }[];
    const shed = { model_id: model.id, width: 10, length: 11 };
    await world.db('sheds').insert([
      { ...shed, id: first, base_style_id: styles[0]?.id, retail_price: 4000_00 },
      { ...shed, id: other, base_style_id: styles[1]?.id, retail_price: 4300_00 },
    ]);
  });

  test('an order gets the one with its price', async () => {
    expect(await readStored(await newOrder('B-1', 4300))).toEqual({ shed: other, alerts: [] });
    expect(await readStored(await newOrder('B-2', 4000))).toEqual({ shed: first, alerts: [] });
  });

  test('a New order keeps its own when its price is entered, even the price of the other', async () => {
    const id = await newOrder('B-3', 4300);
    await updateOrder(office(), { id, basePrice: { company: 4000 } });
    const alerts = ["Base price $4,000.00 differs from the catalogue's $4,300.00"];
    expect(await readStored(id)).toEqual({ shed: other, alerts });
  });

  test('a New order keeps its own through every later save', async () => {
    const id = await newOrder('B-4', 4300);
    await updateOrder(office(), { id, basePrice: { company: 4100 } });
    await updateOrder(office(), { id, adjustmentNote: 'as agreed' });
    const alerts = ["Base price $4,100.00 differs from the catalogue's $4,300.00"];
    expect(await readStored(id)).toEqual({ shed: other, alerts });
  });

  test('a re-match replaces a guess with the one that now has the price', async () => {
    const id = await newOrder('B-5', 4622.5);
    expect(await readStored(id)).toMatchObject({ shed: first, alerts: [expect.stringContaining('$4,622.50')] });
    await getPrice(other, 4622.5);
    await rematchNewOrders(office(), { ids: [id] });
    expect(await readStored(id)).toEqual({ shed: other, alerts: [] });
  });

  test('another model has other sheds', async () => {
    const id = await newOrder('B-6', 4300);
    const model = (await world.db('shed_models').whereNot({ name: 'Painted Cabin' }).first('id')) as { id: string };
    await updateOrder(office(), { id, model: model.id });
    expect((await readStored(id)).shed).not.toBe(other);
  });

  test('an open order keeps its own, with its labor, when it is priced again after prices were raised', async () => {
    const labor = (await world.db('shed_labor').first()) as Record<string, unknown>;
    for (const [id, buildBase] of [
      [first, 1000_00],
      [other, 1400_00],
    ] as const) {
      const shed = (await world
        .db('sheds')
        .where({ id })
        .first('model_id', 'base_style_id', 'width', 'length')) as object;
      await world.db('shed_labor').insert({ ...labor, ...shed, id: newId(), build_base: buildBase });
    }
    const id = await newOrder('B-7', 4300);
    const { alerts } = await getOrder(office(), { id });
    await updateOrder(office(), { id, status: 'InQueue', alerts: alerts.map(({ _id }) => ({ _id, accepted: true })) });
    await getPrice(first, 4300);
    await getPrice(other, 4622.5);
    const before = (await getOrder(office(), { id })).shedTotalLabor;
    expect((await repriceOrders(office(), { ids: [id] })).orders).toMatchObject([{ state: 'unchanged', reason: null }]);
    await world.db('shed_labor').update({ build_base: world.db.raw('build_base * 2') });
    expect((await repriceOrders(office(), { ids: [id] })).orders).toMatchObject([{ state: 'changed', reason: null }]);
    expect((await getOrder(office(), { id })).shedTotalLabor.standard).toBeGreaterThan(before.standard);
    expect(await readStored(id)).toEqual({ shed: other, alerts: [] });
  });
});

test("a dealer's name means the shop's own dealer, or the only one; of several of other shops, the office chooses", async () => {
  await deleteNewOrders(office(), {});
  const shops = (await world.db('shops').whereNot({ name: homeShop }).orderBy('id').pluck('id')) as string[];
  const dealer = (name: string, shop_id: string | undefined) => ({ id: newId(), name, shop_id, haul_percent: 10 });
  const home = await world.findShopId(homeShop);
  const dealers = {
    only: dealer('Lone Lot', shops[0]),
    own: dealer('Twin Lot', home),
    others: [dealer('Twin Lot', shops[0]), dealer('Far Lot', shops[0]), dealer('Far Lot', shops[1])],
  };
  await world.db('dealers').insert([...dealers.others, dealers.own, dealers.only]);
  const names = ['Lone Lot', 'Twin Lot', 'Far Lot'];
  const place = { shop: homeShop, type: 'Customer', customer: 'Ann', category: 'Painted', model: 'Painted Cabin' };
  await importOrders(office(), {
    orders: names.map((name, n) => ({
      ...{ ...place, ...colors, serialNumber: `D-${n}`, dealer: name, size: '8x10', basePrice: 2295 },
    })),
  });
  const readDealers = () => world.db('orders').whereLike('serial_number', 'D-_').orderBy('serial_number');
  expect(await readDealers().pluck('dealer_id')).toEqual([dealers.only.id, dealers.own.id, null]);
  const alert = expect.objectContaining({ code: 'dealer', text: 'Dealer "Far Lot" not found' }) as object;
  expect((await readDealers().pluck('alerts'))[2]).toContainEqual(alert);
  const choice = dealers.others[2]?.id ?? '';
  await chooseForAlerts(office(), { kind: 'dealer', words: 'farlot', within: home, choice });
  expect(await readDealers().pluck('dealer_id')).toEqual([dealers.only.id, dealers.own.id, choice]);
  await world.db('orders').delete();
  await world.db('dealers').whereIn('name', names).delete();
});

test('open alerts are counted by kind, prices with their total difference; only the given kinds are accepted', async () => {
  await deleteNewOrders(office(), {});
  const order = (serialNumber: string, more: object) => ({
    ...{ serialNumber, type: 'Customer', category: 'Painted', model: 'Painted Cabin', size: '8x10', basePrice: 2295 },
    ...{ shop: homeShop, dateOrdered: '2026-03-02', ...colors, ...more },
  });
  const window = (price: number) => ({ addOns: [{ name: 'Garage Door 9x7', quantity: 2, price }] });
  await importOrders(office(), {
    orders: [
      order('S-1', { customer: 'A', basePrice: 2300.5 }),
      order('S-2', { customer: 'B', basePrice: 2285, ...window(845) }),
      order('S-3', { ...window(900) }),
    ],
  });
  expect((await summarizeAlerts(office(), {})).items).toEqual([
    { code: 'add-on-price', alerts: 2, orders: 2, priced: 2, difference: -90 },
    { code: 'base-price', alerts: 2, orders: 2, priced: 2, difference: -4.5 },
    { code: 'customer-missing', alerts: 1, orders: 1, priced: 0, difference: null },
  ]);
  await acceptAlerts(office(), { codes: ['base-price', 'customer-missing'] });
  expect((await summarizeAlerts(office(), {})).items.map(({ code }) => code)).toEqual(['add-on-price']);
  await rematchNewOrders(office(), {});
  expect((await summarizeAlerts(office(), {})).items).toMatchObject([{ code: 'add-on-price', difference: -90 }]);
});
