import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createUser } from '../../domain/company/users/sign-in.js';
import { demoPassword } from '../../domain/operations/demo/accounts.js';
import { newId } from '../../domain/kernel/ids.js';
import { notifyEveryone } from '../../domain/testing/notify-everyone.js';
import { homeShop, useWorld } from '../../domain/testing/world.js';
import { FailureCounts } from './failure-counts.js';
import { useApi } from '../testing/api.js';
import { send, type Answer } from '../testing/http.js';

const world = useWorld();
const api = useApi(world, { trustProxy: true, openDemo: true });
beforeEach(() => world.db('rate_limits').delete());

const password = 'first-password';
let addresses = 0;
/** An address that no other test uses. */
const newAddress = (): string => `203.0.${(addresses += 1) % 250}.7`;

function signIn(userName: string, word: string, from: string, cookie?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) };
  return send(api.base, {
    method: 'POST',
    path: '/api/auth',
    headers,
    raw: JSON.stringify({ userName, password: word }),
  });
}
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);
const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

async function makeUser(): Promise<{ id: string; userName: string }> {
  const userName = `${newId()}@demo.test`;
  const user = { name: 'Sue Short', userName, password, role: 'Shop User' as const, shop: homeShop };
  return { id: (await createUser(world.ctx('office.admin'), user))._id, userName };
}

/** Stores this many failures, without hashing a hundred passwords. */
async function plantFailures(from: string, prefix: string, count: number): Promise<void> {
  await signIn('nobody@demo.test', 'wrong-password', from);
  await world.db('rate_limits').whereLike('key', `${prefix}:%`).update({ points: count });
}

describe('ten failures of a name from an address', () => {
  test('lock out even the correct password, until the stated time is over', async () => {
    const [{ userName }, from] = [await makeUser(), newAddress()];
    for (let n = 0; n < 10; n++) expect((await signIn(userName, `wrong-password-${n}`, from)).status).toBe(401);
    const eleventh = await signIn(userName, password, from);
    expect(eleventh).toMatchObject({ status: 429, json: { code: 'too-many-attempts' } });
    const seconds = Number(eleventh.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    await world.db('rate_limits').update({ expire: Date.now() - 1 });
    await expect.poll(async () => (await signIn(userName, password, from)).status, { timeout: 10_000 }).toBe(200);
  });

  test('are counted ignoring the case of the name', async () => {
    const [{ userName }, from] = [await makeUser(), newAddress()];
    for (let n = 0; n < 10; n++) await signIn(n % 2 ? userName.toUpperCase() : ` ${userName}`, 'wrong-password', from);
    expect((await signIn(userName, password, from)).status).toBe(429);
  });

  test('are at most ten even if all arrive together', async () => {
    const [{ userName }, from] = [await makeUser(), newAddress()];
    const answers = await times(30, () => signIn(userName, 'wrong-password', from));
    expect(statuses(answers).filter((status) => status === 401).length).toBeLessThanOrEqual(11);
    expect((await signIn(userName, password, from)).status).toBe(429);
  });

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::'],
    ['2001:db8::1', '2001:0db8:0:0:5:6:7:8'],
    ['2001:db8:5::1', '2001:db8:5:0:1::'],
  ])('are counted for a whole IPv6 network: %s, %s', async (first, second) => {
    const { userName } = await makeUser();
    for (let n = 0; n < 10; n++) await signIn(userName, 'wrong-password', n % 2 ? first : second);
    expect(statuses([await signIn(userName, password, first), await signIn(userName, password, second)])).toEqual([
      429, 429,
    ]);
    expect((await signIn(userName, password, '2001:db9::1')).status).toBe(200);
  });

  test('do not lock out other addresses', async () => {
    const { userName } = await makeUser();
    await times(10, () => signIn(userName, 'wrong-password', '198.51.100.1'));
    expect((await signIn(userName, password, '198.51.100.2')).status).toBe(200);
  });

  test('do not lock out other names at the same address', async () => {
    const from = newAddress();
    await times(10, () => signIn('made-up@demo.test', 'wrong-password', from));
    await times(10, (n) => signIn(`made-up-${n}@demo.test`, 'wrong-password', from));
    expect((await signIn('office.user@demo.test', demoPassword, from)).status).toBe(200);
  });

  test('and more add no row and no failure', async () => {
    const from = newAddress();
    for (let n = 0; n < 10; n++) await signIn('made-up@demo.test', 'wrong-password', from);
    const before = await world.db('rate_limits').orderBy('key');
    await times(20, () => signIn('made-up@demo.test', 'wrong-password', from));
    expect(await world.db('rate_limits').orderBy('key')).toEqual(before);
  });
});

