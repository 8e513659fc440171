import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './csv.js';

test('quotes what would break a line apart, and leaves the rest as it is', () => {
  expect(csvLine(['plain', 'a,b', 'say "no"', 'two\nlines', 12.5, true, null, undefined])).toBe(
    'plain,"a,b","say ""no""","two\nlines",12.5,true,,\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@sum(a1)', '\tx', '\rx'])('keeps %j as text', (text) => {
  expect(csvLine([text]).replace(/^"/, '').startsWith("'")).toBe(true);
});

test('leaves a negative number a number', () => {
  expect(csvLine([-12.5])).toBe('-12.5\r\n');
});

/** One line as a spreadsheet reads it. */
const fieldsOf = (line: string): string[] =>
  [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

test('reads back as it was written, and nothing in it begins like a formula', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('=', '+', '-', '@', '"', ',', '\r\n', '=cmd|a!b', '","'));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const read = fieldsOf(csvLine(cells));
      expect(read.map((text, n) => (text === `'${cells[n]}` ? cells[n] : text))).toEqual(cells);
      expect(read.filter((text) => /^[=+\-@\t\r]/.test(text))).toEqual([]);
    }),
  );
});
