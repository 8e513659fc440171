import { describe, expect, test } from 'vitest';
import { priceOrder } from '../../pricing/order.js';
import { homeShop, otherShop, useWorld, type ActorName } from '../../testing/world.js';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { updateOrders } from '../../billing/invoices/life/change-orders.js';
import { figureColumnNames, orderFigureValues } from '../pricing/figures.js';
import { importOrders } from '../../imports/order-files/service.js';
import { deleteOrder } from './delete.js';
import { searchOrdersBySerial, getOrder, listOrders } from '../service.js';
import {
  orderStatuses,
  shopTakeBacks,
  shopTransitions,
  explainRefusedMove,
  type OrderStatus,
} from '../../kernel/order/status.js';
import { toCase } from '../pricing/case.js';
import { lockOrders } from '../pricing/locked-orders.js';
import { readSampleRows } from '../../imports/feed/testing/feed-rows.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const readStored = async (id: string) =>
  (await world.db.transaction((tx) => lockOrders(tx, (q) => q.where('o.id', id))))[0];
const audits = async (id: string) =>
  (await world.db('audit_entries').whereRaw('entity_ids @> array[?]::uuid[]', [id]).orderBy('id')) as {
    action: string;
    actor_name: string;
    before: unknown;
    after: unknown;
  }[];
const colors = { roofColor: 'Black', sidingColor: 'Clay', trimColor: 'White' };

async function expectFiguresToFoot(id: string): Promise<void> {
  const order = await readStored(id);
  const row = (await world
    .db('orders')
    .where({ id })
    .first(figureColumnNames as string[])) as Record<string, number>;
  expect(row).toMatchObject(orderFigureValues(priceOrder(toCase(order as never))));
}

