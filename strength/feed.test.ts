import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shedworks, startCommand } from '../e2e/product.js';
import { useStruck } from '../e2e/struck.js';
import { type FeedRow, type FeedServer, startFeedServer } from '../src/domain/imports/feed/testing/feed-server.js';
import { brokenInvariants } from '../src/domain/operations/doctor/invariants.js';
import { limit } from '../src/domain/testing/patience.js';
import { getOrders } from './clients.js';

const struck = useStruck();
const ORDERS = 1200;
let server: FeedServer;
let round = 0;

beforeAll(async () => {
  server = await startFeedServer();
  Object.assign(struck.place.env, { SOURCE_PRIVATE_ADDRESSES: 'true', SHEDWORKS_SOURCE_CREDENTIAL: 'a-token' });
  const addRun = await shedworks(struck.place, 'sources', 'add', 'Feed', '--kind', 'rest', '--address', server.url);
  expect(addRun).toMatchObject({ code: 0 });
});
afterAll(() => server.stop());

beforeEach(async () => {
  round += 1;
  const rows = getOrders(`feed-${round}`, ORDERS) as FeedRow[];
  const timestamp = new Date().toISOString();
  server.rows = rows.map((row, n) => ({ ...row, id: `${round}-${n}`, timestamp }));
  server.onRequest = () => undefined;
  expect((await shedworks(struck.place, 'sources', 'pull', 'Feed', '--full', '--no-wait')).code).toBe(0);
});

/** Runs a worker until the pull is done, and expects to find every order of the source once. */
async function finish(): Promise<void> {
  const worker = startCommand(struck.place, 'worker');
  const openRuns = () => struck.countRows('feed_runs', { finished_at: null });
  await expect.poll(openRuns, { timeout: limit(120_000), interval: 100 }).toBe(0);
  const exit = once(worker, 'exit');
  worker.kill('SIGTERM');
  await exit;
  const last = (await struck.db('feed_runs').orderBy('created_at', 'desc').first()) as object;
  expect(last).toMatchObject({ state: 'done', read_count: ORDERS, counts: { new: ORDERS } });
  const ids = (await struck.db('orders').where('external_id', 'like', `${round}-%`).pluck('external_id')) as string[];
  expect(ids.toSorted()).toEqual(server.rows.map(({ id }) => String(id)).toSorted());
  expect(await struck.countRows('feed_staged')).toBe(0);
  expect(await brokenInvariants(struck.db)).toEqual([]);
}

test.each(['feed_staged', 'orders', 'order_lines', 'feed_records', 'audit_entries'])(
  'a pull whose worker is killed as it writes to %s imports every order once',
  async (table) => {
    await struck.strikeAt(table, ['worker']);
    await finish();
  },
);

test.each([0, 1, 5, 12])('a pull whose worker is killed at request %i imports every order once', async (n) => {
  const worker = startCommand(struck.place, 'worker');
  const exit = once(worker, 'exit');
  const first = server.requests.length;
  server.onRequest = (request) => void (request.n === first + n && worker.kill('SIGKILL'));
  await exit;
  await finish();
});
