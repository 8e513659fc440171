import { DateTime } from 'luxon';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { updateOrder } from '../../../billing/invoices/life/change-order.js';
import { listProposals } from '../../../imports/feed/proposals/service.js';
import { runFeed } from '../../../imports/feed/runs/run.js';
import { listFeedRuns, pullSource, getFeedRun } from '../../../imports/feed/runs/pull.js';
import { listSources } from '../../../imports/feed/sources/service.js';
import { createOutside } from '../../../kernel/platform/outside.js';
import { acceptAlerts } from '../../../orders/intake/accept-alerts.js';
import { pushOrders } from '../../../orders/intake/push.js';
import { useWorld } from '../../../testing/world.js';
import { changeSales } from './changes.js';
import { connectSalesSystem } from './connect.js';
import { readSales } from './sales.js';
import type { SalesSystem } from './server.js';

const world = useWorld();
const outside = createOutside('the secret of a demo', { SOURCE_PRIVATE_ADDRESSES: true });
const office = () => ({ ...world.ctx('office.admin'), outside });
let system: SalesSystem | null = null;

/** Serves the sales system as the demo does, until the test ends. */
async function connect(isWanted = true): Promise<SalesSystem | null> {
  system = await connectSalesSystem(office(), { isWanted, print: () => undefined });
  return system;
}

beforeAll(async () => {
  await world.createOrders(48);
  await acceptAlerts(office(), {});
  await pushOrders(office(), {});
  const queuedIds = (await world
    .db('orders')
    .where({ status: 'InQueue' })
    .orderBy('external_id')
    .pluck('id')) as string[];
  for (const [n, id] of queuedIds.slice(0, 12).entries()) {
    await updateOrder(office(), { id, status: 'Building' });
    if (n % 2 === 0) await updateOrder(office(), { id, status: 'Finished' });
  }
});
afterEach(async () => {
  await system?.stop();
  system = null;
});

test('a demo without history has no sales system', async () => {
  expect(await connect(false)).toBeNull();
  expect((await listSources(office(), {})).total).toBe(0);
});

test('its changes wait for a decision: a size, an add-on, a price, a color and cancellations', async () => {
  await connect();
  const { items, urgent } = await listProposals(office(), {});
  const keys = items.flatMap(({ order, changes }) => changes.map(({ key }) => `${order.status} ${key.split(':')[0]}`));
  expect(keys).toEqual(
    expect.arrayContaining(
      ['InQueue size', 'InQueue addOns', 'On Hold canceled', 'Building canceled', 'Building roofColor'].concat(
        'Finished basePrice',
      ),
    ),
  );
  expect(urgent).toBe(1);
  const [source] = (await listSources(office(), {})).items;
  expect(source).toMatchObject({ name: 'Sales system', kind: 'rest', problem: null, cron: '20 * * * *' });
  const runs = (await listFeedRuns(office(), { id: source?._id ?? '' })).items;
  expect(runs.map(({ state, counts }) => [state, counts.new])).toEqual([
    ['done', 1],
    ['done', 0],
  ]);
  expect(runs[0]?.counts).toMatchObject({ applied: 4, held: 1, refused: 0 });
  expect(runs[1]?.counts).toMatchObject({ unchanged: 48 });
});

test('after a restart, it serves the same sales at the same address, and another pull changes nothing', async () => {
  const [source] = (await listSources(office(), {})).items;
  const before = await listProposals(office(), {});
  expect((await connect(false))?.address).toBe(source?.address);
  const { run } = await pullSource(office(), { id: source?._id ?? '', kind: 'full' });
  await runFeed({ ...office(), signal: new AbortController().signal, lastAttempt: true }, run._id);
  const { state, counts } = await getFeedRun(office(), { id: run._id });
  expect({ state, ...counts }).toMatchObject({
    state: 'done',
    new: 0,
    applied: 0,
    proposed: 0,
    held: 0,
    unchanged: 49,
  });
  expect(await listProposals(office(), {})).toEqual(before);
});

test('the same sales change in the same way', async () => {
  const sales = await readSales(world.db);
  const now = DateTime.fromISO('2026-11-18T09:00', { zone: 'America/Chicago' });
  expect(changeSales(sales, now)).toEqual(changeSales(sales, now));
});
