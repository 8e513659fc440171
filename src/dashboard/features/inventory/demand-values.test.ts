import { expect, test } from 'vitest';
import { type DemandRow, groupsOf, proposalsOf, toOrder, valueOf, wrongOf } from './demand-values.js';

const mill = { _id: 'mill', name: 'Mill' };
const row = (_id: string, suggested: number, vendor: DemandRow['vendor'] = null) =>
  ({ _id, name: _id, suggested, vendor, price: 2.345 }) as DemandRow;
const items = [row('stud', 10, mill), row('panel', 0, mill), row('nail', 3)];

test('what is typed counts before what is suggested, an empty box orders nothing', () => {
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

test('items are grouped by vendor, those without one apart', () => {
  expect(groupsOf(items).map(({ vendor, rows }) => [vendor?.name, rows.length])).toEqual([
    ['Mill', 2],
    [undefined, 1],
  ]);
});

test('each vendor gets what is more than nothing; items without a vendor wait until one is chosen', () => {
  const stud = { vendor: 'mill', items: [{ item: 'stud', quantity: 10 }] };
  expect(proposalsOf(items, new Map(), '')).toEqual([stud]);
  expect(proposalsOf(items, new Map(), 'store')).toEqual([
    stud,
    { vendor: 'store', items: [{ item: 'nail', quantity: 3 }] },
  ]);
  expect(proposalsOf(items, new Map([['nail', 5]]), 'mill')).toEqual([
    { vendor: 'mill', items: [...stud.items, { item: 'nail', quantity: 5 }] },
  ]);
});

test('a vendor of more items than an order takes gets several', () => {
  const many = Array.from({ length: 301 }, (_, n) => row(String(n), 1, mill));
  expect(proposalsOf(many, new Map(), '').map(({ items: lines }) => lines.length)).toEqual([300, 1]);
});

test('an order is worth its lines, each to the cent', () => {
  expect(valueOf(items, new Map())).toBe(23.45 + 7.04);
});

test('what is no quantity is found', () => {
  const typed = new Map([
    ['stud', Number.NaN],
    ['panel', -1],
    ['nail', null],
  ] as const);
  expect(wrongOf(items, typed).map(({ name }) => name)).toEqual(['stud', 'panel']);
});
