import { expect, test } from 'vitest';
import { moneyRoles } from './rules.js';

test('the roles that approve or pay are those of the office', () => {
  expect(moneyRoles).toEqual(['Office Admin', 'Office User']);
});
