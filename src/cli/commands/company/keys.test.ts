import { expect, test } from 'vitest';
import { homeShop, useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerKeys } from './keys.js';

const world = useWorld();
const keys = (...args: string[]) => runCommand(world.url, registerKeys, 'keys', ...args);

test('a key is added, printed alone, shown by its prefix, changed, rotated and revoked', async () => {
  const addRun = await keys('add', 'Feed sync', '--scope', 'orders.read,orders.import', '--from', '192.0.2.0/24');
  expect(addRun).toMatchObject({ code: 0, notes: 'API key added. Copy it now: it is not shown again.\n' });
  expect(addRun.out).toMatch(/^swk_[a-z2-9]{8}_[\w-]{43}\n$/);
  const prefix = addRun.out.slice(0, 12);
  const listRun = await keys('list', '--csv');
  expect(listRun.out).toContain(`Feed sync,${prefix},,active,"orders.read, orders.import"`);
  expect(listRun.out).not.toContain(addRun.out.slice(13, -1));
  const changeRun = await keys(
    'change',
    prefix,
    '--scope',
    'orders.read',
    '--from',
    '',
    '--expires',
    '2099-01-31',
    '--json',
  );
  expect(JSON.parse(changeRun.out)).toMatchObject({
    ...{ scopes: ['orders.read'], networks: [], expiresAt: '2099-01-31T23:59:59.000Z' },
  });
  const rotateRun = await keys('rotate', 'feed sync', '--overlap', '2', '--json');
  const { key, secrets } = JSON.parse(rotateRun.out) as { key: string; secrets: { prefix: string }[] };
  expect(secrets.map((secret) => secret.prefix)).toEqual([key.slice(0, 12), prefix]);
  expect(await keys('revoke', 'Feed sync')).toMatchObject({ code: 0, notes: 'API key revoked.\n' });
  expect((await keys('list', '--csv')).out).not.toContain('Feed sync');
  expect((await keys('list', '--all', '--csv')).out).toContain(',revoked,');
});

test('a key of a shop gets what a shop may do; "all" is everything that can be granted', async () => {
  const addRun = await keys(
    'add',
    'Shop sync',
    '--shop',
    homeShop,
    '--scope',
    'all',
    '--json',
    '--as',
    'office.admin@demo.test',
  );
  const { scopes, shop } = JSON.parse(addRun.out) as { scopes: string[]; shop: { name: string } };
  expect(shop.name).toBe(homeShop);
  expect(scopes).toContain('orders.read');
  for (const scope of ['orders.import', 'purchasing.write', 'keys.manage']) expect(scopes).not.toContain(scope);
});

test('mistakes are named, and nothing is added', async () => {
  const count = async () => (await world.db('api_keys').pluck('id')).length;
  const before = await count();
  const mistakes = [
    [['add', 'X'], /^add --scope; "shedworks keys scopes" lists/],
    [['add', 'X', '--scope', 'orders.fly'], /^scopes.0: is not a permission that a key can have/],
    [['add', 'X', '--scope', 'users.manage'], /^scopes.0: is not a permission that a key can have/],
    [['add', 'X', '--scope', 'orders.read', '--from', '300.1.1.1'], /^networks.0: must be IP addresses or networks/],
    [['add', 'X', '--scope', 'orders.read', '--rate', '1.5'], /^rate: must be a whole number/],
    [['add', 'X', '--scope', 'orders.read', '--expires', 'soon'], /^--expires: "soon" must be a day/],
    [['add', 'X', '--scope', 'orders.read', '--expires', '0d'], /^--expires: 0d is not in the future/],
    [['add', 'X', '--scope', 'orders.read', '--expires', '2026-01-31'], /^--expires: 2026-01-31 is not in the future/],
    [['add', 'X', '--scope', 'orders.read', '--expires', '2099-02-30'], /must be a date and time/],
    [['add', 'X', '--scope', 'orders.read', '--shop', 'Nowhere'], /^there is no shop "Nowhere"/],
    [['rotate', 'Nobody'], /^there is no API key Nobody/],
  ] as const;
  for (const [args, text] of mistakes) {
    const result = await keys(...args);
    expect({ args, code: result.code, out: result.out }).toEqual({ args, code: 2, out: '' });
    expect(result.notes).toMatch(text);
  }
  expect(await count()).toBe(before);
});
