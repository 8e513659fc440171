import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bidi } from './bidi.js';
import { fontFor, fonts, hasOtherScript } from './fonts.js';
import { frame } from './layout.js';
import { splitPieces, type TextPiece, withScripts } from './scripts.js';
import { inVisualOrder } from './visual-order.js';
import { BREAK, withBreaks, withoutBreaks } from './word-breaks.js';

const pieces = (text: string): TextPiece[] => splitPieces([{ text, style: {} }]).pieces;
/** The characters of a text from left to right, in the order its pieces are drawn on a line. */
const visual = (text: string): string =>
  inVisualOrder(pieces(text))
    .map((piece) => ((piece.bidiLevel ?? 0) % 2 === 1 ? [...piece.text].reverse().join('') : piece.text))
    .join('');

test.each([
  ['שלום', 'םולש'],
  ['abc שלום def', 'abc םולש def'],
  ['שלום (תל אביב) 12', '12 (ביבא לת) םולש'],
  ['Crew [שלום] & Co', 'Crew [םולש] & Co'],
  ['محمد، علي', 'يلع ،دمحم'],
  ['בן-גוריון 1948-2026', '1948-2026 ןוירוג-ןב'],
  ['王小明 (Wang)', '王小明 (Wang)'],
  ['\u202Babc\u202C', 'abc'],
])('%s is drawn as %s', (text, expected) => expect(visual(text)).toBe(expected));

test('pieces are in the order of the Unicode algorithm, each character once', () => {
  const unit = fc.constantFrom('a', 'B', 'ש', 'ל', 'م', 'ح', '1', '2', '(', ')', '[', '-', '.', ',', '王', '김', '&');
  fc.assert(
    fc.property(fc.string({ unit, minLength: 1, maxLength: 30 }), (text) => {
      expect(visual(text)).toBe(bidi.getReorderedString(text, bidi.getEmbeddingLevels(text)));
    }),
    { numRuns: 1000 },
  );
});

test.each<[string, readonly string[]]>([
  ['Ridge Line Barns', ['Roboto']],
  ['مباني', ['Arabic']],
  ['אסמי', ['Hebrew']],
  ['建築・サトウ', ['Han']],
  ['김철수 창고', ['Hangul']],
  ['โรงเก็บ', ['Thai']],
  ['विद्यार्थी', ['Devanagari']],
  ['Sheds 👩‍🔧', ['Roboto', 'Emoji']],
  ['© ™ → ½', ['Roboto']],
])('%s is set in %j', (text, expected) => {
  expect([...new Set(pieces(text).map(({ font = 'Roboto' }) => font))].filter((font) => font !== undefined)).toEqual(
    expected,
  );
});

test('characters that belong together stay in one piece: emoji sequences, joined letters, words', () => {
  expect(pieces('👩‍🔧👍🏽🇺🇸').map(({ text }) => text)).toEqual(['👩‍🔧👍🏽🇺🇸']);
  expect(pieces('نمی\u200cدانم خوب').map(({ text }) => text)).toEqual(['نمی\u200cدانم خوب']);
  expect(pieces('שָׁלוֹם').map(({ text }) => text)).toEqual(['שָׁלוֹם']);
});

test('words break where their script allows it', () => {
  const parts = (...args: Parameters<typeof withBreaks>) => withBreaks(...args).split(BREAK);
  expect(parts('โรงเก็บของ', 'Thai', false)).toEqual(['โรง', 'เก็บ', 'ของ']);
  expect(parts('น้ำ', 'Thai', false)).toEqual(['น\u0e4d\u0e49\u0e32']);
  expect(parts('ก'.repeat(40), 'Thai', false).length).toBeGreaterThan(1);
  expect(parts('विद्यार्थी', 'Devanagari', false)).toEqual(['विद्यार्थी']);
  expect(parts('विद्यार्थी क्षेत्र', 'Devanagari', true)).toEqual(['वि', 'द्या', 'र्थी', ' ', 'क्षे', 'त्र']);
  expect(parts('براري', 'Arabic', false)).toEqual(['براري']);
  expect(parts('براري', 'Arabic', true)).toEqual(['ب\u200d', '\u200dر', 'ا', 'ر', 'ي']);
});

test('the parts of a word form the word again on a line, and stay joined across lines', () => {
  for (const [text, font] of [
    ['مبانيالبراري', 'Arabic'],
    ['विद्यार्थी', 'Devanagari'],
  ] as const)
    // prettier-ignore
    expect(withoutBreaks(withBreaks(text, font, true))).toBe(text);
  const [first = '', second = '', ...rest] = withBreaks('بيت', 'Arabic', true).split(BREAK);
  expect(withoutBreaks(`${first}${BREAK}${second}${BREAK}`)).toBe('بي\u200d');
  expect(withoutBreaks(rest.join(BREAK))).toBe('\u200dت');
});

test('a document with only Roboto letters is unchanged', () => {
  const document = frame({ title: 'Häuser', company: 'Łódź Barns', paper: 'A4', changedAt: '2026-11-18', content: ['Müller', { text: 'Ćevapi' }, { table: { body: [['Ω', 'Ж']] } }] }); // prettier-ignore
  expect(withScripts(document).content).toEqual(document.content);
});

test('each paragraph has its own direction, and a long right-to-left one is aligned right', () => {
  const long = 'שלום עולם '.repeat(12).trim();
  const document = frame({
    title: 'x',
    company: 'y',
    paper: 'A4',
    changedAt: '2026-11-18',
    content: [{ text: `${long}\nEnglish with שלום`, style: 'faint' }],
  });
  expect(withScripts(document).content).toMatchObject([
    { style: 'faint', stack: [{ alignment: 'right' }, expect.not.objectContaining({ alignment: 'right' })] },
  ]);
});

test('the fonts have the characters of the scripts', () => {
  const { resolve } = createRequire(import.meta.url);
  const pdfkit = createRequire(createRequire(resolve('pdfmake/package.json')).resolve('pdfkit'));
  const fontkit = pdfkit('fontkit') as { create(bytes: Buffer): { characterSet: number[] } };
  const sets = new Map(
    Object.entries(fonts).map(([name, { normal }]) => [
      name,
      new Set(fontkit.create(readFileSync(normal)).characterSet),
    ]),
  );
  const ranges = [[0x4e00, 0x9fa5], [0x3041, 0x3096], [0x30a1, 0x30fa], [0xac00, 0xd7a3], [0x5d0, 0x5ea], [0x621, 0x64a], [0xe01, 0xe3a], [0xe3f, 0xe5b], [0x900, 0x97f], [0x1f600, 0x1f64f], [0xff01, 0xff0e], [0xff10, 0xff5e]] as const; // prettier-ignore
  const missing = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, n) => from + n).filter((code) => {
      const character = String.fromCodePoint(code);
      return !hasOtherScript(character) || !sets.get(fontFor(character) ?? '')?.has(code);
    }),
  );
  expect(missing).toEqual([]);
});
