import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAccess } from '../../domain/company/access-log/service.js';
import { forgetOldSessions } from '../../domain/company/sessions/touch.js';
import { createUser } from '../../domain/company/users/sign-in.js';
import { newId } from '../../domain/kernel/ids.js';
import { homeShop, useWorld } from '../../domain/testing/world.js';
import { openApi, readToken, useApi, type Api } from '../testing/api.js';
import { listenTo, send } from '../testing/http.js';

const world = useWorld();
const api = useApi(world);
let second: Api;
beforeAll(async () => {
  second = await openApi(world);
});
afterAll(() => second.server.stop());
beforeEach(() => world.db('rate_limits').delete());

const PASSWORD = 'Barn-Grape-7719';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1';

interface Item {
  readonly _id: string;
  readonly device: string;
  readonly address: string;
  readonly usedAt: string;
  readonly isCurrent: boolean;
}

async function makeUser(): Promise<{ id: string; userName: string }> {
  const userName = `${newId()}@demo.test`;
  const user = { name: 'Sue Short', userName, password: PASSWORD, role: 'Shop User' as const, shop: homeShop };
  return { id: (await createUser(world.ctx('office.admin'), user))._id, userName };
}
async function signIn(userName: string, userAgent = firefox): Promise<string> {
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
  const raw = JSON.stringify({ userName, password: PASSWORD });
  return ((await send(api.base, { method: 'POST', path: '/api/auth', headers, raw })).json as { token: string }).token;
}
const ask = (token: string, method: string, path: string, base = api.base) =>
  send(base, { method, path, headers: { 'x-auth-token': token, 'user-agent': firefox } });
const list = async (token: string, path = '/api/auth/sessions') =>
  ((await ask(token, 'GET', path)).json as { items: Item[] }).items;
const status = async (token: string, base = api.base) => (await ask(token, 'GET', '/api/auth', base)).status;
/** Whether a session has ended on both servers. */
const hasEnded = async (token: string): Promise<boolean> => {
  await expect.poll(() => status(token)).toBe(401);
  await expect.poll(() => status(token, second.base)).toBe(401);
  return true;
};
const readLog = async (search: string) =>
  (await listAccess(world.ctx('office.admin'), { search, kind: 'session' })).items.map(
    ({ actor, detail }) => `${actor}: ${detail}`,
  );

