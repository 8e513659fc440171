import { expect, test } from 'vitest';
import { countsText, importName, getKind, getOutcomes, undoQuestion, explainNotUndoable } from './import-words.js';
import { previewPath } from '../../components/shared/imports/import-path.js';

const orders = { kind: 'orders', counts: { new: 10, replaced: 1, kept: 1, skipped: 4, refused: 5 } };
const dealers = { kind: 'dealers', counts: { new: 2, changed: 1, unchanged: 90, refused: 0 } };

test('an import is named by its file and its result', () => {
  expect(importName({ fileName: 'feed.json', ...orders })).toBe('feed.json, 12 orders');
  expect(importName({ fileName: 'Dealers.xlsx', ...dealers })).toBe('Dealers.xlsx, 3 rows');
  expect(importName({ fileName: 'Dealers.xlsx', kind: 'dealers', counts: { changed: 1 } })).toBe('Dealers.xlsx, 1 row');
});

test('each kind has its own counts', () => {
  expect(countsText(Object.fromEntries(getOutcomes(orders)))).toBe('10 new, 1 replaced, 1 kept, 4 skipped, 5 refused');
  expect(countsText(Object.fromEntries(getOutcomes(dealers)))).toBe('2 new, 1 changed, 90 unchanged');
  expect(countsText({ new: 0 })).toBe('no rows');
});

test('kinds have names that people use, also kinds of an older version', () => {
  expect(['orders', 'haul-bases', 'some-thing'].map((kind) => getKind({ kind }))).toEqual([
    'Orders',
    'Haul bases',
    'Some thing',
  ]);
});

test('a preview opens at the rows that need attention', () => {
  const counts = { new: 0, changed: 2, unchanged: 90, refused: 0 };
  expect(previewPath('shop', { _id: 'x', counts })).toBe('/shop/import/preview?id=x&state=changed');
  expect(previewPath('company', { _id: 'x', counts: { ...counts, unchanged: 0 } })).toBe(
    '/company/import/preview?id=x',
  );
});

test('its importer or an Office Admin can undo it, once, while its records are unchanged', () => {
  const madeImport = { kind: 'orders', by: 'Ann', undoneAt: null };
  const ann = { name: 'Ann', role: 'Office User' } as const;
  expect(explainNotUndoable(madeImport, ann)).toBeNull();
  expect(explainNotUndoable(madeImport, { name: 'Bo', role: 'Office Admin' })).toBeNull();
  expect(explainNotUndoable(madeImport, { name: 'Bo', role: 'Office User' })).toBe(
    'Only Ann or an Office Admin can undo this import.',
  );
  expect(explainNotUndoable({ ...madeImport, undoneAt: '2026-11-18T15:00:00Z' }, ann)).toBe(
    'This import was already undone.',
  );
  const inTheWay = [{ _id: 'x', name: 'order T-1', why: 'is Building' }];
  expect(explainNotUndoable({ ...madeImport, inTheWay }, ann)).toMatch(/orders have changed since/);
  expect(explainNotUndoable({ ...madeImport, kind: 'dealers', inTheWay }, ann)).toMatch(/changed since/);
  expect(undoQuestion(madeImport)).toMatch(/deletes its orders/);
  expect(undoQuestion({ kind: 'dealers' })).toMatch(/restores the records it changed/);
});
