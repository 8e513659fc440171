import { expect, test } from 'vitest';
import type { BoardStatus } from './moves.js';
import { placeOrders } from './placed.js';

type Card = { readonly id: number; readonly status: BoardStatus };
const card = (id: number, status: BoardStatus): Card => ({ id, status });
const lists = {
  InQueue: { items: [card(1, 'InQueue'), card(2, 'InQueue')], total: 7 },
  Building: { items: [card(3, 'Building')], total: 1 },
  'On Hold': undefined,
  Finished: { items: [], total: 0 },
};

test('a moved order is last in its new column, and both counts follow', () => {
  const columns = placeOrders(lists, (order: Card) => (order.id === 1 ? card(1, 'Building') : order));
  expect(columns.InQueue).toEqual({ items: [card(2, 'InQueue')], total: 6 });
  expect(columns.Building).toEqual({ items: [card(3, 'Building'), card(1, 'Building')], total: 2 });
  expect(columns.Finished).toEqual({ items: [], total: 0 });
});

test('a column that is not loaded stays undefined, even if orders were moved there', () => {
  const columns = placeOrders(lists, (order: Card) => (order.id === 3 ? card(3, 'On Hold') : order));
  expect(columns['On Hold']).toBeUndefined();
  expect(columns.Building).toEqual({ items: [], total: 0 });
});
