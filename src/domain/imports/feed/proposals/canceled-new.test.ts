import { beforeEach, expect, test } from 'vitest';
import { acceptAlerts } from '../../../orders/intake/accept-alerts.js';
import { pushOrders } from '../../../orders/intake/push.js';
import { getOrder } from '../../../orders/service.js';
import { useWorld } from '../../../testing/world.js';
import { createSale } from '../testing/feed-rows.js';

const world = useWorld();
const office = () => world.ctx('office.admin');

const send = createSale(office, { id: 'NEW', serialNumber: 'N-1' });

beforeEach(async () => {
  await world.db('orders').delete();
  await world.db('notifications').delete();
  await send();
});

test('a canceled New order that is ready to be pushed stays New, and its shop cannot see it', async () => {
  await acceptAlerts(office(), {});
  const { id } = (await world.db('orders').first('id')) as { id: string };
  expect(await send({ dateCancelled: '2026-11-10' })).toMatchObject({ held: 1, proposed: 1 });
  await pushOrders(office(), {});
  const { status, alerts } = await getOrder(office(), { id });
  expect(status).toBe('New');
  expect(alerts.filter(({ accepted }) => !accepted)).toMatchObject([{ code: 'canceled' }]);
  await expect(getOrder(world.ctx('shop.admin'), { id })).rejects.toMatchObject({ code: 'not-found' });
  expect(await world.db('notifications').whereNotNull('shop_id')).toEqual([]);
});
