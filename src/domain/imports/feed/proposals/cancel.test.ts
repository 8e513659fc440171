import { beforeEach, expect, test } from 'vitest';
import { acceptAlerts } from '../../../orders/intake/accept-alerts.js';
import { pushOrders } from '../../../orders/intake/push.js';
import { useWorld } from '../../../testing/world.js';
import { createSale } from '../testing/feed-rows.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
let id: string;

const send = createSale(office, { id: 'CANCEL', serialNumber: 'C-1' });
const canceled = { dateCancelled: '2026-11-10' };
const readOrder = async () =>
  (await world.db('orders').where({ id }).first('status', 'alerts')) as {
    status: string;
    alerts: { code: string; text: string; accepted: boolean }[];
  };
const readAlerts = async () => (await readOrder()).alerts.filter(({ code }) => code === 'canceled');
const countNotices = async () =>
  (await world.db('notifications').where({ link_id: id, shop_id: null, kind: 'canceledSales' })).length;
const readHistory = () =>
  world
    .db('audit_entries')
    .where({ action: 'hold canceled order' })
    .whereRaw('entity_ids @> array[?::uuid]', [id])
    .orderBy('id')
    .select('before', 'after');

beforeEach(async () => {
  await world.db('orders').delete();
  await world.db('notifications').delete();
  await send();
  id = ((await world.db('orders').first('id')) as { id: string }).id;
});

test('a New order without a shop gets one alert and one notice, however many rows follow', async () => {
  await world.db('orders').update({ shop_id: null });
  expect(await send(canceled)).toMatchObject({ held: 1 });
  expect(await send({ ...canceled, driverName: 'Amos' })).toMatchObject({ held: 0, applied: 1 });
  expect(await send({ ...canceled, driverName: 'Amos', buildingRoofColor: 'Black' })).toMatchObject({ proposed: 1 });
  expect(await readAlerts()).toMatchObject([{ text: 'Canceled by the customer on 11/10/2026', accepted: false }]);
  expect(await countNotices()).toBe(1);
  expect(await readHistory()).toMatchObject([{ before: { status: 'New' }, after: { status: 'New' } }]);
});

test('an accepted alert is not raised again, neither by a further row nor by the same cancellation later', async () => {
  await world.db('orders').update({ shop_id: null });
  await send(canceled);
  await acceptAlerts(office(), { code: 'canceled' });
  await send({ ...canceled, driverName: 'Amos' });
  await send({ driverName: 'Amos' });
  await send({ ...canceled, driverName: 'Levi' });
  expect(await readAlerts()).toMatchObject([{ accepted: true }]);
});

test('an order in the queue is put on hold once, and the office is notified once', async () => {
  await acceptAlerts(office(), {});
  await pushOrders(office(), {});
  await send(canceled);
  await send({ ...canceled, driverName: 'Amos' });
  expect(await readOrder()).toMatchObject({ status: 'On Hold' });
  expect(await countNotices()).toBe(1);
  expect(await readHistory()).toMatchObject([{ before: { status: 'InQueue' }, after: { status: 'On Hold' } }]);
});

test('a sale that became valid again and is canceled once more is a new cancellation', async () => {
  await acceptAlerts(office(), {});
  await pushOrders(office(), {});
  await send(canceled);
  await send();
  await world.db('orders').update({ status: 'InQueue' });
  expect(await send(canceled)).toMatchObject({ held: 1 });
  expect(await countNotices()).toBe(3); // two cancellations, and one withdrawal
});