describe('status', () => {
  test.each(orderStatuses.flatMap((from) => orderStatuses.map((to) => [from, to] as const)))(
    'a shop moves %s to %s only as its menu allows',
    async (from, to) => {
      const allowedStatuses: readonly OrderStatus[] = shopTransitions[from];
      const move = { from, to, role: 'Shop User', hasInvoice: false, hasShop: true, openAlerts: 0 } as const;
      const now = new Date('2026-11-18T15:00:00Z');
      const since = (statusSince: string, isCounted = false) =>
        explainRefusedMove({ ...move, statusSince, now, isCounted });
      expect(since('2026-11-18T13:59:59Z') === null).toBe(from === to || allowedStatuses.includes(to));
      const goesBack = shopTakeBacks[from] === to;
      expect(since('2026-11-18T14:00:00Z') === null).toBe(from === to || allowedStatuses.includes(to) || goesBack);
      if (goesBack)
        expect(since('2026-11-18T14:59:00Z', true)).toBe('its material has been counted since; ask the office');
    },
  );

  test('sets days and flags while the shop builds an order', async () => {
    const id = await world.createPushedOrder('InQueue');
    const builder = world.ctx('builder');
    expect((await updateOrder(builder, { id, status: 'Building' })).order).toMatchObject({
      status: 'Building',
      isBuilding: true,
      dateFinished: null,
    });
    world.now = new Date('2026-11-19T03:30:00Z'); // still the 18th in Chicago
    const result = await updateOrder(builder, { id, status: 'Finished' });
    expect(result).toMatchObject({
      msg: expect.stringMatching(/^T-\d+ is updated\.$/) as string,
      order: { status: 'Finished', isBuilding: false, dateFinished: '2026-11-18' },
    });
    expect((await audits(id)).map((a) => a.action)).toEqual(['import', 'change status', 'change status']);
  });

  test('a mistaken Finished can be undone within the hour, restoring its day and material; later only by the office', async () => {
    const id = await world.createPushedOrder('Building');
    const [item] = (await world.db('items').select('id').limit(1)) as { id: string }[];
    const shop = await world.findShopId(homeShop);
    await updateOrder(world.ctx('builder'), { id, status: 'Finished' });
    expect(await readStored(id)).toMatchObject({ dateFinished: expect.any(String) as string });
    await updateOrder(world.ctx('shop.user'), { id, status: 'Building' });
    expect(await readStored(id)).toMatchObject({ status: 'Building', dateFinished: null });
    await updateOrder(world.ctx('shop.user'), { id, status: 'InQueue' });
    await updateOrder(world.ctx('builder'), { id, status: 'Building' });
    await updateOrder(world.ctx('builder'), { id, status: 'Finished' });
    const movement = { shop_id: shop, item_id: item?.id, on_order: 0, received: 0, actor_name: 'x' };
    await world.db('stock_movements').insert({ ...movement, current: -2, why: 'order finished', source_id: id });
    await world.db('stock_movements').insert({ ...movement, current: 1, why: 'physical count' });
    await expect(updateOrder(world.ctx('builder'), { id, status: 'Building' })).rejects.toThrow(
      'has been counted since',
    );
    await world.db('stock_movements').where({ source_id: id }).delete();
    const began = world.now;
    world.now = new Date(began.getTime() + 61 * 60_000);
    await expect(updateOrder(world.ctx('builder'), { id, status: 'Building' })).rejects.toThrow('only within an hour');
    expect((await updateOrder(office(), { id, status: 'Building' })).order).toMatchObject({ dateFinished: null });
    world.now = began;
  });

  test('a hold keeps its reason until it ends', async () => {
    const id = await world.createPushedOrder('InQueue');
    await updateOrder(world.ctx('shop.user'), { id, status: 'On Hold', holdReason: 'no trim' });
    expect(await readStored(id)).toMatchObject({ status: 'On Hold', holdReason: 'no trim' });
    await updateOrder(world.ctx('shop.user'), { id, status: 'Building' });
    expect(await readStored(id)).toMatchObject({ status: 'Building', holdReason: null });
  });

  test.each(['shop.admin', 'builder'] as const)('%s cannot set a status outside the menu', async (who) => {
    const id = await world.createPushedOrder('InQueue');
    await expect(updateOrder(world.ctx(who), { id, status: 'Canceled' })).rejects.toMatchObject({
      code: 'order-status',
    });
    expect(await readStored(id)).toMatchObject({ status: 'InQueue', revision: 1 });
  });

  test('the office can set any status but Invoiced, which requires an invoice', async () => {
    const id = await world.createPushedOrder('Finished');
    for (const status of ['On Hold', 'InQueue', 'Canceled', 'Building', 'New'] as const) {
      expect((await updateOrder(world.ctx('office.user'), { id, status })).order).toMatchObject({ status });
    }
    await expect(updateOrder(office(), { id, status: 'Invoiced' })).rejects.toThrow('create its invoice instead');
  });

  test('an order with open alerts stays New', async () => {
    const [id = ''] = await world.createOrders([
      { ...readSampleRows()[0], id: '1', serialNumber: 'S-1', soldByDealer: 'Nobody' },
    ]);
    await expect(updateOrder(office(), { id, status: 'InQueue' })).rejects.toThrow('1 alert is not accepted');
    expect((await updateOrder(office(), { id, status: 'Canceled' })).order).toMatchObject({ status: 'Canceled' });
  });
});

