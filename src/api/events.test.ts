import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publish } from '../domain/events.js';
import { homeShop, otherShop, useWorld } from '../domain/testing/world.js';
import { openApi, people, useApi, type Api, type Person } from './testing/api.js';
import { listenTo, send, type Listening } from './testing/http.js';

const world = useWorld();
const one = useApi(world);
let two: Api;
let home: string;
let other: string;
const streams = {} as Record<Person, Listening>;
beforeAll(async () => {
  two = await openApi(world);
  [home, other] = [await world.shopId(homeShop), await world.shopId(otherShop)];
  for (const who of people) streams[who] = await listenTo(two.base, await two.token(who));
});
afterAll(async () => {
  for (const who of people) streams[who]?.close();
  await two.server.stop();
});

/** Who was told of a topic, once everybody was told of something that came after it. */
async function hearersOf(topic: string): Promise<Person[]> {
  const end = `after ${topic}`;
  await publish(world.db, { topic: end, shopIds: [home, other, null] });
  await Promise.all(people.map((who) => streams[who].until((event) => event['topic'] === end)));
  return people.filter((who) => streams[who].events.some((event) => event['topic'] === topic));
}

const office: Person[] = ['office.admin', 'office.user', 'view.only'];

describe('an event of one server reaches the streams of another', () => {
  test('of the shop it is about, and of the office', async () => {
    const id = await world.pushedOrder('InQueue');
    const { status } = await one.call('shop.user', 'PUT', `/api/orders/update/${id}`, { body: { metalOrdered: true } });
    expect(status).toBe(200);
    const concerns = (event: Record<string, unknown>) =>
      event['topic'] === 'orders' && (event['ids'] as string[] | undefined)?.includes(id) === true;
    expect(await streams['shop.admin'].until(concerns)).toEqual({ topic: 'orders', ids: [id] });
    await hearersOf('nothing');
    expect(people.filter((who) => streams[who].events.some(concerns))).toEqual([
      'office.admin',
      'office.user',
      'shop.admin',
      'shop.user',
      'builder',
      'view.only',
    ]);
  });

  test.each([
    ['about the office', [null], office],
    ['about both shops', () => [home, other], [...people]],
    ['about the other shop', () => [other], [...office, 'other.shop']],
    ['about nobody', [], office],
  ] as const)('%s', async (topic, shops, hearers) => {
    await publish(world.db, { topic, shopIds: typeof shops === 'function' ? shops() : shops });
    expect((await hearersOf(topic)).sort()).toEqual([...hearers].sort());
  });

  test('without the ids of other shops, and of payments not to a builder', async () => {
    await publish(world.db, { topic: 'mixed', shopIds: [home, other], ids: [home] });
    await publish(world.db, { topic: 'payments', shopIds: [home], ids: [home] });
    expect(await hearersOf('payments')).toEqual(people.filter((who) => who !== 'builder' && who !== 'other.shop'));
    expect(streams['shop.admin'].events.find((event) => event['topic'] === 'mixed')).toEqual({ topic: 'mixed' });
    expect(streams['office.user'].events.find((event) => event['topic'] === 'mixed')).toEqual({
      topic: 'mixed',
      ids: [home],
    });
  });

  test('not at all when its transaction did not commit', async () => {
    await world.db
      .transaction(async (tx) => {
        await publish(tx, { topic: 'taken back', shopIds: [home] });
        throw new Error('undo');
      })
      .catch((error: unknown) => expect((error as Error).message).toBe('undo'));
    expect(await hearersOf('taken back')).toEqual([]);
  });
});

test('a stream is for the signed-in', async () => {
  expect((await send(one.base, { method: 'GET', path: '/api/events' })).status).toBe(401);
  expect(
    (await send(one.base, { method: 'GET', path: '/api/events', headers: { 'x-auth-token': 'x.y.z' } })).status,
  ).toBe(401);
});

test('a server that stops ends its streams', async () => {
  const third = await openApi(world);
  const response = await fetch(`${third.base}/api/events`, {
    headers: { 'x-auth-token': await third.token('office.user') },
  });
  const [text] = await Promise.all([response.text(), third.server.stop()]);
  expect(text).toContain(': open');
});
