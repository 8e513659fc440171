import { describe, expect, test } from 'vitest';
import { listShopItems } from '../../catalogue/items/service.js';
import { getStock } from '../../catalogue/items/stock.js';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { inTransaction } from '../../kernel/service.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { createVendor } from '../vendors/service.js';
import { orderAmount } from '../../stock/rules.js';
import { demandSql } from '../../stock/demand-query.js';
import { listNeedingOrders, orderDemand, getDemand } from './demand.js';
import { moveStock } from '../../stock/movements.js';

const world = useWorld();
const office = () => world.ctx('office.admin');

const moveBackReceived = (shop: string, item: string) =>
  inTransaction(office(), (tx) => moveStock(tx, shop, { why: 'test' }, [{ item, received: -0.5 }]), false);

type Row = Awaited<ReturnType<typeof getDemand>>['items'][number];
const readDemand = async (shop = homeShop) => getDemand(office(), { id: await world.findShopId(shop) });
const readNeeded = async (shop = homeShop): Promise<Record<string, number>> =>
  Object.fromEntries((await readDemand(shop)).items.map(({ _id, needed }) => [_id, needed]));

interface Content {
  nonInventory?: boolean;
  components?: { quantity: number; items: Part[] }[];
  items?: Part[];
}
interface Part {
  itemId: string;
  quantity: number;
  replaceItem?: boolean;
  replacementItemId?: string | null;
  only?: string;
}

interface Box {
  snapshot: string | null;
  sqft: number;
}
interface Line {
  snapshot: string | null;
  type: string;
  quantity: number;
  discount: boolean;
}

/** Computes the needs of orders independently, reading their snapshots one by one. */
async function byHand(ids: readonly string[]): Promise<Record<string, number>> {
  const needs = new Map<string, number>();
  const add = (item: string, amount: number) => needs.set(item, (needs.get(item) ?? 0) + amount);
  const readContent = async (hash: string | null) =>
    hash === null
      ? {}
      : ((await world.db('price_snapshots').where({ hash }).first('content')) as { content: Content }).content;
  for (const id of ids) {
    const order = (await world.db('orders').where({ id }).first('snapshot', 'sqft')) as Box;
    for (const { quantity, items } of (await readContent(order.snapshot)).components ?? [])
      for (const item of items) add(item.itemId, quantity * item.quantity);
    const lines = (await world.db('order_lines').where({ order_id: id })) as Line[];
    for (const line of lines) {
      const units = line.quantity * (line.type === 'sqft' ? order.sqft : 1);
      const { items = [], nonInventory } = await readContent(line.snapshot);
      if (line.discount || nonInventory) continue;
      for (const item of items) {
        if (item.only === 'standard') continue;
        add(item.itemId, units * item.quantity);
        if (item.replaceItem && item.replacementItemId) add(item.replacementItemId, -units * item.quantity);
      }
    }
  }
  const roundedNeeds = [...needs].map(([item, amount]) => [item, Math.round(amount * 1e4) / 1e4] as const);
  return Object.fromEntries(roundedNeeds.filter(([, amount]) => amount > 0));
}

