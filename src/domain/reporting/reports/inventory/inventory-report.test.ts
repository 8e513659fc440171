import { beforeAll, describe, expect, test } from 'vitest';
import { toColumn, readSheetCells } from '../../../testing/table-files.js';
import { homeShop, otherShop, useWorld } from '../../../testing/world.js';
import { downloadReport } from '../file.js';
import { runInventoryReport } from './inventory-report.js';
import { runOrdersReport } from '../orders/orders-report.js';

const world = useWorld();
const ALL = { dates: ['1990-01-01', '2200-12-31'] as [string, string] };

beforeAll(async () => {
  await world.createOrders(60);
  for (const shop of [homeShop, otherShop]) await world.createFinishedOrder(shop);
});

interface Item {
  readonly itemId: string;
  readonly quantity: number;
  readonly only?: 'standard' | 'shop';
  readonly replaceItem?: boolean;
  readonly replacementItemId?: string | null;
}
interface Box {
  readonly components: readonly { readonly quantity: number; readonly items: readonly Item[] }[];
}
interface Line {
  readonly quantity: number;
  readonly type: string;
  readonly sqft: number;
  readonly discount: boolean;
  readonly content: { readonly nonInventory: boolean; readonly items: readonly Item[] };
}

/** The quantities by item, counted independently, order by order and line by line. */
async function recount(orderIds: readonly string[]): Promise<Map<string, number>> {
  const usedByItem = new Map<string, number>();
  const add = (id: string, quantity: number) => usedByItem.set(id, (usedByItem.get(id) ?? 0) + quantity);
  const boxes: Box[] = await world
    .db('orders as o')
    .join('price_snapshots as p', 'p.hash', 'o.snapshot')
    .whereIn('o.id', orderIds)
    .pluck('p.content');
  for (const { components } of boxes)
    for (const component of components)
      for (const item of component.items) add(item.itemId, component.quantity * item.quantity);
  const lines: Line[] = await world
    .db('order_lines as l')
    .join('orders as o', 'o.id', 'l.order_id')
    .join('price_snapshots as p', 'p.hash', 'l.snapshot')
    .whereIn('o.id', orderIds)
    .select('l.quantity', 'l.type', 'l.discount', 'o.sqft', 'p.content');
  for (const { quantity, type, sqft, discount, content } of lines) {
    if (discount || content.nonInventory) continue;
    for (const item of content.items.filter(({ only }) => only !== 'standard')) {
      const units = quantity * (type === 'sqft' ? sqft : 1) * item.quantity;
      add(item.itemId, units);
      if (item.replaceItem && item.replacementItemId) add(item.replacementItemId, -units);
    }
  }
  return usedByItem;
}

const run = (filter: Parameters<typeof runInventoryReport>[1] = ALL) =>
  runInventoryReport(world.ctx('office.user'), filter);

async function expectRecounted(filter: Parameters<typeof runInventoryReport>[1], orderIds: readonly string[]) {
  const { rows, orders } = await run(filter);
  const usedByItem = await recount(orderIds);
  expect(orders).toBe(orderIds.length);
  const expectedUses = [...usedByItem].filter(([, quantity]) => Math.abs(quantity) > 0.00005);
  expect(rows.map(({ item }) => item._id).sort()).toEqual(expectedUses.map(([id]) => id).sort());
  for (const { item, quantity } of rows) expect(quantity, item.name).toBeCloseTo(usedByItem.get(item._id) ?? NaN, 3);
}
const readIds = async (where: object): Promise<string[]> => world.db('orders').where(where).pluck('id');

test('sums by item the material that the orders were priced with', async () => {
  await expectRecounted(ALL, await readIds({}));
  const { rows } = await run();
  expect(rows.length).toBeGreaterThan(20);
  const names = rows.map(({ item }) => item.name.toLowerCase());
  expect(names).toEqual([...names].sort());
});

