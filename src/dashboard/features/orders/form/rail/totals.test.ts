import { expect, test } from 'vitest';
import { getTotal, listFigures } from './totals.js';

const figures = {
  grandTotal: { shop: 4669.5, company: 7425, order: 7425 },
  adjustment: { shop: 0, company: -25, order: null },
  profitDollars: { shop: -12.5, company: 1128.6 },
  profitPercent: { shop: -0.0027, company: 0.152 },
};

test('the office sees every total, its gross profit and the difference to the upload', () => {
  expect(getTotal(figures, 'office')).toEqual(['Order total', '$7,425.00']);
  expect(listFigures(figures, 'office', { costUnknown: [], shedSuite: 7390 })).toEqual([
    ['Order total', '$7,425.00', false],
    ['Company total', '$7,425.00', false],
    ['Shop total', '$4,669.50', false],
    ['Gross profit', '$1,128.60, 15.20%', false],
    ['Difference from upload', '-$10.00', true],
  ]);
});

test('a shop sees only its own total and gross profit, even if company figures are present', () => {
  expect(getTotal(figures, 'shop')).toEqual(['Shop total', '$4,669.50']);
  expect(listFigures(figures, 'shop', { costUnknown: [], shedSuite: 7390 })).toEqual([
    ['Shop total', '$4,669.50', false],
    ['Gross profit', '-$12.50, -0.27%', true],
  ]);
});

test('a builder sees no total', () => {
  expect(getTotal({}, 'builder')).toBeNull();
});

test('there is no gross profit with an unknown cost, and no percent with negative revenue', () => {
  const [, unknown] = listFigures(figures, 'shop', { costUnknown: ['model'], shedSuite: null });
  expect(unknown).toEqual(['Gross profit', 'cost unknown', false]);
  const refund = { ...figures, grandTotal: { shop: -1 } };
  expect(listFigures(refund, 'shop', { costUnknown: [], shedSuite: null })[1]?.[1]).toBe('-$12.50');
});
