import { beforeEach, describe, expect, test } from 'vitest';
import { undoImport } from '../../imports/undo.js';
import type { Actor, Ctx } from '../../kernel/context.js';
import { newId } from '../../kernel/ids.js';
import { getAudience, type Role } from '../../kernel/rights/roles.js';
import { homeShop, otherShop, useWorld, type ActorName } from '../../testing/world.js';
import { getKeyActor } from './actor.js';
import { findSignInKeys } from './queries.js';
import type { NewKey } from './schema.js';
import { createKey, getKey as getOneKey, revokeKey, rotateKey, updateKey } from './service.js';

type KeyUpdate = Parameters<typeof updateKey>[1];

const world = useWorld();
beforeEach(() => world.db('api_keys').update({ revoked_at: world.now }));

const make = async (who: ActorName, fields: Partial<NewKey> = {}): Promise<string> =>
  (await createKey(world.ctx(who), { name: 'Sync', scopes: ['orders.read'], ...fields })).item._id;

/** What a key acts as now. */
async function getKey(id: string): Promise<Actor> {
  const key = (await findSignInKeys(world.db)).find(({ _id }) => _id === id);
  return (key && getKeyActor(key)) ?? expect.fail('the key does not work');
}

/** Runs `work` while a user has another role. */
async function whileA(role: Role, who: ActorName, work: () => Promise<void>): Promise<void> {
  const { id, role: before } = world.actor(who);
  await world.db('users').where({ id }).update({ role });
  await work().finally(() => world.db('users').where({ id }).update({ role: before }));
}

test('a key acts in the role of its maker, and after a demotion in the lower one', async () => {
  await world.createOrders(1);
  const { id: importId } = (await world.db('imports').first('id')) as { id: string };
  const key = await make('office.admin', { scopes: ['imports.undo'] });
  expect((await getKey(key)).role).toBe('Office Admin');
  await whileA('Office User', 'office.admin', async () => {
    const actor = await getKey(key);
    expect(actor.role).toBe('Office User');
    const ctx: Ctx = { ...world.ctx('office.admin'), actor, via: 'key' };
    await expect(undoImport(ctx, { id: importId })).rejects.toMatchObject({ code: 'permission-denied' });
  });
});

test("a shop's key sees what its maker sees, and acts as a Shop Admin if the office made it", async () => {
  const own = await make('shop.admin');
  const fromOffice = await make('office.admin', { shop: await world.findShopId(homeShop) });
  expect([(await getKey(own)).role, (await getKey(fromOffice)).role]).toEqual(['Shop Admin', 'Shop Admin']);
  await whileA('Builder', 'shop.admin', async () => expect(getAudience((await getKey(own)).role)).toBe('builder'));
  await whileA('Office User', 'office.admin', async () => expect((await getKey(fromOffice)).role).toBe('Shop Admin'));
});

describe("a key whose creator has lost rights can be taken over, but the creator's secret gets nothing back", () => {
  const scopes = ['orders.read', 'logs.view'] satisfies NewKey['scopes'];
  const losses = [
    ['shop.admin', 'was deactivated', 'blocked', async () => ({ active: false })],
    ['shop.admin', 'moved to another shop', 'blocked', async () => ({ shop_id: await world.findShopId(otherShop) })],
    ['shop.admin', 'was demoted', 'active', async () => ({ role: 'Shop User' })],
    ['office.admin', 'was demoted', 'active', async () => ({ role: 'Office User' })],
    ['office.admin', 'lost a grant', 'active', async () => ({ grants: [] })],
    ['office.admin', 'can only view', 'active', async () => ({ view_only: true })],
  ] as const;
  test.each(losses)('if %s %s', async (who, _, status, loss) => {
    const users = world.db('users').where({ id: world.actor(who).id });
    const earlier = (await users.clone().first('active', 'shop_id', 'role', 'grants', 'view_only')) as object;
    const key = await make(who, { scopes });
    await users.clone().update(await loss());
    try {
      const other = world.ctx(who === 'office.admin' ? 'system' : 'office.admin');
      const before = await getOneKey(other, { id: key });
      expect(before.status).toBe(status);
      const more = { id: key, scopes: ['orders.read', 'invoices.read', 'logs.view'] } satisfies KeyUpdate;
      await expect(updateKey(other, more)).rejects.toMatchObject({
        errors: [{ path: '', msg: expect.stringContaining('Rotate it first') as unknown }],
      });
      expect((await updateKey(other, { id: key, name: 'Old sync' })).item.status).toBe(status);
      const { item, msg } = await rotateKey(other, { id: key, overlapHours: 24 });
      expect(msg).toContain('The old one stopped working');
      expect(item.status).toBe('active');
      expect(item.secrets).toHaveLength(1);
      expect(item.secrets[0]?.prefix).not.toBe(before.secrets[0]?.prefix);
      expect((await updateKey(other, more)).item.scopes).toEqual(more.scopes);
    } finally {
      await users.clone().update(earlier);
    }
  });

  test('also if it was read-only: its old secret cannot write again', async () => {
    const key = await make('office.admin', { readOnly: true });
    await whileA('Office User', 'office.admin', async () => {
      await expect(updateKey(world.ctx('system'), { id: key, readOnly: false })).rejects.toMatchObject({
        code: 'invalid-input',
      });
    });
  });

  test('of a creator who has them all, both secrets work', async () => {
    const key = await make('shop.admin', { scopes });
    const { item, msg } = await rotateKey(world.ctx('office.admin'), { id: key, overlapHours: 24 });
    expect(item.secrets).toHaveLength(2);
    expect(msg).toBe('API key rotated. Copy the new one now: it is not shown again.');
  });
});

/** Adds keys to a shop, or to the company (null), without their secrets. */
async function addKeys(count: number, shopId: string | null): Promise<void> {
  const ids = Array.from({ length: count }, () => newId());
  const role = shopId === null ? 'Office Admin' : 'Shop Admin';
  const account = { name: 'Many', password_hash: '', is_key: true, active: false, role, shop_id: shopId };
  await world.db('users').insert(ids.map((id) => ({ ...account, id, user_name: `key:${id}` })));
  const key = { maker_name: 'Many', scopes: ['orders.read'], read_only: false, networks: [], rate: 60 };
  await world.db('api_keys').insert(ids.map((id) => ({ ...key, id })));
}

test('a shop has at most 50 keys and the company 500, whatever the others have', async () => {
  const [home, other] = [await world.findShopId(homeShop), await world.findShopId(otherShop)];
  await addKeys(49, home);
  const last = await make('shop.admin');
  await expect(make('shop.admin')).rejects.toMatchObject({
    errors: [{ path: '', msg: 'A shop can have at most 50 API keys. Revoke one first.' }],
  });
  await expect(make('office.admin', { shop: home })).rejects.toMatchObject({ code: 'invalid-input' });
  await make('office.admin', { shop: other });
  await addKeys(499, null);
  await make('office.admin');
  await expect(make('office.admin')).rejects.toMatchObject({
    errors: [{ path: '', msg: 'The company can have at most 500 API keys. Revoke one first.' }],
  });
  await revokeKey(world.ctx('shop.admin'), { id: last });
  await make('shop.admin');
});

test('a key that was revoked is known for ninety days', async () => {
  const key = await make('office.admin');
  const isKnown = async (days: number) => {
    const revokedAt = new Date(Date.now() - days * 24 * 3_600_000);
    await world.db('api_keys').where({ id: key }).update({ revoked_at: revokedAt });
    return (await findSignInKeys(world.db)).some(({ _id }) => _id === key);
  };
  expect([await isKnown(89), await isKnown(91)]).toEqual([true, false]);
});
