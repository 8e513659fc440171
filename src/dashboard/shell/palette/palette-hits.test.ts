import { describe, expect, test } from 'vitest';
import { type Found, hasWords, isSearchable, ranked, readWanted, recordHits, screenHits } from './palette-hits.js';

const hit = (label: string): Found => ({ key: label, label, note: '', go: `/${label}`, by: [label] });
const labels = (hits: readonly { label: string }[]) => hits.map(({ label }) => label);

test.each([
  ['payment 12', { kind: 'payment', text: '12' }],
  ['Payments  A-1', { kind: 'payment', text: 'A-1' }],
  ['order Mary Smith', { kind: 'order', text: 'Mary Smith' }],
  ['Mary Smith', { kind: null, text: 'Mary Smith' }],
  ['payment', { kind: null, text: 'payment' }],
  [' 1042 ', { kind: null, text: '1042' }],
])('%j searches for %o', (typed, wanted) => {
  expect(readWanted(typed)).toEqual(wanted);
});

test.each([
  ['7', true],
  ['a', false],
  ['ab', true],
  ['..', false],
  ['%', false],
  ['', false],
])('%j is worth a search: %s', (text, worth) => {
  expect(isSearchable({ kind: null, text })).toBe(worth);
});

test('a screen is found by words of its name, in any order', () => {
  const screens = [
    { label: 'Invoices: Approved', path: '/company/invoices/approved' },
    { label: 'Orders: New', path: '/company/orders/add' },
  ];
  expect(labels(screenHits(screens, 'approved inv'))).toEqual(['Invoices: Approved']);
  expect(screenHits(screens, '')).toHaveLength(2);
  expect(hasWords('Orders: New', 'new payment')).toBe(false);
});

describe('records', () => {
  test('that answer an earlier search are not shown', () => {
    expect(labels(recordHits([hit('T-10'), hit('T-20')], readWanted('order t-2')))).toEqual(['T-20']);
  });

  test('are found by any of their texts, at most eight', () => {
    const by = (customer: string | null, n: number): Found => ({ ...hit(`T-${n}`), by: [`T-${n}`, customer] });
    expect(labels(recordHits([by('Mary Smith', 1), by(null, 2)], readWanted('smith')))).toEqual(['T-1']);
    const many = Array.from({ length: 20 }, (_, n) => by('Mary', n));
    expect(recordHits(many, readWanted('mary'))).toHaveLength(8);
  });

  test('an exact number comes first, then what begins with it, then the rest in their order', () => {
    const hits = ['T-12', 'A-12', '123', '12', '120'].map(hit);
    expect(labels(ranked(hits, readWanted('12')))).toEqual(['12', '123', '120', 'T-12', 'A-12']);
    expect(labels(ranked(hits, readWanted('')))).toEqual(labels(hits));
  });
});
