import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKey, updateKey, revokeKey, rotateKey, getKey } from '../../domain/company/keys/service.js';
import type { NewKey } from '../../domain/company/keys/schema.js';
import { createUser } from '../../domain/company/users/sign-in.js';
import { deactivateUser } from '../../domain/company/users/service.js';
import type { Ctx } from '../../domain/kernel/context.js';
import { publish } from '../../domain/kernel/events.js';
import { getScopes } from '../../domain/kernel/rights/scopes.js';
import { newId } from '../../domain/kernel/ids.js';
import { forgetOld } from '../../domain/operations/jobs/tasks.js';
import { limit } from '../../domain/testing/patience.js';
import { homeShop, otherShop, useWorld } from '../../domain/testing/world.js';
import { openApi, type Api, useApi } from '../testing/api.js';
import { listenTo, send } from '../testing/http.js';
import { formatHead, Line } from '../testing/line.js';

const world = useWorld();
const one = useApi(world);
let two: Api;
beforeAll(async () => {
  two = await openApi(world);
});
afterAll(() => two.server.stop());
beforeEach(() => world.db('rate_limits').delete());

const scopes: NewKey['scopes'] = ['orders.read', 'orders.change-status', 'orders.edit'];
/** The key's dates are compared with the servers' clock. */
const ctx = (more: Partial<Ctx> = {}) => world.ctx('office.admin', { clock: { now: () => new Date() }, ...more });
const makeKey = (fields: Partial<NewKey> = {}, as = ctx()) => createKey(as, { name: 'Feed sync', scopes, ...fields });
const call = (key: string, path = '/api/orders?size=1', method = 'GET', { base } = one, body?: unknown) =>
  send(base, {
    method,
    path,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { raw: JSON.stringify(body) }),
  });
const readStatus = async (key: string, path?: string, method?: string, api?: Api) =>
  (await call(key, path, method, api)).status;
const readRow = (prefix: string) =>
  world.db('api_key_secrets').where({ prefix }).first() as unknown as Promise<Record<string, unknown>>;

