import { describe, expect, test } from 'vitest';
import {
  type FoundRecord,
  groupHits,
  hasWords,
  type Hit,
  isSearchable,
  pageHits,
  readWanted,
  recordHits,
} from './palette-hits.js';

const record = (kind: FoundRecord['kind'], label: string, note = ''): FoundRecord => ({
  kind,
  _id: `${kind} ${label}`,
  label,
  note,
  category: null,
});
const answer = (text: string, ...items: FoundRecord[]) => ({ text, items });
const labels = (hits: readonly { label: string }[]) => hits.map(({ label }) => label);

test.each([
  ['payment 12', { group: 'Payments', text: '12' }],
  ['Payments  A-1', { group: 'Payments', text: 'A-1' }],
  ['driver 7', { group: 'Invoices', text: '7' }],
  ['order Mary Smith', { group: 'Orders', text: 'Mary Smith' }],
  ['Mary Smith', { group: null, text: 'Mary Smith' }],
  ['payment', { group: null, text: 'payment' }],
  [' 1042 ', { group: null, text: '1042' }],
])('%j searches for %o', (text, query) => {
  expect(readWanted(text)).toEqual(query);
});

test.each([
  ['7', true],
  ['a', false],
  ['ab', true],
  ['..', false],
  ['%', false],
  ['', false],
])('%j is worth a search: %s', (text, worth) => {
  expect(isSearchable({ group: null, text })).toBe(worth);
});

test('finds a page by words of its name, in any order', () => {
  const screens = [
    { label: 'Invoices: Approved', path: '/company/invoices/approved' },
    { label: 'Orders: New', path: '/company/orders/add' },
  ];
  expect(labels(pageHits('Screens', screens, 'approved inv'))).toEqual(['Invoices: Approved']);
  expect(pageHits('Screens', screens, '')).toHaveLength(2);
  expect(hasWords('Orders: New', 'new payment')).toBe(false);
});

describe('records', () => {
  test('of an earlier answer are shown as long as they match', () => {
    const earlier = answer('t-', record('order', 'T-10', 'Mary Smith'), record('order', 'T-20'));
    expect(labels(recordHits('company', earlier, readWanted('t-')))).toEqual(['T-10', 'T-20']);
    expect(labels(recordHits('company', earlier, readWanted('order t-2')))).toEqual(['T-20']);
    expect(labels(recordHits('company', earlier, readWanted('smith')))).toEqual(['T-10']);
  });

  test('of the current answer are all shown, however the server matched them', () => {
    const sizes = answer('10x16', record('size', '10 × 16 Cottage'));
    expect(labels(recordHits('shop', sizes, readWanted('10x16')))).toEqual(['10 × 16 Cottage']);
  });

  test('are limited to a named group, and show the kind of invoice', () => {
    const all = answer('7', record('order', '7'), record('invoice', '70', 'Ridge'), record('repair', '71', 'Ridge'));
    const hits = recordHits('company', all, readWanted('invoice 7'));
    expect(hits.map(({ note, go }) => [note, go])).toEqual([
      ['Ridge', '/company/invoice/form?id=invoice 70'],
      ['Repair, Ridge', '/company/repair/invoice/form?id=repair 71'],
    ]);
  });
});

describe('groups', () => {
  const toHit = (group: Hit['group'], label: string, go = `/${group}/${label}`): Hit => ({
    key: group + label,
    group,
    label,
    note: '',
    go,
  });
  const toShown = (hits: readonly Hit[], text: string) =>
    groupHits(hits, readWanted(text)).map((one) => [one.group, ...labels(one.hits)]);

  test('have a fixed order, but the one with the best match comes first', () => {
    const hits = [
      toHit('Orders', 'T-12'),
      toHit('Payments', '123'),
      toHit('Payments', '12'),
      toHit('Screens', 'Top 12'),
    ];
    expect(toShown(hits, '')).toEqual([
      ['Screens', 'Top 12'],
      ['Orders', 'T-12'],
      ['Payments', '123', '12'],
    ]);
    expect(toShown(hits, '12')).toEqual([
      ['Payments', '12', '123'],
      ['Screens', 'Top 12'],
      ['Orders', 'T-12'],
    ]);
  });

  test('show a recent page only under Recent, but still show an action that opens it', () => {
    const hits = [
      toHit('Recent', 'InQueue orders', '/a'),
      toHit('Screens', 'Orders: InQueue', '/a'),
      toHit('Actions', 'b', '/a'),
    ];
    expect(toShown(hits, '')).toEqual([
      ['Recent', 'InQueue orders'],
      ['Actions', 'b'],
    ]);
  });
});
