import { expect, test } from 'vitest';
import { assign, assignable, columnGroups, formatMeaning, needsColumns } from './column-groups.js';

const sheet = (name: string, columns: readonly (readonly [string, string | null])[], missing: string[] = []) => ({
  sheet: name,
  headerRow: 1,
  columns: columns.map(([header, field]) => ({ header, field })),
  missing,
  rows: 10,
});
const knownColumns = [['Name', 'name'] as const, ['Shop', 'shop'] as const];

test('sheets with the same columns are one group', () => {
  const groups = columnGroups([
    sheet('A', knownColumns),
    sheet('Notes', [['Remark', null]], ['Name', 'Shop']),
    sheet('B', knownColumns),
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
  expect(needsColumns(columnGroups([sheet('A', knownColumns), foreign]))).toBe(false);
  expect(needsColumns(columnGroups([foreign]))).toBe(true);
  expect(needsColumns(columnGroups([sheet('A', knownColumns), lacking]))).toBe(true);
});

test('a field has one column: the one assigned last', () => {
  const [group] = columnGroups([sheet('A', [...knownColumns, ['Dealer', null], ['', null], ['Dealer', null]])]);
  if (!group) throw new Error('no group');
  expect(assignable(group).map(({ header }) => header)).toEqual(['Name', 'Shop', 'Dealer']);
  const assignments = assign({}, group, 'Dealer', 'name');
  expect(assignments).toEqual({ Dealer: 'name', Name: null });
  expect(group.columns.map((column) => formatMeaning(column, assignments))).toEqual([
    null,
    'shop',
    'name',
    null,
    'name',
  ]);
  expect(assign(assignments, group, 'Dealer', null)).toEqual({ Dealer: null, Name: null });
});
