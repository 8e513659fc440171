import type { ScriptFont } from './fonts.js';

/** Marks where a line may break inside a word. The renderer draws the parts that stay on one line as a single text. */
export const BREAK = '\u200b';
const JOIN = '\u200d';

type ShapedScript = 'Arabic' | 'Thai' | 'Devanagari';

/**
 * Whether letters of a font change shape or position with their neighbors, so that a word cannot be broken just
 * anywhere.
 */
export const hasOwnBreaks = (font: ScriptFont | null): font is ShapedScript =>
  font === 'Arabic' || font === 'Thai' || font === 'Devanagari';

/** Marks where lines may break: in Thai, which has no spaces, between words; in other scripts, inside long words. */
export function withBreaks(text: string, font: ShapedScript, areWordsLong: boolean): string {
  if (font === 'Thai') return thaiWords(text);
  if (!areWordsLong) return text;
  return font === 'Arabic' ? arabicLetters(text) : syllables(text).join(BREAK);
}

const LONGEST_THAI = 12;
/** A vowel whose ring belongs below a tone mark; the renderer would draw it above. */
const SARA_AM = /([\u0e48-\u0e4b]?)\u0e33/g;
const words = new Intl.Segmenter('th', { granularity: 'word' });
const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' });
const clusters = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

const thaiWords = (text: string): string =>
  Array.from(words.segment(text), ({ segment }) =>
    segment.length > LONGEST_THAI ? clusters(segment).join(BREAK) : segment,
  )
    .join(BREAK)
    .replaceAll(SARA_AM, '\u0e4d$1\u0e32');

/** Splits a word into syllables; consonants joined by a virama belong to the same one. */
function syllables(text: string): string[] {
  const syllableList: string[] = [];
  for (const cluster of clusters(text)) {
    const last = syllableList.at(-1);
    if (last !== undefined && /\u094d[\u200c\u200d]?$/.test(last))
      syllableList[syllableList.length - 1] = last + cluster;
    else syllableList.push(cluster);
  }
  return syllableList;
}

/** Letters that do not join the next one: right-joining letters and hamza. */
const ENDS =
  /^[\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef]/;
const HAMZA = /^\u0621/;

/** Marks breaks between Arabic letters; joiners on both sides preserve the shapes of the letters. */
function arabicLetters(text: string): string {
  const letters = clusters(text);
  return letters
    .map((letter, at) => {
      const next = letters[at + 1];
      if (next === undefined) return letter;
      const isJoined = /^\p{L}/u.test(letter) && !ENDS.test(letter) && /^\p{L}/u.test(next) && !HAMZA.test(next);
      return isJoined ? `${letter}${JOIN}${BREAK}${JOIN}` : `${letter}${BREAK}`;
    })
    .join('');
}

/** Removes the breaks from text that was not broken there; letters stay joined to those on other lines. */
export const withoutBreaks = (text: string): string =>
  text.replace(/\u200d?\u200b\u200d?(?!$)/g, '').replace(BREAK, '');
