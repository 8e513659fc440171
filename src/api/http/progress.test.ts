import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publish } from '../../domain/kernel/events.js';
import { useWorld } from '../../domain/testing/world.js';
import { openApi, people, useApi, type Api, type Person } from '../testing/api.js';
import { listenTo, type EventStream } from '../testing/http.js';
import { readSampleRows } from '../../domain/imports/feed/testing/feed-rows.js';

type Row = Record<string, unknown>;
const feed = readSampleRows();
/** The requested number of orders, all new and without a size in their serial numbers. */
const getOrders = (name: string, rows: number): Row[] =>
  Array.from({ length: rows }, (_, n) => ({
    ...feed[n % feed.length],
    id: `${name}${n}`,
    serialNumber: `${name}-${n}`,
  }));

const world = useWorld();
const one = useApi(world);
let two: Api;
const streams = {} as Record<Person, EventStream>;
beforeAll(async () => {
  two = await openApi(world);
  for (const who of people) streams[who] = await listenTo(two.base, await two.token(who));
});
afterAll(async () => {
  for (const who of people) streams[who]?.close();
  await two.server.stop();
});

const getIs = (key: string) => (event: Row) => event['key'] === key;
const isLast = (key: string) => (event: Row) => getIs(key)(event) && event['done'] === event['total'];

/** Uploads as the office user through the first server; resolves when all progress is reported. */
async function upload(key: string, path: string, orders: readonly Row[]) {
  const headers = { 'x-progress-key': key };
  const answer = await one.call('office.user', 'POST', path, { body: { orders }, headers });
  return { answer, last: await streams['office.user'].until(isLast(key)) };
}

describe('the progress of an upload', () => {
  test.each([
    ['a preview', '/api/orders?preview=true', 'Pricing'],
    ['an upload', '/api/orders', 'Saving'],
  ])('%s is reported to the caller by any server, and ends when everything is done', async (_, path, step) => {
    const key = `key-of-${step}-0123456789`;
    const { answer, last } = await upload(key, path, getOrders(`P${step}`, 1200));
    expect(answer.status).toBe(200);
    expect(last).toEqual({ topic: 'progress', key, done: 1200, total: 1200, step });
    const reports = streams['office.user'].events.filter(getIs(key));
    expect(reports[0]).toEqual({ topic: 'progress', key, done: 0, total: 1200, step: 'Reading' });
    const doneCounts = reports.map((event) => event['done'] as number);
    expect(doneCounts).toEqual([...doneCounts].sort((a, b) => a - b));
  });

  test('is reported to no other user, and contains nothing about any order', async () => {
    const key = 'key-of-somebody-0123456789';
    const { last } = await upload(key, '/api/orders?preview=true', getOrders('SECRET', 600));
    await publish(world.db, {
      topic: 'announcements',
      shopIds: [...(await world.db('shops').pluck('id')), null] as string[],
    });
    await Promise.all(people.map((who) => streams[who].until((event) => event['topic'] === 'announcements')));
    expect(people.filter((who) => streams[who].events.some(getIs(key)))).toEqual(['office.user']);
    expect(Object.keys(last).sort()).toEqual(['done', 'key', 'step', 'topic', 'total']);
    expect(JSON.stringify(streams['office.user'].events)).not.toMatch(/SECRET|Ridge|Painted/);
  });

  test('is not reported without a key, and an invalid key is refused', async () => {
    const before = streams['office.user'].events.filter((event) => event['topic'] === 'progress').length;
    const orders = getOrders('K', 2);
    expect((await one.call('office.user', 'POST', '/api/orders?preview=true', { body: { orders } })).status).toBe(200);
    for (const key of ['short', 'x'.repeat(65), 'has blanks in it, it has', '../../../../etc/passwd']) {
      const headers = { 'x-progress-key': key };
      const { status, json } = await one.call('office.user', 'POST', '/api/orders?preview=true', {
        body: { orders },
        headers,
      });
      expect({ status, json }).toMatchObject({ status: 400, json: { code: 'invalid-input' } });
    }
    await upload('key-of-the-end-0123456789', '/api/orders?preview=true', orders);
    const after = streams['office.user'].events.filter((event) => event['topic'] === 'progress');
    expect(after.slice(before).every(getIs('key-of-the-end-0123456789'))).toBe(true);
  });
});

test('the calls that report progress document the header in the OpenAPI document', async () => {
  const { json } = await one.call(null, 'GET', '/api/openapi.json');
  const { paths } = json as { paths: Record<string, Record<string, { parameters: Row[] }>> };
  const documentedCalls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters }]) =>
      parameters
        .filter(({ name }) => name === 'X-Progress-Key')
        .map((header) => ({ call: `${method} ${path}`, header })),
    ),
  );
  const calls = documentedCalls.map(({ call }) => call);
  expect(calls).toEqual(
    expect.arrayContaining(['post /api/orders', 'post /api/orders/missing', 'post /api/orders/rematch']),
  );
  expect(calls.filter((call) => !call.startsWith('post '))).toEqual([]);
  for (const { header } of documentedCalls)
    expect(header).toMatchObject({ in: 'header', required: false, schema: { pattern: '^[A-Za-z0-9-]{16,64}$' } });
  const orders = (await world.db('orders').where({ status: 'New' }).limit(2).pluck('id')) as string[];
  const key = 'key-of-a-rematch-0123456789';
  const request = { body: { ids: orders }, headers: { 'x-progress-key': key } };
  expect((await one.call('office.user', 'POST', '/api/orders/rematch', request)).status).toBe(200);
  expect(await streams['office.user'].until(isLast(key))).toMatchObject({ step: 'orders' });
});

test('an upload abandoned by its browser leaves nothing behind, and the next one is accepted', async () => {
  const key = 'key-of-who-leaves-0123456789';
  const leave = new AbortController();
  const token = await one.token('office.user');
  const headers = { 'content-type': 'application/json', 'x-auth-token': token, 'x-progress-key': key };
  const body = JSON.stringify({ orders: getOrders('GONE', 2000) });
  const answer = fetch(`${one.base}/api/orders`, { method: 'POST', headers, body, signal: leave.signal });
  const isSaving = (event: Row) => getIs(key)(event) && event['step'] === 'Saving';
  const [outcome] = await Promise.allSettled([
    answer,
    streams['office.user'].until(isSaving).then(() => leave.abort()),
  ]);
  expect(outcome.status).toBe('rejected');
  const next = await one.call('office.user', 'POST', '/api/orders', { body: { orders: getOrders('NEXT', 1) } });
  expect(next.json).toMatchObject({ counts: { new: 1 } }); // the next one waits for the lock of the abandoned one
  const storedCount = (await world.db('orders').whereLike('serial_number', 'GONE-%').count({ n: '*' })) as unknown;
  expect(storedCount).toEqual([{ n: 0 }]);
  expect(one.log.filter((line) => line.includes('unexpected error'))).toEqual([]);
});
