import { describe, expect, test } from 'vitest';
import { listRecordHistory } from '../../../operations/history/service.js';
import { brokenInvariants } from '../../../operations/doctor/invariants.js';
import { findShopItem } from '../../../catalogue/items/queries.js';
import { useWorld } from '../../../testing/world.js';
import { updateMaterialOrder, deleteMaterialOrder } from '../life/change.js';
import { pushAllToInventory } from './push-all.js';
import { previewPushAll } from './push-all-preview.js';
import { previewPush } from './push-preview.js';
import { pushToInventory } from './push-to-inventory.js';
import { listReceived, getMaterialOrder } from '../service.js';
import { usePurchases } from '../testing/purchases.js';

const world = useWorld();
const { of, shop, stock, getLine, createOrder, getFirstId, receive, push, measureMoves } = usePurchases(world);

describe('receiving', () => {
  test('moves quantities from on order to received part by part; the last part completes the order', async () => {
    const { _id: id, items: lines } = await createOrder([getLine(0, 10), getLine(1, 2)]);
    const part = { items: [{ _id: getFirstId(lines), receive: 4 }] };
    expect(await measureMoves(() => receive(id, part))).toEqual([-4, 4, 0]);
    expect(await getMaterialOrder(shop(), { id })).toMatchObject({
      state: 'partly',
      recieved: false,
      recievedDate: null,
    });
    const over = receive(id, { items: [{ _id: getFirstId(lines), receive: 7 }] });
    await expect(over).rejects.toMatchObject({ errors: [{ path: 'items.0.receive' }] });
    expect(await measureMoves(() => receive(id, { recieved: true }))).toEqual([-6, 6, 0]);
    const day = '2026-11-18';
    expect(await getMaterialOrder(shop(), { id })).toMatchObject({
      state: 'received',
      recieved: true,
      recievedDate: day,
    });
    expect(await measureMoves(() => receive(id, { recieved: true }))).toEqual([0, 0, 0]);
  });

  test('stores the day entered for each part, and lists the parts with the users who received them', async () => {
    const { _id: id, items: lines } = await createOrder([getLine(0, 10), getLine(1, 2)]);
    await receive(id, { items: [{ _id: getFirstId(lines), receive: 4 }], recievedDate: '2026-11-03' });
    await receive(id, { items: [{ _id: getFirstId(lines), receive: 1 }] });
    await push(id, getFirstId(lines));
    await receive(id, { items: [{ _id: lines[1]?._id ?? '', receive: 2 }], recievedDate: '2026-11-05' });
    const { receipts, items } = await getMaterialOrder(shop(), { id });
    const [item, other] = lines.map((one) => one.item.name);
    const by = world.actor('shop.user').name;
    expect(receipts).toMatchObject([
      { item, quantity: 1, receivedOn: '2026-11-18', by, inInventory: true },
      { item: other, quantity: 2, receivedOn: '2026-11-05', by, inInventory: false },
      { item, quantity: 4, receivedOn: '2026-11-03', by, inInventory: true },
    ]);
    expect(items.map(({ receivedOn }) => receivedOn)).toEqual(['2026-11-18', '2026-11-05']);
    const { items: receivedOrders } = await listReceived(shop(), { id: of.home });
    expect(receivedOrders.find(({ _id }) => _id === id)?.items[1]).toMatchObject({ receivedOn: '2026-11-05' });
  });

  test('more than was ordered requires confirmation; the excess is stock, can be undone, and is never on order', async () => {
    const { _id: id, items: lines } = await createOrder([getLine(0, 10)]);
    const part = { items: [{ _id: getFirstId(lines), receive: 12.5 }] };
    await expect(receive(id, part)).rejects.toMatchObject({
      errors: [
        {
          path: 'items.0.receive',
          msg: expect.stringMatching(/must be at most 10, the open quantity of .+$/) as string,
        },
      ],
    });
    expect(await measureMoves(() => receive(id, { ...part, overDelivery: true }))).toEqual([-10, 12.5, 0]);
    expect(await getMaterialOrder(shop(), { id })).toMatchObject({
      state: 'received',
      items: [{ quantity: 10, received: 12.5 }],
    });
    const sameOrder = { id, items: [{ _id: getFirstId(lines), quantity: 10 }] } as never;
    expect(await measureMoves(() => updateMaterialOrder(shop(), sameOrder))).toEqual([0, 0, 0]);
    const less = { id, items: [{ _id: getFirstId(lines), quantity: 9 }] } as never;
    await expect(updateMaterialOrder(shop(), less)).rejects.toThrow(
      'items.0.quantity: must be at least 10, the quantity ordered, because more was received',
    );
    expect(await measureMoves(() => receive(id, { recieved: false }))).toEqual([10, -12.5, 0]);
    await receive(id, { ...part, overDelivery: true });
    expect(await measureMoves(() => push(id, getFirstId(lines)))).toEqual([0, -12.5, 12.5]);
    const direct = world
      .db('material_order_lines')
      .where({ id: getFirstId(lines) })
      .update({ extra: 1 });
    await expect(direct).rejects.toThrow('received_of_ordered');
    expect(await brokenInvariants(world.db)).toEqual([]);
  });

  test('is undone except for what was moved to stock', async () => {
    const { _id: id, items: lines } = await createOrder([getLine(0, 10), getLine(1, 2)]);
    await receive(id, { recieved: true, recievedDate: '2026-11-02T23:00:00Z' });
    expect((await getMaterialOrder(shop(), { id })).recievedDate).toBe('2026-11-02');
    await push(id, getFirstId(lines));
    expect(await measureMoves(() => receive(id, { recieved: false }), 1)).toEqual([2, -2, 0]);
    const after = await getMaterialOrder(shop(), { id });
    expect(after).toMatchObject({ recieved: false, recievedDate: null, state: 'partly' });
    expect(after.items.map(({ received }) => received)).toEqual([10, 0]);
    await expect(receive(id, { recieved: false })).rejects.toMatchObject({ code: 'purchase-order-refused' });
  });

  test('limits later changes and deletion of the order', async () => {
    const { _id: id, items: lines } = await createOrder([getLine(0, 10)]);
    const _id = getFirstId(lines);
    await receive(id, { items: [{ _id, receive: 4 }] });
    const writeChanged = (values: object) => updateMaterialOrder(shop(), { id, items: [{ _id, ...values }] as never });
    await expect(writeChanged({ quantity: 3 })).rejects.toThrow(
      'items.0.quantity: must be at least 4, the quantity received',
    );
    await expect(writeChanged({ quantity: 9, item: of.items[1] })).rejects.toThrow('items.0.item');
    await expect(updateMaterialOrder(shop(), { id, items: [] })).rejects.toThrow(
      'has receipts, so its line cannot be deleted',
    );
    await expect(deleteMaterialOrder(shop(), { id })).rejects.toThrow('cannot be deleted: it has receipts');
    expect(await measureMoves(() => writeChanged({ quantity: 4 }))).toEqual([-6, 0, 0]);
    expect((await getMaterialOrder(shop(), { id })).recieved).toBe(true);
  });

  test('twenty times simultaneously never receives more than was ordered', async () => {
    const { _id: id, items: lines } = await createOrder([getLine(0, 7)]);
    const part = { items: [{ _id: getFirstId(lines), receive: 2 }] };
    const moves = await measureMoves(async () => {
      const all = await Promise.allSettled(Array.from({ length: 20 }, () => receive(id, part)));
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    });
    expect(moves).toEqual([-6, 6, 0]);
  });

  test('never reduces below zero a quantity that was corrected by hand', async () => {
    const { _id: id, items: lines } = await createOrder([getLine(2, 5)]);
    const key = { shop_id: of.home, item_id: of.items[2] };
    await world.db('shop_item_values').where(key).update({ quantity_on_order: 1 });
    await receive(id, { recieved: true });
    expect((await stock(2)).slice(0, 2)).toEqual([0, 5]);
    await world.db('shop_item_values').where(key).update({ quantity_in_received: 2 });
    expect(await measureMoves(() => push(id, getFirstId(lines), 2), 2)).toEqual([0, -2, 5]);
  });
});

