import { expect, test } from 'vitest';
import { toKeys } from '../objects.js';
import type { Holder } from '../rights/permissions.js';
import { isShopRole, roles, type Role } from '../rights/roles.js';
import { mayReceive, noticeKinds, receivableKinds, usualDelivery } from './kinds.js';

const person = (role: Role, superAdmin = false): Holder => ({ role, superAdmin, grants: [] });

/** Who gets which kind, and how by default, as listed in the decision. */
const usualDeliveries: Readonly<Record<string, readonly string[]>> = {
  //             Office Admin, Office User, Shop Admin, Shop User, Builder
  orderAlerts: ['app', 'app', '-', '-', '-'],
  proposals: ['app', 'app', '-', '-', '-'],
  canceledSales: ['app', 'app', '-', '-', '-'],
  orders: ['-', '-', 'app', 'app', 'app'],
  holds: ['daily', 'daily', 'app', 'app', 'off'],
  approvals: ['daily', 'daily', '-', '-', '-'],
  denied: ['-', '-', 'app', 'app', '-'],
  invoices: ['-', '-', 'app', 'app', '-'],
  lowStock: ['-', '-', 'daily', 'app', '-'],
  mentions: ['mail', 'mail', 'mail', 'mail', 'app'],
  tickets: ['mail', 'mail', 'mail', 'mail', 'mail'],
  schedules: ['mail', 'mail', 'mail', 'mail', '-'],
  sources: ['mail', 'mail', '-', '-', '-'],
  webhooks: ['mail', 'mail', '-', '-', '-'],
  commands: ['mail', 'mail', '-', '-', '-'],
  refusedMail: ['-', '-', '-', '-', '-'],
  guesses: ['-', '-', '-', '-', '-'],
  account: ['mail', 'mail', 'mail', 'mail', 'mail'],
};

test.each(toKeys(noticeKinds))('%s reaches exactly the roles of the table, each with its default', (kind) => {
  const deliveries = roles.map((role) => (mayReceive(person(role), kind) ? usualDelivery(role, kind) : '-'));
  expect(deliveries).toEqual(usualDeliveries[kind]);
});

test('notices about the installation are only for super admins of the office', () => {
  expect(receivableKinds(person('Office User', true))).toEqual(expect.arrayContaining(['refusedMail', 'guesses']));
  for (const role of roles.filter(isShopRole))
    expect(receivableKinds(person(role, true))).toEqual(receivableKinds(person(role)));
});

test('an API key gets only the kinds that its scopes allow', () => {
  expect(receivableKinds({ ...person('Office Admin'), scopes: ['alerts.read', 'orders.push'] })).toEqual([
    'orderAlerts',
  ]);
});
