import { describe, expect, test } from 'vitest';
import { findNoticePath, noticePlaces } from '../../domain/kernel/notices/places.js';
import { toKeys } from '../../domain/kernel/objects.js';
import { roles } from '../../domain/kernel/rights/roles.js';
import { screenFor } from '../screens.js';

const id = '019a0000-0000-7000-8000-000000000000';

describe.each(roles)('for a %s', (role) => {
  const person = { role, superAdmin: false, grants: [] };
  test.each(toKeys(noticePlaces))('the link to %s leads to a screen', (to) => {
    const href = findNoticePath({ to, id }, person);
    if (href === null) return;
    const screen = screenFor(href.replace(/\?.*$/, ''), person);
    expect(screen, href).not.toBeNull();
  });
});

test('a link to a record needs its ID', () => {
  const person = { role: 'Office Admin', superAdmin: true, grants: [] } as const;
  expect(findNoticePath({ to: 'order', id: null }, person)).toBeNull();
  expect(findNoticePath({ to: 'order', id }, person)).toBe(`/company/order/form?id=${id}`);
  expect(findNoticePath({ to: 'commands', id: null }, person)).toBe('/company/admin/runs/expected');
});