describe('a user sees their own sessions', () => {
  test("with device, address and last use, marking the current one, and without other users' sessions", async () => {
    const { userName } = await makeUser();
    await signIn((await makeUser()).userName);
    const [desk, mobile] = [await signIn(userName), await signIn(userName, phone)];
    const items = await list(desk);
    expect(items.map(({ device, address, isCurrent }) => ({ device, address, isCurrent }))).toEqual(
      expect.arrayContaining([
        { device: 'Firefox on Linux', address: '127.0.0.1', isCurrent: true },
        { device: 'Safari on iPhone', address: '127.0.0.1', isCurrent: false },
      ]),
    );
    expect(items).toHaveLength(2);
    expect((await list(mobile)).find(({ isCurrent }) => isCurrent)?.device).toBe('Safari on iPhone');
    expect(JSON.stringify(items)).not.toContain(desk.split('.')[2]);
  });

  test('including one from before the list existed, once it is used; the last use is stored every five minutes', async () => {
    const { id, userName } = await makeUser();
    const old = await readToken(world, userName);
    await list(old);
    await expect.poll(async () => (await list(old)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    const readStored = async () =>
      ((await world.db('sessions').where({ user_id: id }).first('used_at')) as { used_at: string }).used_at;
    const first = await readStored();
    const late = await openApi(world, { clock: { now: () => new Date(Date.now() + 6 * 60_000) } });
    try {
      await ask(old, 'GET', '/api/auth', late.base);
      await expect.poll(async () => Date.parse(await readStored()) - Date.parse(first)).toBeGreaterThan(5 * 60_000);
    } finally {
      await late.server.stop();
    }
  });

  test('without those that ended: signed out, replaced, expired, or by a new password', async () => {
    const { id, userName } = await makeUser();
    const [current, out] = [await signIn(userName), await signIn(userName)];
    await ask(out, 'DELETE', '/api/auth');
    expect(await list(current)).toHaveLength(1);
    await signIn(userName);
    await world.db('sessions').where({ user_id: id }).update({ generation: 7 });
    expect(await list(current)).toEqual([]);
    await forgetOldSessions(world.db, new Date(Date.now() + 13 * 3_600_000));
    expect(await world.db('sessions').where({ user_id: id })).toEqual([]);
  });
});

describe('a session ends immediately on every server, with its event streams', () => {
  test('by its owner, one at a time; the others continue', async () => {
    const { userName } = await makeUser();
    const [desk, mobile] = [await signIn(userName), await signIn(userName, phone)];
    expect([await status(mobile), await status(mobile, second.base)]).toEqual([200, 200]);
    const stream = await listenTo(second.base, mobile);
    const other = (await list(desk)).find(({ isCurrent }) => !isCurrent);
    expect((await ask(desk, 'DELETE', `/api/auth/sessions/${other?._id}`)).status).toBe(200);
    expect(await hasEnded(mobile)).toBe(true);
    await stream.ended;
    expect([await status(desk), (await list(desk)).length]).toEqual([200, 1]);
    expect((await ask(desk, 'DELETE', `/api/auth/sessions/${other?._id}`)).status).toBe(404);
    expect(await readLog(userName)).toEqual(['Sue Short: Safari on iPhone, 127.0.0.1']);
  });

  test('all others by their owner, who continues with a new token; the previous token ends too', async () => {
    const { userName } = await makeUser();
    const [desk, mobile, unlistedToken] = [
      await signIn(userName),
      await signIn(userName),
      await readToken(world, userName),
    ];
    const answer = await ask(desk, 'POST', '/api/auth/sessions/end');
    const { token } = answer.json as { token: string };
    for (const endedToken of [desk, mobile, unlistedToken]) expect(await hasEnded(endedToken)).toBe(true);
    expect([await status(token), await status(token, second.base)]).toEqual([200, 200]);
    expect((await list(token)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    expect((await ask(desk, 'POST', '/api/auth/sessions/end')).status).toBe(401);
  });

  test('all others, without storing the new token for a retry', async () => {
    const { userName } = await makeUser();
    const headers = { 'x-auth-token': await signIn(userName), 'idempotency-key': newId() };
    const answer = await send(api.base, { method: 'POST', path: '/api/auth/sessions/end', headers });
    expect(answer.status).toBe(200);
    const keys = world.db('idempotency_keys').where({ key: headers['idempotency-key'] });
    expect(await keys.select('answer')).toEqual([{ answer: null }]);
  });

  test('of two simultaneous requests to end all others, one succeeds, and the other is signed out', async () => {
    const { userName } = await makeUser();
    const tokens = [await signIn(userName), await signIn(userName)];
    const answers = await Promise.all(
      tokens.map((token, n) => ask(token, 'POST', '/api/auth/sessions/end', n ? second.base : api.base)),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 401]);
    for (const token of tokens) expect(await hasEnded(token)).toBe(true);
  });

  test('by a super admin: one of a user, or all; other users cannot', async () => {
    const [{ id, userName }, other] = [await makeUser(), await makeUser()];
    const admin = await api.token('office.admin');
    const [desk, mobile, foreign] = [
      await signIn(userName),
      await signIn(userName, phone),
      await signIn(other.userName),
    ];
    const path = `/api/users/${id}/sessions`;
    const phoneSession = (await list(admin, path)).find(({ device }) => device === 'Safari on iPhone');
    const foreignId = (await list(foreign))[0]?._id;
    expect((await ask(desk, 'DELETE', `/api/auth/sessions/${foreignId}`)).status).toBe(404);
    expect((await ask(admin, 'DELETE', `${path}/${foreignId}`)).status).toBe(404);
    for (const who of ['office.user', 'shop.admin', 'builder'] as const)
      for (const [method, at] of [
        ['GET', path],
        ['DELETE', path],
        ['DELETE', `${path}/${phoneSession?._id}`],
      ] as const)
        expect((await api.call(who, method, at)).status).toBe(403);
    expect((await ask(admin, 'DELETE', `${path}/${phoneSession?._id}`)).status).toBe(200);
    expect(await hasEnded(mobile)).toBe(true);
    expect(await status(desk)).toBe(200);
    expect((await ask(admin, 'DELETE', path)).status).toBe(200);
    expect(await hasEnded(desk)).toBe(true);
    expect(await status(foreign)).toBe(200);
    expect(await readLog(userName)).toEqual(['Anna Keller: every one', 'Anna Keller: Safari on iPhone, 127.0.0.1']);
    const ownPath = `/api/users/${world.actor('office.admin').id}/sessions`;
    expect((await ask(admin, 'DELETE', ownPath)).json).toMatchObject({ code: 'own-account' });
  });
});

describe('a session is always new', () => {
  test('signing in and changing the password create a new token; the previous one ends', async () => {
    const { userName } = await makeUser();
    const otherToken = await signIn(userName);
    const headers = { 'content-type': 'application/json', 'x-auth-token': otherToken };
    const raw = JSON.stringify({ userName, password: PASSWORD });
    const { token } = (await send(api.base, { method: 'POST', path: '/api/auth', headers, raw })).json as {
      token: string;
    };
    expect(token).not.toBe(otherToken);
    expect(await hasEnded(otherToken)).toBe(true);
    const change = JSON.stringify({ currentPassword: PASSWORD, newPassword: 'Barn-Grape-7720' });
    const changeAnswer = await send(api.base, {
      ...{ method: 'PUT', path: '/api/users/password', raw: change },
      headers: { 'content-type': 'application/json', 'x-auth-token': token },
    });
    const next = (changeAnswer.json as { token: string }).token;
    expect(await hasEnded(token)).toBe(true);
    expect((await list(next)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });
});
