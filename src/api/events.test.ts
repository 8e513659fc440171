import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { can } from '../domain/kernel/rights/permissions.js';
import { publish } from '../domain/kernel/events.js';
import { newId } from '../domain/kernel/ids.js';
import { homeShop, otherShop, useWorld } from '../domain/testing/world.js';
import { type Topic, topics } from '../domain/kernel/topics.js';
import { UserCache } from './context.js';
import { openApi, people, useApi, type Api, type Person } from './testing/api.js';
import { examples } from './testing/examples.js';
import { listenTo, send, type EventStream } from './testing/http.js';
import { toRequest } from './testing/requests.js';

const world = useWorld();
const one = useApi(world);
let two: Api;
let home: string;
let other: string;
const streams = {} as Record<Person, EventStream>;
beforeAll(async () => {
  two = await openApi(world);
  [home, other] = [await world.findShopId(homeShop), await world.findShopId(otherShop)];
  for (const who of people) streams[who] = await listenTo(two.base, await two.token(who));
});
afterAll(async () => {
  for (const who of people) streams[who]?.close();
  await two.server.stop();
});

/** Sends an event for everyone, to know that earlier ones have arrived. */
const END = 'announcements';
let ends = 0;

/** The users who have received a topic so far. */
async function readHearers(topic: Topic): Promise<Person[]> {
  await publish(world.db, { topic: END, shopIds: [home, other, null] });
  ends += 1;
  const readNotices = (who: Person, what: Topic) =>
    streams[who].events.filter((event) => event['topic'] === what).length;
  for (const who of people) await expect.poll(() => readNotices(who, END)).toBe(ends);
  return people.filter((who) => readNotices(who, topic) > 0);
}

const office: Person[] = ['office.admin', 'office.user', 'view.only'];

describe('an event of one server reaches the streams of another', () => {
  test('of the shop it is about, and of the office', async () => {
    const id = await world.createPushedOrder('InQueue');
    const { status } = await one.call('shop.user', 'PUT', `/api/orders/update/${id}`, { body: { metalOrdered: true } });
    expect(status).toBe(200);
    const concerns = (event: Record<string, unknown>) =>
      event['topic'] === 'orders' && (event['ids'] as string[] | undefined)?.includes(id) === true;
    expect(await streams['shop.admin'].until(concerns)).toEqual({ topic: 'orders', ids: [id] });
    await readHearers('orders');
    expect(people.filter((who) => streams[who].events.some(concerns))).toEqual([
      'office.admin',
      'office.user',
      'shop.admin',
      'shop.user',
      'builder',
      'view.only',
    ]);
  });

  test('but only of the office while the order is New', async () => {
    const id = await world.createPushedOrder('New');
    const body = { metalOrdered: true };
    expect((await one.call('office.user', 'PUT', `/api/orders/update/${id}`, { body })).status).toBe(200);
    await readHearers('orders');
    const concerns = (event: Record<string, unknown>) => (event['ids'] as string[] | undefined)?.includes(id) === true;
    expect(people.filter((who) => streams[who].events.some(concerns))).toEqual(office);
  });

  test('with the request ID only for the sender', async () => {
    const body = { name: 'Told Twice', city: 'Salem', haulPercent: 0 };
    const { headers } = await one.call('office.admin', 'POST', '/api/dealer', { body });
    const request = headers['x-request-id'];
    await streams['office.admin'].until(({ by }) => by === request);
    await readHearers('catalogue');
    expect(people.filter((who) => streams[who].events.some(({ by }) => by === request))).toEqual(['office.admin']);
  });

  test.each([
    ['about the office', 'company', [null], office],
    ['about both shops', 'comments', () => [home, other], [...people]],
    ['about the other shop', 'alerts', () => [other], [...office, 'other.shop']],
    ['about nobody', 'shops', [], office],
  ] as const)('%s', async (_, topic, shops, hearers) => {
    await publish(world.db, { topic, shopIds: typeof shops === 'function' ? shops() : shops });
    expect((await readHearers(topic)).sort()).toEqual([...hearers].sort());
  });

  test('without IDs of other shops', async () => {
    await publish(world.db, { topic: 'invoices', shopIds: [home, other], ids: [home] });
    await readHearers('invoices');
    const findMixed = (who: Person) => streams[who].events.find((event) => event['topic'] === 'invoices');
    expect(findMixed('shop.admin')).toEqual({ topic: 'invoices' });
    expect(findMixed('office.user')).toEqual({ topic: 'invoices', ids: [home] });
  });

  test('never if its transaction did not commit', async () => {
    await world.db
      .transaction(async (tx) => {
        await publish(tx, { topic: 'repairs', shopIds: [home] });
        throw new Error('undo');
      })
      .catch((error: unknown) => expect((error as Error).message).toBe('undo'));
    expect(await readHearers('repairs')).toEqual([]);
  });

  test('if they may read its record', async () => {
    const all = (Object.keys(topics) as Topic[]).filter((topic) => topic !== END);
    for (const topic of all) await publish(world.db, { topic, shopIds: [home, other, null] });
    const messages = [];
    for (const topic of all) messages.push([topic, await readHearers(topic)]);
    expect(messages).toEqual(
      all.map((topic) => [topic, people.filter((who) => can(world.actor(who), topics[topic].hear))]),
    );
  });
});