describe('the office changes lines and prices', () => {
  test("prices edited values from the order's snapshot, not from today's catalogue", async () => {
    const id = await world.createPushedOrder('InQueue');
    const before = await getOrder(office(), { id });
    await world.db.raw('update items set sub_total = sub_total * 2');
    const addOns = before.addOns.map(({ lineNo, quantity, retailPrice, shopPercent }) => ({
      lineNo,
      quantity: quantity + 1,
      retailPrice,
      shopPercent,
    }));
    const { order } = await updateOrder(office(), {
      id,
      ...colors,
      shopPercent: 55,
      adjustment: { shop: -10.5, company: 20 },
      addOns,
    });
    expect(order).toMatchObject({
      shopPercent: 55,
      adjustment: { shop: -10.5, company: 20 },
      shedMaterialCost: before.shedMaterialCost,
    });
    expect(order.addOns.map((line) => line.quantity)).toEqual(before.addOns.map((line) => line.quantity + 1));
    await expectFiguresToFoot(id);
    await world.db.raw('update items set sub_total = sub_total / 2');
  });

  test('new lines: a custom one starts at 0, an add-on adds its price, percent and costs', async () => {
    const id = await world.createPushedOrder('InQueue');
    const before = await getOrder(office(), { id });
    const door = (await world.db('add_ons').where({ name: 'Garage Door 9x7' }).first('id')) as { id: string };
    const unchangedLines = before.addOns.map(({ lineNo }) => ({ lineNo }));
    const { order } = await updateOrder(office(), {
      id,
      ...colors,
      addOns: [...unchangedLines, { addOn: door.id, quantity: 2 }],
      customAddOns: [{ name: 'Move the door', shopPercent: 80 }],
    });
    expect(order.addOns.at(-1)).toMatchObject({
      name: 'Garage Door 9x7',
      quantity: 2,
      retailPrice: 895,
      shopPercent: 75,
      totalSalePrice: { order: 1790 },
    });
    expect(order.addOns.at(-1)?.totalCost.standard).toBeGreaterThan(0);
    expect(order.customAddOns).toMatchObject([
      {
        name: 'Move the door',
        quantity: 0,
        retailPrice: 0,
        shopPercent: 80,
        totalSalePrice: { shop: 0, company: 0, order: 0 },
      },
    ]);
    await expectFiguresToFoot(id);
    const without = await updateOrder(office(), { id, addOns: [], customAddOns: [] });
    expect(without.order).toMatchObject({ addOns: [], customAddOns: [], addOnsTotal: { order: 0 } });
  });

  test.each([
    ['quantity', { quantity: -1 }, 'addOns.0.quantity'],
    ['quantity', { quantity: 100_000 }, 'addOns.0.quantity'],
    ['quantity', { quantity: 1.23456 }, 'addOns.0.quantity'],
    ['percent', { shopPercent: 1000.5 }, 'addOns.0.shopPercent'],
    ['price', { retailPrice: 10_000_000 }, 'addOns.0.retailPrice'],
  ])('an invalid %s is refused with its field and nothing changes', async (_, badFields, path) => {
    const id = await world.createPushedOrder('InQueue');
    const before = await readStored(id);
    const [first] = (await getOrder(office(), { id })).addOns;
    await expect(
      updateOrder(office(), { id, ...colors, addOns: [{ lineNo: first?.lineNo, ...badFields }] }),
    ).rejects.toMatchObject({ details: { errors: [{ path }] } });
    expect(await readStored(id)).toEqual(before);
  });

  test('saving the form requires colors; a status change does not', async () => {
    const id = await world.createPushedOrder('InQueue');
    await expect(updateOrder(office(), { id, adjustmentNote: 'x', roofColor: null })).rejects.toThrow(
      'roofColor: is required',
    );
    await expect(updateOrder(office(), { id, adjustmentNote: 'x' })).rejects.toThrow('trimColor: is required');
    await updateOrder(office(), { id, status: 'On Hold' });
  });

  test('read-only fields are unchanged, but can be filled in while empty', async () => {
    const id = await world.createPushedOrder('InQueue');
    await expect(updateOrder(office(), { id, ...colors, customer: 'Somebody else' })).rejects.toThrow(
      'customer: is read-only',
    );
    await world.db('orders').where({ id }).update({ customer: null });
    expect((await updateOrder(office(), { id, ...colors, customer: 'Ann' })).order).toMatchObject({ customer: 'Ann' });
  });

  test('choosing shop, model and add-on of a New order matches it again', async () => {
    const row = {
      serialNumber: 'C-1',
      shop: 'Nowhere',
      model: 'Unheard',
      size: '8x10',
      basePrice: 2295,
      type: 'Customer',
      customer: 'Ann',
      roofType: 'Metal',
      sidingType: 'Painted',
      ...colors,
      addOns: [{ name: 'Gate', quantity: 1, price: 895 }],
    };
    await importOrders(office(), { orders: [row] });
    const [listedOrder] = (await listOrders(office(), { search: 'C-1' })).items;
    const id = listedOrder?._id ?? '';
    const find = async (table: string, name: string) =>
      ((await world.db(table).where({ name }).first('id')) as { id: string }).id;
    await updateOrder(office(), { id, shop: await find('shops', homeShop) });
    await updateOrder(office(), { id, model: await find('shed_models', 'Painted Cabin') });
    const { order } = await updateOrder(office(), {
      id,
      addOns: [{ addOn: await find('add_ons', 'Garage Door 9x7'), quantity: 1, retailPrice: 895 }],
      customAddOns: [],
    });
    expect(order).toMatchObject({ shop: { name: homeShop }, model: 'Painted Cabin', alerts: [], openAlerts: 0 });
    expect(order.addOns).toMatchObject([{ name: 'Garage Door 9x7', unknown: false }]);
    expect(order.shedMaterialCost.standard).toBeGreaterThan(0);
    await expectFiguresToFoot(id);
  });
});

