import { describe, expect, test } from 'vitest';
import { useWorld } from '../testing/world.js';
import { previewReprice, repriceOrders } from './reprice-service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const stored = async (id: string) => (await world.db('orders').where({ id }).first()) as Record<string, unknown>;

describe('pricing open orders again', () => {
  test('changes nothing while nothing of the catalogue changed, whatever the status', async () => {
    for (const status of ['InQueue', 'Building', 'Finished', 'On Hold'] as const) {
      const id = await world.pushedOrder(status);
      const before = await stored(id);
      const done = await repriceOrders(office(), { ids: [id] });
      expect(done.orders).toMatchObject([{ _id: id, state: 'unchanged', status }]);
      expect(await stored(id)).toEqual(before);
    }
  });

  test('an order keeps its snapshot until it is priced again; then costs are those of today, the price stays', async () => {
    const id = await world.pushedOrder('Building');
    const before = await stored(id);
    await world.db('items').update({ sub_total: world.db.raw('sub_total * 2') });
    expect(await stored(id)).toEqual(before);
    const preview = await previewReprice(office(), { ids: [id] });
    expect(await stored(id)).toEqual(before);
    const done = await repriceOrders(office(), { ids: [id] });
    expect({ ...done, msg: '' }).toEqual({ ...preview, msg: '' });
    const after = await stored(id);
    expect(Number(after['shed_material_cost_standard'])).toBeGreaterThan(Number(before['shed_material_cost_standard']));
    expect(after['grand_total_shop']).toEqual(before['grand_total_shop']);
    expect(after).toMatchObject({
      status: 'Building',
      shop_id: before['shop_id'],
      revision: Number(before['revision']) + 1,
    });
    expect((await repriceOrders(office(), { ids: [id] })).counts).toEqual({ changed: 0, unchanged: 1, refused: 0 });
    expect(done.shops).toHaveLength(1);
    expect(done.shops[0]?.after.grossProfit).toBeLessThan(done.shops[0]?.before.grossProfit ?? 0);
  });

  test('refuses an order whose model the catalogue has no more; never touches an Invoiced one', async () => {
    const id = await world.pushedOrder('InQueue');
    const before = await stored(id);
    const model = world.db('shed_models').where({ id: before['model_id'] });
    await model.clone().update({ name: 'Gone' });
    const done = await repriceOrders(office(), { ids: [id] });
    await model.clone().update({ name: before['model_name'] });
    expect(done.counts).toEqual({ changed: 0, unchanged: 0, refused: 1 });
    expect(done.orders[0]?.reason).toContain(String(before['model_name']));
    expect(await stored(id)).toEqual(before);
    const invoiced = await world.finishedOrder();
    await world.db('orders').where({ id: invoiced }).update({ status: 'Invoiced' });
    const nothing = await repriceOrders(office(), { ids: [invoiced] });
    expect(nothing.orders).toEqual([]);
    expect(nothing.msg).toBe(
      '0 of 0 open orders changed. 1 order is not open: only orders in InQueue, Building, Finished, On Hold are priced again.',
    );
  });

  test('is for Office Admins, and wants orders or a shop', async () => {
    const id = await world.pushedOrder('InQueue');
    await expect(repriceOrders(world.ctx('office.user'), { ids: [id] })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await expect(repriceOrders(world.ctx('shop.admin'), { ids: [id] })).rejects.toMatchObject({
      code: 'permission-denied',
    });
    await expect(repriceOrders(office(), {})).rejects.toThrow('name orders or a shop');
  });
});
