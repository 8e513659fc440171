import { expect, test } from 'vitest';
import {
  assign,
  assignable,
  columnGroups,
  formatMeaning,
  lostHeaders,
  needsColumns,
  toSaved,
} from './column-groups.js';

type Column = readonly [header: string, field: string | null, lost?: 'lost'];
const sheet = (name: string, columns: readonly Column[], missing: string[] = []) => ({
  sheet: name,
  headerRow: 1,
  columns: columns.map(([header, field, lost]) => ({ header, field, lost: lost !== undefined })),
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

test('columns with values that are not imported are named once, and ignored from then on unless they are matched', () => {
  const groups = columnGroups([
    sheet('A', [...knownColumns, ['Price', null], ['Notes', null]]),
    sheet('B', [...knownColumns, ['Price', null, 'lost'], ['Notes', null, 'lost']]),
    sheet('C', [
      ['Name', 'name'],
      ['name', null, 'lost'],
      ['Price', null, 'lost'],
    ]),
    sheet('Something else', [['Remark', null, 'lost']], ['Name']),
  ]);
  expect(groups.map(({ sheets }) => sheets)).toEqual([['A', 'B'], ['C'], ['Something else']]);
  expect(lostHeaders(groups)).toEqual(['Price', 'Notes', 'name']);
  expect(toSaved(groups, {})).toEqual({ Price: null, Notes: null });
  expect(toSaved(groups, { Price: 'cost' })).toEqual({ Price: 'cost', Notes: null });
});
