import { beforeEach, expect, test } from 'vitest';
import type { DomainEvent } from '../../../kernel/context.js';
import { acceptAlerts } from '../../../orders/intake/accept-alerts.js';
import { pushOrders } from '../../../orders/intake/push.js';
import { homeShop, otherShop, useWorld } from '../../../testing/world.js';
import { createSale } from '../testing/feed-rows.js';
import { acceptProposals, declineProposals, undoProposal } from './decide.js';
import { getProposal, listProposals } from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');

const send = createSale(office, { id: 'UNDO', serialNumber: 'U-1' });
const readOpen = async () => (await listProposals(office(), {})).items;
const findOpenId = async () => (await readOpen())[0]?._id ?? expect.fail('no open proposal');
const readRoof = () => world.db('orders').pluck('roof_color') as Promise<string[]>;
const isNewerRow = 'The sales system has sent a newer row since.';

beforeEach(async () => {
  await world.db('orders').delete();
  await world.db('notifications').delete();
  await send();
});

/** Declines a black roof. */
async function declineBlack(): Promise<string> {
  await send({ buildingRoofColor: 'Black' });
  const id = await findOpenId();
  await declineProposals(office(), { ids: [id] });
  return id;
}

test.each([
  ['accepted', (id: string) => acceptProposals(office(), { items: [{ id }] })],
  ['declined', (id: string) => declineProposals(office(), { ids: [id] })],
])('a decline cannot be undone once a newer row was %s', async (_, decide) => {
  const declined = await declineBlack();
  expect((await getProposal(office(), { id: declined })).undoRefusal).toBeNull();
  await send({ buildingRoofColor: 'Brown' });
  await decide(await findOpenId());
  const roof = await readRoof();
  expect((await getProposal(office(), { id: declined })).undoRefusal).toBe(isNewerRow);
  await expect(undoProposal(office(), { id: declined })).rejects.toThrow(isNewerRow);
  expect(await readOpen()).toEqual([]);
  expect(await readRoof()).toEqual(roof);
});

test.each([
  ['has new facts, accepted automatically', { buildingRoofColor: 'Black', driverName: 'Amos' }],
  ['returns to the values of the order', {}],
])('nor once a newer row %s', async (_, change) => {
  const declined = await declineBlack();
  await send(change);
  expect(await readOpen()).toEqual([]);
  await expect(undoProposal(office(), { id: declined })).rejects.toThrow(isNewerRow);
});

test('an accepted change cannot be undone once a newer row was declined', async () => {
  await send({ buildingRoofColor: 'Black' });
  const accepted = await findOpenId();
  await acceptProposals(office(), { items: [{ id: accepted }] });
  await send({ buildingRoofColor: 'Brown' });
  await declineProposals(office(), { ids: [await findOpenId()] });
  await expect(undoProposal(office(), { id: accepted })).rejects.toThrow(isNewerRow);
  expect(await readRoof()).toEqual(['Black']);
});

test.each([
  ['an order in the queue', true],
  ['a New order', false],
])('undoing the move of %s to another shop notifies both shops, if they saw it', async (_, isPushed) => {
  await acceptAlerts(office(), {});
  if (isPushed) await pushOrders(office(), {});
  await send({ shopName: otherShop });
  const id = await findOpenId();
  expect(await acceptProposals(office(), { items: [{ id }] })).toMatchObject({ decided: 1 });
  await world.db('notifications').delete();
  const published: (string | null)[] = [];
  const onCommit = (events: readonly DomainEvent[] | null) =>
    void published.push(...(events ?? []).flatMap(({ topic, shopIds }) => (topic === 'orders' ? [...shopIds] : [])));
  await undoProposal({ ...office(), onCommit }, { id });
  const shops = (await world.db('shops').whereIn('name', [homeShop, otherShop]).pluck('id')) as string[];
  expect(new Set(published)).toEqual(new Set(isPushed ? shops : [null]));
  const notices = world.db('notifications as n').join('shops as s', 's.id', 'n.shop_id').orderBy('n.msg');
  expect(await notices.select('s.name', 'n.msg')).toEqual(
    isPushed
      ? [
          { name: otherShop, msg: 'Order Removed' },
          { name: homeShop, msg: 'Order Restored' },
        ]
      : [],
  );
});
