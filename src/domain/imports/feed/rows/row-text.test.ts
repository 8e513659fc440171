import { expect, test } from 'vitest';
import { joinTexts, readRowText, toRowText } from './row-text.js';

test('a row is written as the text it was read from, or as JSON', () => {
  const text = '{"id": "A-1", "note": "two\\nlines"}';
  expect(toRowText(readRowText(text))).toBe(text);
  expect(toRowText({ id: 'A-1' })).toBe('{"id":"A-1"}');
});

test('joined texts are one line each, with the same values', () => {
  const rows = [{ note: 'two\nlines' }, { note: '"quoted" \\ text' }];
  const lines = joinTexts(rows.map((row) => JSON.stringify(row, null, 2))).split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(rows);
});
