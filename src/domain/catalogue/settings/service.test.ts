import { describe, expect, test } from 'vitest';
import { brokenInvariants } from '../../operations/doctor/invariants.js';
import { computeEffect } from '../prices/effect.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { findShopItem } from '../items/queries.js';
import { updateItem } from '../items/service.js';
import { inTransaction } from '../../kernel/service.js';
import { clearValues, previewClearing } from '../../purchasing/inventory/clear.js';
import { countStock } from '../../purchasing/inventory/count.js';
import { listMovements } from '../../purchasing/inventory/movements.js';
import { listClearings, restoreValues } from '../../purchasing/inventory/restore.js';
import { undoCount } from '../../purchasing/inventory/undo-count.js';
import { deleteMaterialOrder } from '../../purchasing/material-orders/life/change.js';
import { usePurchases } from '../../purchasing/material-orders/testing/purchases.js';
import { moveStock } from '../../stock/movements.js';
import {
  updateSettings,
  getCompanySettings,
  listOwnBaseStyles,
  getOwnSettings,
  replaceSettings,
  getShopSettings,
} from './service.js';

const world = useWorld();
const { of, getLine, createOrder, getFirstId, receive, push, stock } = usePurchases(world);
const office = () => world.ctx('office.admin');
const figures = {
  overheadPercentCompany: 5.25,
  overheadPercentShop: 6.5,
  dealerCommissionPercent: 10,
  salesRepCommissionPercent: 2.5,
  lotToCustomerPercent: 60,
  shopToLotPercent: 40,
  fourteenWideEscort: 150.5,
  sixteenWideEscort: 275,
  fuelSurcharge: 0,
};

describe("the company's settings", () => {
  test('are nine figures, all required, changed by an Office Admin and recorded in the history', async () => {
    const before = await getCompanySettings(world.ctx('office.user'), {});
    const { _id: id, revision } = before;
    const { msg, item } = await updateSettings(office(), { id, revision, ...figures });
    expect(msg).toBe('Settings are updated');
    expect(item).toEqual({ _id: id, ...figures, revision: revision + 1 });
    const entry = (await world.db('audit_entries').orderBy('id', 'desc').first('before', 'after')) as object;
    expect(entry).toMatchObject({ before: { fourteenWideEscort: 150 }, after: { fourteenWideEscort: 150.5 } });
    await expect(updateSettings(office(), { id } as never)).rejects.toMatchObject({
      errors: Object.keys(figures).map((path) => ({ path, msg: 'This field is required' })),
    });
    await expect(updateSettings(office(), { id, ...figures, fuelSurcharge: -1 })).rejects.toThrow('fuelSurcharge');
    await expect(updateSettings(office(), { id, ...figures, shopToLotPercent: 1.005 })).rejects.toThrow('2 decimals');
    await expect(updateSettings(world.ctx('office.user'), { id, ...figures })).rejects.toThrow('Permission Denied');
    await expect(updateSettings(office(), { id, revision, ...figures })).rejects.toMatchObject({
      code: 'stale-record',
    });
    expect((await replaceSettings(office(), { ...figures, fuelSurcharge: 35 })).item.fuelSurcharge).toBe(35);
  });

  test('are not visible to shops; office and shop each read their own', async () => {
    expect(await getOwnSettings(world.ctx('office.user'), {})).toHaveProperty('fuelSurcharge');
    for (const settings of [getOwnSettings, getShopSettings]) {
      const shopSettings = await settings(world.ctx('shop.user'), {});
      expect(shopSettings).toMatchObject({ name: homeShop, eightTenTwelveNBPercent: 61.25 });
      expect(Object.keys(shopSettings).filter((key) => key in figures)).toEqual([]);
    }
    await expect(getCompanySettings(world.ctx('shop.admin'), {})).rejects.toThrow('Permission Denied');
    await expect(getShopSettings(world.ctx('builder'), {})).rejects.toThrow('Permission Denied');
  });

  test('preview their effect on standard gross profit before they are changed', async () => {
    const { _id: id } = await getCompanySettings(office(), {});
    const effect = (await computeEffect(updateSettings)(office(), { id, ...figures, overheadPercentShop: 50 })) as {
      shops: { before: { grossProfit: number }; after: { grossProfit: number } }[];
    };
    expect(effect.shops.length).toBeGreaterThan(1);
    for (const { before, after } of effect.shops) expect(after.grossProfit).toBeLessThan(before.grossProfit);
  });
});

test("base styles are listed at the values of the caller's side", async () => {
  const [standard, ownStyles] = await Promise.all([
    listOwnBaseStyles(office(), {}),
    listOwnBaseStyles(world.ctx('shop.user'), {}),
  ]);
  expect(standard.items.map(({ name }) => name)).toEqual(ownStyles.items.map(({ name }) => name));
  expect(ownStyles.total).toBeGreaterThan(0);
});

