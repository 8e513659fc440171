import { expect, test } from 'vitest';
import { rateBody, rateValues } from './rate-values.js';

const standard = {
  buildPercent: { value: 12, type: 'percent' },
  roofPercent: { value: 8, type: 'percent' },
  trussCost: { value: 3.1, type: 'piece' },
  paintCost: { value: 18, type: 'piece' },
} as const;
const empty = rateValues(null);

test("a rate typed without a type uses the standard's, a chosen type stays, an empty rate is null", () => {
  const typedRates = {
    ...empty,
    trussCost: { value: 3.25, type: '' as const },
    paintCost: { value: 90, type: 'percent' as const },
  };
  expect(rateBody({ ...typedRates, roofPercent: { value: 7, type: '' } }, standard)).toEqual({
    buildPercent: null,
    roofPercent: { value: 7, type: 'percent' },
    trussCost: { value: 3.25, type: 'piece' },
    paintCost: { value: 90, type: 'percent' },
  });
});

test('a standard rate without a type stays without one, for the server to refuse', () => {
  expect(rateBody({ ...empty, trussCost: { value: 3.25, type: '' } }, null).trussCost).toEqual({ value: 3.25 });
});