describe("the demand of a shop's open orders", () => {
  test('is the material in the snapshots of orders in the queue and under construction only', async () => {
    const ids = [];
    for (const status of ['InQueue', 'Building', 'InQueue'] as const) ids.push(await world.createPushedOrder(status));
    for (const status of ['Finished', 'On Hold', 'Canceled'] as const) await world.createPushedOrder(status);
    const answer = await readDemand();
    expect(answer).toMatchObject({ shop: { name: homeShop }, orders: 3, total: answer.items.length });
    expect(await readNeeded()).toEqual(await byHand(ids));
    expect(Object.keys(await readNeeded()).length).toBeGreaterThan(20);
    expect(await readNeeded(otherShop)).toEqual({});
  });

  test("matches every order of the feed, including square feet, replaced items and the shop's own item lists", async () => {
    const ids = await world.createOrders(40);
    await world
      .db('orders')
      .whereIn('id', ids)
      .whereNotNull('shop_id')
      .where({ open_alerts: 0 })
      .update({ status: 'InQueue' });
    for (const { id, name } of (await world.db('shops').select('id', 'name')) as { id: string; name: string }[]) {
      const openOrders = (await world
        .db('orders')
        .where({ shop_id: id })
        .whereIn('status', ['InQueue', 'Building'])
        .pluck('id')) as string[];
      expect(await readNeeded(name)).toEqual(await byHand(openOrders));
    }
  });

  test("skips an add-on's standard items where the shop has its own list", async () => {
    const shop = await world.findShopId(homeShop);
    const id = await world.createPushedOrder('InQueue');
    const line = (await world
      .db('order_lines as l')
      .join('add_on_items as a', 'a.add_on_id', 'l.add_on_id')
      .where({ order_id: id })
      .whereNull('a.shop_id')
      .first({ lineNo: 'l.line_no', addOn: 'l.add_on_id', quantity: 'l.quantity' })) as {
      addOn: string;
      quantity: number;
    };
    const before = await readNeeded();
    const [unusedItem = ''] = (await world
      .db('items')
      .whereNotIn('id', Object.keys(before))
      .limit(1)
      .pluck('id')) as string[];
    await world.db('add_on_items').insert({
      id: crypto.randomUUID(),
      add_on_id: line.addOn,
      shop_id: shop,
      item_id: unusedItem,
      quantity: 7,
      position: 1,
    });
    await world.db('items').where({ id: unusedItem }).update({ sub_total: 0, freight: 0 });
    const [again = ''] = [await world.createPushedOrder('InQueue')];
    const { items } = await listNeedingOrders(office(), { id: shop, item: unusedItem });
    expect(items).toMatchObject([{ _id: again, quantity: 7 * line.quantity }]);
    const standard = (await world
      .db('add_on_items')
      .where({ add_on_id: line.addOn })
      .whereNull('shop_id')
      .pluck('item_id')) as string[];
    const newNeeds = await readNeeded();
    const boxes = await byHand([id]);
    for (const item of standard) expect((newNeeds[item] ?? 0) - (before[item] ?? 0)).toBeLessThan(boxes[item] ?? 0);
    await world.db('add_on_items').where({ shop_id: shop, item_id: unusedItem }).delete();
    await world.db('orders').where({ id: again }).delete();
  });

  test('counts an add-on by its square feet, and skips discounts and items that are not in inventory', async () => {
    const id = await world.createPushedOrder('InQueue');
    const { sqft } = (await world.db('orders').where({ id }).first('sqft')) as Box;
    const usedItems = Object.keys(await readNeeded());
    const [item = ''] = (await world.db('items').whereNotIn('id', usedItems).limit(1).pluck('id')) as string[];
    const model = (await world.db('order_lines').where({ order_id: id, kind: 'addOn' }).first()) as object;
    const addedLine = { order_id: id, line_no: 900 };
    const needs = async (line: object, content: object = {}) => {
      const hash = crypto.randomUUID();
      await world
        .db('price_snapshots')
        .insert({ hash, content: { items: [{ itemId: item, quantity: 2 }], ...content } });
      await world.db('order_lines').where(addedLine).delete();
      const plainLine = { type: 'piece', quantity: 3, discount: false, snapshot: hash };
      await world.db('order_lines').insert({ ...model, ...addedLine, ...plainLine, ...line });
      return (await readNeeded())[item] ?? 0;
    };
    expect(sqft).toBeGreaterThan(1);
    expect(await needs({})).toBe(6);
    expect(await needs({ type: 'sqft' })).toBe(6 * sqft);
    expect(await needs({ discount: true })).toBe(0);
    expect(await needs({}, { nonInventory: true })).toBe(0);
    await world.db('order_lines').where(addedLine).delete();
  });

  test('is compared with stock on hand, received, on order and on drafts', async () => {
    const shop = await world.findShopId(homeShop);
    const [row] = (await readDemand()).items as [Row];
    const moves = [{ item: row._id, current: -1, received: 2, onOrder: 3 }];
    await inTransaction(office(), (tx) => moveStock(tx, shop, { why: 'test' }, moves), false);
    const after = (await readDemand()).items.find(({ _id }) => _id === row._id);
    expect(after).toMatchObject({ current: row.current - 1, received: row.received + 2, onOrder: row.onOrder + 3 });
    expect(after?.left).toBeCloseTo(row.left + 4, 4);
    await world
      .db('shop_item_values')
      .where({ shop_id: shop, item_id: row._id })
      .update({ full_point: 5000, order_point_critical: 100 });
    const full = (await readDemand()).items.find(({ _id }) => _id === row._id);
    const missing = 5000 - (full?.left ?? 0);
    expect(full?.suggested).toBeGreaterThanOrEqual(missing);
    expect(full?.suggested).toBeLessThan(missing + 1);
  });

  test('lists the orders that need an item, largest need first', async () => {
    const id = await world.findShopId(homeShop);
    const [row] = (await readDemand()).items as [Row];
    const { items } = await listNeedingOrders(office(), { id, item: row._id });
    expect(items.reduce((sum, { quantity }) => sum + quantity, 0)).toBeCloseTo(row.needed, 3);
    expect(items.map(({ quantity }) => quantity)).toEqual(items.map(({ quantity }) => quantity).sort((a, b) => b - a));
    const [{ _id: order }] = items as [(typeof items)[0]];
    await updateOrder(office(), { id: order, status: 'On Hold' });
    const needingOrders = await listNeedingOrders(office(), { id, item: row._id });
    expect(needingOrders.items.map(({ _id }) => _id)).not.toContain(order);
  });
});

