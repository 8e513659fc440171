import { expect, test } from 'vitest';
import { itemLines } from './history-lines.js';
import { inWords } from './record-history.js';

const line = (name: string, quantity: number) => ({ item: { name }, description: '', quantity });

test('lists the lines that changed, were added or were removed; not those that stayed or moved', () => {
  const from = [line('Hinge', 2), line('Panel', 1), line('Screw', 8)];
  const to = [line('Panel', 1), line('Hinge', 3), line('Latch', 1)];
  expect(itemLines(from, to)).toEqual([
    { field: 'Item Hinge', from: '2', to: '3' },
    { field: 'Item Screw', from: '8', to: 'removed' },
    { field: 'Item Latch', from: null, to: '1' },
  ]);
});

test('a duplicate item is listed with both its lines', () => {
  expect(itemLines([line('Hinge', 2)], [line('Hinge', 2), line('Hinge', 1)])).toEqual([
    { field: 'Item Hinge', from: '2', to: '2 + 1' },
  ]);
});

test('a list reads line by line among the other fields of an entry', () => {
  const change = { field: 'items', from: null, to: [line('Hinge', 2)] };
  const entry = { at: '2026-03-02T20:00:00Z', by: 'Ann', via: 'web', action: 'add', changes: [change] };
  expect(inWords([entry], { items: itemLines })[0]?.changes).toEqual([{ field: 'Item Hinge', from: null, to: '2' }]);
});
