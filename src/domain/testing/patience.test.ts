import { afterEach, expect, test } from 'vitest';
import { limit, measurePatience } from './patience.js';

const before = process.env['TEST_PATIENCE'];
afterEach(() => {
  process.env['TEST_PATIENCE'] = before;
});

test('the limits of a run follow one measurement, and are never less than chosen', () => {
  delete process.env['TEST_PATIENCE'];
  expect(measurePatience()).toBeGreaterThanOrEqual(2);
  expect(limit(30_000)).toBe(30_000);
  process.env['TEST_PATIENCE'] = '2.5';
  expect(measurePatience()).toBe(2.5);
  expect(limit(30_000)).toBe(75_000);
  process.env['TEST_PATIENCE'] = '0.2';
  expect(measurePatience()).toBeGreaterThanOrEqual(2);
  expect(limit(30_000)).toBe(30_000);
});

test('this run measured the machine before it started', () => {
  expect(Number(before)).toBeGreaterThanOrEqual(1);
});
