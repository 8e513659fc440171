import { expect, test } from 'vitest';
import { changeText, columnName, keptText, problemText, rowProgress, shownValue } from './row-words.js';
import { firstTab } from '../../../components/shared/imports/import-path.js';

test.each([
  ['Retail_Price', 1234.5, '$1,234.50'],
  ['Sub_Total', 0.3417, '$0.3417'],
  ['Haul_Base', -12, '-$12.00'],
  ['Total', 0, '$0.00'],
  ['Haul_Percent', 61.25, '61.25%'],
  ['Width', 10, '10'],
  ['Full_Point', 12_500, '12,500'],
  ['Inventory_Item', false, 'No'],
  ['Name', 'Floor Kit', 'Floor Kit'],
  ['Payment_Date', '2026-03-02', '03/02/2026'],
  ['City', null, '(empty)'],
])('%s %j is shown as %s', (column, value, text) => expect(shownValue(column, value)).toBe(text));

test('a change is shown as old → new; a new row has no old value', () => {
  const change = { column: 'Freight', before: null, after: 2 };
  expect(changeText(change, 'changed')).toBe('(empty) → $2.00');
  expect(changeText(change, 'new')).toBe('$2.00');
  expect(columnName('Order_Point_Warning')).toBe('Order Point Warning');
  expect(columnName('Sub_Total')).toBe('Sub-total');
});

test('a problem names the value and the rule it breaks', () => {
  expect(problemText({ column: 'Width', value: 'abc', expected: 'a number' })).toBe('“abc” must be a number');
  expect(problemText({ column: 'Name', value: null, expected: 'filled in' })).toBe('must be filled in');
  expect(problemText({ column: 'Price', value: '-5', expected: 'not negative' })).toBe('“-5” must not be negative');
});

test('a preview with unchanged rows opens at the changed rows, if they are all of one kind', () => {
  const none = { new: 0, changed: 0, unchanged: 0, refused: 0 };
  expect(firstTab({ ...none, changed: 2, unchanged: 90, refused: 1 })).toBe('changed');
  expect(firstTab({ ...none, refused: 1, unchanged: 90 })).toBe('refused');
  expect(firstTab({ ...none, changed: 2, new: 1, unchanged: 90 })).toBe('');
  expect(firstTab({ ...none, changed: 2 })).toBe('');
  expect(firstTab({ ...none, unchanged: 90 })).toBe('');
});

test('progress is a percent while the file is read, then a number of rows', () => {
  expect(rowProgress({ done: 35, total: 100, step: 'Reading' })).toBe('Reading 35%');
  expect(rowProgress({ done: 0, total: 1, step: 'Comparing' })).toBe('Comparing 1 row');
  expect(rowProgress({ done: 1200, total: 3000, step: 'Saving' })).toBe('Saving 1,200 of 3,000');
});

test('refused rows that are not kept are counted', () => {
  const counts = { new: 1, changed: 0, unchanged: 0, refused: 199_000 };
  expect(keptText({ counts, refusedNotKept: 198_000 })).toBe(
    'Only the first 1,000 of 199,000 refused rows are kept, here and in the download.',
  );
  expect(keptText({ counts, refusedNotKept: 0 })).toBeNull();
});
