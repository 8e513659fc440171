import { expect, test } from 'vitest';
import {
  type DemandRow,
  getOrderPoint,
  toGroups,
  orderRefusal,
  getProposals,
  toOrder,
  toValue,
  withChange,
  withoutOrdered,
} from './demand-values.js';

const mill = { _id: 'mill', name: 'Mill' };
const row = (_id: string, suggestion: number, vendor: DemandRow['vendor'] = null) =>
  ({ _id, name: _id, suggested: suggestion, vendor, price: 2.345 }) as DemandRow;
const items = [row('stud', 10, mill), row('panel', 0, mill), row('nail', 3)];

test.each([
  [3, 8, 8],
  [8, null, 8],
  [null, 0, 0],
  [null, null, null],
])('of the order points %s and %s, the suggestion goes by %s', (orderPointWarning, orderPointCritical, point) =>
  expect(getOrderPoint({ ...row('stud', 10), orderPointWarning, orderPointCritical })).toBe(point),
);

test('a typed quantity replaces the suggested one; an empty field orders nothing', () => {
  expect(
    items.map((one) =>
      toOrder(
        one,
        new Map([
          ['stud', 4],
          ['nail', null],
        ] as const),
      ),
    ),
  ).toEqual([4, 0, null]);
});

test('items are grouped by vendor, with a separate group for those without one', () => {
  expect(toGroups(items).map(({ vendor, rows }) => [vendor?.name, rows.length])).toEqual([
    ['Mill', 2],
    [undefined, 1],
  ]);
});

test('each vendor gets the quantities above zero; items without a vendor are left out until one is chosen', () => {
  const stud = { vendor: 'mill', items: [{ item: 'stud', quantity: 10 }] };
  expect(getProposals(items, new Map(), '')).toEqual([stud]);
  expect(getProposals(items, new Map(), 'store')).toEqual([
    stud,
    { vendor: 'store', items: [{ item: 'nail', quantity: 3 }] },
  ]);
  expect(getProposals(items, new Map([['nail', 5]]), 'mill')).toEqual([
    { vendor: 'mill', items: [...stud.items, { item: 'nail', quantity: 5 }] },
  ]);
});

test('typed quantities that were not ordered stay', () => {
  const quantities = new Map([
    ['stud', 4],
    ['nail', 5],
    ['panel', null],
  ] as const);
  const left = withoutOrdered(quantities, getProposals(items, quantities, ''));
  expect([...left]).toEqual([
    ['nail', 5],
    ['panel', null],
  ]);
});

test('a draft that changed is shown in its newer version, and not at all once it is placed', () => {
  const drafts = [{ _id: 'a' }, { _id: 'b', revision: 1 }] as unknown as Parameters<typeof withChange>[0];
  const newer = { _id: 'b', revision: 2, draft: true } as unknown as Parameters<typeof withChange>[1];
  expect(withChange(drafts, newer)).toEqual([{ _id: 'a' }, newer]);
  expect(withChange(drafts, { ...newer, draft: false })).toEqual([{ _id: 'a' }]);
});

test('a vendor with more items than an order allows gets several orders', () => {
  const many = Array.from({ length: 301 }, (_, n) => row(String(n), 1, mill));
  expect(getProposals(many, new Map(), '').map(({ items: lines }) => lines.length)).toEqual([300, 1]);
});

test("an order's total is the sum of its lines, each rounded to the cent", () => {
  expect(toValue(items, new Map())).toBe(23.45 + 7.04);
});

test.each([
  [Number.NaN, 'To order stud must be a number'],
  [-1, 'To order stud must not be negative'],
  [0.12345, 'To order stud must have at most 4 decimals'],
  [100_000, 'To order stud must be less than 100,000'],
  [99_999.5, null],
  [0, null],
  [null, null],
])('a quantity to order of %s is checked like the call', (quantity, refusal) => {
  expect(orderRefusal(row('stud', 10), new Map([['stud', quantity]]))).toBe(refusal);
});
