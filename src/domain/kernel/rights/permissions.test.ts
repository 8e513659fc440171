import { describe, expect, test } from 'vitest';
import { permissionLabels } from './permission-labels.js';
import { can, permissions, type Holder, type Permission } from './permissions.js';
import { getAudience, grants, isShopRole, getLanding, roles, type Role } from './roles.js';

const plain = (role: Role): Holder => ({ role, superAdmin: false, grants: [] });
const all = Object.keys(permissions) as Permission[];
const holders = (permission: Permission): Role[] => roles.filter((role) => can(plain(role), permission));

describe('permissions of each role', () => {
  const office: Role[] = ['Office Admin', 'Office User'];
  const desk: Role[] = ['Shop Admin', 'Shop User'];
  const expected: readonly [Permission, readonly Role[]][] = [
    ['orders.read', [...office, ...desk, 'Builder']],
    ['orders.change-status', [...office, ...desk, 'Builder']],
    ['orders.import', office],
    ['orders.push', office],
    ['orders.delete-new', office],
    ['orders.duplicates', office],
    ['orders.set-any-status', office],
    ['orders.delete', office],
    ['orders.edit', office],
    ['orders.edit-shop-part', [...office, ...desk]],
    ['orders.history', [...office, ...desk]],
    ['invoices.read', [...office, ...desk]],
    ['invoices.create', [...office, ...desk]],
    ['invoices.adjust', desk],
    ['invoices.decide', office],
    ['invoices.delete', office],
    ['payments.read', [...office, ...desk]],
    ['payments.write', office],
    ['company.read', office],
    ['shops.list', office],
    ['shops.own', [...desk, 'Builder']],
    ['imports.read', [...office, 'Shop Admin', 'Shop User']],
    ['imports.undo', [...office, 'Shop Admin', 'Shop User']],
    ['users.list', [...office, 'Shop Admin']],
    ['webhook.manage', ['Office Admin']],
    ['users.manage', []],
    ['outbox.view', []],
    ['logs.view', []],
    ['invoices.delete-approved', []],
  ];
  test.each(expected)('%s: %j', (permission, who) => {
    expect(holders(permission)).toEqual(who);
  });

  test('a Builder has no permission for money', () => {
    expect(
      all.filter(
        (permission) =>
          /invoice|payment|edit|import|company\.read/.test(permission) && can(plain('Builder'), permission),
      ),
    ).toEqual([]);
  });

  test('no shop user has an office-only permission, whatever is granted', () => {
    const shopGrants = grants.filter((grant) => grant === 'logs.view' || grant === 'admin.view');
    for (const role of roles.filter(isShopRole)) {
      const holder: Holder = { role, superAdmin: false, grants: shopGrants };
      expect(
        ['orders.edit', 'payments.write', 'company.read', 'users.manage', 'outbox.view', 'invoices.decide'].filter(
          (p) => can(holder, p as Permission),
        ),
        role,
      ).toEqual([]);
    }
  });
});

describe('a grant and the super admin flag', () => {
  test.each(['invoices.delete-approved', 'logs.view'] as const)('%s requires its grant', (permission) => {
    expect(can({ role: 'Office Admin', superAdmin: true, grants: [] }, permission)).toBe(false);
    expect(can({ role: 'Office User', superAdmin: false, grants: [permission] }, permission)).toBe(true);
  });

  test.each(['users.manage', 'outbox.view'] as const)('%s requires the super admin flag', (permission) => {
    expect(can({ role: 'Office Admin', superAdmin: false, grants: [...grants] }, permission)).toBe(false);
    expect(can({ role: 'Office Admin', superAdmin: true, grants: [] }, permission)).toBe(true);
  });

  test('an unknown grant has no effect', () => {
    const before = all.filter((permission) => can(plain('Shop User'), permission));
    expect(
      all.filter((permission) =>
        can({ ...plain('Shop User'), grants: ['everything', '__proto__', 'toString'] }, permission),
      ),
    ).toEqual(before);
  });
});

test('every permission has a description, and some user can have it', () => {
  for (const permission of all) {
    const rule: { roles: readonly Role[]; superAdmin?: true; grant?: string } = permissions[permission];
    expect(permissionLabels[permission], permission).toMatch(/^[A-Z].{3,}/);
    expect(rule.roles.length > 0 || rule.superAdmin === true || rule.grant !== undefined, permission).toBe(true);
  }
});

test('each role has its audience and its first screen', () => {
  expect(roles.map((role) => [role, getAudience(role), getLanding(role)])).toEqual([
    ['Office Admin', 'office', '/company/home'],
    ['Office User', 'office', '/company/home'],
    ['Shop Admin', 'shop', '/shop/home'],
    ['Shop User', 'shop', '/shop/home'],
    ['Builder', 'builder', '/shop/home'],
  ]);
});