describe('the choice of orders to count', () => {
  test('can include orders on hold and leave out those under construction', async () => {
    const id = await world.findShopId(homeShop);
    const orders = {
      queued: await world.createPushedOrder('InQueue'),
      building: await world.createPushedOrder('Building'),
    };
    const heldOrder = await world.createPushedOrder('On Hold');
    const mine = await byHand([orders.queued]);
    const row = (await readDemand()).items.find(({ _id }) => _id in mine) as Row;
    const of = async (filter: { onHold?: 'yes' | 'no'; building?: 'yes' | 'no' }) => {
      const { items, total } = await listNeedingOrders(office(), { id, item: row._id, ...filter });
      expect(items.length).toBe(total);
      const demand = await getDemand(office(), { id, ...filter });
      const neededQuantity = demand.items.find(({ _id }) => _id === row._id)?.needed ?? 0;
      expect(items.reduce((sum, { quantity }) => sum + quantity, 0)).toBeCloseTo(neededQuantity, 3);
      const serials = items.map(({ _id }) => _id);
      return [orders.queued, orders.building, heldOrder].map((one) => serials.includes(one));
    };
    expect(await of({})).toEqual([true, true, false]);
    expect(await of({ onHold: 'yes' })).toEqual([true, true, true]);
    expect(await of({ building: 'no' })).toEqual([true, false, false]);
    expect(await of({ building: 'no', onHold: 'yes' })).toEqual([true, false, true]);
    await expect(getDemand(office(), { id, onHold: 'perhaps' as never })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });
});

test('the totals cover all items that are needed or should be ordered, even if only some are requested', async () => {
  const id = await world.findShopId(homeShop);
  await world.createPushedOrder('InQueue');
  const all = await getDemand(office(), { id });
  const toOrder = all.items.filter(({ suggested }) => suggested > 0);
  const amount = toOrder.reduce((sum, { suggested, price }) => sum + orderAmount(suggested, price), 0) / 100;
  expect(all.totals).toEqual({
    needed: all.items.filter(({ needed }) => needed > 0).length,
    toOrder: toOrder.length,
    amount,
  });
  expect(amount).toBeGreaterThan(0);
  const short = await getDemand(office(), { id, only: 'toOrder' });
  expect(short).toEqual({ ...all, items: toOrder, total: toOrder.length });
});

describe('a proposal', () => {
  test("lists how much to order after subtracting what was received, in whole units and the vendor's packs", async () => {
    const id = await world.findShopId(homeShop);
    const clerk = world.ctx('shop.admin');
    const [row] = (await readDemand()).items.filter(({ type, suggested }) => type === 'piece' && suggested > 0) as [
      Row,
    ];
    await createVendor(clerk, { name: 'Z pack seller', defaultItems: [{ _id: row._id, pack: 50 }] });
    const receipts = [{ item: row._id, received: 0.5 }];
    await inTransaction(office(), (tx) => moveStock(tx, id, { why: 'test' }, receipts), false);
    const { items } = await readDemand();
    const packedItem = items.find(({ _id }) => _id === row._id) as Row;
    expect(packedItem).toMatchObject({ pack: 50, vendor: { name: 'Z pack seller' } });
    expect(packedItem.suggested % 50).toBe(0);
    expect(packedItem.suggested).toBeGreaterThanOrEqual(packedItem.short);
    for (const { type, pack, suggested } of items)
      if (type !== 'linearFt' && type !== 'gallon' && pack === null) expect(Number.isInteger(suggested)).toBe(true);
    const lists = [await listShopItems(clerk, { shopId: id }), await getStock(clerk, { id })];
    for (const list of lists) {
      expect(list.items.length).toBeGreaterThan(0);
      for (const item of list.items as { _id: string; suggestedOrder: number | null }[])
        expect(item.suggestedOrder ?? 0).toBe(items.find(({ _id }) => _id === item._id)?.suggested ?? 0);
    }
    await moveBackReceived(id, row._id);
  });

  test('becomes draft material orders by vendor, and is not repeated', async () => {
    const shop = await world.findShopId(homeShop);
    const clerk = world.ctx('shop.user');
    const neededRows = (await readDemand()).items.filter(({ suggested }) => suggested > 0).slice(0, 5);
    const [first, second, third] = neededRows.map(({ _id }) => _id) as [string, string, string];
    const { item: mill } = await createVendor(clerk, { name: 'Mill', defaultItems: [first, second] });
    const { item: steel } = await createVendor(clerk, { name: 'Steel', defaultItems: [second, third] });
    const { items } = await readDemand();
    const getRow = (id: string, rows = items) => rows.find(({ _id }) => _id === id) as Row;
    expect([first, second, third].map((id) => getRow(id).vendor?.name)).toEqual(['Mill', 'Mill', 'Steel']);
    expect(items.findIndex(({ vendor }) => vendor === null)).toBe(items.filter(({ vendor }) => vendor).length);
    const lines = (...ids: string[]) => ids.map((id) => ({ item: id, quantity: getRow(id).suggested }));
    const answer = await orderDemand(clerk, {
      id: shop,
      orders: [
        { vendor: mill._id, items: lines(first, second) },
        { vendor: steel._id, items: lines(third) },
      ],
    });
    expect(answer).toMatchObject({
      msg: '2 draft material orders created.',
      items: [
        { vendor: { name: 'Mill' }, revision: 1 },
        { vendor: { name: 'Steel' }, revision: 1 },
      ],
    });
    const after = (await readDemand()).items;
    for (const id of [first, second, third]) {
      const { suggested, onOrder } = getRow(id);
      expect(getRow(id, after)).toMatchObject({ drafted: suggested, suggested: 0, onOrder });
    }
  });

  test('can be ordered only by the shop itself, not by another shop, the office or a builder', async () => {
    const id = await world.findShopId(homeShop);
    const { item } = await createVendor(world.ctx('other.shop'), { name: 'Theirs' });
    const [row] = (await readDemand()).items as [Row];
    const orders = [{ vendor: item._id, items: [{ item: row._id, quantity: 1 }] }];
    await expect(orderDemand(world.ctx('other.shop'), { id, orders })).rejects.toThrow('Shop not found');
    await expect(orderDemand(world.ctx('shop.admin'), { id, orders })).rejects.toThrow(/vendor/i);
    await expect(orderDemand(office(), { id, orders })).rejects.toThrow('Permission Denied');
    await expect(getDemand(world.ctx('builder'), { id })).rejects.toThrow('Permission Denied');
    await expect(getDemand(world.ctx('other.shop'), { id })).rejects.toThrow('Shop not found');
  });
});

test('demand reads each snapshot once and its parts separately', async () => {
  const { rows } = (await world.db.raw(`explain (format json) ${demandSql}`, {
    shop: await world.findShopId(homeShop),
    statuses: ['InQueue', 'Building'],
    except: null,
  })) as { rows: [{ 'QUERY PLAN': unknown }] };
  const plan = JSON.stringify(rows[0]['QUERY PLAN']);
  expect(plan.match(/"Relation Name":"price_snapshots"/g)).toHaveLength(1);
  expect(plan.match(/"Function Name":"[a-z_]+"/g)).toEqual(['"Function Name":"unnest"']);
});
