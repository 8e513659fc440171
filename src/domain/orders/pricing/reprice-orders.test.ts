import { describe, expect, test } from 'vitest';
import { newId } from '../../kernel/ids.js';
import { otherShop, useWorld } from '../../testing/world.js';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { previewReprice, repriceOrders } from './reprice-orders.js';
import { getOrder } from '../service.js';
import { limit } from '../../testing/patience.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const readStored = async (id: string) => (await world.db('orders').where({ id }).first()) as Record<string, unknown>;

describe('re-pricing open orders', () => {
  test('changes nothing while the catalogue is unchanged, in any status', async () => {
    for (const status of ['InQueue', 'Building', 'Finished', 'On Hold'] as const) {
      const id = await world.createPushedOrder(status);
      const before = await readStored(id);
      const result = await repriceOrders(office(), { ids: [id] });
      expect(result.orders).toMatchObject([{ _id: id, state: 'unchanged', status }]);
      expect(await readStored(id)).toEqual(before);
    }
  });

  test('an order keeps its snapshot until it is re-priced; then costs are current and its price stays', async () => {
    const id = await world.createPushedOrder('Building');
    const before = await readStored(id);
    await world.db('items').update({ sub_total: world.db.raw('sub_total * 2') });
    expect(await readStored(id)).toEqual(before);
    const preview = await previewReprice(office(), { ids: [id] });
    expect(await readStored(id)).toEqual(before);
    const result = await repriceOrders(office(), { ids: [id] });
    expect({ ...result, msg: '' }).toEqual({ ...preview, msg: '' });
    const after = await readStored(id);
    expect(Number(after['shed_material_cost_standard'])).toBeGreaterThan(Number(before['shed_material_cost_standard']));
    expect(after['grand_total_shop']).toEqual(before['grand_total_shop']);
    expect(after).toMatchObject({
      status: 'Building',
      shop_id: before['shop_id'],
      revision: Number(before['revision']) + 1,
    });
    expect((await repriceOrders(office(), { ids: [id] })).counts).toEqual({ changed: 0, unchanged: 1, refused: 0 });
    expect(result.shops).toHaveLength(1);
    expect(result.shops[0]?.after.grossProfit).toBeLessThan(result.shops[0]?.before.grossProfit ?? 0);
  });

  test('refuses an order whose model is no longer in the catalogue, and never changes an Invoiced one', async () => {
    const id = await world.createPushedOrder('InQueue');
    await world.db('orders').where({ id }).update({ model_id: null, model_name: 'Retired Cabin', shed_id: null }); // as its deletion leaves it
    const before = await readStored(id);
    const result = await repriceOrders(office(), { ids: [id] });
    expect(result.counts).toEqual({ changed: 0, unchanged: 0, refused: 1 });
    expect(result.orders[0]?.reason).toBe('Model "Retired Cabin" not found in Painted');
    expect(await readStored(id)).toEqual(before);
    const invoicedId = await world.createFinishedOrder();
    await world.db('orders').where({ id: invoicedId }).update({ status: 'Invoiced' });
    const nothing = await repriceOrders(office(), { ids: [invoicedId] });
    expect(nothing.orders).toEqual([]);
    expect(nothing.msg).toBe(
      '0 of 0 open orders changed. 1 order is not open. Only orders in InQueue, Building, Finished, On Hold can be re-priced.',
    );
  });

  test('refuses an order whose add-on is split three ways by now and gives the shop more than that allows; others are priced', async () => {
    const [id, other] = [await world.createPushedOrder('InQueue'), await world.createPushedOrder('InQueue')];
    const [line] = (await world.db('order_lines').where({ order_id: id, kind: 'addOn' }).orderBy('line_no')) as {
      add_on_id: string;
    }[];
    const ofLine = { order_id: id, add_on_id: line?.add_on_id ?? null };
    const addOn = world.db('add_ons').where({ id: ofLine.add_on_id });
    const earlier = (await addOn.clone().first('mode', 'type', 'shop_percent')) as object;
    const split = { mode: 'companyDealerShopSplit', type: 'piece' };
    await addOn.clone().update({ ...split, shop_percent: null });
    await world
      .db('order_lines')
      .where(ofLine)
      .update({ ...split, shop_percent: 75, percent_given: true });
    const before = await readStored(id);
    const result = await repriceOrders(office(), { ids: [id, other] });
    await addOn.update(earlier);
    expect(result.orders.map(({ _id, state, reason }) => [_id, state, reason])).toContainEqual([
      ...[id, 'refused', 'addOns[0].shopPercent: must be at most 66.6666 on an add-on split three ways'],
    ]);
    expect(result.orders).toHaveLength(2);
    expect(await readStored(id)).toEqual(before);
  });

  test('prices an order whose model and category were renamed; it keeps the names it was sold by', async () => {
    const id = await world.createPushedOrder('InQueue');
    const before = await readStored(id);
    const model = world.db('shed_models').where({ id: before['model_id'] });
    const category = world.db('shed_categories').where({ id: before['category_id'] });
    await model.clone().update({ name: 'Lodge' });
    await category.clone().update({ name: 'Deluxe' });
    await world.db('items').update({ sub_total: world.db.raw('sub_total * 2') });
    const result = await repriceOrders(office(), { ids: [id] });
    await model.clone().update({ name: before['model_name'] });
    await category.clone().update({ name: before['category_name'] });
    expect(result.orders).toMatchObject([{ state: 'changed', reason: null }]);
    const { model_id, model_name, category_id, category_name, shed_id, alerts } = before;
    const after = await readStored(id);
    expect(after).toMatchObject({ model_id, model_name, category_id, category_name, shed_id, alerts });
    expect(Number(after['total_cost_shop'])).toBeGreaterThan(Number(before['total_cost_shop']));
  });

  test('keeps values entered after the push, even if catalogue prices were raised since', async () => {
    const id = await world.createPushedOrder('InQueue');
    const { addOns } = await getOrder(office(), { id });
    const colors = { roofColor: 'Mauve', sidingColor: 'Clay', trimColor: 'White' };
    const lines = addOns.map(({ lineNo, retailPrice }) => ({ lineNo, retailPrice: retailPrice + 11 }));
    await updateOrder(office(), { id, ...colors, basePrice: { company: 7100 }, addOns: lines });
    const before = await readStored(id);
    await world.db('add_ons').update({ retail_price: world.db.raw('retail_price + 1') });
    await world.db('items').update({ sub_total: world.db.raw('sub_total * 2') });
    const result = await repriceOrders(office(), { ids: [id] });
    await world.db('add_ons').update({ retail_price: world.db.raw('retail_price - 1') });
    expect(result.orders).toMatchObject([{ state: 'changed', reason: null }]);
    const after = await readStored(id);
    expect(after).toMatchObject({ grand_total_order: before['grand_total_order'], alerts: before['alerts'] });
    expect(after['total_cost_shop']).not.toEqual(before['total_cost_shop']);
    expect((await updateOrder(office(), { id, status: 'On Hold' })).order).toMatchObject({ status: 'On Hold' });
  });

  test('refuses an order whose labor or shed is no longer in the catalogue', async () => {
    const id = await world.createPushedOrder('InQueue');
    const { shed_id: shedId, model_id: modelId } = await readStored(id);
    const reason = async () => (await previewReprice(office(), { ids: [id] })).orders[0]?.reason;
    const labor = world.db('shed_labor').where({ model_id: modelId });
    const rows = (await labor.clone()) as object[];
    await labor.clone().delete();
    const withoutLabor = await reason();
    await world.db('shed_labor').insert(rows);
    expect(withoutLabor).toBe('No shed labor for this size');
    const shed = (await world.db('sheds').where({ id: shedId }).first()) as Record<string, unknown>;
    const style = (await world.db('base_styles').whereNot({ id: shed['base_style_id'] }).first('id')) as { id: string };
    const other = { ...shed, id: newId(), base_style_id: style.id, ss_id: null };
    await world.db('sheds').insert(other);
    await world.db('sheds').where({ id: shedId }).update({ length: 25 });
    const withoutShed = await reason();
    await world.db('sheds').where({ id: shedId }).update({ length: shed['length'] });
    await world.db('sheds').where({ id: other.id }).delete();
    expect(withoutShed).toBe('its shed is no longer in the catalogue');
  });

  test('refuses an order that cannot be priced today, with the reason, and prices the others', async () => {
    const [id, other] = [await world.createPushedOrder('InQueue'), await world.createPushedOrder('InQueue')];
    const { addOns } = await getOrder(office(), { id });
    const addOn = world.db('add_ons').where({ id: addOns[0]?.addOn._id });
    const original = (await addOn.clone().first()) as { type: string };
    await updateOrder(office(), {
      id,
      ...{ roofColor: 'Black', sidingColor: 'Clay', trimColor: 'White' },
      addOns: addOns.map(({ lineNo }, n) => (n === 0 ? { lineNo, retailPrice: 1200 } : { lineNo })),
    });
    await addOn.clone().update({ type: 'percent' });
    await world.db('order_lines').where({ order_id: other, add_on_id: addOns[0]?.addOn._id }).delete();
    const before = await readStored(id);
    const { orders } = await previewReprice(office(), { ids: [id, other] });
    await repriceOrders(office(), { ids: [id] });
    await addOn.clone().update({ type: original.type });
    expect(orders.find(({ _id }) => _id === id)).toMatchObject({
      state: 'refused',
      reason: 'addOns[0].retailPrice: must be a percent from 0 to 1,000',
    });
    expect(orders.find(({ _id }) => _id === other)?.state).not.toBe('refused');
    expect(await readStored(id)).toEqual(before);
  });

  test('prices all orders of a shop, however many there are', { timeout: limit(60_000) }, async () => {
    const id = await world.createPushedOrder('InQueue', otherShop);
    const { rows } = (await world.db.raw(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_name = 'orders' and is_generated = 'NEVER' and column_name not in ('id', 'external_id')`,
    )) as { rows: [{ names: string }] };
    const names = rows[0].names;
    await world.db.raw(
      `insert into orders (id, ${names}) select gen_random_uuid(), ${names} from orders, generate_series(1, 5000) where id = ?`,
      [id],
    );
    const preview = await previewReprice(office(), { shop: await world.findShopId(otherShop) });
    expect(preview.orders.map((order) => order._id)).toContain(id);
    expect(new Set(preview.orders.map((order) => order._id)).size).toBe(5001);
    expect(preview.shops).toMatchObject([{ shop: { name: otherShop }, orders: 5001 }]);
  });

  test('requires an Office Admin, and either orders or a shop', async () => {
    const id = await world.createPushedOrder('InQueue');
    await expect(repriceOrders(world.ctx('office.user'), { ids: [id] })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await expect(repriceOrders(world.ctx('shop.admin'), { ids: [id] })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await expect(repriceOrders(office(), {})).rejects.toThrow('is required unless shop is set');
  });
});