describe('moving to stock', () => {
  test('moves received items once, and sets their cost to the purchase price', async () => {
    const { _id: id, items: lines } = await createOrder([getLine(0, 10, { newPrice: 2.5 })], { freight: 5 });
    await receive(id, { items: [{ _id: getFirstId(lines), receive: 4 }] });
    const seenLine = { quantity: 4, newPrice: 2.5, newFreight: 0.5 };
    expect(await measureMoves(() => push(id, getFirstId(lines), 0, seenLine))).toEqual([0, -4, 4]);
    expect(await findShopItem(world.db, { shop: of.home, id: of.items[0] ?? '' })).toMatchObject({
      subTotal: 2.5,
      freight: 0.5,
      total: 3,
    });
    await expect(push(id, getFirstId(lines))).rejects.toMatchObject({ code: 'purchase-order-refused' });
    await receive(id, { recieved: true });
    await expect(push(id, getFirstId(lines), 0, seenLine)).rejects.toThrow('changed while you were editing');
    expect(
      await measureMoves(() => pushToInventory(shop(), { id: of.items[0] ?? '', materialOrder: id, line: 0 })),
    ).toEqual([0, -6, 6]);
    const { items: trail } = await listRecordHistory(shop(), { id: of.items[0] ?? '' });
    expect(trail[0]?.changes.map(({ field }) => field)).not.toContain('quantityInCurrent');
  });

  test('twenty times simultaneously moves stock once', async () => {
    const { _id: id, items: lines } = await createOrder([getLine(1, 8)]);
    await receive(id, { recieved: true });
    const moves = await measureMoves(async () => {
      const all = await Promise.allSettled(Array.from({ length: 20 }, () => push(id, getFirstId(lines), 1)));
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const one of all)
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'purchase-order-refused' });
    }, 1);
    expect(moves).toEqual([0, -8, 8]);
  });

  test('happens once, too, when a received line is sent with `inInventory`', async () => {
    const { _id: id, items: lines } = await createOrder([getLine(1, 3)]);
    const body = { recieved: true, items: [{ _id: getFirstId(lines), inInventory: true }] };
    expect(await measureMoves(() => receive(id, body), 1)).toEqual([-3, 0, 3]);
    expect(await measureMoves(() => receive(id, body), 1)).toEqual([0, 0, 0]);
    expect((await getMaterialOrder(shop(), { id })).items[0]).toMatchObject({
      received: 3,
      pushed: 3,
      inInventory: true,
    });
  });

  test('cannot be undone: the database keeps a moved receipt unchanged', async () => {
    const { _id: id, items: lines } = await createOrder([getLine(1, 3)]);
    await receive(id, { recieved: true, items: [{ _id: getFirstId(lines), inInventory: true }] });
    const receipts = () => world.db('material_receipts').where({ line_id: getFirstId(lines) });
    await expect(receipts().update({ pushed_at: null, pushed_by: null })).rejects.toThrow('stays as it is');
    await expect(receipts().delete()).rejects.toThrow('stays as it is');
    await expect(
      world
        .db('material_order_lines')
        .where({ id: getFirstId(lines) })
        .update({ quantity: 2 }),
    ).rejects.toThrow('received_of_ordered');
  });

  test('has a preview of the cost, the products, and the material of current orders', async () => {
    const inBuilding = await world.createPushedOrder('Building');
    const { rows } = (await world.db.raw(
      `select (c -> 'items' -> 0 ->> 'itemId')::uuid as item from orders o join price_snapshots s on s.hash = o.snapshot
         cross join jsonb_array_elements(s.content -> 'components') c where o.id = ? and jsonb_array_length(c -> 'items') > 0 limit 1`,
      [inBuilding],
    )) as { rows: [{ item: string }] };
    const { item } = rows[0];
    const was = await findShopItem(world.db, { shop: of.home, id: item });
    const made = await createOrder([{ item, quantity: 2, newPrice: was.total + 1 }]);
    await receive(made._id, { recieved: true });
    const input = { id: item, materialOrder: made._id, line: getFirstId(made.items) };
    const effect = await previewPush(shop(), input);
    expect(effect).toMatchObject({
      quantity: 2,
      before: { total: was.total },
      after: { subTotal: was.total + 1, freight: 0, total: was.total + 1 },
    });
    expect(effect.components).toBeGreaterThan(0);
    const { building } = effect;
    expect(building.units).toBeGreaterThan(0);
    expect(building.after - building.before).toBeCloseTo(building.units, 2);
    expect(await findShopItem(world.db, { shop: of.home, id: item })).toMatchObject({ total: was.total });
    await pushToInventory(shop(), input);
    await expect(previewPush(shop(), input)).rejects.toMatchObject({ code: 'purchase-order-refused' });
  });
});

