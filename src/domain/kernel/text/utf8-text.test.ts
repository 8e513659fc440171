import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstBadLine, NotUtf8, utf8Text } from './utf8-text.js';

test('returns any text, without its byte order mark', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const withoutMark = text.replace(/^\uFEFF/, '');
      expect(utf8Text(Buffer.from(withoutMark))).toBe(withoutMark);
      expect(utf8Text(Buffer.from(`\uFEFF${withoutMark}`))).toBe(withoutMark);
    }),
  );
});

test('reports the line of the first byte that is not UTF-8, wherever it is', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replace(/\n/g, ''));
  const long = fc.constantFrom('', 'ä'.repeat(70_000));
  const badBytes = fc.constantFrom('\xff', '\xc3', '\xe2\x82', '\xf4\x90\x80\x80', '\xed\xa0\x80');
  fc.assert(
    fc.property(fc.array(line), long, badBytes, fc.array(line), (before, filler, bytes, after) => {
      const lines = filler === '' ? before : [filler, ...before];
      const file = Buffer.concat([
        Buffer.from(lines.map((text) => `${text}\n`).join('')),
        Buffer.from(`x${bytes}x\n`, 'latin1'),
        Buffer.from(after.join('\n')),
      ]);
      expect(firstBadLine(file)).toBe(lines.length + 1);
      expect(() => utf8Text(file)).toThrow(NotUtf8);
      expect(() => utf8Text(file)).toThrow(`line ${lines.length + 1} is not valid UTF-8`);
    }),
  );
});
