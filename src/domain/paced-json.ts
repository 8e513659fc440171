import { invalid } from './errors.js';
import { jsonFault, unexpectedAt } from './json-fault.js';
import type { Pace } from './pace.js';

type Look = (value: unknown) => void;

/**
 * What `JSON.parse` makes of `text`, in slices: the elements of a list, at the top or inside of objects, are parsed one by
 * one, with rests between them. Each is shown to `look` as it comes. Throws SyntaxError where the text is no JSON, and
 * invalid-input where it holds more values than memory is kept for.
 */
export async function parsePaced(text: string, pace: Pace, look: Look): Promise<unknown> {
  const reader = new PacedReader(text, pace, look);
  const value = await reader.value(MOST_OPENED);
  reader.end();
  return value;
}

/** How deep lists and objects may be inside of each other: what reads them goes as deep, and the stack has an end. */
export const MOST_LEVELS = 64;

/** Whether a value has lists and objects inside of each other deeper than `levels`. */
export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

/** Many small values take thirty times the room of their text; orders of 50 MB have a million or two. */
const MOST_VALUES = 4_000_000;

/** Objects inside of objects whose members are read one by one; what is deeper is parsed at once. */
const MOST_OPENED = 4;
/** A number, true, false or null: as far as it goes. */
const WORD = /[^\s,:[\]{}"]*/y;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125] as const;

class PacedReader {
  private at = 0;
  private values = 0;

  constructor(
    private readonly text: string,
    private readonly pace: Pace,
    private readonly look: Look,
  ) {}

  async value(opened: number): Promise<unknown> {
    const next = this.next();
    if (next === OPEN_LIST) return this.list();
    if (next === OPEN_OBJECT && opened > 0) return this.object(opened - 1);
    return this.whole();
  }

  end(): void {
    if (!Number.isNaN(this.next())) throw this.unexpected();
  }

  private async list(): Promise<unknown[]> {
    const values: unknown[] = [];
    this.take(OPEN_LIST);
    if (this.skips(CLOSE_LIST)) return values;
    do {
      this.count();
      values.push(this.whole());
      if (this.pace.isDue()) await this.pace.rest();
    } while (this.skips(COMMA));
    this.take(CLOSE_LIST);
    return values;
  }

  private async object(opened: number): Promise<object> {
    const members: [string, unknown][] = [];
    this.take(OPEN_OBJECT);
    if (this.skips(CLOSE_OBJECT)) return {};
    do {
      this.count();
      if (this.next() !== QUOTE) throw this.unexpected();
      const name = this.whole() as string;
      this.take(COLON);
      members.push([name, await this.value(opened)]);
      if (this.pace.isDue()) await this.pace.rest();
    } while (this.skips(COMMA));
    this.take(CLOSE_OBJECT);
    return Object.fromEntries(members);
  }

  /** One value, however large, at once. */
  private whole(): unknown {
    const end = this.endOfValue();
    if (end === this.at) throw this.unexpected();
    const value = this.parsed(end);
    this.at = end;
    this.look(value);
    return value;
  }

  private parsed(end: number): unknown {
    try {
      return JSON.parse(this.text.slice(this.at, end));
    } catch (error) {
      throw error instanceof SyntaxError ? jsonFault(this.text.slice(0, end), this.at) : error;
    }
  }

  private endOfValue(): number {
    const first = this.next();
    if (first === QUOTE) return this.endOfString(this.at) + 1;
    if (first === OPEN_LIST || first === OPEN_OBJECT) return this.endOfBrackets();
    WORD.lastIndex = this.at;
    WORD.test(this.text);
    return WORD.lastIndex;
  }

  private endOfBrackets(): number {
    const { text } = this;
    let depth = 0;
    for (let at = this.at; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = this.endOfString(at);
      else if (code === COMMA) this.count();
      else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++;
      else if ((code === CLOSE_LIST || code === CLOSE_OBJECT) && --depth === 0) return at + 1;
    }
    return text.length;
  }

  /** Where the string that begins at `from` has its closing quote; the text's end when it has none. */
  private endOfString(from: number): number {
    for (let at = this.text.indexOf('"', from + 1); at !== -1; at = this.text.indexOf('"', at + 1)) {
      let escapes = 0;
      while (this.text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++;
      if (escapes % 2 === 0) return at;
    }
    return this.text.length;
  }

  /** Goes to the next character that is not blank; NaN at the end. */
  private next(): number {
    while (isBlank(this.text.charCodeAt(this.at))) this.at++;
    return this.text.charCodeAt(this.at);
  }

  private count(): void {
    this.values += 1;
    if (this.values > MOST_VALUES) throw invalid('', 'holds more than 4,000,000 values: split it into smaller files');
  }

  private skips(code: number): boolean {
    const found = this.next() === code;
    if (found) this.at++;
    return found;
  }

  private take(code: number): void {
    if (!this.skips(code)) throw this.unexpected();
  }

  private unexpected(): SyntaxError {
    return unexpectedAt(this.text, this.at);
  }
}

const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;
