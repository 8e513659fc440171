import { expect, test } from 'vitest';
import type { Holder } from '../../../domain/kernel/rights/permissions.js';
import { roles } from '../../../domain/kernel/rights/roles.js';
import { mayOpen, screens } from '../../screens.js';
import { buildMenu, findPlace, getEntries, getScreens, menuIcons } from './menu.js';

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
const everyone = roles.map((role) => user(role, { superAdmin: true, grants: ['logs.view', 'admin.view'] }));

test('Shop Admin, Logs and similar entries are only in the menu of users with the grant or role for them', () => {
  expect(adminPaths(user('Office Admin'))).toEqual(['/company/admin/webhooks', '/company/admin/trail']);
  expect(adminPaths(user('Office User', { grants: ['logs.view'] }))).toEqual(['/company/admin/logs']);
  expect(adminPaths(user('Office Admin', { superAdmin: true }))).toEqual([
    '/company/admin/tickets',
    '/company/admin/outbox',
    '/company/admin/webhooks',
    '/company/admin/jobs',
    '/company/admin/runs',
    '/company/admin/runs/expected',
    '/company/admin/access',
    '/company/admin/single-sign-on',
    '/company/admin/trail',
    '/company/admin/customers',
  ]);
  expect(adminPaths(user('Shop Admin', { grants: ['logs.view', 'admin.view'] }))).toEqual([
    '/shop/admin',
    '/shop/logs',
  ]);
  expect(adminPaths(user('Shop Admin', { grants: ['admin.view'] }))).toEqual(['/shop/admin']);
  expect(adminPaths(user('Shop User'))).toEqual([]);
  expect(adminPaths(user('Builder'))).toEqual([]);
});

test('the menu has three entries at the top and at most five groups, in one order for everyone', () => {
  const names = ['Top', 'Work', 'Money', 'Catalogue', 'Insights', 'Admin'];
  const groups = (of: Holder) => buildMenu(of).map(({ name }) => name);
  expect(groups(user('Office Admin'))).toEqual(names);
  expect(groups(user('Shop User'))).toEqual(names);
  expect(groups(user('Builder'))).toEqual(['Top', 'Work']);
});

test('every screen with a position in the menu is in it; names of screens and entries are unique', () => {
  for (const side of ['company', 'shop'] as const) {
    const all = user(side === 'company' ? 'Office Admin' : 'Shop Admin', {
      superAdmin: true,
      grants: ['logs.view', 'admin.view'],
    });
    const menu = buildMenu(all);
    const links = getScreens(menu);
    const placedScreens = screens.filter((screen) => screen.side === side && screen.menu);
    expect(links.map(({ path }) => path).toSorted()).toEqual(placedScreens.map(({ path }) => path).toSorted());
    expect(new Set(links.map(({ label }) => label)).size).toBe(links.length);
    const entries = getEntries(menu).map(({ label }) => label);
    expect(new Set(entries).size).toBe(entries.length);
  }
});

test('orders and each kind of invoice are one entry with a tab for each status a user may open', () => {
  const tabs = (of: Holder, entry: string) =>
    getEntries(buildMenu(of))
      .find(({ label }) => label === entry)
      ?.tabs.map(({ label }) => label);
  const all = ['New', 'Proposals', 'InQueue', 'Building', 'On Hold', 'Finished', 'Invoiced', 'Canceled'];
  expect(tabs(user('Office User'), 'Orders')).toEqual(all);
  expect(tabs(user('Shop User'), 'Orders')).toEqual(all.slice(2));
  expect(tabs(user('Builder'), 'Orders')).toEqual(all.slice(2, 6));
  for (const role of ['Office User', 'Shop User'] as const) {
    expect(tabs(user(role), 'Invoices')).toEqual(['New', 'Denied', 'Adjusted', 'Approved', 'Paid']);
    for (const entry of ['Repair Invoices', 'Driver Invoices'])
      expect(tabs(user(role), entry)).toEqual(['New', 'Approved', 'Paid']);
  }
  expect(tabs(user('Builder'), 'Invoices')).toBeUndefined();
});

test('only the office has the reconciliation, under Insights', () => {
  const paths = (of: Holder) =>
    buildMenu(of)
      .filter(({ name }) => name === 'Insights')
      .flatMap(({ entries }) => entries)
      .filter(({ label }) => label === 'Reconciliation')
      .map(({ path }) => path);
  for (const role of ['Office Admin', 'Office User'] as const)
    expect(paths(user(role))).toEqual(['/company/reports/reconciliation']);
  for (const role of ['Shop Admin', 'Shop User', 'Builder'] as const) expect(paths(user(role))).toEqual([]);
});

test('the icons of the menu are all different', () => {
  const icons = Object.values(menuIcons);
  expect(new Set(icons).size).toBe(icons.length);
});

test('every screen has breadcrumbs for each user who may open it', () => {
  const lostScreens = everyone.flatMap((of) =>
    screens
      .filter((screen) => mayOpen(screen, of) && !findPlace(screen.path, of))
      .map(({ path }) => `${of.role}: ${path}`),
  );
  expect(lostScreens).toEqual([]);
  expect(findPlace('/company/order/form', user('Office User'))).toMatchObject({
    group: 'Work',
    entry: { label: 'Orders', path: '/company/orders/add' },
    isEntry: false,
  });
  expect(findPlace('/shop/orders/onhold', user('Builder'))).toMatchObject({
    group: 'Work',
    entry: { label: 'Orders', path: '/shop/orders/inqueue' },
    isEntry: true,
  });
  expect(findPlace('/nowhere', user('Builder'))).toBeNull();
});