describe('clearing shop inventory and labor values', () => {
  const readValues = async (shop: string) => {
    const tables = ['shop_item_values', 'shop_shed_labor', 'shop_addon_labor'];
    const rows = await Promise.all(tables.map((table) => world.db(table).where({ shop_id: shop }).count({ n: '*' })));
    return rows.map(([row]) => Number((row as { n: number | string }).n));
  };

  test('requires a super admin and the word delete; a preview counts the values', async () => {
    const shop = await world.findShopId(homeShop);
    const before = await readValues(shop);
    await expect(clearValues(office(), { shop } as never)).rejects.toMatchObject({ errors: [{ path: 'confirm' }] });
    for (const name of ['office.user', 'shop.admin'] as const)
      await expect(clearValues(world.ctx(name), { confirm: 'delete', shop })).rejects.toThrow('Permission Denied');
    const [items, shedLabor, addOnLabor] = before;
    expect(await previewClearing(office(), { shop })).toMatchObject({ items, shedLabor, addOnLabor });
    expect(await readValues(shop)).toEqual(before);
    expect(Math.min(...before)).toBeGreaterThan(0);
  });

  test('counts stock counts and order points, and can be undone once: everything is restored except what was entered since', async () => {
    const shop = await world.findShopId(homeShop);
    const readRows = () => world.db('shop_item_values').where({ shop_id: shop }).orderBy('item_id');
    const [first, second] = (await readRows()) as { item_id: string }[];
    const of = (row: typeof first) => world.db('shop_item_values').where({ shop_id: shop, item_id: row?.item_id });
    await of(first).update({ quantity_in_current: 7.5, order_point_warning: 3 });
    const before = await readRows();
    const all = await readValues(shop);
    expect(await previewClearing(office(), { shop })).toMatchObject({ counts: 1, orderPoints: 1 });
    const { _id: id, deleted } = await clearValues(office(), { confirm: 'delete', shop });
    expect(deleted).toMatchObject({ counts: 1, orderPoints: 1 });
    expect((await listClearings(office(), {})).items[0]).toMatchObject({
      _id: id,
      shop: { name: homeShop },
      items: all[0],
    });
    for (const call of [
      () => listClearings(world.ctx('office.user'), {}),
      () => restoreValues(world.ctx('shop.admin'), { id }),
    ])
      await expect(call()).rejects.toThrow('Permission Denied');
    await world.db('shop_item_values').insert({ shop_id: shop, item_id: second?.item_id, sub_total: 99 });
    const { msg, restored } = await restoreValues(office(), { id });
    expect(msg).toBe('Inventory and Labor Items restored.');
    expect(restored.items).toBe(all[0]);
    expect(await readValues(shop)).toEqual(all);
    expect(await readRows()).toEqual(
      (before as (typeof first)[]).map((row) =>
        row?.item_id === second?.item_id ? { ...row, sub_total: 99, revision: 2 } : row,
      ),
    );
    await expect(restoreValues(office(), { id })).rejects.toThrow('it was already undone');
    expect((await listClearings(office(), {})).items.map(({ _id }) => _id)).not.toContain(id);
    expect(await brokenInvariants(world.db)).toEqual([]);
    await of(first).update({ quantity_in_current: 0 });
  });

  test('is undone for items whose stock moved since: what moved is added, and a count or an entered quantity stays', async () => {
    const [shop, clerk] = [await world.findShopId(homeShop), world.ctx('shop.admin')];
    const items = (await world.db('items').orderBy('id').limit(5).select('id', 'name')) as {
      id: string;
      name: string;
    }[];
    const [moved = '', counted = '', same = '', uncounted = '', typed = ''] = items.map(({ id }) => id);
    const values = { sub_total: 12.5, order_point_warning: 20, quantity_on_order: 5, quantity_in_current: 100 };
    const rows = items.map(({ id }) => ({ shop_id: shop, item_id: id, ...values }));
    await world.db('shop_item_values').insert(rows).onConflict(['shop_id', 'item_id']).merge();
    const { _id: id } = await clearValues(office(), { confirm: 'delete', shop });
    await inTransaction(clerk, (tx) => moveStock(tx, shop, { why: 'test' }, [{ item: moved, current: -3 }]), false);
    const counts = [
      { item: counted, counted: 40 },
      { item: same, counted: 0 },
    ];
    await countStock(clerk, { id: shop, counts });
    const { _id: count } = await countStock(clerk, { id: shop, counts: [{ item: uncounted, counted: 7 }] });
    await undoCount(clerk, { id: shop, count: count ?? '' });
    const name = items[4]?.name ?? '';
    const entered = { orderPointWarning: 6, orderPointCritical: 2, fullPoint: 9 };
    const quantities = { quantityOnOrder: 0, quantityInRecieved: 0, quantityInCurrent: 60 };
    await updateItem(clerk, { id: typed, param: shop, name, ...entered, ...quantities });
    await restoreValues(office(), { id });
    const of = (item: string) => world.db('shop_item_values').where({ shop_id: shop, item_id: item }).first();
    expect(await of(moved)).toMatchObject({ ...values, quantity_in_current: 97 });
    expect(await of(counted)).toMatchObject({ ...values, quantity_in_current: 40 });
    for (const item of [same, uncounted]) expect(await of(item)).toMatchObject(values);
    expect(await of(typed)).toMatchObject({ ...values, order_point_warning: 6, quantity_in_current: 60 });
    expect((await listMovements(clerk, { id: shop, item: moved })).items.slice(0, 2)).toMatchObject([
      { why: 'deletion of shop values undone', onOrder: 5, current: 100, after: { current: 97 } },
      { why: 'test', current: -3 },
    ]);
    expect(await brokenInvariants(world.db)).toEqual([]);
  });

  test('is undone with what is on order and received since: nothing that arrived, moved or was deleted comes back', async () => {
    const shop = of.home;
    const [id = ''] = (await world.db('items').orderBy('id').offset(5).limit(1).pluck('id')) as string[];
    const priced = { shop_id: shop, item_id: id, sub_total: 4 };
    await world.db('shop_item_values').insert(priced).onConflict(['shop_id', 'item_id']).merge();
    const coming = await createOrder([getLine(0, 10)]);
    const arrived = await createOrder([getLine(1, 5)]);
    const deleted = await createOrder([getLine(2, 4)]);
    await receive(arrived._id, { recieved: true });
    const before = [await stock(0), await stock(1), await stock(2)];
    const { _id } = await clearValues(office(), { confirm: 'delete', shop });
    await receive(coming._id, { recieved: true });
    await createOrder([getLine(0, 7), { item: id, quantity: 10 }]);
    await push(arrived._id, getFirstId(arrived.items), 1);
    await deleteMaterialOrder(world.ctx('shop.user'), { id: deleted._id });
    const points = { orderPointWarning: 6, orderPointCritical: 2, fullPoint: 9 };
    const quantities = { quantityOnOrder: 8, quantityInRecieved: 0, quantityInCurrent: 0 };
    const { name } = await findShopItem(world.db, { shop, id });
    await updateItem(world.ctx('shop.admin'), { id, param: shop, name, ...points, ...quantities });
    await restoreValues(office(), { id: _id });
    const moves = [0, 1, 2].map(async (n) => (await stock(n)).map((quantity, at) => quantity - (before[n]?.[at] ?? 0)));
    expect(await Promise.all(moves)).toEqual([
      [-3, 10, 0],
      [0, -5, 5],
      [-4, 0, 0],
    ]);
    expect(await findShopItem(world.db, { shop, id })).toMatchObject(quantities);
    expect(await brokenInvariants(world.db)).toEqual([]);
  });

  test('is undone while an order is received: the receipt counts once, whichever comes first', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { _id: order } = await createOrder([getLine(0, 10)]);
      const [onOrder = 0, received = 0] = await stock(0);
      const { _id: id } = await clearValues(office(), { confirm: 'delete', shop: of.home });
      await Promise.all([receive(order, { recieved: true }), restoreValues(office(), { id })]);
      expect((await stock(0)).slice(0, 2)).toEqual([onOrder - 10, received + 10]);
    }
  });

  test('is undone with what orders say now if the deletion did not store what they said then', async () => {
    const { _id: order } = await createOrder([getLine(1, 6)]);
    const { _id: id } = await clearValues(office(), { confirm: 'delete', shop: of.home });
    await world.db.raw(
      `update cleared_values set items = (select jsonb_agg(kept - 'ordered_on_order' - 'ordered_received')
         from jsonb_array_elements(items) as k(kept)) where id = ?`,
      [id],
    );
    await receive(order, { recieved: true });
    await restoreValues(office(), { id });
    expect((await stock(1)).slice(0, 2)).toEqual([0, 6]);
  });

  test('clears the values of one shop or of all; standard values stay, and the history records it', async () => {
    const [home, other] = [await world.findShopId(homeShop), await world.findShopId(otherShop)];
    const before = await readValues(home);
    const items = await world.db('items').orderBy('id').select('id', 'sub_total');
    const [n] = await readValues(other);
    const { msg, deleted } = await clearValues(office(), { confirm: 'delete', shop: other });
    expect({ msg, items: deleted.items }).toEqual({ msg: 'Inventory and Labor Items are deleted', items: n });
    expect([await readValues(home), await readValues(other)]).toEqual([before, [0, 0, 0]]);
    await clearValues(office(), { confirm: 'delete' });
    expect(await readValues(home)).toEqual([0, 0, 0]);
    expect(await world.db('items').orderBy('id').select('id', 'sub_total')).toEqual(items);
    const trail = await world.db('audit_entries').where({ entity: 'settings' }).orderBy('id').pluck('shop_id');
    expect(trail.slice(-2)).toEqual([other, null]);
  });
});