describe('a count that was read before another attempt failed', () => {
  /** Makes reads of the key `slow` wait while the test holds this lock. */
  const LOCK = 4_200_017;
  beforeEach(() =>
    world.db.raw(`
      alter table rate_limits rename to kept_rate_limits;
      create function rests(key text) returns boolean language plpgsql volatile cost 100000 as
        $$ begin if key like '%:slow' then perform pg_advisory_xact_lock_shared(${LOCK}); end if; return true; end $$;
      create view rate_limits as select * from kept_rate_limits where rests(key)`),
  );
  afterEach(() =>
    world.db.raw(
      'drop view rate_limits; drop function rests; delete from kept_rate_limits; alter table kept_rate_limits rename to rate_limits',
    ),
  );

  test('does not let an eleventh one through', async () => {
    const counts = new FailureCounts(world.db);
    const pair = { ...counts.pair, key: 'race' };
    const slow = { ...counts.name, key: 'slow' };
    const fails = () => Promise.resolve(null);
    await counts.count([slow], fails);
    for (let n = 0; n < 9; n++) await counts.count([pair], fails);
    let end = (): void => undefined;
    let begun = Promise.resolve<unknown>(undefined);
    const isBegun = new Promise<void>((begin) => {
      const check = () => new Promise<null>((resolve) => ((end = () => resolve(null)), begin()));
      begun = counts.count([pair], check);
    });
    await isBegun;
    let checkCount = 0;
    let eleventh = Promise.resolve<unknown>(undefined);
    await world.db.transaction(async (holder) => {
      await holder.raw('select pg_advisory_xact_lock(?)', [LOCK]);
      eleventh = counts
        .count([pair, slow], () => Promise.resolve((checkCount += 1)))
        .catch((error: { code?: string }) => error.code);
      await expect.poll(async () => readsOfCounts()).toEqual(['Lock']); // the other one is answered
      end();
      await begun;
    });
    expect([await eleventh, checkCount]).toEqual(['too-many-attempts', 0]);
  });
});

test('of one key, as many attempts run as failures are allowed, fifty wait, and more are refused', async () => {
  const counts = new FailureCounts(world.db);
  const own = { ...counts.password, key: newId() };
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  let running = 0;
  const check = () => ((running += 1), gate.then(() => true));
  const outcomes: (string | undefined)[] = [];
  const attempts = times(100, () =>
    counts.count([own], check).then(
      () => void outcomes.push('done'),
      ({ code }: { code?: string }) => void outcomes.push(code),
    ),
  );
  await expect.poll(() => running).toBe(10);
  expect(outcomes).toEqual(Array.from({ length: 40 }, () => 'busy'));
  open();
  await attempts;
  expect(outcomes.slice(40)).toEqual(Array.from({ length: 60 }, () => 'done'));
});

/** The lock that each running query of the counts waits for. */
const readsOfCounts = async (): Promise<unknown> =>
  world
    .db('pg_stat_activity')
    .whereRaw(`datname = current_database() and state = 'active' and pid <> pg_backend_pid()`)
    .whereLike('query', '%rate_limits%')
    .pluck('wait_event_type');

