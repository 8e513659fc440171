import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  activateUser,
  createCompanyUser,
  updateUser,
  deactivateUser,
  resetPassword,
} from '../domain/company/users/service.js';
import { connect } from '../domain/kernel/database/database.js';
import { newId } from '../domain/kernel/ids.js';
import { homeShop, otherShop, useWorld } from '../domain/testing/world.js';
import { openApi, readToken, useApi, type Api } from './testing/api.js';
import { send } from './testing/http.js';

const world = useWorld();
const api = useApi(world);
let second: Api;
beforeAll(async () => {
  second = await openApi(world);
});
afterAll(() => second.server.stop());

const me = (base: string, token: string) =>
  send(base, { method: 'GET', path: '/api/auth', headers: { 'x-auth-token': token } });

async function newClerk(): Promise<{ id: string; email: string }> {
  const email = `${newId()}@demo.test`;
  const user = { name: 'Pat Long', email, password: 'first-password', role: 'Office User' as const };
  return { id: (await createCompanyUser(world.ctx('office.admin'), user)).item._id, email };
}

describe('a session ends immediately, on every server', () => {
  const office = () => world.ctx('office.admin');
  test.each([
    ['a new password', (id: string) => resetPassword(office(), { id, password: 'second-password' })],
    ['deactivation', (id: string) => deactivateUser(office(), { id })],
    ['another role', (id: string) => updateUser(office(), { id, role: 'Office Admin' })],
  ])('with %s', async (_, end) => {
    const { id, email } = await newClerk();
    const token = await readToken(world, email);
    const bases = [api.base, second.base];
    for (const base of bases) expect((await me(base, token)).status).toBe(200);
    await end(id);
    for (const base of bases) await expect.poll(async () => (await me(base, token)).status, { interval: 5 }).toBe(401);
    await activateUser(office(), { id });
    for (const base of bases) expect((await me(base, token)).status).toBe(401);
    for (const base of bases) expect((await me(base, await readToken(world, email))).status).toBe(200);
  });

  test('but not with other rights, which apply immediately', async () => {
    const { id, email } = await newClerk();
    const token = await readToken(world, email);
    for (const base of [api.base, second.base])
      expect((await me(base, token)).json).toMatchObject({ superAdmin: false });
    await updateUser(office(), { id, superAdmin: true, grants: ['logs.view'] });
    for (const base of [api.base, second.base])
      await expect
        .poll(async () => (await me(base, token)).json, { interval: 5 })
        .toMatchObject({ superAdmin: true, grants: ['logs.view'] });
  });
});

test('the documents’ calls work, with their names and statuses', async () => {
  const shop = await world.findShopId(otherShop);
  const person = { name: 'Pat', email: `${newId()}@demo.test`, password: 'first-password' };
  const addAnswer = await api.call('office.admin', 'POST', '/api/users/shop/add', {
    body: { ...person, role: 'Builder', shop },
  });
  expect(addAnswer).toMatchObject({ status: 201, json: { msg: 'User created', item: { active: true, revision: 1 } } });
  expect(addAnswer.text).not.toMatch(/"password|passwordHash|argon2|generation/i);
  const { _id: id } = (addAnswer.json as { item: { _id: string } }).item;
  const conflict = await api.call('office.admin', 'PUT', `/api/users/update/${id}`, {
    body: { revision: 7, name: 'Q' },
  });
  expect(conflict).toMatchObject({
    status: 409,
    json: { code: 'stale-record', current: { name: 'Pat', revision: 1 } },
  });
  const deleteAnswer = await api.call('office.admin', 'DELETE', `/api/users/delete/${id}`);
  expect(deleteAnswer).toMatchObject({ status: 200, json: { msg: 'User deactivated', item: { active: false } } });
  expect((await api.call('other.shop', 'GET', `/api/users/${id}`)).status).toBe(200);
  expect((await api.call('shop.admin', 'GET', `/api/users/${id}`)).status).toBe(404);
  const list = (await api.call('shop.admin', 'GET', '/api/users?size=500')).json as {
    items: { shop: { name: string } }[];
  };
  expect(new Set(list.items.map((user) => user.shop.name))).toEqual(new Set([homeShop]));
  const ownId = world.actor('office.admin').id ?? '';
  const self = await api.call('office.admin', 'DELETE', `/api/users/delete/${ownId}`);
  expect(self).toMatchObject({ status: 409, json: { code: 'own-account' } });
});

describe('what users read about themselves', () => {
  const readCompany = async (base: string) => (await me(base, await api.token('office.admin'))).json;
  const save = (value: string) =>
    api.call('office.admin', 'PUT', '/api/users/preferences', { body: { key: 'theme', value } });

  test('is read from the database once for any number of simultaneous calls', async () => {
    const statements: string[] = [];
    const reads = connect(world.url, { max: 2 });
    const server = await openApi(world, { reads });
    await me(server.base, await server.token('office.admin'));
    await save('light'); // everything is read again
    reads.on('query', ({ sql }: { sql: string }) => void statements.push(sql));
    const token = await server.token('office.admin');
    await Promise.all(Array.from({ length: 20 }, () => me(server.base, token)));
    expect(statements.filter((sql) => sql.includes('user_preferences')).length).toBeLessThanOrEqual(2);
    await server.server.stop();
  });

  test('shows a saved preference in the next call, and on another server as soon as it is notified', async () => {
    for (const theme of ['dark', 'light', 'dark']) {
      await Promise.all([readCompany(api.base), readCompany(second.base)]);
      expect((await save(theme)).status).toBe(200);
      expect(await readCompany(api.base)).toMatchObject({ preferences: { theme } });
      await expect.poll(() => readCompany(second.base), { interval: 5 }).toMatchObject({ preferences: { theme } });
    }
  });

  test("shows the company's new name", async () => {
    const [{ id = '' } = {}] = (await world.db('companies').select('id')) as { id: string }[];
    await readCompany(second.base);
    const renameAnswer = await api.call('office.admin', 'PUT', `/api/company/update/${id}`, {
      body: { name: 'Next Sheds' },
    });
    expect(renameAnswer.status).toBe(200);
    expect(await readCompany(api.base)).toMatchObject({ companyName: 'Next Sheds' });
    await expect.poll(() => readCompany(second.base), { interval: 5 }).toMatchObject({ companyName: 'Next Sheds' });
  });
});