describe("the shop's part of an order", () => {
  test('includes assigning the builder, marking metal, mixing paint and entering its own costs', async () => {
    const id = await world.createPushedOrder('InQueue');
    await updateOrder(office(), { id, ...colors, customAddOns: [{ name: 'Loft', quantity: 1, retailPrice: 100 }] });
    const builder = (await world.db('users').where({ role: 'Builder' }).first('id')) as { id: string };
    const { order } = await updateOrder(world.ctx('shop.user'), {
      id,
      builder: builder.id,
      metalOrdered: true,
      trimPaint: { color: 'White', quantity: 2 },
    });
    expect(order).toMatchObject({
      builder: { _id: builder.id },
      metalOrdered: true,
      trimPaint: { color: 'White', quantity: 2 },
    });
    const [line] = order.customAddOns;
    const result = await updateOrder(world.ctx('shop.user'), {
      id,
      customAddOns: [{ lineNo: line?.lineNo, materialCost: { shop: 12.5 }, laborCost: { shop: 7.5 } }],
    });
    expect(result.order.customAddOns).toMatchObject([{ totalCost: { shop: 20, standard: 20 } }]);
    await expectFiguresToFoot(id);
  });

  test.each([
    ['shop.admin', { shopPercent: 99 }],
    ['shop.admin', { adjustment: { shop: 500 } }],
    ['shop.user', { roofColor: 'Pink' }],
    ['shop.user', { basePrice: { company: 1 } }],
    ['shop.admin', { addOns: [] }],
    ['builder', { metalOrdered: true }],
  ] as [ActorName, object][])('%s may not change %o', async (who, change) => {
    const id = await world.createPushedOrder('InQueue');
    const before = await readStored(id);
    await expect(updateOrder(world.ctx(who), { id, ...change })).rejects.toMatchObject({ code: 'permission-denied' });
    expect(await readStored(id)).toEqual(before);
  });

  test("another shop's order does not exist", async () => {
    const id = await world.createPushedOrder('InQueue', otherShop);
    for (const who of ['shop.admin', 'shop.user', 'builder'] as const) {
      await expect(getOrder(world.ctx(who), { id })).rejects.toThrow('Order not found');
      await expect(updateOrder(world.ctx(who), { id, status: 'Building' })).rejects.toThrow('Order not found');
    }
    expect((await listOrders(world.ctx('shop.admin'), {})).items.map((o) => o._id)).not.toContain(id);
    expect((await listOrders(world.ctx('other.shop'), {})).items.map((o) => o._id)).toContain(id);
  });

  test('a search finds no order of another shop, whatever text matches', async () => {
    await world.createPushedOrder('InQueue', otherShop);
    for (const serialNumber of ['T-', 'a', 'e', '-']) {
      const { items } = await searchOrdersBySerial(world.ctx('shop.admin'), { serialNumber });
      expect(items.map((o) => [o.shop?.name, o.status === 'New'])).toEqual(items.map(() => [homeShop, false]));
    }
  });

  test('a search finds long texts like short ones, in serial numbers and names, ignoring case', async () => {
    const [id = ''] = await world.createOrders(1);
    const change = { serial_number: 'RLB-1224-070626-50_0%', customer: 'Hannah Weaver-Longbottom' };
    await world.db('orders').where({ id }).update(change);
    const findIds = async (serialNumber: string) =>
      (await searchOrdersBySerial(office(), { serialNumber })).items.map((order) => order._id);
    for (const text of ['rlb-1224-070626-50_0%', '1224-070626-50', 'weaver-longbottom'])
      expect([text, await findIds(text)]).toEqual([text, [id]]);
    for (const text of ['XLB-1224-070626-50_0%', 'RLB-1224-070626-50x0%']) expect(await findIds(text)).toEqual([]);
  });

  test('New orders belong only to the office', async () => {
    const [id = ''] = await world.createOrders(1);
    const shop = ((await getOrder(office(), { id })).shop as { name: string }).name;
    const who = shop === homeShop ? 'shop.admin' : 'other.shop';
    await expect(getOrder(world.ctx(who), { id })).rejects.toThrow('Order not found');
  });

  test('a shop cannot read an alert that shows what the company charges', async () => {
    const id = await world.createPushedOrder('InQueue');
    const alerts = [
      { _id: '1', code: 'total', text: 'Total $31,337.77 differs from the computed $77,131.13', accepted: true },
      { _id: '2', code: 'dealer', text: 'Dealer "Nobody" not found', accepted: true },
    ];
    await world
      .db('orders')
      .where({ id })
      .update({ alerts: JSON.stringify(alerts) });
    expect((await getOrder(world.ctx('shop.admin'), { id })).alerts.map((a) => a.code)).toEqual(['dealer']);
    expect((await getOrder(office(), { id })).alerts).toHaveLength(2);
  });

  test('a hold reason requires a hold, and lines require the right to change them', async () => {
    const id = await world.createPushedOrder('InQueue');
    await expect(updateOrder(world.ctx('builder'), { id, holdReason: 'x' })).rejects.toThrow(
      'can be set only for orders On Hold',
    );
    await updateOrder(office(), { id, ...colors, customAddOns: [{ name: 'Loft', quantity: 1, retailPrice: 100 }] });
    const line = (await getOrder(office(), { id })).customAddOns[0];
    const standard = updateOrder(world.ctx('shop.admin'), {
      id,
      customAddOns: [{ lineNo: line?.lineNo, materialCost: { standard: 5 } }],
    });
    await expect(standard).rejects.toMatchObject({ code: 'permission-denied' });
  });

  test('a shop sees only its own figures', async () => {
    const id = await world.createPushedOrder('InQueue');
    const shopText = JSON.stringify(await getOrder(world.ctx('shop.admin'), { id }));
    expect(shopText).not.toMatch(
      /"(company|order|shedSuite|pricing|source|haul|escort|dealerCommission|salesRepCommission)":/,
    );
    expect(JSON.stringify(await getOrder(world.ctx('builder'), { id }))).not.toMatch(
      /price|percent|total|cost|profit/i,
    );
  });

  test('a guess at a figure that the user cannot see is refused, even if it is right', async () => {
    const id = await world.createPushedOrder('InQueue');
    const typedCosts = { dealerCommission: null, salesRepCommission: null, escort: null, haul: 412.5 };
    await updateOrder(office(), { id, ...colors, adjustmentNote: 'freight', sellingCosts: typedCosts });
    const { basePrice, shopPercent } = (await getOrder(office(), { id })) as {
      basePrice: { company: number };
      shopPercent: number;
    };
    const companys = [
      { sellingCosts: { haul: 412.5 } },
      { sellingCosts: { escort: null } },
      { adjustment: { company: 0 } },
      { basePrice: { company: basePrice.company } },
      { adjustmentNote: 'freight' },
    ];
    for (const guess of companys)
      for (const who of ['shop.admin', 'shop.user', 'builder'] as const)
        await expect(updateOrder(world.ctx(who), { id, ...guess }), who).rejects.toThrow('Permission Denied');
    for (const guess of [{ shopPercent }, { adjustment: { shop: 0 } }, { addOns: [{ lineNo: 1, retailPrice: 1 }] }])
      await expect(updateOrder(world.ctx('builder'), { id, ...guess })).rejects.toThrow('Permission Denied');
    expect(await updateOrder(world.ctx('shop.user'), { id, shopPercent })).toMatchObject({ msg: 'Nothing to change.' });
  });
});

