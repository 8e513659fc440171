import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './csv.js';

test('quotes cells that would break the line, and leaves the rest unchanged', () => {
  expect(csvLine(['plain', 'a,b', 'say "no"', 'two\nlines', 12.5, true, null, undefined])).toBe(
    'plain,"a,b","say ""no""","two\nlines",12.5,true,,\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@sum(a1)', '\tx', '\rx'])('keeps %j as text', (text) => {
  expect(csvLine([text]).replace(/^"/, '').startsWith("'")).toBe(true);
});

test('leaves a negative number as a number', () => {
  expect(csvLine([-12.5])).toBe('-12.5\r\n');
});

/** One line as a spreadsheet reads it. */
const getFields = (line: string): string[] =>
  [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

const withoutApostrophes = (text: string): string =>
  text.replace(/^'(?=[=+\-@\t\r])/, '').replace(/([;\t\r\n]"*)'(?=[=+\-@])/g, '$1');

test('reads back as written, and nothing in it begins like a formula', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom('=', '+', '-', '@', '"', ',', ';', ';=1', '\t-1', '\n"=', '\r\n', '=cmd|a!b', '","'),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const fields = getFields(csvLine(cells));
      expect(fields.map(withoutApostrophes)).toEqual(cells.map(withoutApostrophes));
      expect(fields.filter((text) => /^[=+\-@\t\r]/.test(text))).toEqual([]);
      const elsewhere = csvLine(cells).split(/[;\t\r\n]/); // a spreadsheet that uses these separators ignores quotation marks
      expect(elsewhere.filter((text) => /^(?:"")*[=+\-@]/.test(text))).toEqual([]); // after an odd number it is text
    }),
    { examples: [[['"+', '=']]] },
  );
});

test('protects a formula after separators used in other countries, and quotes every separator', () => {
  expect(csvLine(['Barn;=HYPERLINK("http://x")', 'a\t+1', 'x;y', 'two\n@sum', 'a;b-c', ';"=1'])).toBe(
    `"Barn;'=HYPERLINK(""http://x"")","a\t'+1","x;y","two\n'@sum","a;b-c",";""'=1"\r\n`,
  );
});
