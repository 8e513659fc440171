import { expect, test } from 'vitest';
import { nameSheets } from './sheet-names.js';

const toSheets = (...names: string[]) => nameSheets(names.map((name) => ({ name }))).map(({ sheet }) => sheet);

test('the names of the sheets of a workbook are unique in any case, and a name that is allowed stays', () => {
  const long = 'x'.repeat(31);
  expect(toSheets('Barns', 'barns', 'Barns/', 'Barns?', long, `${long}y`)).toEqual([
    ...['Barns', 'barns 2', 'Barns_', 'Barns_ 2', long, `${'x'.repeat(29)} 2`],
  ]);
  const all = toSheets("'Old' barns", "Barn's", ' ', `${'x'.repeat(30)}'`, `${'x'.repeat(30)}🏠`);
  expect(all).toEqual(["_Old' barns", "Barn's", 'Sheet', `${'x'.repeat(30)}_`, 'x'.repeat(30)]);
  expect(toSheets(...all)).toEqual(all);
});