describe('the answer to a change names its topics', () => {
  const readTopics = async (who: Person, method: string, path: string, request: object = {}) => {
    const { status, headers } = await one.call(who, method, path, request);
    expect(status).toBeLessThan(300);
    return headers['x-topics'];
  };

  test('if the caller may receive them', async () => {
    const id = await world.createPushedOrder('InQueue');
    const move = { body: { metalOrdered: true } };
    expect(await readTopics('shop.user', 'PUT', `/api/orders/update/${id}`, move)).toBe('orders');
    const ticket = { body: { description: 'It is slow', priority: 'Low', serialNumber: '' } };
    expect(await readTopics('office.admin', 'POST', '/api/support/ticket', ticket)).toBe('outbox,tickets');
    expect(await readTopics('shop.user', 'POST', '/api/support/ticket', ticket)).toBe('tickets');
  });

  test('all of them if nothing changed: for a repeated request, and for values that were already stored', async () => {
    const request = {
      body: { name: 'Told Once', shop: home, city: '', haulPercent: 0 },
      headers: { 'idempotency-key': 'told' },
    };
    expect(await readTopics('office.admin', 'POST', '/api/dealer', request)).toBe('catalogue');
    expect(await readTopics('office.admin', 'POST', '/api/dealer', request)).toBe('*');
    const id = await world.createPushedOrder('InQueue');
    const move = { body: { metalOrdered: true } };
    await readTopics('shop.user', 'PUT', `/api/orders/update/${id}`, move);
    expect(await readTopics('shop.user', 'PUT', `/api/orders/update/${id}`, move)).toBe('*');
  });

  test('but none for reads, previews and choices', async () => {
    expect(await readTopics('office.admin', 'GET', '/api/dealer')).toBeUndefined();
    const choice = { body: { key: 'theme', value: 'dark' } };
    expect(await readTopics('office.admin', 'PUT', '/api/users/preferences', choice)).toBeUndefined();
    const { values } = (await examples['PUT /api/settings/update/:id']?.(world)) ?? expect.fail();
    const { method, path, body } = toRequest('PUT /api/settings/update/:id', values);
    expect(await readTopics('office.admin', method, `${path}?preview=true`, { body })).toBeUndefined();
    expect(await readTopics('office.admin', method, path, { body })).toBe('catalogue');
  });
});

test('a stream requires a signed-in user', async () => {
  expect((await send(one.base, { method: 'GET', path: '/api/events' })).status).toBe(401);
  expect(
    (await send(one.base, { method: 'GET', path: '/api/events', headers: { 'x-auth-token': 'x.y.z' } })).status,
  ).toBe(401);
});

test('a user can have 100 streams; other users are not affected, and closing a stream frees a place', async () => {
  const server = await openApi(world);
  const token = await server.token('builder');
  const openStreams: EventStream[] = [];
  try {
    for (let n = 0; n < 100; n++) openStreams.push(await listenTo(server.base, token));
    const more = () => send(server.base, { method: 'HEAD', path: '/api/events', headers: { 'x-auth-token': token } });
    const refusal = await more();
    expect(refusal.status).toBe(429);
    expect(refusal.headers['retry-after']).toBe('60');
    openStreams.push(await listenTo(server.base, await server.token('shop.user')));
    openStreams[0]?.close();
    await expect.poll(async () => (await more()).status, { interval: 20 }).toBe(200);
  } finally {
    for (const one of openStreams) one.close();
    await server.server.stop();
  }
});

test('streams of one session look up its user once when users change', async () => {
  const session = { id: newId(), userId: world.actor('builder').id ?? '', generation: 1 };
  let lookups = 0;
  const count = () => (lookups += 1);
  world.db.on('query', count);
  try {
    const users = new UserCache(world.db);
    const foundUsers = await Promise.all(Array.from({ length: 50 }, () => users.find(session)));
    expect(new Set(foundUsers.map((user) => user?._id))).toEqual(new Set([session.userId]));
    expect(lookups).toBe(1);
    users.forget();
    await users.find(session);
    expect(lookups).toBe(2);
  } finally {
    world.db.removeListener('query', count);
  }
});

test('a server that stops ends its streams', async () => {
  const third = await openApi(world);
  const response = await fetch(`${third.base}/api/events`, {
    headers: { 'x-auth-token': await third.token('office.user') },
  });
  const [text] = await Promise.all([response.text(), third.server.stop()]);
  expect(text).toContain(': open');
});

describe('when the listening connection is cut', () => {
  test('open streams end after the connection is restored, so that everyone reads what was missed', async () => {
    const stream = await listenTo(two.base, await two.token('office.user'));
    await world.db.raw(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'shedworks-events'`);
    await publish(world.db, { topic: 'orders', shopIds: [home] }); // no stream is open
    await stream.ended;
    const next = await listenTo(two.base, await two.token('office.user'));
    await publish(world.db, { topic: 'orders', shopIds: [home] });
    expect(await next.until(({ topic }) => topic === 'orders')).toEqual({ topic: 'orders' });
    next.close();
  });
});