test('filters by status, shop and type, and by default covers the orders of last month', async () => {
  await expectRecounted({ ...ALL, buildingStages: ['Finished'] }, await readIds({ status: 'Finished' }));
  const shop = await world.findShopId(otherShop);
  await expectRecounted({ ...ALL, shops: [shop] }, await readIds({ shop_id: shop }));
  await expectRecounted({ ...ALL, orderType: ['Inventory'] }, await readIds({ type: 'Inventory' }));
  const [some] = await readIds({ status: 'Finished' });
  await world.db('orders').update({ date_ordered: '2026-11-02' });
  await world.db('orders').where({ id: some }).update({ date_ordered: '2026-10-31' });
  await expectRecounted({}, [some ?? '']);
});

describe('changes of the sum', () => {
  const [box, out, inside] = ['box', 'out', 'inside'].map(() => crypto.randomUUID()) as [string, string, string];
  const addOrder = async (content: object, line: object = {}) => {
    const [order = ''] = await readIds({ status: 'Finished' });
    const hash = crypto.randomUUID();
    await world.db('price_snapshots').insert({ hash, content });
    await world.db('order_lines').where({ order_id: order }).del();
    await world.db('orders').where({ id: order }).update({ date_ordered: '2001-05-05', snapshot: null });
    const [model] = (await world.db('order_lines').limit(1)) as Record<string, unknown>[];
    const plainModel = {
      ...model,
      order_id: order,
      line_no: 1,
      kind: 'addOn',
      snapshot: hash,
      discount: false,
      type: 'piece',
    };
    await world.db('order_lines').insert({ ...plainModel, quantity: 3, ...line });
    const { rows, unknown } = await run({ dates: ['2001-05-05', '2001-05-05'] });
    expect(unknown).toBe(1);
    return Object.fromEntries(rows.map(({ item, quantity }) => [item._id, quantity]));
  };
  const items = [{ itemId: box, quantity: 2 }];

  test('the units of a line count, in square feet', async () => {
    expect(await addOrder({ items })).toEqual({ [box]: 6 });
    const [{ sqft }] = (await world.db('orders').where({ date_ordered: '2001-05-05' })) as [{ sqft: number }];
    expect(await addOrder({ items }, { type: 'sqft' })).toEqual({ [box]: 6 * sqft });
    expect(await addOrder({ items }, { quantity: -1 })).toEqual({ [box]: -2 });
  });

  test('a replaced item is subtracted', async () => {
    const swap = [{ itemId: inside, quantity: 2, replaceItem: true, replacementItemId: out }];
    expect(await addOrder({ items: swap })).toEqual({ [inside]: 6, [out]: -6 });
    expect(await addOrder({ items: [{ ...swap[0], replacementItemId: inside }] })).toEqual({});
  });

  test('a shop’s own list replaces the standard one', async () => {
    const lists = [
      { itemId: out, quantity: 1, only: 'standard' },
      { itemId: inside, quantity: 1, only: 'shop' },
    ];
    expect(await addOrder({ items: lists })).toEqual({ [inside]: 3 });
  });

  test('a discount, a custom add-on and an add-on that is not in inventory do not count', async () => {
    expect(await addOrder({ items }, { discount: true })).toEqual({});
    expect(await addOrder({ items }, { kind: 'custom' })).toEqual({});
    expect(await addOrder({ items, nonInventory: true })).toEqual({});
  });
});

test('a deleted item is marked, and the orders with an item can be listed', async () => {
  const { rows } = await run();
  const deletedItems = rows.filter(({ item }) => item.name === 'Deleted item');
  expect(deletedItems.length).toBeLessThanOrEqual(1);
  const [first] = rows;
  const json = await runOrdersReport(world.ctx('office.user'), { ...ALL, item: first?.item._id });
  const { rows: orders } = JSON.parse(json.text) as { rows: { _id: string }[] };
  const usedByItem = await recount(orders.map(({ _id }) => _id));
  expect(orders.length).toBeGreaterThan(0);
  expect(usedByItem.get(first?.item._id ?? '')).toBeCloseTo(first?.quantity ?? NaN, 3);
});

test('the workbook has the same rows; shops have no access', async () => {
  const { rows } = await run();
  const sheet = await readSheetCells(
    await downloadReport(world.ctx('office.user'), { name: 'inventory', filter: ALL }),
  );
  expect(toColumn(sheet, 'Quantity')).toEqual(rows.map(({ quantity }) => quantity));
  await expect(runInventoryReport(world.ctx('shop.admin'), ALL)).rejects.toMatchObject({ code: 'permission-denied' });
});
