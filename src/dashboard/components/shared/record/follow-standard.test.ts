import { expect, test } from 'vitest';
import { followStandard } from './follow-standard.js';

const started = { buildBase: 1200, roofBase: 900, paintHours: 6.5 };

test('an untouched value that follows the standard one is left to it, even if that is newer', () => {
  const own = { buildBase: null, roofBase: 900, paintHours: null };
  expect(followStandard({ ...started, paintHours: 7 }, started, own)).toEqual({
    buildBase: null,
    roofBase: 900,
    paintHours: 7,
  });
});

test('a value that has no standard is sent as it is', () => {
  const values = { name: 'Stud', fullPoint: null, quantityInCurrent: 4 };
  expect(followStandard(values, values, { name: null })).toEqual({ ...values, name: null });
});