describe('moving everything received to stock', () => {
  test("has one preview of all costs and moves every line once; the latest receipt sets an item's cost", async () => {
    await pushAllToInventory(shop(), { id: of.home });
    const [one, two] = [
      await createOrder([getLine(0, 4, { newPrice: 2 }), getLine(1, 3)]),
      await createOrder([getLine(0, 6, { newPrice: 3 })]),
    ];
    await receive(one._id, { recieved: true, recievedDate: '2026-11-02' });
    await receive(two._id, { recieved: true, recievedDate: '2026-11-03' });
    const effect = await previewPushAll(shop(), { id: of.home });
    expect(effect).toMatchObject({ orders: 2, items: [{ quantity: 10 }, { quantity: 3 }] });
    const item = effect.items.find(({ item: { _id } }) => _id === of.items[0]) ?? expect.fail();
    expect(item.after).toEqual({ subTotal: 3, freight: 0, total: 3 });
    expect((await stock())[1]).toBe(10); // the preview moved nothing
    const moves = await measureMoves(() => pushAllToInventory(shop(), { id: of.home, seen: effect.seen }));
    expect(moves).toEqual([0, -item.quantity, item.quantity]);
    expect(await findShopItem(world.db, { shop: of.home, id: of.items[0] ?? '' })).toMatchObject({ subTotal: 3 });
    expect((await getMaterialOrder(shop(), { id: one._id })).items).toMatchObject([
      { received: 4, pushed: 4 },
      { received: 3, pushed: 3 },
    ]);
    await expect(pushAllToInventory(shop(), { id: of.home })).rejects.toMatchObject({ code: 'nothing-received' });
    await expect(previewPushAll(shop(), { id: of.home })).rejects.toMatchObject({ code: 'nothing-received' });
  });

  test('takes the cost of each item from its latest receipt, even of an order that is partly received or completed later', async () => {
    const rest = [getLine(0, 10, { newPrice: 10 }), getLine(1, 10, { newPrice: 7 })];
    const [partly, whole] = [await createOrder(rest), await createOrder([getLine(0, 5, { newPrice: 12 })])];
    const parts = partly.items.map(({ _id }) => ({ _id, receive: 5 }));
    await receive(partly._id, { items: parts.slice(0, 1), recievedDate: '2026-11-01' });
    await receive(whole._id, { recieved: true, recievedDate: '2026-11-10' });
    await receive(partly._id, { items: parts.slice(1), recievedDate: '2026-11-12' });
    const late = await createOrder([getLine(1, 5, { newPrice: 6 })]);
    await receive(late._id, { recieved: true, recievedDate: '2026-11-09' });
    const { items, seen } = await previewPushAll(shop(), { id: of.home });
    await pushAllToInventory(shop(), { id: of.home, seen });
    for (const [n, subTotal] of [12, 7].entries()) {
      const id = of.items[n] ?? '';
      expect(items.find(({ item: { _id } }) => _id === id)?.after).toMatchObject({ subTotal });
      expect(await findShopItem(world.db, { shop: of.home, id })).toMatchObject({ subTotal });
    }
  });

  test('and moving one line count freight once when orders start at the cost of the item, which contains an estimate of it', async () => {
    const item = of.items[0] ?? '';
    const estimate = { sub_total: 31.5, freight: 1.25 };
    await world.db('shop_item_values').where({ shop_id: of.home, item_id: item }).update(estimate);
    for (const [newFreight, freight] of [
      [1.25, 1.25],
      [0, 1.25], // the estimate stays
      [2, 2],
    ] as const) {
      const { _id: id, items: lines } = await createOrder([getLine(0, 100)], { freight: newFreight * 100 });
      await receive(id, { recieved: true });
      const cost = { subTotal: 31.5, freight, total: 31.5 + freight };
      expect((await previewPush(shop(), { id: item, materialOrder: id, line: 0 })).after).toEqual(cost);
      const { items } = await previewPushAll(shop(), { id: of.home });
      expect(items.find(({ item: { _id } }) => _id === item)?.after).toEqual(cost);
      await push(id, getFirstId(lines), 0, { newPrice: 32.75, newFreight });
      expect(await findShopItem(world.db, { shop: of.home, id: item })).toMatchObject(cost);
    }
  });

  test('is refused for another shop, and when the waiting lines changed after the preview', async () => {
    const { _id: id } = await createOrder([getLine(1, 3), getLine(2, 5)]);
    await receive(id, { recieved: true });
    const { seen } = await previewPushAll(shop(), { id: of.home });
    const later = await createOrder([getLine(2, 1)]);
    await receive(later._id, { recieved: true });
    await expect(pushAllToInventory(shop(), { id: of.home, seen })).rejects.toMatchObject({ code: 'received-changed' });
    const other = world.ctx('other.shop');
    for (const call of [pushAllToInventory, previewPushAll])
      await expect(call(other, { id: of.home })).rejects.toMatchObject({ code: 'not-found' });
    const twice = await Promise.allSettled([1, 2].map(() => pushAllToInventory(shop(), { id: of.home })));
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

test('after any sequence of steps, every order adds up, lines equal their receipts, and stock equals its movements', async () => {
  const violations = await brokenInvariants(world.db);
  expect(violations.filter(({ invariant }) => /stock|material order/.test(invariant))).toEqual([]);
});