describe('two simultaneous users', () => {
  test('a stale save is refused with the current order and who changed it', async () => {
    const id = await world.createPushedOrder('InQueue');
    const { revision } = await getOrder(office(), { id });
    await updateOrder(world.ctx('office.user'), { id, revision, metalOrdered: true });
    const late = updateOrder(office(), { id, revision, ...colors });
    await expect(late).rejects.toMatchObject({
      code: 'stale-record',
      details: { by: 'Owen Price', current: { _id: id, metalOrdered: true, revision: revision + 1 } },
    });
    await expect(
      updateOrder(world.ctx('shop.admin'), { id, originalOrder: { status: 'On Hold' }, status: 'Building' }),
    ).rejects.toMatchObject({ code: 'stale-record' });
  });

  test('of many clerks who save the same revision, one succeeds', async () => {
    const id = await world.createPushedOrder('InQueue');
    const { revision } = await getOrder(office(), { id });
    const saves = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => updateOrder(office(), { id, revision, ...colors, shopPercent: 50 + n })),
    );
    expect(saves.filter((s) => s.status === 'fulfilled')).toHaveLength(1);
    expect(await readStored(id)).toMatchObject({ revision: revision + 1 });
    await expectFiguresToFoot(id);
  });
});

describe('deleting', () => {
  test('requires a super admin in Building, and the super role admin in Canceled', async () => {
    const building = await world.createPushedOrder('Building');
    await expect(deleteOrder(world.ctx('office.user'), { id: building })).rejects.toThrow('only a super admin can');
    const canceledId = await world.createPushedOrder('Canceled');
    await expect(deleteOrder(world.ctx('office.user'), { id: canceledId })).rejects.toThrow('super role "admin"');
    expect(await deleteOrder(office(), { id: building })).toEqual({ _id: building, msg: 'Order is deleted.' });
    await deleteOrder(office(), { id: canceledId });
    expect((await audits(building)).at(-1)).toMatchObject({ action: 'delete', actor_name: 'Anna Keller' });
  });

  test('and canceling are refused while an invoice exists', async () => {
    const id = await world.createFinishedOrder();
    const { createInvoice } = await import('../../billing/invoices/life/create.js');
    const { invoice } = await createInvoice(world.ctx('shop.admin'), { order: id });
    await expect(deleteOrder(office(), { id })).rejects.toThrow(`This order has invoice ${invoice.invoiceNumber}`);
    await expect(updateOrder(office(), { id, status: 'Canceled' })).rejects.toThrow('delete its invoice first');
    await world.db('invoices').where({ order_id: id }).update({ status: 'Approved' });
    await expect(updateOrder(office(), { id, ...colors, shopPercent: 10 })).rejects.toThrow('reopen the invoice first');
  });
});

