import { expect, test } from 'vitest';
import { moneyRoles } from './rules.js';

test('the roles that can approve or pay are office roles', () => {
  expect(moneyRoles).toEqual(['Office Admin', 'Office User']);
});
