import { expect, test } from 'vitest';
import { summarize, type WaitingApproval } from './approval-words.js';
import { changedSince, tick } from './selection.js';

const row = (id: string, revision = 1, shop = 'North'): WaitingApproval => ({
  _id: id,
  kind: 'invoice',
  invoiceNumber: id,
  invoicedDate: '2026-03-02',
  status: 'New',
  revision,
  waitingSince: '2026-03-02T10:00:00Z',
  shop: { _id: shop, name: shop },
  order: null,
  grandTotal: { shop: 10.1, company: 20 },
  changes: [],
});

test('a selected row stays as it was when selected, whatever is shown later', () => {
  const first = tick(new Set(['a']), new Map(), [row('a'), row('b')]);
  const bothRows = tick(new Set(['a', 'b']), first, [row('a', 2), row('b', 3)]);
  expect([...bothRows.values()].map(({ _id, revision }) => [_id, revision])).toEqual([
    ['a', 1],
    ['b', 3],
  ]);
  expect(changedSince(bothRows, [row('a', 2), row('b', 3)]).map(({ _id }) => _id)).toEqual(['a']);
});

test('a row that left the list stays selected until it is deselected', () => {
  const tickedRows = tick(new Set(['a']), new Map(), [row('a')]);
  expect([...tick(new Set(['a']), tickedRows, []).keys()]).toEqual(['a']);
  expect([...tick(new Set(), tickedRows, []).keys()]).toEqual([]);
  expect(changedSince(tickedRows, [])).toEqual([]);
});

test('a row selected again is the one currently shown', () => {
  const tickedRows = tick(new Set(['a']), new Map(), [row('a')]);
  const none = tick(new Set(), tickedRows, [row('a', 2)]);
  expect(tick(new Set(['a']), none, [row('a', 2)]).get('a')?.revision).toBe(2);
});

test('the summary counts, names the one shop, and adds cents', () => {
  expect(summarize([row('a')])).toBe('1 Invoice of North, $10.10');
  expect(summarize([row('a'), row('b'), row('c')])).toBe('3 Invoices of North, $30.30');
  expect(summarize([row('a'), row('b', 1, 'South')])).toBe('2 Invoices of 2 shops, $20.20');
});
