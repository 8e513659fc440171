import { expect, test } from 'vitest';
import { isTable, matchPaste, parsePaste } from './paste.js';

const pairs = (text: string) => parsePaste(text).map(({ name, quantity }) => [name, quantity]);

test('two columns of a spreadsheet are read, without the header and empty lines', () => {
  expect(pairs('Item\tQty\r\nHinge\t4\r\n\r\nScrew, 3 in\t1,250.5\r\n')).toEqual([
    ['Hinge', 4],
    ['Screw, 3 in', 1250.5],
  ]);
});

test('CSV lines are split at the last comma before a number; a name without a quantity counts as 1', () => {
  expect(pairs('Hinge,4\n"Screw, 3 in",12\nScrew, 3 in, 7\n2x4, treated\n"6"" pipe",2')).toEqual([
    ['Hinge', 4],
    ['Screw, 3 in', 12],
    ['Screw, 3 in', 7],
    ['2x4, treated', 1],
    ['6" pipe', 2],
  ]);
});

test('the text of one box is not a table', () => {
  expect(['Hinge', 'Screw, treated', ' Hinge \n'].map(isTable)).toEqual([false, false, false]);
  expect(['Hinge\t4', 'Hinge\nScrew', 'Hinge, 4'].map(isTable)).toEqual([true, true, true]);
});

test('lines that match no item or several, or have no quantity, are reported with the reason', () => {
  const options = [
    { value: 'h', label: 'Hinge' },
    { value: 's1', label: 'Screw', detail: 'Metal' },
    { value: 's2', label: 'screw', detail: 'Wood' },
  ];
  const { known, unknown } = matchPaste(
    parsePaste('HINGE\t4\nScrew\t2\nHing\t1\nHinge\tmany\nHinge\t-1\nHinge\t12,5'),
    options,
    'item',
  );
  expect(known).toEqual([{ value: 'h', quantity: 4 }]);
  expect(unknown.map(({ name, text, why }) => [name, text, why])).toEqual([
    ['Screw', '2', '2 items have this name.'],
    ['Hing', '1', 'No item has this name.'],
    ['Hinge', 'many', '“many” is not a quantity.'],
    ['Hinge', '-1', '“-1” is not a quantity.'],
    ['Hinge', '12,5', '“12,5” is not a quantity.'],
  ]);
});
