import { expect, test } from 'vitest';
import { type Key, toFields, toValues } from './key-values.js';

const key: Key = {
  ...{ _id: '0198a0c0-0000-7000-8000-000000000001', name: 'Feed sync', shop: null, maker: 'Anna Keller' },
  ...{ scopes: ['orders.read'], readOnly: false, networks: [], rate: 600, status: 'active', usedAt: null },
  ...{ expiresAt: '2027-01-31T08:00:00.000Z', secrets: [], createdAt: '2026-03-02T08:00:00.000Z', revision: 1 },
};

test('a key expires as before if its last day is not changed, otherwise at the end of the new one', () => {
  const values = { ...toValues(key), name: 'Feed' };
  expect(toFields(values, key)).not.toHaveProperty('expiresAt');
  expect(toFields({ ...values, expiresAt: '2027-02-01' }, key).expiresAt).toBe('2027-02-01T23:59:59Z');
  expect(toFields({ ...values, expiresAt: null }, key).expiresAt).toBeNull();
});

test('a new key expires at the end of its last day, or never', () => {
  const values = toValues(null);
  expect(toFields({ ...values, expiresAt: '2027-01-31' }, null).expiresAt).toBe('2027-01-31T23:59:59Z');
  expect(toFields(values, null).expiresAt ?? null).toBeNull();
});