describe('successful sign-ins', () => {
  test('are never refused or counted, however many arrive together', async () => {
    const from = newAddress();
    expect(new Set(statuses(await times(25, () => signIn('office.user@demo.test', demoPassword, from))))).toEqual(
      new Set([200]),
    );
    expect(await world.db('rate_limits').select('key')).toEqual([]);
  });
});

describe('a hundred failures', () => {
  test('of one name lock out unknown devices, but not one that has signed in before, and the user is notified', async () => {
    const { id, userName } = await makeUser();
    const first = await signIn(userName, password, newAddress());
    const [cookie = ''] = String(first.headers['set-cookie']).split(';');
    await signIn(userName, 'wrong-password', newAddress());
    await world.db('rate_limits').whereLike('key', 'sign-in-name:%').update({ points: 99 });
    expect((await signIn(userName, 'wrong-password', newAddress())).status).toBe(401);
    expect((await signIn(userName, password, newAddress())).status).toBe(429);
    expect((await signIn(userName, password, newAddress(), cookie)).status).toBe(200);
    await notifyEveryone(world);
    const mails = await world.db('outbox_messages').whereRaw(`payload->>'to' = ?`, [userName]);
    expect(mails).toHaveLength(1);
    const notified = (await world
      .db('notifications')
      .whereLike('content', `%${userName}%`)
      .pluck('user_id')) as string[];
    expect(notified).toContain(id);
    const superAdmins = (await world.db('users').where({ super_admin: true, active: true }).pluck('id')) as string[];
    expect(notified).toEqual(expect.arrayContaining(superAdmins));
  });

  test('from one address lock out unknown devices there, but not one that has signed in before', async () => {
    const [from, { userName }] = [newAddress(), await makeUser()];
    const [cookie = ''] = String((await signIn(userName, password, from)).headers['set-cookie']).split(';');
    await plantFailures(from, 'sign-in-address', 100);
    expect((await signIn('office.user@demo.test', demoPassword, from)).status).toBe(429);
    expect((await signIn(userName, password, from, cookie)).status).toBe(200);
  });
});

describe('the cookie of a device', () => {
  test('is hidden from scripts and from other sites', async () => {
    const { headers } = await signIn('office.user@demo.test', demoPassword, newAddress());
    expect(String(headers['set-cookie'])).toMatch(/path=\/api\/auth;.*samesite=strict;.*httponly/i);
    expect(
      (await signIn('office.user@demo.test', 'wrong-password', newAddress())).headers['set-cookie'],
    ).toBeUndefined();
  });

  test('set over TLS is sent only over TLS', async () => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-proto': 'https' };
    const raw = JSON.stringify({ userName: 'office.user@demo.test', password: demoPassword });
    const answer = await send(api.base, { method: 'POST', path: '/api/auth', headers, raw });
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Secure-device-[^;]+;.*; secure/i);
  });

  test('is worthless for another name or when changed, and has its own count', async () => {
    const [one, other] = [await makeUser(), await makeUser()];
    const [cookie = ''] = String((await signIn(one.userName, password, newAddress())).headers['set-cookie']).split(';');
    const value = cookie.slice(cookie.indexOf('=') + 1);
    const [name = ''] = String((await signIn(other.userName, password, newAddress())).headers['set-cookie']).split('=');
    const from = newAddress();
    await plantFailures(from, 'sign-in-address', 100);
    expect((await signIn(other.userName, password, from, `${name}=${value}`)).status).toBe(429);
    expect(
      (
        await signIn(
          one.userName,
          password,
          from,
          cookie.replace(/.$/, (c) => (c === 'A' ? 'Q' : 'A')),
        )
      ).status,
    ).toBe(429);
    for (let n = 0; n < 10; n++) await signIn(one.userName, 'wrong-password', from, cookie);
    expect((await signIn(one.userName, password, from, cookie)).status).toBe(429);
  });
});
