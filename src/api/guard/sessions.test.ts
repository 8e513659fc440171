import { createHmac, generateKeyPairSync } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import jwt from 'jsonwebtoken';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTokens } from '../../domain/kernel/rights/tokens.js';
import { createUser } from '../../domain/company/users/sign-in.js';
import { demoPassword } from '../../domain/operations/demo/accounts.js';
import { newId } from '../../domain/kernel/ids.js';
import { forgetOld } from '../../domain/operations/jobs/tasks.js';
import { homeShop, useWorld } from '../../domain/testing/world.js';
import { UserCache } from '../context.js';
import { openApi, people, secret, readToken, tokens, useApi } from '../testing/api.js';
import { listenTo, send } from '../testing/http.js';
import { formatHead, Line } from '../testing/line.js';
import { limit } from '../../domain/testing/patience.js';

const world = useWorld();
const api = useApi(world);
beforeEach(() => world.db('rate_limits').delete());

const asToken = (token: string) =>
  send(api.base, { method: 'GET', path: '/api/auth', headers: { 'x-auth-token': token } });
const signIn = (userName: string, password: string, base = api.base) =>
  send(base, {
    method: 'POST',
    path: '/api/auth',
    headers: { 'content-type': 'application/json' },
    raw: JSON.stringify({ userName, password }),
  });
const tokenIn = (json: unknown): string => (json as { token: string }).token;
const claims = async (more: object = {}) => {
  const user = (await world
    .db('users')
    .where({ user_name: 'shop.user@demo.test' })
    .first('id', 'session_generation')) as { id: string; session_generation: number };
  const now = Math.floor(Date.now() / 1000);
  return { jti: newId(), sub: user.id, gen: user.session_generation, iat: now, exp: now + 3600, ...more };
};

/** A separate user, whose sessions a test may end. */
async function makeUser(): Promise<{ id: string; userName: string }> {
  const userName = `${newId()}@demo.test`;
  const user = { name: 'Sue Short', userName, password: 'first-password', role: 'Shop User' as const, shop: homeShop };
  return { id: (await createUser(world.ctx('office.admin'), user))._id, userName };
}

