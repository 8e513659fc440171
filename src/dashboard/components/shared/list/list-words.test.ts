import { expect, test } from 'vitest';
import { nameChosen } from './filters/choice-chip.js';
import { formatRange } from './filters/day-chip.js';
import { toTitle } from './list-cell.js';
import { nameFact, toLine } from './list-lines.js';
import { countFilters, toSorts } from './list-toolbar.js';
import type { ColumnDef } from './list-types.js';

const choices = ['Cabin', 'Cottage', 'Lofted Barn'].map((name, at) => ({ _id: String(at), name }));

test('a chip names one or two choices and counts more', () => {
  expect(nameChosen(choices, [])).toBeNull();
  expect(nameChosen(choices, ['2'])).toBe('Lofted Barn');
  expect(nameChosen(choices, ['0', '1'])).toBe('Cabin, Cottage');
  expect(nameChosen(choices, ['0', '1', '2'])).toBe('Cabin and 2 more');
  expect(nameChosen(undefined, ['0'])).toBe('…'); // while they load
});

test('a range of days may be open at either end', () => {
  expect(formatRange({ from: '', to: '' })).toBeNull();
  expect(formatRange({ from: '2026-10-01', to: '' })).toBe('from 10/01/2026');
  expect(formatRange({ from: '', to: '2026-10-31' })).toBe('to 10/31/2026');
  expect(formatRange({ from: '2026-10-01', to: '2026-10-31' })).toBe('10/01/2026 – 10/31/2026');
  expect(formatRange({ from: '2026-10-01', to: '2026-10-01' })).toBe('10/01/2026');
});

const column = (field: string, more: Partial<ColumnDef<unknown>> = {}): ColumnDef<unknown> => ({
  ...{ field, header: field },
  ...more,
});

test('a line on a phone has the key figure, and below it what makes sense without a column header', () => {
  const shownColumns = [
    column('serialNumber'),
    column('customer'),
    column('dateOrdered', { fact: null }),
    column('shopTotal', { align: 'right' }),
    column('companyTotal', { align: 'right' }),
  ];
  const getFields = ({ figure, facts }: ReturnType<typeof toLine>) => [figure?.field, facts.map(({ field }) => field)];
  expect(getFields(toLine(shownColumns))).toEqual(['companyTotal', ['customer']]);
  const shop = [column('shop'), column('number', { fixed: true }), column('order')];
  expect(getFields(toLine(shop))).toEqual([undefined, ['shop', 'order']]);
  expect(getFields(toLine([column('date', { fact: () => 'today' }), column('to')]))).toEqual([
    undefined,
    ['date', 'to'],
  ]);
  expect(
    toLine([...shownColumns.slice(0, 3), column('current', { align: 'right', key: true }), ...shownColumns.slice(3)])
      .figure?.field,
  ).toBe('current');
  const figures = [
    column('gp', { align: 'right', key: true }),
    column('orders', { align: 'right', fact: () => '2 orders' }),
  ];
  expect(getFields(toLine([column('shed'), ...figures, column('cost', { align: 'right' })]))).toEqual([
    'gp',
    ['orders'],
  ]);
});

test.each([
  ['Inventory Item', 'Yes', 'Inventory Item'],
  ['Inventory Item', 'No', ''],
  ['Row', '1,204', 'Row 1,204'],
  ['GP', '-4.50%', 'GP -4.50%'],
  ['Total', '$4.50', '$4.50'],
  ['Size', '10x12', '10x12'],
  ['Paid', '11/20/2026', '11/20/2026'],
])('%s %s reads %s in a line without headers', (header, text, fact) => expect(nameFact(header, text)).toBe(fact));

test('a sheet offers each sortable column, ascending and descending, by its sort field', () => {
  const columns = [
    column('name', { sortable: true }),
    column('note'),
    column('total', { sortable: true, sortField: 'sum' }),
  ];
  expect(toSorts(columns)).toEqual([
    { value: 'name', label: 'name, ascending' },
    { value: '-name', label: 'name, descending' },
    { value: 'sum', label: 'total, ascending' },
    { value: '-sum', label: 'total, descending' },
  ]);
});

test('set filters are counted, except those of the screen itself', () => {
  expect(countFilters({ shop: 'a', alerts: '', category: 'b' })).toBe(2);
  expect(countFilters({ shop: 'a', alerts: '', category: 'b' }, ['category'])).toBe(1);
});

test('a row is named as its first column shows it, or by the field if that shows more than a text', () => {
  const row = { _id: '1', at: '2026-11-28T06:08:58.145Z', items: 3 };
  expect(toTitle({ field: 'at', header: 'Time', body: () => '11/28/2026, 12:08 AM' }, row)).toBe(
    '11/28/2026, 12:08 AM',
  );
  expect(toTitle({ field: 'at', header: 'Time', body: () => null }, row)).toBe(row.at);
  expect(toTitle({ field: 'items', header: 'Items', body: () => 'three' }, row)).toBe(''); // not a name
});
