import { beforeEach, describe, expect, test } from 'vitest';
import { updateOrder } from '../../../billing/invoices/life/change-order.js';
import { acceptAlerts } from '../../../orders/intake/accept-alerts.js';
import { pushOrders } from '../../../orders/intake/push.js';
import { getOrder } from '../../../orders/service.js';
import { useWorld } from '../../../testing/world.js';
import { createSale } from '../testing/feed-rows.js';
import { acceptProposals, declineProposals } from './decide.js';
import { listProposals } from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
let id: string;

const send = createSale(office, { id: 'VALID', serialNumber: 'V-1' });
const canceled = { dateCancelled: '2026-11-10' };
const withdrawal = { key: 'canceled', before: '2026-11-10', after: null };
const readOpen = async () => (await listProposals(office(), {})).items;
const findOpenId = async () => (await readOpen())[0]?._id ?? expect.fail('no open proposal');
const acceptOpen = async () => acceptProposals(office(), { items: [{ id: await findOpenId() }] });
const readOrder = () => getOrder(office(), { id });
const push = async () => {
  await acceptAlerts(office(), {});
  await pushOrders(office(), {});
};

beforeEach(async () => {
  await world.db('orders').delete();
  await world.db('notifications').delete();
  await send();
  id = ((await world.db('orders').first('id')) as { id: string }).id;
});

describe('an order that is on hold because its sale was canceled', () => {
  beforeEach(async () => {
    await push();
    await send(canceled);
  });

  test('waits for its release once the sale is valid again, however many rows follow', async () => {
    await send();
    await send({ buildingRoofColor: 'Black', driverName: 'Amos' });
    expect(await readOrder()).toMatchObject({ status: 'On Hold' });
    expect((await readOpen()).map(({ changes }) => changes)).toMatchObject([[withdrawal, { after: 'Black' }]]);
    const notices = world.db('notifications').where({ link_id: id, kind: 'canceledSales' }).orderBy('id');
    expect(await notices.pluck('msg')).toEqual(['Order Canceled', 'Sale Valid Again']);
    expect(await acceptOpen()).toMatchObject({ decided: 1, refused: [] });
    expect(await readOrder()).toMatchObject({ status: 'InQueue', holdReason: null, roofColor: 'Black' });
    expect(await send({ buildingRoofColor: 'Black', driverName: 'Amos' })).toMatchObject({ proposed: 0, held: 0 });
  });

  test('waits for its cancellation again if the sale is canceled once more', async () => {
    await send();
    await send(canceled);
    expect((await readOpen()).map(({ changes }) => changes)).toMatchObject([[{ before: null, after: '2026-11-10' }]]);
    await acceptOpen();
    expect(await readOrder()).toMatchObject({ status: 'Canceled' });
  });

  const holdOtherwise = async () => {
    await updateOrder(office(), { id, status: 'InQueue' });
    await updateOrder(office(), { id, status: 'On Hold', holdReason: 'Waits for windows' });
  };

  test('has nothing to release once it is on hold for another reason', async () => {
    await holdOtherwise();
    await send();
    expect(await readOpen()).toEqual([]);
    expect(await readOrder()).toMatchObject({ status: 'On Hold', holdReason: 'Waits for windows' });
  });

  test('stays on hold for another reason, even if the cancellation was declined and its withdrawal is accepted', async () => {
    await declineProposals(office(), { ids: [await findOpenId()] });
    await holdOtherwise();
    await send();
    expect((await readOpen()).map(({ changes }) => changes)).toMatchObject([[withdrawal]]);
    expect(await acceptOpen()).toMatchObject({ decided: 1 });
    expect(await readOrder()).toMatchObject({ status: 'On Hold', holdReason: 'Waits for windows' });
  });
});

test.each([
  ['nothing else', {}, 0],
  ['a fact and a waiting change', { driverName: 'Amos', buildingRoofColor: 'Black' }, 1],
])('a New order is no longer held back when its sale is valid again, with %s', async (_, change, waiting) => {
  await acceptAlerts(office(), {});
  await send(canceled);
  expect((await readOrder()).alerts.filter(({ accepted }) => !accepted)).toMatchObject([{ code: 'canceled' }]);
  await send(change);
  expect(await readOpen()).toHaveLength(waiting);
  expect((await readOrder()).alerts.filter(({ code }) => code === 'canceled')).toEqual([]);
  await push();
  expect(await readOrder()).toMatchObject({ status: 'InQueue' });
});