describe('a token', () => {
  test('as the server signs it opens the session of its user', async () => {
    const { status, json } = await asToken(jwt.sign(await claims(), secret, { algorithm: 'HS256' }));
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { userName: 'shop.user@demo.test', role: 'Shop User' },
    });
  });

  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signToken = (header: object, payload: object, hash: string) => {
    const text = `${encode(header)}.${encode(payload)}`;
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
  };
  const forgedTokens: Readonly<Record<string, () => Promise<string>>> = {
    'without a signature (alg none)': async () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(await claims())}.`,
    'without a signature (alg None)': async () => `${encode({ alg: 'None' })}.${encode(await claims())}.`,
    'whose signature was cut off': async () => jwt.sign(await claims(), secret).replace(/[^.]+$/, ''),
    'signed with HS384': async () => jwt.sign(await claims(), secret, { algorithm: 'HS384' }),
    'signed with HS512': async () => jwt.sign(await claims(), secret, { algorithm: 'HS512' }),
    'signed with a key pair': async () =>
      jwt.sign(await claims(), generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, { algorithm: 'RS256' }),
    'that says HS256 and is signed otherwise': async () => signToken({ alg: 'HS256' }, await claims(), 'sha512'),
    'signed with another secret': async () => jwt.sign(await claims(), `${secret}x`),
    'signed with an empty secret': async () =>
      `${encode({ alg: 'HS256' })}.${encode(await claims())}.${createHmac('sha256', '').update('x').digest('base64url')}`,
    'that has ended': async () => jwt.sign(await claims({ iat: 1_600_000_000, exp: 1_600_043_200 }), secret),
    'that is not good yet': async () => jwt.sign(await claims({ nbf: Math.floor(Date.now() / 1000) + 600 }), secret),
    'of nobody': async () => jwt.sign(await claims({ sub: newId() }), secret),
    'whose user is not a valid ID': async () => jwt.sign(await claims({ sub: "' or 1=1 --" }), secret),
    'without an id': async () => jwt.sign(await claims({ jti: undefined }), secret),
    'whose id is none': async () => jwt.sign(await claims({ jti: "' or 1=1 --" }), secret),
    'without a generation': async () => jwt.sign(await claims({ gen: undefined }), secret),
    'of an earlier generation': async () => jwt.sign(await claims({ gen: 0 }), secret),
    'of a later generation': async () => jwt.sign(await claims({ gen: 99 }), secret),
    'that is none': () => Promise.resolve('x.y.z'),
    'that is a text': () => Promise.resolve(jwt.sign('admin', secret)),
  };
  test.each(Object.keys(forgedTokens))('%s opens nothing', async (name) => {
    const { status, json } = await asToken((await forgedTokens[name]?.()) ?? '');
    expect({ status, json }).toMatchObject({ status: 401, json: { code: 'not-signed-in' } });
  });

  test('grants no rights: the role, the shop and the flags in it are not read', async () => {
    const token = jwt.sign(
      await claims({
        role: 'Office Admin',
        superAdmin: true,
        shop: null,
        shopId: null,
        grants: ['logs.view'],
        viewOnly: false,
      }),
      secret,
    );
    const me = (await asToken(token)).json;
    expect(me).toMatchObject({ role: 'Shop User', superAdmin: false, grants: [] });
    expect(
      (await send(api.base, { method: 'GET', path: '/api/orders/duplicates', headers: { 'x-auth-token': token } }))
        .status,
    ).toBe(403);
  });

  test('lasts twelve hours', async () => {
    const { iat = 0, exp = 0 } = jwt.decode(
      tokenIn((await signIn('office.user@demo.test', demoPassword)).json),
    ) as jwt.JwtPayload;
    expect(exp - iat).toBe(12 * 3600);
  });

  test('expires after that, and is valid for one secret only', () => {
    const ownTokens = createTokens('z'.repeat(32));
    const session = { userId: newId(), generation: 3 };
    const began = new Date('2026-03-01T08:00:00Z');
    const token = ownTokens.sign(session, began);
    const after = (seconds: number) => ownTokens.read(token, new Date(began.getTime() + seconds * 1000));
    const first = after(0);
    expect(first).toEqual({ ...session, id: expect.any(String) as unknown });
    expect([after(12 * 3600 - 1), after(12 * 3600), after(1)]).toEqual([first, null, first]);
    expect(ownTokens.read(`${token}x`, began)).toBeNull();
    expect(tokens.read(token, began)).toBeNull();
  });

  test('cannot be signed with a secret below 32 bytes', () => {
    expect(() => createTokens('x'.repeat(31))).toThrow(/32 bytes/);
    expect(
      tokens.read(createTokens('y'.repeat(32)).sign({ userId: newId(), generation: 1 }, new Date()), new Date()),
    ).toBeNull();
  });
});

describe('a session ends', () => {
  test('when the password changes, on every server, and the new token works', async () => {
    const second = await openApi(world);
    try {
      const { userName } = await makeUser();
      const old = await readToken(world, userName);
      const status = (base: string, token: string) =>
        send(base, { method: 'GET', path: '/api/auth', headers: { 'x-auth-token': token } }).then(
          (answer) => answer.status,
        );
      expect([await status(api.base, old), await status(second.base, old)]).toEqual([200, 200]);
      const body = { currentPassword: 'first-password', newPassword: 'second-password' };
      const changeAnswer = await send(api.base, {
        method: 'PUT',
        path: '/api/users/password',
        headers: { 'content-type': 'application/json', 'x-auth-token': old },
        raw: JSON.stringify(body),
      });
      expect(changeAnswer.status).toBe(200);
      expect([
        await status(api.base, tokenIn(changeAnswer.json)),
        await status(second.base, tokenIn(changeAnswer.json)),
      ]).toEqual([200, 200]);
      await expect.poll(() => status(api.base, old)).toBe(401);
      await expect.poll(() => status(second.base, old)).toBe(401);
      expect((await signIn(userName, 'first-password')).status).toBe(401);
      expect((await signIn(userName, 'second-password')).status).toBe(200);
    } finally {
      await second.server.stop();
    }
  });

  test("by signing out, on every server, with its event streams; the user's other sessions continue", async () => {
    const second = await openApi(world);
    try {
      const { userName } = await makeUser();
      const [endedToken, other] = [await readToken(world, userName), await readToken(world, userName)];
      const status = async (base: string, token: string, method = 'GET') =>
        (await send(base, { method, path: '/api/auth', headers: { 'x-auth-token': token } })).status;
      expect([await status(api.base, endedToken), await status(second.base, endedToken)]).toEqual([200, 200]);
      const streams = [await listenTo(second.base, endedToken), await listenTo(second.base, other)] as const;
      expect(await status(api.base, endedToken, 'DELETE')).toBe(200);
      await expect.poll(() => status(api.base, endedToken)).toBe(401);
      await expect.poll(() => status(second.base, endedToken)).toBe(401);
      await streams[0].ended;
      expect([await status(api.base, endedToken, 'DELETE'), await status(second.base, other)]).toEqual([401, 200]);
      expect(await Promise.race([streams[1].ended.then(() => 'ended'), Promise.resolve('open')])).toBe('open');
      streams[1].close();
    } finally {
      await second.server.stop();
    }
  });

  test('when a sign-in replaces it, on every server; a failed sign-in or one without it does not', async () => {
    const second = await openApi(world);
    try {
      const { userName } = await makeUser();
      const old = await readToken(world, userName);
      const status = async (base: string) =>
        (await send(base, { method: 'GET', path: '/api/auth', headers: { 'x-auth-token': old } })).status;
      const over = (password: string) =>
        send(api.base, {
          method: 'POST',
          path: '/api/auth',
          headers: { 'content-type': 'application/json', 'x-auth-token': old },
          raw: JSON.stringify({ userName, password }),
        });
      expect((await signIn(userName, 'first-password')).status).toBe(200);
      expect((await over('wrong-password')).status).toBe(401);
      expect([await status(api.base), await status(second.base)]).toEqual([200, 200]);
      const anew = await over('first-password');
      await expect.poll(() => status(api.base)).toBe(401);
      await expect.poll(() => status(second.base)).toBe(401);
      expect((await asToken(tokenIn(anew.json))).status).toBe(200);
    } finally {
      await second.server.stop();
    }
  });

  test('permanently by signing out; its entry is deleted after it expires, not before', async () => {
    const { userName } = await makeUser();
    const token = await readToken(world, userName);
    await send(api.base, { method: 'DELETE', path: '/api/auth', headers: { 'x-auth-token': token } });
    const { jti } = jwt.decode(token) as { jti: string };
    const readKept = () => world.db('ended_sessions').where({ id: jti }).select('id');
    await forgetOld(world.db, new Date(Date.now() + 11 * 3_600_000));
    expect(await readKept()).toHaveLength(1);
    await forgetOld(world.db, new Date(Date.now() + 13 * 3_600_000));
    expect(await readKept()).toEqual([]);
  });

  test('when its user is deactivated, who cannot sign in again', async () => {
    const { id, userName } = await makeUser();
    const token = await readToken(world, userName);
    expect((await asToken(token)).status).toBe(200);
    await world.db('users').where({ id }).update({ active: false });
    await expect.poll(async () => (await asToken(token)).status, { timeout: limit(5000) }).toBe(401);
    const refusal = await signIn(userName, 'first-password');
    const unknown = await signIn('nobody@demo.test', 'first-password');
    expect({ ...(refusal.json as object), requestId: '' }).toEqual({ ...(unknown.json as object), requestId: '' });
  });

  test('with its old rights, immediately when the role changes', async () => {
    const { id, userName } = await makeUser();
    const token = await readToken(world, userName);
    expect((await asToken(token)).json).toMatchObject({ role: 'Shop User' });
    await world.db('users').where({ id }).update({ role: 'Builder' });
    await expect
      .poll(async () => ((await asToken(token)).json as { role: string }).role, { timeout: limit(5000) })
      .toBe('Builder');
  });
});

describe('a call whose body arrives later is refused', () => {
  const losses = [
    ['the user was deactivated', 'DELETE', '/api/users/delete/', '401'],
    ['the user lost the right', 'PUT', '/api/users/update/', '403'],
  ] as const;
  test.each(losses)('if %s in the meantime', async (_, method, path, status) => {
    const userName = `${newId()}@demo.test`;
    const { _id: id } = await createUser(world.ctx('office.admin'), {
      ...{ name: 'Ed Early', userName, password: 'first-password', role: 'Office Admin', superAdmin: true },
    });
    const token = await readToken(world, userName);
    const added = { name: 'Al After', userName: `${newId()}@demo.test`, password: 'first-password', superAdmin: true };
    const body = JSON.stringify({ ...added, role: 'Office Admin' });
    const line = new Line(api.server.port);
    line.send(
      formatHead('POST /api/users/add', body.length, { 'x-auth-token': token, Expect: '100-continue' }) +
        body.slice(0, 20),
    );
    expect(await line.answers(1)).toEqual(['100']);
    expect((await asToken(token)).status).toBe(200); // the call above was admitted before
    const change = await api.call('office.admin', method, `${path}${id}`, { body: { superAdmin: false } });
    expect(change.status).toBe(200);
    const readRight = async () => ((await asToken(token)).json as { superAdmin?: boolean }).superAdmin ?? false;
    await expect.poll(readRight).toBe(false);
    line.send(body.slice(20));
    expect(await line.answers(2)).toEqual(['100', status]);
    expect(await world.db('users').where({ user_name: added.userName })).toEqual([]);
    line.socket.destroy();
  });
});

test('a user being looked up when users change is looked up again', async () => {
  const { id } = await makeUser();
  const users = new UserCache(world.db);
  const session = { id: newId(), userId: id, generation: 1 };
  const looking = users.find(session);
  users.forget();
  await looking;
  await world.db('users').where({ id }).update({ active: false });
  expect((await users.find(session))?.active).toBe(false);
});

describe('the current password', () => {
  const change = async (token: string, currentPassword: string) =>
    send(api.base, {
      method: 'PUT',
      path: '/api/users/password',
      headers: { 'content-type': 'application/json', 'x-auth-token': token },
      raw: JSON.stringify({ currentPassword, newPassword: 'second-password' }),
    });

  test('can be guessed at most ten times by the holder of a session, one after the other or all together', async () => {
    for (const atOnce of [false, true]) {
      const { userName } = await makeUser();
      const guess = async () => (await change(await readToken(world, userName), 'wrong-password')).status;
      const guesses = Array.from({ length: 12 }, () => guess);
      const statuses: number[] = atOnce ? await Promise.all(guesses.map((one) => one())) : [];
      if (!atOnce) for (const one of guesses) statuses.push(await one());
      expect(statuses.filter((status) => status === 400)).toHaveLength(10);
      const refusal = await change(await readToken(world, userName), 'first-password');
      expect(refusal).toMatchObject({ status: 429, json: { code: 'too-many-attempts' } });
      expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
      expect((await signIn(userName, 'first-password')).status).toBe(200); // the account itself is not blocked
    }
  });

  test('does not count a request that fails for another reason, or for another user, as a guess', async () => {
    const [one, other] = [await makeUser(), await makeUser()];
    for (let n = 0; n < 12; n++)
      expect((await change(await readToken(world, one.userName), 7 as never)).status).toBe(400);
    for (let n = 0; n < 10; n++) await change(await readToken(world, other.userName), 'wrong-password');
    expect((await change(await readToken(world, one.userName), 'first-password')).status).toBe(200);
  });
});

describe('a session in a cookie', () => {
  /** Signs in like a page of the dashboard; returns the cookie and the answer's token. */
  async function enter(userName = 'office.user@demo.test', headers: Record<string, string> = {}, base = api.base) {
    const answer = await send(base, {
      method: 'POST',
      path: '/api/auth',
      headers: { 'content-type': 'application/json', origin: base, 'x-session': 'cookie', ...headers },
      raw: JSON.stringify({ userName, password: demoPassword }),
    });
    const setCookie = [answer.headers['set-cookie'] ?? []].flat().find((one) => one.includes('session-')) ?? '';
    const { sub } = jwt.decode(await api.token('office.user')) as { sub: string };
    return { answer, set: setCookie, cookie: setCookie.split(';')[0] ?? '', user: sub };
  }
  const ask = async (method: string, path: string, headers: Record<string, string>, base = api.base) =>
    (await send(base, { method, path, headers })).status;

  test("is hidden from scripts and other sites, and the answer's token opens nothing", async () => {
    const { answer, set, cookie, user } = await enter();
    expect(set).toMatch(/^session-[0-9a-f]{8}=[^;]+; path=\/; expires=[^;]+; samesite=strict; httponly$/i);
    const token = tokenIn(answer.json);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.$/);
    expect(cookie).toContain(token);
    expect((await asToken(token)).status).toBe(401);
    expect(await ask('GET', '/api/auth', { cookie, 'x-session': user })).toBe(200);
  });

  test('over TLS is only for this host and only for TLS', async () => {
    const proxiedApi = await openApi(world, { trustProxy: true, openDemo: true, allowedHosts: ['office.example.com'] });
    try {
      const headers = {
        host: 'office.example.com',
        origin: 'https://office.example.com',
        'x-forwarded-proto': 'https',
      };
      const { set, cookie, user } = await enter('office.user@demo.test', headers, proxiedApi.base);
      expect(set).toMatch(
        /^__Host-session-[0-9a-f]{8}=[^;]+; path=\/; expires=[^;]+; samesite=strict; secure; httponly$/i,
      );
      const plainCookie = cookie.replace('__Host-', '');
      const status = (cookieHeader: string) =>
        ask('GET', '/api/auth', { ...headers, cookie: cookieHeader, 'x-session': user }, proxiedApi.base);
      expect([await status(cookie), await status(plainCookie)]).toEqual([200, 401]);
    } finally {
      await proxiedApi.server.stop();
    }
  });

  test('opens nothing for a request that another site can make a browser send', async () => {
    const { cookie, user } = await enter();
    const ownHeaders = { cookie, 'x-session': user };
    const requests: readonly (readonly [number, Record<string, string>])[] = [
      [200, { ...ownHeaders, 'sec-fetch-site': 'same-origin' }],
      [200, { ...ownHeaders, origin: api.base }],
      [401, { cookie }],
      [401, { cookie, origin: api.base }],
      [401, { cookie, 'x-session': 'cookie', origin: api.base }],
      [401, { cookie, 'x-session': newId(), origin: api.base }],
      [403, { ...ownHeaders, 'sec-fetch-site': 'same-site' }],
      [403, { ...ownHeaders, 'sec-fetch-site': 'cross-site', origin: api.base }],
      [403, { ...ownHeaders, 'sec-fetch-site': 'none' }],
      [403, { ...ownHeaders, origin: 'http://127.0.0.1:1' }],
      [403, { ...ownHeaders, origin: 'https://evil.example' }],
      [403, { ...ownHeaders, origin: 'null' }],
    ];
    for (const [status, headers] of requests)
      for (const method of ['GET', 'PUT'])
        expect(
          [await ask(method, method === 'GET' ? '/api/auth' : '/api/users/preferences', headers), headers],
          method,
        ).toEqual([method === 'PUT' && status === 200 ? 400 : status, headers]);
    expect([await ask('GET', '/api/auth', ownHeaders), await ask('PUT', '/api/users/preferences', ownHeaders)]).toEqual(
      [200, 403],
    );
  });

  test('cannot be started from another site: no link signs someone in as another user', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const { answer, set } = await enter('office.user@demo.test', headers);
      expect({ status: answer.status, set }).toEqual({ status: 403, set: '' });
    }
  });

  test('ends by signing out, which removes the cookie; an ended one does not block signing in', async () => {
    const { cookie, user } = await enter();
    const headers = { cookie, 'x-session': user, origin: api.base };
    const signOutAnswer = await send(api.base, { method: 'DELETE', path: '/api/auth', headers });
    expect(signOutAnswer.status).toBe(200);
    expect(String(signOutAnswer.headers['set-cookie'])).toMatch(
      /^session-[0-9a-f]{8}=; path=\/; expires=Thu, 01 Jan 1970/i,
    );
    await expect.poll(() => ask('GET', '/api/auth', headers)).toBe(401);
    expect((await enter('office.user@demo.test', { cookie })).answer.status).toBe(200);
  });

  test('can be ended repeatedly by its page; another page’s cookie is unchanged', async () => {
    const { cookie, user } = await enter();
    const leave = (headers: Record<string, string>) =>
      send(api.base, {
        method: 'DELETE',
        path: '/api/auth',
        headers: { origin: api.base, 'x-session': user, ...headers },
      });
    const signOutHeaders = await leave({ cookie });
    await expect.poll(() => ask('GET', '/api/auth', { cookie, 'x-session': user, origin: api.base })).toBe(401);
    for (const headers of [{ cookie }, {}]) {
      const again = await leave(headers);
      expect({ status: again.status, json: again.json }).toEqual({ status: 200, json: signOutHeaders.json });
    }
    const { cookie: next } = await enter();
    const late = await leave({ cookie: next, 'x-session': newId() });
    expect({ status: late.status, set: late.headers['set-cookie'] }).toEqual({ status: 200, set: undefined });
    expect(await ask('GET', '/api/auth', { cookie: next, 'x-session': user, origin: api.base })).toBe(200);
    expect((await leave({ cookie, origin: 'https://evil.example' })).status).toBe(403);
  });

  test('ends when a sign-in replaces it, for any user', async () => {
    const { cookie, user } = await enter();
    const readKept = () => ask('GET', '/api/auth', { cookie, 'x-session': user });
    expect((await enter('shop.user@demo.test', { cookie, origin: 'https://evil.example' })).answer.status).toBe(403);
    expect(await readKept()).toBe(200);
    expect((await enter('shop.user@demo.test', { cookie })).answer.status).toBe(200);
    await expect.poll(readKept).toBe(401);
  });

  test('continues in a new cookie when the password changes', async () => {
    const { id, userName } = await makeUser();
    const signedIn = await send(api.base, {
      method: 'POST',
      path: '/api/auth',
      headers: { 'content-type': 'application/json', origin: api.base, 'x-session': 'cookie' },
      raw: JSON.stringify({ userName, password: 'first-password' }),
    });
    const getCookie = (answer: typeof signedIn) =>
      ([answer.headers['set-cookie'] ?? []].flat().find((one) => one.startsWith('session-')) ?? '').split(';')[0] ?? '';
    const headers = { cookie: getCookie(signedIn), 'x-session': id, origin: api.base };
    const changeAnswer = await send(api.base, {
      method: 'PUT',
      path: '/api/users/password',
      headers: { ...headers, 'content-type': 'application/json' },
      raw: JSON.stringify({ currentPassword: 'first-password', newPassword: 'second-password' }),
    });
    expect(changeAnswer.status).toBe(200);
    expect(tokenIn(changeAnswer.json)).toMatch(/\.$/);
    expect(await ask('GET', '/api/auth', { ...headers, cookie: getCookie(changeAnswer) })).toBe(200);
    await expect.poll(() => ask('GET', '/api/auth', headers)).toBe(401);
  });

  test('is not needed, and not set, if the header has a token', async () => {
    const answer = await signIn('office.user@demo.test', demoPassword);
    expect(String(answer.headers['set-cookie'])).not.toContain('session-');
    expect((await asToken(tokenIn(answer.json))).status).toBe(200);
  });
});

describe('signing in', () => {
  test('is refused the same way for an unknown name and a wrong password', async () => {
    const failure = await signIn('office.user@demo.test', 'not-the-password');
    const unknown = await signIn('nobody@demo.test', 'not-the-password');
    expect(failure.status).toBe(401);
    const { 'x-request-id': _, date: __, 'content-length': ___, ...headers } = failure.headers;
    expect(unknown.headers).toMatchObject(headers);
    expect({ ...(unknown.json as object), requestId: '' }).toEqual({ ...(failure.json as object), requestId: '' });
  });

  test('finds a name ignoring case and spaces around it', async () => {
    expect((await signIn('  Office.USER@demo.test ', demoPassword)).status).toBe(200);
  });

  test('rehashes only a password that was hashed at a lower cost', async () => {
    const { id, userName } = await makeUser();
    const readStored = async () =>
      ((await world.db('users').where({ id }).first('password_hash')) as { password_hash: string }).password_hash;
    const enter = async () => (await signIn(userName, 'first-password')).status;
    const first = await readStored();
    expect([await enter(), await readStored()]).toEqual([200, first]);
    for (const lower of [{ memoryCost: 8192 }, { timeCost: 1 }]) {
      const cheap = await hash('first-password', { memoryCost: 19_456, timeCost: 2, parallelism: 1, ...lower });
      await world.db('users').where({ id }).update({ password_hash: cheap });
      expect([(await signIn(userName, 'wrong-password')).status, await readStored()]).toEqual([401, cheap]);
      expect([await enter(), await enter()]).toEqual([200, 200]);
      expect(await readStored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    }
  });
});

test('no answer, log or history contains a password or a hash', async () => {
  const words = ['a-very-secret-first', 'a-very-secret-second', 'a-very-secret-guess'] as const;
  const userName = `${newId()}@demo.test`;
  const body = { name: 'Pat', userName, password: words[0], role: 'Shop User', shop: homeShop };
  const answers = [
    await api.call('office.admin', 'POST', '/api/users/add', { body }),
    await api.call('office.admin', 'POST', '/api/users/add', { body }),
    await signIn(userName, words[0]),
    await signIn(userName, words[2]),
    await send(api.base, {
      method: 'POST',
      path: '/api/auth',
      headers: { 'content-type': 'application/json' },
      raw: `{"userName":"${userName}","password":"${words[2]}"`,
    }),
    await send(api.base, {
      method: 'PUT',
      path: '/api/users/password',
      headers: { 'content-type': 'application/json', 'x-auth-token': await readToken(world, userName) },
      raw: JSON.stringify({ currentPassword: words[0], newPassword: words[1] }),
    }),
    ...(await Promise.all(people.map((who) => api.call(who, 'GET', '/api/auth')))),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 400, 200, 401, 400, 200, ...people.map(() => 200)]);
  const trail = await world.db('audit_entries').where({ entity: 'user' }).select('before', 'after');
  expect(trail.length).toBeGreaterThan(0);
  const hashes = (await world.db('users').pluck('password_hash')) as string[];
  expect(hashes.every((hash) => hash.startsWith('$argon2id$'))).toBe(true);
  const places = {
    answers: answers.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n'),
    log: api.log.join('\n'),
    trail: JSON.stringify(trail),
  };
  expect(api.log.length).toBeGreaterThan(0);
  for (const [place, text] of Object.entries(places)) {
    expect(
      [...words, demoPassword].filter((word) => text.includes(word)),
      place,
    ).toEqual([]);
    expect(text, place).not.toMatch(/\$argon2|passwordHash/);
  }
  expect(places.log).not.toContain(await api.token('shop.user'));
});
