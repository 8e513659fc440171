import { invalid } from '../errors.js';
import { jsonFault, unexpectedAt } from './json-fault.js';
import type { Pace } from '../pace.js';
import { TextWindow, type TextPieces } from './text-window.js';

type Look = (value: unknown) => void;

/**
 * Parses a text that arrives in pieces, with the same result as `JSON.parse`. The elements of a list, at the top
 * level or inside objects, are cut out and parsed one by one, with rests in between, and the text of earlier ones is
 * dropped. Each element is passed to `look` as it arrives. Throws errors of the pieces, a SyntaxError if the text is
 * not JSON, and invalid-input if it has more values than `most`.
 */
export async function parsePaced(
  pieces: TextPieces,
  pace: Pace,
  look: Look,
  most: number = MOST_VALUES,
): Promise<unknown> {
  const reader = new PacedReader(new TextWindow(pieces), pace, look, most);
  try {
    const value = await reader.value(MOST_OPENED);
    await reader.end();
    return value;
  } catch (error) {
    await reader.skipRest();
    throw error;
  }
}

/** How deeply lists and objects may be nested. The parser recurses as deeply, and the stack is limited. */
export const MOST_LEVELS = 64;

/** Whether a value nests lists and objects deeper than `levels`. */
export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

/**
 * The most values. Many small values take thirty times the memory of their text; orders of 50 MB have a million or
 * two.
 */
const MOST_VALUES = 4_000_000;

/**
 * The longest value, in characters, that is parsed in one go, such as a row, and the most values in it. Orders with
 * many lines have 15,000 characters and 1,000 values.
 */
const MOST_AT_ONCE = 1024 * 1024;
const MOST_IN_ROW = 10_000;

/** The most names of an object that is read member by member, such as a choice for each order of a file. */
const MOST_NAMES = 50_000;

