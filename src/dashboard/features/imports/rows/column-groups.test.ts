import { expect, test } from 'vitest';
import { assign, assignable, columnGroups, formatMeaning, needsColumns } from './column-groups.js';

const sheet = (name: string, columns: readonly (readonly [string, string | null])[], missing: string[] = []) => ({
  sheet: name,
  headerRow: 1,
  columns: columns.map(([header, field]) => ({ header, field })),
  missing,
  rows: 10,
});
const known = [['Name', 'name'] as const, ['Shop', 'shop'] as const];

test('sheets with the same columns are one group', () => {
  const groups = columnGroups([
    sheet('A', known),
    sheet('Notes', [['Remark', null]], ['Name', 'Shop']),
    sheet('B', known),
  ]);
  expect(groups.map(({ sheets, rows, isForeign }) => ({ sheets, rows, isForeign }))).toEqual([
    { sheets: ['A', 'B'], rows: 20, isForeign: false },
    { sheets: ['Notes'], rows: 10, isForeign: true },
  ]);
});

test('columns must be matched where one is missing or none is known, not for a sheet of something else', () => {
  const foreign = sheet('Notes', [['Remark', null]], ['Name']);
  const lacking = sheet(
    'A',
    [
      ['Dealer', null],
      ['Shop', 'shop'],
    ],
    ['Name'],
  );
  expect(needsColumns(columnGroups([sheet('A', known), foreign]))).toBe(false);
  expect(needsColumns(columnGroups([foreign]))).toBe(true);
  expect(needsColumns(columnGroups([sheet('A', known), lacking]))).toBe(true);
});

test('a field has one column: the one assigned last', () => {
  const [group] = columnGroups([sheet('A', [...known, ['Dealer', null], ['', null], ['Dealer', null]])]);
  if (!group) throw new Error('no group');
  expect(assignable(group).map(({ header }) => header)).toEqual(['Name', 'Shop', 'Dealer']);
  const assigned = assign({}, group, 'Dealer', 'name');
  expect(assigned).toEqual({ Dealer: 'name', Name: null });
  expect(group.columns.map((column) => formatMeaning(column, assigned))).toEqual([null, 'shop', 'name', null, 'name']);
  expect(assign(assigned, group, 'Dealer', null)).toEqual({ Dealer: null, Name: null });
});
