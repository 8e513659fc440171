import { expect, test } from 'vitest';
import { importName, whyNotUndone } from './import-words.js';

const counts = { new: 10, replaced: 1, kept: 1, skipped: 4, refused: 5 };

test('an import is named by its file and the orders that came of it', () => {
  expect(importName({ fileName: 'feed.json', counts })).toBe('feed.json, 12 orders');
  expect(importName({ fileName: 'feed.json', counts: { ...counts, new: 0, kept: 0 } })).toBe('feed.json, 1 order');
});

test('who imported it or an Office Admin undoes it, once, while its orders are as they came', () => {
  const made = { by: 'Ann', undoneAt: null };
  const ann = { name: 'Ann', role: 'Office User' } as const;
  expect(whyNotUndone(made, ann)).toBeNull();
  expect(whyNotUndone(made, { name: 'Bo', role: 'Office Admin' })).toBeNull();
  expect(whyNotUndone(made, { name: 'Bo', role: 'Office User' })).toBe('Only Ann or an Office Admin can undo it.');
  expect(whyNotUndone({ ...made, undoneAt: '2026-11-18T15:00:00Z' }, ann)).toBe('It is undone already.');
  const inTheWay = [{ _id: 'x', serialNumber: 'T-1', why: 'is Building' }];
  expect(whyNotUndone({ ...made, inTheWay }, ann)).toMatch(/moved on/);
});