describe('an API key', () => {
  test('signs in with either header, as itself', async () => {
    const { key, item } = await makeKey();
    expect(key).toMatch(/^swk_[a-z2-9]{8}_[\w-]{43}$/);
    expect(item.secrets).toMatchObject([{ prefix: key.slice(0, 12), usedAt: null }]);
    const asToken = await send(one.base, { method: 'GET', path: '/api/auth', headers: { 'x-auth-token': key } });
    expect(asToken).toMatchObject({ status: 200, json: { _id: item._id, name: 'Feed sync', role: 'Office Admin' } });
    expect(await readStatus(key)).toBe(200);
    expect(await readStatus(key, undefined, undefined, two)).toBe(200);
  });

  test('is stored only as a hash: the database, the history and the log do not contain it', async () => {
    const { key, item } = await makeKey();
    await call(key);
    const secret = key.slice(13);
    const tables = (await world
      .db('information_schema.tables')
      .where({ table_schema: 'public' })
      .pluck('table_name')) as string[];
    for (const table of tables) {
      const [{ n }] = (await world
        .db(table)
        .as('t')
        .whereRaw('??::text like ?', [table, `%${secret}%`])
        .count({ n: '*' })) as [{ n: number }];
      expect(n, table).toBe(0);
    }
    expect(one.log.join('')).not.toContain(secret);
    expect(JSON.stringify(await getKey(ctx(), { id: item._id }))).not.toContain(secret);
  });

  test('may do only what its scopes allow', async () => {
    const { key } = await makeKey({ scopes: ['orders.read'] });
    const [id = ''] = await world.createOrders(1);
    const change = await call(key, `/api/orders/update/${id}`, 'PUT', one, { metalOrdered: true });
    expect(change).toMatchObject({ status: 403, json: { code: 'permission-denied' } });
    expect(await readStatus(key, `/api/orders/byid/${id}`)).toBe(200);
    expect(await readStatus(key, '/api/payment')).toBe(403);
  });

  test('that is read-only changes nothing', async () => {
    const { key } = await makeKey({ readOnly: true });
    const [id = ''] = await world.createOrders(1);
    const change = await call(key, `/api/orders/update/${id}`, 'PUT', one, { metalOrdered: true });
    expect(change).toMatchObject({ status: 403, json: { code: 'view-only' } });
  });

  test('that is read-only writes no ticket and marks nothing as read', async () => {
    const { key } = await makeKey({ readOnly: true, scopes: ['tickets.create', 'comments.read'] });
    const ticket = { description: 'It is slow', priority: 'Low', serialNumber: '' };
    for (const [method, path] of [
      ['POST', '/api/support/ticket'],
      ['PUT', '/api/comment/update/read'],
    ] as const)
      expect(await call(key, path, method, one, ticket)).toMatchObject({ status: 403, json: { code: 'view-only' } });
  });

  test('is named in the history of what it changes', async () => {
    const [id = ''] = await world.createOrders(1);
    const { key: editor } = await makeKey({
      name: 'Color sync',
      scopes: ['orders.change-status', 'orders.edit', 'orders.history'],
    });
    expect(await call(editor, `/api/orders/update/${id}`, 'PUT', one, { customerPhone: '330 555 0100' })).toMatchObject(
      { status: 200 },
    );
    const { json } = await call(editor, `/api/history/${id}`);
    expect((json as { items: unknown[] }).items[0]).toMatchObject({ by: 'Color sync', via: 'key' });
  });

  test("of a shop sees the shop's records as the shop does", async () => {
    const { key } = await makeKey({ scopes: ['orders.read'], shop: await world.findShopId(homeShop) });
    const ownOrder = await world.createPushedOrder('InQueue', homeShop);
    const foreign = await world.createPushedOrder('InQueue', otherShop);
    const order = await call(key, `/api/orders/byid/${ownOrder}`);
    expect(order.status).toBe(200);
    expect(order.json).not.toHaveProperty('company');
    expect(await readStatus(key, `/api/orders/byid/${foreign}`)).toBe(404);
  });

  test('shares its turns and counted calls with the other keys of its shop, or of its creator', async () => {
    const home = await world.findShopId(homeShop);
    const order = await world.createPushedOrder('InQueue', homeShop);
    const makeReader = async (shop: string | undefined, as: Ctx) =>
      (await makeKey({ scopes: ['orders.read'], ...(shop && { shop }) }, as)).key;
    const other = ctx({ actor: { ...world.actor('office.admin'), id: world.actor('office.user').id } });
    const countLeft = async (key: string) =>
      /r=(\d+)/.exec(String((await call(key, `/api/orders/${order}/work-order`)).headers['ratelimit']))?.[1];
    for (const [key, left] of [
      [await makeReader(home, ctx()), '299'],
      [await makeReader(home, other), '298'],
      [await makeReader(undefined, ctx()), '299'],
      [await makeReader(undefined, ctx()), '298'],
      [await makeReader(undefined, other), '299'],
      [await one.token('office.admin'), '299'],
    ] as const)
      expect(await countLeft(key)).toBe(left);
  });

  test('cannot create keys or users, sign out, or set a password or a preference', async () => {
    const { key } = await makeKey({ scopes: [...getScopes(world.actor('office.admin'), null)] });
    const calls = [
      ['POST', '/api/keys'],
      ['POST', '/api/users/company/add'],
      ['DELETE', '/api/auth'],
      ['PUT', '/api/users/password'],
      ['PUT', '/api/users/preferences'],
    ] as const;
    for (const [method, path] of calls)
      expect([path, (await call(key, path, method, one, {})).status]).toEqual([path, 403]);
  });
});

