import { beforeEach, describe, expect, test } from 'vitest';
import { importOrders } from '../../imports/order-files/service.js';
import { undoImport } from '../../imports/undo.js';
import { createSale, readSampleRows } from '../../imports/feed/testing/feed-rows.js';
import { acceptProposals, undoProposal } from '../../imports/feed/proposals/decide.js';
import { listProposals } from '../../imports/feed/proposals/service.js';
import type { DomainEvent } from '../../kernel/context.js';
import { eraseCustomer } from '../../operations/customers/service.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { updateOrder } from '../../billing/invoices/life/change-order.js';
import { deleteOrder } from './delete.js';

const world = useWorld();
let shopIds: (string | null)[] = [];
let home: string;
let id: string;

/** An office user whose events about orders are recorded. */
const office = () =>
  world.ctx('office.admin', {
    actor: { ...world.actor('office.admin'), superAdmin: true },
    onCommit: (events: readonly DomainEvent[] | null) =>
      void shopIds.push(...(events ?? []).filter(({ topic }) => topic === 'orders').flatMap((event) => event.shopIds)),
  });
const sale = { id: 'HIDDEN', serialNumber: 'H-1' };
const send = createSale(office, sale);
const findProposal = async () => (await listProposals(office(), {})).items[0]?._id ?? expect.fail('no proposal');
const replace = () =>
  importOrders(office(), { orders: [{ ...readSampleRows()[0], ...sale }], duplicates: 'replace' as const });

/** Every change that the office or a file makes to a single order, or to its proposal. */
const changes: Readonly<Record<string, () => Promise<unknown>>> = {
  'a change on its form': () => updateOrder(office(), { id, metalOrdered: true }),
  'a newer row of the sales system': () => send({ buildingRoofColor: 'Brown' }),
  'an accepted proposal': async () => acceptProposals(office(), { items: [{ id: await findProposal() }] }),
  'a decision that is undone': async () => {
    const proposal = await findProposal();
    await acceptProposals(office(), { items: [{ id: proposal }] });
    shopIds = [];
    await undoProposal(office(), { id: proposal });
  },
  'an upload that replaces it': replace,
  'an upload that is undone': async () => {
    const { import: upload } = await replace();
    shopIds = [];
    await undoImport(office(), { id: upload ?? '' });
  },
  'the erasure of its customer': () => eraseCustomer(office(), { orders: [id], confirm: 'erase' }),
  'its deletion': () => deleteOrder(office(), { id }),
};

beforeEach(async () => {
  home = await world.findShopId(homeShop);
  await world.db('orders').delete();
  await send();
  id = ((await world.db('orders').first('id')) as { id: string }).id;
  await world.db('orders').where({ id }).update({ shop_id: home });
  await send({ buildingRoofColor: 'Green' });
  shopIds = [];
});

describe.each(Object.entries(changes))('%s', (_, change) => {
  test('is published to the office only while the order is New', async () => {
    await change();
    expect([...new Set(shopIds)]).toEqual([null]);
  });

  test('is published to its shop too once the order is pushed', async () => {
    await world.db('orders').where({ id }).update({ status: 'InQueue' });
    await change();
    expect(shopIds).toContain(home);
  });
});

test('a shop is notified when an order appears and when it disappears', async () => {
  await world.db('orders').update({ alerts: '[]' });
  await updateOrder(office(), { id, status: 'InQueue' });
  expect(shopIds).toContain(home);
  shopIds = [];
  await updateOrder(office(), { id, status: 'New' });
  expect(shopIds).toContain(home);
});