describe('several orders in one call', () => {
  const query = async (ids: readonly string[]) =>
    (await world
      .db('orders')
      .whereIn('id', [...ids])
      .orderBy('id')
      .select({ _id: 'id', revision: 'revision' })) as {
      _id: string;
      revision: number;
    }[];

  test('those that can be changed are; each other one reports why not', async () => {
    const [ready, finishedId, foreign, stale] = [
      await world.createPushedOrder('InQueue'),
      await world.createPushedOrder('Finished'),
      await world.createPushedOrder('InQueue', otherShop),
      await world.createPushedOrder('InQueue'),
    ];
    const orders = (await query([ready, finishedId, foreign, stale])).map((order) =>
      order._id === stale ? { ...order, revision: order.revision - 1 } : order,
    );
    const { msg, done, results } = await updateOrders(world.ctx('shop.user'), { orders, status: 'On Hold' });
    expect({ msg, done }).toEqual({ msg: '1 of 4 orders are updated', done: 1 });
    const outcome = (id: string) => results.find(({ _id }) => _id === id);
    expect(outcome(ready)).toMatchObject({ done: true, revision: expect.any(Number) });
    expect(outcome(finishedId)?.msg).toMatch(/the shop cannot make this change/);
    expect(outcome(foreign)).toMatchObject({ done: false, msg: expect.stringContaining('not found') });
    expect(outcome(stale)?.msg).toMatch(/changed/);
    const statuses = await Promise.all(
      [ready, finishedId, foreign, stale].map(async (id) => (await readStored(id))?.status),
    );
    expect(statuses).toEqual(['On Hold', 'Finished', 'InQueue', 'InQueue']);
  });

  test('set metal, builder and hold on all of them, and set them back with the new revisions', async () => {
    const ids = [await world.createPushedOrder('InQueue'), await world.createPushedOrder('InQueue')];
    const holdReason = 'The metal is late.\nIt arrives on Monday.';
    const { results } = await updateOrders(world.ctx('shop.user'), {
      orders: await query(ids),
      status: 'On Hold',
      holdReason,
      metalOrdered: true,
    });
    expect(await readStored(ids[0] ?? '')).toMatchObject({ status: 'On Hold', holdReason });
    const again = results.map(({ _id, revision }) => ({ _id, revision: revision ?? 0 }));
    expect(await updateOrders(world.ctx('shop.user'), { orders: again, status: 'InQueue' })).toMatchObject({ done: 2 });
    expect(await readStored(ids[1] ?? '')).toMatchObject({ status: 'InQueue', metalOrdered: true });
  });

  test('are refused without a change, or with a duplicate order', async () => {
    const orders = await query([await world.createPushedOrder('InQueue')]);
    await expect(updateOrders(world.ctx('shop.user'), { orders })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(
      updateOrders(world.ctx('shop.user'), { orders: [...orders, ...orders], metalOrdered: true }),
    ).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('the list of orders', () => {
  test('is filtered by models and order days, with totals to match', async () => {
    const ids = [await world.createPushedOrder('InQueue'), await world.createPushedOrder('InQueue')] as const;
    await world.db('orders').where({ id: ids[0] }).update({ date_ordered: '2025-03-01' });
    await world.db('orders').where({ id: ids[1] }).update({ date_ordered: '2025-03-09' });
    const { modelId } = (await readStored(ids[0])) ?? {};
    const findOrders = async (input: Parameters<typeof listOrders>[1]) => {
      const { items, total } = await listOrders(office(), { ...input, size: 500 });
      expect(total).toBe(items.length);
      return items.map(({ _id }) => _id).filter((id) => ids.some((one) => one === id));
    };
    expect(await findOrders({ orderedFrom: '2025-03-01', orderedTo: '2025-03-08' })).toEqual([ids[0]]);
    expect(await findOrders({ orderedFrom: '2025-03-02', orderedTo: '2025-03-09' })).toEqual([ids[1]]);
    expect(await findOrders({ model: modelId ?? '' })).toContain(ids[0]);
    expect(await findOrders({ model: ids[0] })).toEqual([]);
    await expect(listOrders(office(), { model: 'no' })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
