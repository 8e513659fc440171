import { expect, test } from 'vitest';
import { homeShop, otherShop, useWorld } from './world.js';

const world = useWorld();

test('has the demo users, and orders in the statuses that a test requests', async () => {
  expect(world.actor('shop.user').shopId).toBe(await world.findShopId(homeShop));
  expect(world.actor('other.shop').shopId).toBe(await world.findShopId(otherShop));
  const ids = await world.createOrders(24);
  expect(new Set(ids).size).toBe(24);
  for (const status of ['InQueue', 'Building', 'On Hold', 'Finished'] as const) {
    const id = await world.createPushedOrder(status);
    expect(await world.db('orders').where({ id }).first('status', 'shop_id')).toEqual({
      status,
      shop_id: await world.findShopId(homeShop),
    });
  }
  const id = await world.createFinishedOrder(otherShop);
  expect(await world.db('orders').where({ id }).first('status', 'shop_id')).toEqual({
    status: 'Finished',
    shop_id: await world.findShopId(otherShop),
  });
});
