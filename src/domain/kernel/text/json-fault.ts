import { placeAt, START, type TextPlace } from './text-window.js';

const BLANKS = /[ \t\n\r]*/y;
const NAME = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/** Parses a text like `JSON.parse`. Throws a SyntaxError with the line and column where it stops being JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof SyntaxError ? jsonFault(text) : error;
  }
}

/** Why a text that begins at `start` is not JSON: the first unexpected character, with its line and column. */
export function jsonFault(text: string, from = 0, start: TextPlace = START): SyntaxError {
  return unexpectedAt(text, faultAt(text, from), start);
}

/** An error for an unexpected position in a text. */
export function unexpectedAt(text: string, at: number, start: TextPlace = START): SyntaxError {
  const { line, column } = placeAt(text, at, start);
  const codePoint = text.codePointAt(at);
  const what = codePoint === undefined ? 'end' : JSON.stringify(String.fromCodePoint(codePoint));
  return new SyntaxError(`unexpected ${what} at line ${line}, column ${column + 1}`);
}

type ExpectedToken = 'value' | 'first' | 'name' | 'colon' | 'next';

/** The position of the first mistake in or after the value that begins at `from`. */
function faultAt(text: string, from: number): number {
  const openBrackets: ('[' | '{')[] = [];
  let expected: ExpectedToken = 'value';
  for (let at = skip(BLANKS, text, from); at < text.length; at = skip(BLANKS, text, at)) {
    const character = text.charAt(at);
    const inside = openBrackets.at(-1);
    const isClosing = character === (inside === '{' ? '}' : ']');
    if (inside !== undefined && isClosing && (expected === 'next' || expected === 'first')) {
      openBrackets.pop();
      expected = 'next';
      at += 1;
    } else if (expected === 'next') {
      if (inside === undefined || character !== ',') return at;
      expected = inside === '{' ? 'name' : 'value';
      at += 1;
    } else if (expected === 'colon') {
      if (character !== ':') return at;
      expected = 'value';
      at += 1;
    } else if (inside === '{' && expected !== 'value') {
      const end = endOfText(text, at);
      if (character !== '"' || text[end] !== '"') return end;
      expected = 'colon';
      at = end + 1;
    } else if (character === '[' || character === '{') {
      openBrackets.push(character);
      expected = 'first';
      at += 1;
    } else {
      const end = endOfScalar(text, at);
      if (end.isFault) return end.at;
      expected = 'next';
      at = end.at;
    }
  }
  return text.length;
}

function endOfScalar(text: string, at: number): { readonly at: number; readonly isFault: boolean } {
  if (text[at] === '"') {
    const end = endOfText(text, at);
    return text[end] === '"' ? { at: end + 1, isFault: false } : { at: end, isFault: true };
  }
  const end = Math.max(skip(NUMBER, text, at), skip(WORD, text, at));
  return { at: end, isFault: end === at };
}

/** Where a string ends: at its closing quote, or at a character it cannot contain. */
const endOfText = (text: string, at: number): number => skip(NAME, text, at);

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
