import { expect, test } from 'vitest';
import { whosePercents } from './labels.js';

const place = { model: { name: 'Lofted Barn' }, category: { name: 'Painted' } };

test('P1: a calculator names whose percents it starts with', () => {
  expect(whosePercents('company', { ...place, shop: { name: 'Ridge Line Barns' } })).toBe(
    "Percents for Lofted Barn, Painted: the standard percents of Ridge Line Barns, otherwise its own, otherwise 65%. Commissions and overheads are the company's.",
  );
  expect(whosePercents('shop', place)).toBe(
    "Percents for Lofted Barn, Painted: your shop's own, otherwise its standard percents, otherwise 65%.",
  );
});