/** Down to which level nested objects are read member by member; anything deeper is parsed in one go. */
const MOST_OPENED = 4;
/** A number, true, false or null, up to the character that ends it. */
const WORD = /[^\s,:[\]{}"]*/y;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125] as const;

class PacedReader {
  private values = 0;
  /** Values inside the one that `endOfValue` scanned last: its commas, and the lists and objects in it. */
  private inside = 0;

  constructor(
    private readonly window: TextWindow,
    private readonly pace: Pace,
    private readonly look: Look,
    private readonly most: number,
  ) {}

  async value(depth: number): Promise<unknown> {
    if (!this.isAtNext()) await this.reachNext();
    const next = this.next();
    if (next === OPEN_LIST) return this.list();
    if (next === OPEN_OBJECT && depth > 0) return this.object(depth - 1);
    return this.wholeOrPromise();
  }

  async end(): Promise<void> {
    await this.reachNext();
    if (!Number.isNaN(this.next())) throw this.unexpected();
  }

  /** Reads the remaining pieces, in case one of them throws. */
  async skipRest(): Promise<void> {
    while (!this.window.isLast) {
      await this.window.skip();
      if (this.pace.isDue()) await this.pace.rest();
    }
  }

  private async list(): Promise<unknown[]> {
    const values: unknown[] = [];
    this.take(OPEN_LIST);
    await this.reachNext();
    if (this.skips(CLOSE_LIST)) return values;
    do {
      this.count();
      if (!this.isAtNext()) await this.reachNext();
      const value = this.wholeOrPromise();
      values.push(value instanceof Promise ? await value : value);
      if (this.pace.isDue()) await this.pace.rest();
      if (!this.isAtNext()) await this.reachNext();
    } while (this.skips(COMMA));
    this.take(CLOSE_LIST);
    return values;
  }

  private async object(depth: number): Promise<object> {
    const members: [string, unknown][] = [];
    this.take(OPEN_OBJECT);
    await this.reachNext();
    if (this.skips(CLOSE_OBJECT)) return {};
    do {
      this.count();
      if (members.length >= MOST_NAMES) throw tooWide(MOST_NAMES);
      if (!this.isAtNext()) await this.reachNext();
      if (this.next() !== QUOTE) throw this.unexpected();
      const name = this.wholeOrPromise();
      members.push([String(name instanceof Promise ? await name : name), await this.member(depth)]);
      if (this.pace.isDue()) await this.pace.rest();
      if (!this.isAtNext()) await this.reachNext();
    } while (this.skips(COMMA));
    this.take(CLOSE_OBJECT);
    return Object.fromEntries(members);
  }

  private async member(depth: number): Promise<unknown> {
    if (!this.isAtNext()) await this.reachNext();
    this.take(COLON);
    return this.value(depth);
  }

  /** One value: directly if all of its text has arrived; otherwise a promise of it, which takes longer. */
  private wholeOrPromise(): unknown {
    const end = this.endOfValue();
    return this.isAllOf(end) ? this.parsePiece(end) : this.readWhole();
  }

  private async readWhole(): Promise<unknown> {
    let end = this.endOfValue();
    while (!this.isAllOf(end)) {
      if (this.window.text.length - this.window.at > MOST_AT_ONCE) throw tooLong();
      await this.more();
      end = this.endOfValue();
    }
    return this.parsePiece(end);
  }

  /** Whether a value that ends here is complete, so that later text cannot extend it. */
  private isAllOf(end: number): boolean {
    return end < this.window.text.length || this.window.isLast;
  }

  private parsePiece(end: number): unknown {
    const { window } = this;
    if (end === window.at) throw this.unexpected();
    if (end - window.at > MOST_AT_ONCE) throw tooLong();
    this.count(this.inside);
    const value = this.parse(window.text, window.at, end);
    window.at = end;
    this.look(value);
    return value;
  }

  private parse(text: string, from: number, end: number): unknown {
    try {
      return JSON.parse(text.slice(from, end));
    } catch (error) {
      throw error instanceof SyntaxError ? jsonFault(text.slice(0, end), from, this.window.place) : error;
    }
  }

  private endOfValue(): number {
    const { text, at } = this.window;
    this.inside = 0;
    const first = this.next();
    if (first === QUOTE) return endOfString(text, at) + 1;
    if (first === OPEN_LIST || first === OPEN_OBJECT) return this.endOfBrackets(text, at);
    WORD.lastIndex = at;
    WORD.test(text);
    return WORD.lastIndex;
  }

  private endOfBrackets(text: string, from: number): number {
    let depth = 0;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = endOfString(text, at);
      else if (code === COMMA) this.countInside();
      else if (code === OPEN_LIST || code === OPEN_OBJECT) {
        if (depth++ > 0) this.countInside();
      } else if ((code === CLOSE_LIST || code === CLOSE_OBJECT) && --depth === 0) return at + 1;
    }
    return text.length;
  }

  /** Skips whitespace in the text that has arrived; returns whether another character follows. */
  private isAtNext(): boolean {
    const { window } = this;
    while (isBlank(window.text.charCodeAt(window.at))) window.at++;
    return window.at < window.text.length || window.isLast;
  }

  private async reachNext(): Promise<void> {
    while (!this.isAtNext()) await this.more();
  }

  private async more(): Promise<void> {
    await this.window.more();
    if (this.pace.isDue()) await this.pace.rest();
  }

  /** The current character; NaN at the end. */
  private next(): number {
    return this.window.text.charCodeAt(this.window.at);
  }

  private count(values = 1): void {
    this.values += values;
    if (this.values > this.most) throw tooMany(this.most);
  }

  private countInside(): void {
    this.inside += 1;
    if (this.inside > MOST_IN_ROW) throw tooWide(MOST_IN_ROW);
    if (this.values + this.inside > this.most) throw tooMany(this.most);
  }

  private skips(code: number): boolean {
    const isMatch = this.next() === code;
    if (isMatch) this.window.at++;
    return isMatch;
  }

  private take(code: number): void {
    if (!this.skips(code)) throw this.unexpected();
  }

  private unexpected(): SyntaxError {
    return unexpectedAt(this.window.text, this.window.at, this.window.place);
  }
}

const tooMany = (most: number) =>
  invalid('', `has more than ${most.toLocaleString('en-US')} values; split it into smaller parts`);
const tooLong = () => invalid('', 'has a row or value of more than 1 MB');
const tooWide = (most: number) =>
  invalid('', `has a row or value with more than ${most.toLocaleString('en-US')} values in it`);

/** The position of the closing quote of the string that begins at `from`; the text's end if it has none. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;
