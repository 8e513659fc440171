import { describe, expect, test } from 'vitest';
import { forgetOld } from '../../operations/jobs/tasks.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { newId } from '../../kernel/ids.js';
import { createUser } from '../users/sign-in.js';
import { updateUser, deactivateUser, resetPassword } from '../users/service.js';
import { describeDevice } from './device.js';
import { forgetOldAccess, recordAccess } from './record.js';
import { exportAccess, listAccess } from './service.js';

const world = useWorld();
const office = () => world.ctx('office.admin');
const client = {
  address: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

async function newUser() {
  const person = { name: 'Pat Long', userName: `${newId()}@demo.test`, password: 'Barn-Grape-7719' };
  return createUser(office(), { ...person, role: 'Shop User', shop: homeShop });
}
const about = async (user: string, filter: object = {}) =>
  (await listAccess(office(), { user, ...filter })).items.map(({ kind, result, actor, detail }) => ({
    ...{ kind, result, actor, detail },
  }));

describe('the access log', () => {
  test('records who changed what on an account: rights, address, password, activation', async () => {
    const { _id: id, userName } = await newUser();
    const by = { actor: 'Anna Keller', result: 'done' };
    const newAddress = `${newId()}@demo.test`;
    await updateUser(office(), { id, revision: 1, role: 'Shop Admin', grants: ['logs.view'], email: newAddress });
    await updateUser(office(), { id, revision: 2, name: 'Pat Longer' });
    await resetPassword(office(), { id, password: 'Barn-Grape-7720' });
    await deactivateUser(office(), { id });
    expect(await about(id)).toEqual([
      { ...by, kind: 'account', detail: 'deactivated' },
      { ...by, kind: 'password', detail: 'set by an administrator' },
      {
        ...by,
        kind: 'role',
        detail: `from Shop User of ${homeShop} to Shop Admin of ${homeShop}, logs.view`,
      },
      { ...by, kind: 'account', detail: `the address was ${userName}` },
      { ...by, kind: 'account', detail: `added as Shop User of ${homeShop}` },
    ]);
    expect(JSON.stringify(await world.db('access_events'))).not.toMatch(/Barn-Grape|argon2/);
  });

  test('rolls back together with the change it records', async () => {
    const { _id: id } = await newUser();
    const before = await about(id);
    await expect(
      updateUser(office(), { id, revision: 1, role: 'Office User', shop: await world.findShopId(homeShop) }),
    ).rejects.toThrow();
    expect(await about(id)).toEqual(before);
  });

  test('is open only to super admins', async () => {
    for (const name of ['office.user', 'shop.admin', 'shop.user', 'builder', 'view.only'] as const)
      await expect(listAccess(world.ctx(name), {})).rejects.toMatchObject({ code: 'permission-denied' });
  });

  test("filters by kind, result, user, text, and days in the company's time zone", async () => {
    const id = newId();
    const record = (at: string, detail: string, more: object = {}) =>
      recordAccess(
        { ...office(), actor: null, client, clock: { now: () => new Date(at) } },
        { kind: 'sign-in', user: { id, userName: 'zoe@example.com' }, detail, ...more },
      );
    await record('2026-11-10T05:59:00Z', 'early'); // the 9th in Chicago
    await record('2026-11-10T06:00:00Z', 'first', { result: 'refused' });
    await record('2026-11-12T05:59:00Z', 'last', { kind: 'sign-out' }); // the 11th
    const findDetails = async (filter: object) => (await about(id, filter)).map(({ detail }) => detail);
    expect(await findDetails({})).toEqual(['last', 'first', 'early']);
    expect(await findDetails({ from: '2026-11-10', to: '2026-11-11' })).toEqual(['last', 'first']);
    expect(await findDetails({ to: '2026-11-09' })).toEqual(['early']);
    expect(await findDetails({ kind: 'sign-out' })).toEqual(['last']);
    expect(await findDetails({ result: 'refused' })).toEqual(['first']);
    expect(await findDetails({ search: 'FIREFOX on' })).toHaveLength(3);
    expect(await findDetails({ search: '192.0.2.7' })).toHaveLength(3);
    expect(await findDetails({ search: '%' })).toEqual([]);
    const [page] = (await listAccess(office(), { user: id, size: 1, page: 2 })).items;
    expect(page).toMatchObject({
      ...{ detail: 'first', device: 'Firefox on Linux', address: '192.0.2.7', via: 'web' },
      user: { _id: null, name: '', email: 'zoe@example.com' },
    });
  });

  test('exports everything the list shows to CSV, regardless of length', async () => {
    const id = newId();
    await world.db.raw(
      `insert into access_events (id, at, kind, result, user_id, user_name, actor_name, via, address, device, detail, request_id)
       select gen_random_uuid(), now(), 'sign-in', 'refused', ?, 'x@example.com', '', 'web', '', '', '=cmd()' || n, 'r' from generate_series(1, 4500) n`,
      [id],
    );
    const { name, content } = await exportAccess(office(), { user: id, format: 'csv' });
    const lines = (await content.toArray()).map(String).join('').trim().split('\r\n');
    expect([name, new Set(lines).size]).toEqual(['access-log.csv', 4501]);
    expect(lines[1]).toContain(`'=cmd()`);
    await world.db('access_events').where({ user_id: id }).delete();
  });

  test('does not store a password that was entered as a user name', async () => {
    const detail = newId();
    for (const userName of ['hunter2-hunter2', 'p@ss word', 'Zoe@Example.com', 'x'.repeat(300)])
      await recordAccess({ ...office(), actor: null }, { kind: 'sign-in', user: { id: null, userName }, detail });
    const { items } = await listAccess(office(), { search: detail });
    expect(items.map(({ user }) => user.email).toSorted()).toEqual(['', '', '', 'zoe@example.com']);
  });

  test('deletes entries older than 90 days, and refusals cannot push out other entries', async () => {
    await world.db('access_events').delete();
    const fill = (n: number, result: string, since: string) =>
      world.db.raw(
        `insert into access_events (id, at, kind, result, user_name, actor_name, via, address, device, detail, request_id)
         select gen_random_uuid(), ?::timestamptz - ?::interval - n * interval '1 second', 'sign-in', ?, '', '', 'web', '', '', '', 'r'
         from generate_series(1, ?) n`,
        [world.now, since, result, n],
      );
    await fill(5, 'done', '91 days');
    await fill(5, 'done', '80 days');
    await fill(20_010, 'refused', '0 days');
    await forgetOldAccess(world.db, world.now);
    await forgetOld(world.db, world.now);
    const resultCounts = await world
      .db('access_events')
      .groupBy('result')
      .orderBy('result')
      .select('result')
      .count({ n: '*' });
    expect(resultCounts).toEqual([
      { result: 'done', n: 5 },
      { result: 'refused', n: 20_000 },
    ]);
  });
});

test.each([
  [client.userAgent, 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on Mac',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['node', 'node'],
  ['<script>alert(1)</script>', ''],
  ['', ''],
  [`${'x'.repeat(5000)}`, 'x'.repeat(60)],
])('describes the device of %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});
