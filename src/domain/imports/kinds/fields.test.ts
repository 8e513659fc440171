import { expect, test } from 'vitest';
import { UnitPrice } from '../../kernel/records/fields.js';
import { toValues } from '../reading/cells.js';
import type { ImportColumn } from '../reading/kind.js';
import { Dollars } from './fields.js';

const columns: readonly ImportColumn[] = [
  { header: 'Retail_Price', field: 'retailPrice', kind: 'number', check: Dollars },
  { header: 'Freight', field: 'freight', kind: 'number', check: UnitPrice() },
];
const layout = { columns: columns.map(({ header, field }) => ({ header, field })) };
const read = (...cells: number[]) => toValues(cells, layout as never, new Map(columns.map((one) => [one.field, one])));

test('a price computed by a formula is read as shown, so that an unchanged one does not count as a change', () => {
  expect(read(30.299999999999997, 12.300000000000001)).toEqual({
    values: { retailPrice: 30.3, freight: 12.3 },
    problems: [],
  });
});

test('a price with too many decimals is refused', () => {
  expect(read(30.301, 12.30001).problems).toEqual([
    { column: 'Retail_Price', value: '30.301', expected: 'an amount in dollars with at most 2 decimals' },
    { column: 'Freight', value: '12.30001', expected: 'a value with at most 4 decimals' },
  ]);
});
