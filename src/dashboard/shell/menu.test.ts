import { expect, test } from 'vitest';
import type { Holder } from '../../domain/kernel/rights/permissions.js';
import { screens } from '../screens.js';
import { buildMenu, getScreens } from './menu.js';

const user = (role: Holder['role'], more: Partial<Holder> = {}): Holder => ({
  role,
  superAdmin: false,
  grants: [],
  ...more,
});
const adminPaths = (of: Holder) =>
  getScreens(buildMenu(of))
    .map(({ path }) => path)
    .filter((path) => /admin|logs/.test(path));

test('Admin and Logs are only in the menu of users with a grant for them, or the rank', () => {
  expect(adminPaths(user('Office Admin'))).toEqual([]);
  expect(buildMenu(user('Office Admin')).map(({ label }) => label)).not.toContain('Admin');
  expect(adminPaths(user('Office User', { grants: ['logs.view'] }))).toEqual(['/company/admin/logs']);
  expect(adminPaths(user('Office Admin', { superAdmin: true }))).toEqual([
    '/company/admin/tickets',
    '/company/admin/outbox',
    '/company/admin/jobs',
  ]);
  expect(adminPaths(user('Shop Admin', { grants: ['logs.view', 'admin.view'] }))).toEqual([
    '/shop/admin',
    '/shop/logs',
  ]);
  expect(adminPaths(user('Shop Admin', { grants: ['admin.view'] }))).toEqual(['/shop/admin']);
  expect(adminPaths(user('Shop User'))).toEqual([]);
  expect(adminPaths(user('Builder'))).toEqual([]);
});

test('every other entry is there for all users of the role, and leads somewhere', () => {
  for (const role of ['Office User', 'Shop User', 'Builder'] as const) {
    const menu = buildMenu(user(role));
    expect(menu.length).toBeGreaterThan(4);
    expect(menu.filter(({ path, items }) => !path && !items?.length)).toEqual([]);
  }
});

test('every screen with a place in the menu is in it, under a name of its own', () => {
  for (const side of ['company', 'shop'] as const) {
    const all = user(side === 'company' ? 'Office Admin' : 'Shop Admin', {
      superAdmin: true,
      grants: ['logs.view', 'admin.view'],
    });
    const links = getScreens(buildMenu(all));
    const placed = screens.filter((screen) => screen.side === side && screen.menu);
    expect(links.map(({ path }) => path).toSorted()).toEqual(placed.map(({ path }) => path).toSorted());
    expect(new Set(links.map(({ label }) => label)).size).toBe(links.length);
  }
});

test('a group keeps the order of its places', () => {
  const catalogue = buildMenu(user('Shop User')).find(({ label }) => label === 'Catalogue');
  expect(catalogue?.items?.map(({ label }) => label)).toEqual([
    'Sheds',
    'Shed Labor',
    'Add-ons',
    'Add-on Labor',
    'Components',
    'Imports',
  ]);
});