describe('a key never has more rights than its maker', () => {
  test('when it is created', async () => {
    const asShop = world.ctx('shop.admin');
    const [home, other] = [await world.findShopId(homeShop), await world.findShopId(otherShop)];
    const refusedCalls = [
      () => createKey(asShop, { name: 'Greedy', scopes: ['payments.write'] }),
      () => createKey(asShop, { name: 'Foreign', scopes: ['orders.read'], shop: other }),
      () => createKey(ctx(), { name: 'Shop', scopes: ['company.write'], shop: home }),
    ];
    for (const add of refusedCalls) await expect(add()).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(createKey(world.ctx('office.user'), { name: 'No', scopes })).rejects.toMatchObject({
      code: 'permission-denied',
    });
  });

  test('afterward: it loses what its maker loses, and stops when its maker is deactivated', async () => {
    const maker = await createUser(ctx(), {
      ...{ name: 'Mia Maker', userName: `${newId()}@demo.test`, password: 'only-for-this-test' },
      ...{ role: 'Office Admin' as const, superAdmin: true },
    });
    const as = { ...world.actor('office.admin'), id: maker._id, name: 'Mia Maker' };
    const { key } = await makeKey({ scopes: ['orders.read', 'outbox.view'] }, ctx({ actor: as }));
    expect([await readStatus(key), await readStatus(key, '/api/outbox')]).toEqual([200, 200]);
    await world.db('users').where({ id: maker._id }).update({ super_admin: false });
    await expect.poll(() => readStatus(key, '/api/outbox'), { timeout: limit(5000) }).toBe(403);
    expect(await readStatus(key)).toBe(200);
    await deactivateUser(ctx(), { id: maker._id });
    for (const api of [one, two]) await expect.poll(() => readStatus(key, undefined, undefined, api)).toBe(401);
  });

  test('when another user rotates it or adds scopes', async () => {
    const { item } = await makeKey({ scopes: ['outbox.view'] });
    const lesser = ctx({ actor: { ...world.actor('office.admin'), superAdmin: false } });
    await expect(rotateKey(lesser, { id: item._id })).rejects.toMatchObject({
      errors: [{ path: 'scopes', msg: expect.stringContaining('outbox.view') as unknown }],
    });
    await expect(updateKey(lesser, { id: item._id, scopes: ['outbox.view', 'orders.read'] })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });
});

describe('a key that ended', () => {
  const refusals: readonly (readonly [string, () => Promise<string>])[] = [
    ['unknown', async () => (await makeKey()).key.replace(/.{6}$/, 'AAAAAA')],
    ['with another secret of a known prefix', async () => `${(await makeKey()).key.slice(0, 13)}${'A'.repeat(43)}`],
    ['malformed', () => Promise.resolve('swk_short')],
    ['expired', async () => (await makeKey({ expiresAt: '2020-01-01T00:00:00Z' })).key],
    ['from another address', async () => (await makeKey({ networks: ['192.0.2.0/24', '2001:db8::/32'] })).key],
    [
      'revoked',
      async () => {
        const { key, item } = await makeKey();
        await revokeKey(ctx(), { id: item._id });
        return key;
      },
    ],
  ];

  test('gets the same answer for every reason, which is stored for its owner', async () => {
    const answers: unknown[] = [];
    for (const [what, make] of refusals) {
      const answer = await call(await make());
      answers.push({ what, status: answer.status, json: { ...(answer.json as object), requestId: '' } });
      expect(answer.headers['www-authenticate'], what).toBe('Bearer');
      expect(answer.headers, what).not.toHaveProperty('ratelimit');
    }
    const [{ json }] = answers as [{ json: unknown }];
    expect(answers).toEqual(refusals.map(([what]) => ({ what, status: 401, json })));
    const { key } = await makeKey({ networks: ['192.0.2.1'] });
    await call(key);
    await expect.poll(async () => (await readRow(key.slice(0, 12)))['refused_why']).toBe('not from an allowed address');
  });

  test('works only from its addresses', async () => {
    for (const networks of [['127.0.0.1'], ['127.0.0.0/8', '192.0.2.1'], ['::ffff:127.0.0.1', '127.0.0.1/32']]) {
      const { key } = await makeKey({ networks });
      expect([networks, await readStatus(key)]).toEqual([networks, 200]);
    }
  });

  test('by revoking stops on every server, with its event streams', async () => {
    const { key, item } = await makeKey();
    for (const api of [one, two]) expect(await readStatus(key, undefined, undefined, api)).toBe(200);
    const stream = await listenTo(two.base, key);
    await revokeKey(ctx(), { id: item._id });
    for (const api of [one, two]) await expect.poll(() => readStatus(key, undefined, undefined, api)).toBe(401);
    await stream.ended;
    await expect(rotateKey(ctx(), { id: item._id })).rejects.toMatchObject({ code: 'key-revoked' });
  });

  test('by revoking refuses a call whose body arrives afterward', async () => {
    const [id = ''] = await world.createOrders(1);
    const { key, item } = await makeKey();
    const body = JSON.stringify({ customerPhone: '330 555 0199' });
    const line = new Line(one.server.port);
    const headers = { 'x-auth-token': key, Expect: '100-continue' };
    line.send(formatHead(`PUT /api/orders/update/${id}`, body.length, headers) + body.slice(0, 9));
    expect(await line.answers(1)).toEqual(['100']);
    expect(await readStatus(key)).toBe(200); // the call above was admitted before
    await revokeKey(ctx(), { id: item._id });
    await expect.poll(() => readStatus(key)).toBe(401);
    line.send(body.slice(9));
    expect(await line.answers(2)).toEqual(['100', '401']);
    expect(await world.db('orders').where({ id }).first('customer_phone')).not.toEqual({
      customer_phone: '330 555 0199',
    });
    line.socket.destroy();
  });

  test('by rotation: both secrets work for a while, and only the two newest', async () => {
    const first = await makeKey();
    const { item } = first;
    const second = await rotateKey(ctx(), { id: item._id, overlapHours: 1 });
    await expect.poll(() => readStatus(second.key)).toBe(200);
    expect(await readStatus(first.key)).toBe(200);
    const third = await rotateKey(ctx(), { id: item._id, overlapHours: 0 });
    await expect.poll(() => readStatus(third.key)).toBe(200);
    for (const old of [first, second]) await expect.poll(() => readStatus(old.key)).toBe(401);
    expect(third.item.secrets.map(({ prefix }) => prefix)).toEqual([third.key.slice(0, 12)]);
  });
});

test('when and from where a key was used is stored at most once a minute', async () => {
  const { key } = await makeKey();
  await call(key);
  const prefix = key.slice(0, 12);
  await expect.poll(async () => (await readRow(prefix))['used_from']).toMatch(/127\.0\.0\.1$/);
  const before = (await readRow(prefix))['used_at'];
  for (let n = 0; n < 5; n++) await call(key);
  expect((await readRow(prefix))['used_at']).toEqual(before);
});

test('an event stream is one call of its key, however often users and keys change', async () => {
  const { key } = await makeKey({ rate: 2 });
  const stream = await listenTo(one.base, key);
  const hear = async (id: string) => {
    for (let n = 0; n < 5; n++) await publish(world.db, { topic: 'keys', shopIds: [] });
    await publish(world.db, { topic: 'orders', shopIds: [null], ids: [id] });
    const heard = stream.until(({ ids }) => (ids as string[] | undefined)?.includes(id) === true);
    return Promise.race([heard.then(() => 'heard'), stream.ended.then(() => 'ended')]);
  };
  expect(await hear(newId())).toBe('heard');
  expect([await readStatus(key), await readStatus(key)]).toEqual([200, 429]);
  expect(await hear(newId())).toBe('heard');
  stream.close();
});

describe('a flooded key', () => {
  test('gets its calls per minute over all servers, then must wait; others are not affected', async () => {
    const [{ key }, other] = [await makeKey({ rate: 40 }), await makeKey({ rate: 40 })];
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, n) => call(key, '/api/auth', 'GET', n % 2 ? one : two)),
    );
    const passedCount = answers.filter(({ status }) => status === 200).length;
    expect(passedCount).toBeLessThanOrEqual(40);
    expect(passedCount).toBeGreaterThan(20); // all 40, unless the shared count took more than a second to respond
    const refusal = await call(key, '/api/auth');
    expect(refusal).toMatchObject({ status: 429, json: { code: 'too-many-calls' } });
    expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refusal.headers['ratelimit-policy']).toBe('"key";q=40;w=60');
    expect(await readStatus(other.key)).toBe(200);
  });
});

test('a retry of a request that created a key creates no second one, and does not get the secret again', async () => {
  const headers = { 'idempotency-key': newId() };
  const name = `Once ${newId()}`;
  const make = () => one.call('office.admin', 'POST', '/api/keys', { body: { name, scopes }, headers });
  const newKey = await make();
  expect(newKey.status).toBe(201);
  expect(await make()).toMatchObject({ status: 409, json: { code: 'answer-forgotten' } });
  expect(await world.db('users').where({ name }).pluck('id')).toHaveLength(1);
  const [storedAnswer] = (await world.db('idempotency_keys').where({ key: headers['idempotency-key'] })) as {
    answer: unknown;
  }[];
  expect(storedAnswer?.answer).toBeNull();
});

test('the secrets of keys are deleted ninety days after they expired', async () => {
  const { key, item } = await makeKey();
  await rotateKey(ctx(), { id: item._id, overlapHours: 0 });
  const in_ = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
  await forgetOld(world.db, in_(89));
  expect(await readRow(key.slice(0, 12))).toBeDefined();
  await forgetOld(world.db, in_(91));
  expect(await readRow(key.slice(0, 12))).toBeUndefined();
});
