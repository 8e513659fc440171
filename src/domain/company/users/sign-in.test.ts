import { describe, expect, test } from 'vitest';
import { demoPassword } from '../../operations/demo/accounts.js';
import { newId } from '../../kernel/ids.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { hashPassword, passwordFits } from './passwords.js';
import {
  createUser,
  getCurrentUser,
  listBuilders,
  updatePreference,
  setUpCompany,
  checkSetUpNeeded,
} from './sign-in.js';

const world = useWorld();
const person = () => ({
  name: 'Pat Long',
  userName: `${newId()}@demo.test`,
  password: 'ten letters',
  role: 'Shop User' as const,
  shop: homeShop,
});

describe('adding a user', () => {
  test('requires a super admin', async () => {
    for (const who of ['office.user', 'shop.admin', 'view.only'] as const) {
      await expect(createUser(world.ctx(who), person())).rejects.toMatchObject({ kind: 'forbidden' });
    }
  });

  test('answers the user without the password, which is stored only as argon2id', async () => {
    const input = person();
    const user = await createUser(world.ctx('office.admin'), input);
    expect(user).toMatchObject({
      name: 'Pat Long',
      userName: input.userName,
      role: 'Shop User',
      shop: { name: homeShop },
      superAdmin: false,
      grants: [],
    });
    const { password_hash: hash } = (await world.db('users').where({ id: user._id }).first('password_hash')) as {
      password_hash: string;
    };
    expect(hash).toMatch(/^\$argon2id\$/);
    expect(
      JSON.stringify([user, await world.db('audit_entries').whereRaw('entity_ids @> array[?]::uuid[]', [user._id])]),
    ).not.toMatch(/ten letters|argon2/);
  });

  test.each([
    ['a password of nine characters', { password: '123456789' }, 'password'],
    ['a name that is no email address', { userName: 'pat' }, 'userName'],
    ['a shop role without a shop', { shop: null }, 'shop'],
    ['an office role with a shop', { role: 'Office User' as const }, 'shop'],
    ['a shop that does not exist', { shop: 'Nowhere Barns' }, 'shop'],
    ['a grant that does not exist', { grants: ['everything' as never] }, 'grants.0'],
  ])('is refused with %s', async (_, wrongFields, path) => {
    await expect(createUser(world.ctx('office.admin'), { ...person(), ...wrongFields })).rejects.toMatchObject({
      code: 'invalid-input',
      errors: [expect.objectContaining({ path }) as unknown],
    });
  });

  test('is refused for a name that is already used, ignoring case', async () => {
    await expect(
      createUser(world.ctx('office.admin'), { ...person(), userName: 'Office.USER@demo.test' }),
    ).rejects.toMatchObject({ errors: [{ path: 'userName', msg: 'is already in use' }] });
  });
});

test('first set-up is no longer possible once there is a user', async () => {
  expect(await checkSetUpNeeded({ ...world.ctx('system'), actor: null }, {})).toEqual({
    needed: false,
    productName: 'Shedworks',
    logo: null,
    passkeyHost: null,
    sso: null,
  });
  const again = {
    setupCode: '',
    companyName: 'Other',
    name: 'Eve',
    userName: 'eve@demo.test',
    password: 'ten letters',
  };
  await expect(setUpCompany({ ...world.ctx('system'), actor: null }, again)).rejects.toMatchObject({
    code: 'already-set-up',
    kind: 'forbidden',
  });
});

test('an anonymous set-up request neither waits for changes of users nor delays them', async () => {
  const again = {
    setupCode: '',
    companyName: 'Other',
    name: 'Eve',
    userName: 'eve@demo.test',
    password: 'ten letters',
  };
  await world.db.transaction(async (trx) => {
    await trx.raw('lock table users in row exclusive mode'); // the lock that a change of a user takes
    const setUp = setUpCompany({ ...world.ctx('system'), actor: null }, again);
    await expect(setUp).rejects.toMatchObject({ code: 'already-set-up' });
  });
});

