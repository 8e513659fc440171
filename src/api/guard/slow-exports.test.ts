import http from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { limit } from '../../domain/testing/patience.js';
import { useWorld } from '../../domain/testing/world.js';
import { openApi, type Person, useApi } from '../testing/api.js';

const world = useWorld();
const api = useApi(world);
const requests: http.ClientRequest[] = [];
beforeAll(async () => {
  const order = await world.createPushedOrder('InQueue');
  const { shop_id: shop } = (await world.db('orders').where({ id: order }).first('shop_id')) as { shop_id: string };
  await world.db.raw(
    `insert into stock_movements (shop_id, item_id, on_order, received, current, why, actor_name)
     select :shop, (select id from items limit 1), 0, 0, 0, repeat('x', 400), 'many' from generate_series(1, 25000)`,
    { shop },
  );
});
beforeEach(() => world.db('rate_limits').delete());
afterEach(() => requests.splice(0).forEach((request) => request.destroy()));

/** Requests an export and reads nothing of it; its answer is passed to `begun` once it begins. */
async function readSlowly(who: Person, begun: (answer: http.IncomingMessage) => void, on = api): Promise<void> {
  const headers = { 'x-auth-token': await on.token(who), 'accept-encoding': 'identity' };
  const request = http.get(`${on.base}/api/exports/movements.ndjson`, { headers, agent: false }, (answer) => {
    begun(answer.on('error', () => undefined)); // the test or the server ends it
  });
  requests.push(request.on('error', () => undefined));
}
const countRunning = async (): Promise<number> =>
  Number(
    (
      (await world
        .db('pg_stat_activity')
        .whereRaw(`datname = current_database() and query like 'copy (select m.id%' and state = 'active'`)
        .count({ n: '*' })
        .first()) as { n: string }
    ).n,
  );

test('slow readers of exports take turns, two of a user and four in all; other calls and files are answered', async () => {
  const answers: http.IncomingMessage[] = [];
  for (let n = 0; n < 6; n++)
    for (const who of ['office.admin', 'office.user'] as const)
      await readSlowly(who, (answer) => void answers.push(answer));
  const patience = { timeout: limit(10_000), interval: 20 };
  await vi.waitFor(async () => expect(await countRunning()).toBe(4), patience);
  const { id } = (await world.db('orders').first('id')) as { id: string };
  for (const path of ['/api/orders?size=1', `/api/orders/${id}/work-order`])
    expect([path, (await api.call('view.only', 'GET', path)).status]).toEqual([path, 200]);
  expect([answers.length, await countRunning()]).toEqual([4, 4]);
  answers[0]?.destroy();
  await vi.waitFor(() => expect(answers.length).toBe(5), patience);
});

test('a reader who takes an export too slowly is disconnected, and the turn given to the next', async () => {
  const capacity = { arriveMs: 300, unreadMs: 3_600_000, exports: { atOnce: 1, each: 1, waiting: 1 } };
  const server = await openApi(world, { capacity });
  try {
    const begun: http.IncomingMessage[] = [];
    for (let n = 0; n < 2; n++) await readSlowly('office.user', (answer) => void begun.push(answer), server);
    await vi.waitFor(() => expect(begun).toHaveLength(2), limit(10_000)); // one begins when the other has ended
    await expect(text(begun[0] ?? expect.fail())).rejects.toThrow('aborted');
  } finally {
    await server.server.stop();
  }
});

test('an export that a reader has read gives back its turn', async () => {
  for (let n = 0; n < 6; n++)
    expect((await api.call('office.user', 'GET', '/api/exports/orders.csv')).status).toBe(200);
});
