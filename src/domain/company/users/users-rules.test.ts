import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grants, isShopRole, roles } from '../../kernel/rights/roles.js';
import { canManageUsers, changedStanding, endsSessions, type UserStanding, standingProblems } from './users-rules.js';

const clerk: UserStanding = {
  role: 'Office User',
  shop: null,
  viewOnly: false,
  superAdmin: true,
  superRole: 'admin',
  grants: ['logs.view', 'addons.copy'],
};
const of = (role: UserStanding['role']): UserStanding => ({
  role,
  shop: isShopRole(role) ? 'a shop' : null,
  viewOnly: false,
  superAdmin: false,
  superRole: null,
  grants: [],
});

describe('a combination of role, shop, flags and grants', () => {
  test.each([
    ['an office role in a shop', { ...clerk, shop: 'a shop' }, ['shop']],
    ['a shop role without a shop', { ...of('Builder'), shop: null }, ['shop']],
    [
      'a shop role with the flags',
      { ...of('Shop Admin'), superAdmin: true, superRole: 'admin' },
      ['superAdmin', 'superRole'],
    ],
    [
      "a Shop Admin with a grant of the office's",
      { ...of('Shop Admin'), grants: ['addons.copy'] as const },
      ['grants'],
    ],
    ['a Shop User with a grant', { ...of('Shop User'), grants: ['logs.view'] as const }, ['grants']],
  ])('%s is refused', (_, standing, paths) => {
    expect(standingProblems(standing).map(({ path }) => path)).toEqual(paths);
  });

  test('of each role without extras is valid, and so are the flags in the office', () => {
    expect(roles.flatMap((role) => standingProblems(of(role)))).toEqual([]);
    expect(standingProblems({ ...clerk, grants })).toEqual([]);
  });
});

test('a change of only the role removes everything that the new role cannot have', () => {
  const role = fc.constantFrom(...roles);
  const standing = fc.record({
    role,
    shop: fc.constantFrom(null, 'a shop'),
    viewOnly: fc.boolean(),
    superAdmin: fc.boolean(),
    superRole: fc.constantFrom(null, 'admin'),
    grants: fc.subarray([...grants]),
  });
  fc.assert(
    fc.property(standing, role, (before, to) => {
      fc.pre(standingProblems(before).length === 0);
      const after = changedStanding(before, { role: to });
      const missing = isShopRole(to) && !before.shop ? ['shop'] : [];
      expect(standingProblems(after).map(({ path }) => path)).toEqual(missing);
      expect(after.viewOnly).toBe(before.viewOnly);
      expect(changedStanding(before, {})).toEqual(before);
    }),
  );
});

test('a change applies every given field, even where it does not fit the role', () => {
  const after = changedStanding(clerk, { role: 'Shop Admin', shop: 'a shop', grants: ['addons.copy'] });
  expect(after).toEqual({ ...of('Shop Admin'), grants: ['addons.copy'] });
  expect(changedStanding(clerk, { superRole: null, superAdmin: false })).toMatchObject({
    superRole: null,
    superAdmin: false,
    grants: clerk.grants,
  });
});

test('sessions end with another role or shop, not with other flags and grants', () => {
  expect(endsSessions(clerk, { ...clerk, role: 'Office Admin' })).toBe(true);
  expect(endsSessions(of('Builder'), { ...of('Builder'), shop: 'another' })).toBe(true);
  expect(endsSessions(clerk, { ...clerk, superAdmin: false, viewOnly: true, grants: [], superRole: null })).toBe(false);
});

test.each([
  ['not active', { active: false }],
  ['view-only', { viewOnly: true }],
  ['no super admin', { superAdmin: false }],
  ['of a shop', { role: 'Shop Admin' as const }],
])('a user who is %s cannot manage users', (_, lacks) => {
  expect(canManageUsers({ ...clerk, active: true })).toBe(true);
  expect(canManageUsers({ ...clerk, active: true, ...lacks })).toBe(false);
});
