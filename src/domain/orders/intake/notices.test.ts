import { beforeEach, describe, expect, test } from 'vitest';
import { listUnreadAlerts } from '../../messaging/notices/service.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { findHappening } from './notices.js';
import { deleteOrder } from '../life/delete.js';
import { getOrder } from '../service.js';
import { pushOrders } from './push.js';
import { orderStatuses } from '../../kernel/order/status.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
beforeEach(async () => {
  await world.db('notifications').delete();
  await world.db('orders').where({ status: 'New' }).delete();
});

const heardBy = async (who: 'shop.user' | 'other.shop') =>
  (await listUnreadAlerts(world.ctx(who), {})).items.map(({ content, link }) => ({ content, link }));

/** New orders that can be pushed. */
async function pushable(count: number, shop: string): Promise<string[]> {
  const ids = await world.createOrders(count);
  await world
    .db('orders')
    .whereIn('id', ids)
    .update({ shop_id: await world.findShopId(shop), alerts: '[]' });
  return ids;
}

describe('the shop is notified', () => {
  test('once for many orders pushed together, and by number for a single one', async () => {
    await pushable(12, homeShop);
    const [one = ''] = await pushable(1, otherShop);
    await pushOrders(office(), {});
    expect(await heardBy('shop.user')).toEqual([
      { content: '12 orders were pushed to you.', link: { to: 'orders', id: null } },
    ]);
    const { serialNumber } = await getOrder(office(), { id: one });
    expect(await heardBy('other.shop')).toEqual([
      { content: `Order ${serialNumber} was pushed to you.`, link: { to: 'order', id: one } },
    ]);
  });

  test('when an order moves away from it, or is canceled or deleted', async () => {
    const [back, canceled, deleted] = [
      await world.createPushedOrder('InQueue'),
      await world.createPushedOrder('InQueue'),
      await world.createPushedOrder('InQueue'),
    ];
    const { serialNumber } = await getOrder(office(), { id: canceled });
    await updateOrder(office(), { id: back, status: 'New' });
    await updateOrder(office(), { id: canceled, status: 'Canceled' });
    await deleteOrder(office(), { id: deleted });
    const heard = await heardBy('shop.user');
    expect(heard.map(({ content }) => content.replace(/^Order \S+ /, '')).sort()).toEqual([
      'was canceled by Anna Keller.',
      'was deleted by Anna Keller.',
      'was removed from your queue by Anna Keller.',
    ]);
    expect(heard).toContainEqual({
      content: `Order ${serialNumber} was canceled by Anna Keller.`,
      link: { to: 'order', id: canceled },
    });
    expect(await heardBy('other.shop')).toEqual([]);
  });

  test('not for changes by its own users, nor for New orders', async () => {
    const id = await world.createPushedOrder('InQueue');
    await updateOrder(world.ctx('shop.user'), { id, status: 'Building' });
    const [fresh = ''] = await pushable(1, homeShop);
    await updateOrder(office(), { id: fresh, status: 'Canceled' });
    await world.db('orders').where({ id: fresh }).update({ status: 'New' });
    await deleteOrder(office(), { id: fresh });
    expect(await heardBy('shop.user')).toEqual([]);
  });
});

test.each(orderStatuses)('moving from %s to the same status sends no notice', (status) => {
  expect(findHappening(status, status)).toBeNull();
});