test('the signed-in user sees their own account and the company', async () => {
  const me = await getCurrentUser(world.ctx('shop.admin'), {});
  expect(me).toMatchObject({
    userName: 'shop.admin@demo.test',
    role: 'Shop Admin',
    shop: { name: homeShop },
    grants: ['logs.view', 'admin.view'],
    timeZone: expect.stringContaining('/') as unknown,
  });
  expect(me.companyName).not.toBe('');
});

test('a preference is stored only for its user; the last value wins', async () => {
  await updatePreference(world.ctx('shop.user'), { key: 'theme', value: 'light' });
  await updatePreference(world.ctx('shop.user'), { key: 'theme', value: { name: 'dark' } });
  expect((await getCurrentUser(world.ctx('shop.user'), {})).preferences).toEqual({ theme: { name: 'dark' } });
  expect((await getCurrentUser(world.ctx('builder'), {})).preferences).toEqual({});
  await expect(
    updatePreference(world.ctx('shop.user'), { key: 'theme', value: 'x'.repeat(10_001) }),
  ).rejects.toMatchObject({ errors: [{ path: 'value', msg: 'is too long' }] });
});

test('a preference of many wrong values is refused with one problem', async () => {
  const value = JSON.parse(`[${'1e999,'.repeat(30_000)}1]`) as number[]; // JSON can write numbers that are infinite
  await expect(updatePreference(world.ctx('shop.user'), { key: 'theme', value })).rejects.toMatchObject({
    errors: [{ path: 'value', msg: 'must be a JSON value' }],
  });
});

describe("a user's stored preferences and views are limited", () => {
  const keep = (n: number, length: number) =>
    updatePreference(world.ctx('other.shop'), { key: `list:${n}`, value: 'x'.repeat(length) });
  const keptBytes = async () => JSON.stringify((await getCurrentUser(world.ctx('other.shop'), {})).preferences).length;

  test('in size: of preferences of 10 kB, the eleventh is refused', async () => {
    for (let n = 0; n < 10; n++) await keep(n, 9_900);
    await expect(keep(301, 9_900)).rejects.toMatchObject({
      errors: [{ path: 'value', msg: 'is too long; your preferences are limited to 100 kB in total' }],
    });
    expect(await keptBytes()).toBeLessThan(102_000);
  });

  test('in number', async () => {
    await world.db('user_preferences').delete();
    for (let n = 0; n < 200; n++) await keep(n, 1);
    await keep(0, 2);
    await expect(keep(200, 1)).rejects.toThrow('You can have at most 200 preferences. Delete one first.');
  });
});

test('a shop chooses only among its own builders, whatever shop it requests', async () => {
  const other = await world.findShopId('Oakridge Builders');
  const shopId = await world.findShopId(homeShop);
  const { items } = await listBuilders(world.ctx('shop.user'), { shop: other });
  expect(items.map((builder) => builder.shop)).toEqual(items.map(() => shopId));
  expect(items).toContainEqual({ _id: world.actor('builder').id, name: 'Ben Carver', shop: shopId });
});

test('a password matches only its own hash, and never matches without a hash', async () => {
  const [hash, again] = await Promise.all([hashPassword(demoPassword), hashPassword(demoPassword)]);
  expect(hash).not.toBe(again);
  expect(await passwordFits(hash, demoPassword)).toBe(true);
  expect(await passwordFits(hash, `${demoPassword} `)).toBe(false);
  expect(await passwordFits(null, 'no user has this password')).toBe(false);
});

test('passwords are hashed two at a time; a flood is refused immediately and takes no memory', async () => {
  const hashes = await Promise.allSettled(Array.from({ length: 105 }, () => hashPassword('a password like others')));
  const refusals = hashes.filter(({ status }) => status === 'rejected');
  expect(refusals).toHaveLength(3);
  expect(refusals[0]).toMatchObject({ reason: { code: 'busy' } });
});

test('a super role is a single line without control characters', async () => {
  const user = {
    name: 'Sam',
    userName: 'sam.text@demo.test',
    password: 'Barn-Grape-7719',
    role: 'Office User' as const,
  };
  const attempt = createUser(world.ctx('office.admin'), { ...user, superAdmin: true, superRole: '\u001b[31m' });
  await expect(attempt).rejects.toMatchObject({ errors: [{ path: 'superRole' }] });
});
