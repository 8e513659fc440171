import { csvLine } from '../../files/csv.js';
import { present } from '../../kernel/objects.js';

/**
 * How a column is written. Money is stored in cents and written in dollars; instants are written as ISO 8601 in UTC.
 */
export type ValueKind = 'text' | 'number' | 'money' | 'flag' | 'day' | 'instant';

/** A column of an export. */
export interface ExportColumn {
  readonly name: string;
  readonly kind: ValueKind;
}

/** Converts rows in PostgreSQL's COPY text format to another format, several whole rows at a time. */
export interface Encoder {
  /** The bytes before the first row. */
  readonly head: Buffer;
  /** Encodes the whole rows in `input`. */
  encode(input: Buffer): Buffer;
}

const TAB = 9;
const NEWLINE = 10;
const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const BACKSLASH = 92;

/** Bytes being written; grows on demand. */
class Output {
  bytes: Buffer;
  at = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  reserve(more: number): void {
    if (this.at + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.at + more));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
}

/** Writes a format's part around and for a field that ends before `end`; appends to `out`. */
interface Format {
  readonly head: Buffer;
  /** The most bytes that a row of `length` bytes can become. */
  readonly room: (length: number) => number;
  readonly before: readonly Buffer[];
  readonly nothing: Buffer;
  readonly after: Buffer;
  readonly text: Field;
  readonly day: Field;
  readonly quotes: boolean;
}
type Field = (out: Output, input: Buffer, from: number, end: number) => void;

function makeEncoder(columns: readonly ExportColumn[], format: Format): Encoder {
  const kinds = columns.map(({ kind }) => kind);
  const write = kinds.map((kind) => chooseField(kind, format));
  const { before, nothing, after, room, head } = format;
  const count = columns.length;
  return {
    head,
    encode: (input) => {
      const { length } = input;
      const out = new Output(3 * length + (1 << 14));
      let at = 0;
      while (at < length) {
        out.reserve(room(Math.max(0, rowEnd(input, at) - at)));
        for (let n = 0; n < count; n++) {
          append(out, present(before[n])); // one for each column
          let end = at;
          for (let byte = byteAt(input, end); byte !== TAB && byte !== NEWLINE; byte = byteAt(input, end)) end++; // a row ends with a newline
          if (end - at === 2 && input[at] === BACKSLASH && input[at + 1] === 78) append(out, nothing);
          else present(write[n])(out, input, at, end); // likewise
          at = end + 1;
        }
        append(out, after);
      }
      return out.bytes.subarray(0, out.at);
    },
  };
}

function rowEnd(input: Buffer, at: number): number {
  const end = input.indexOf(NEWLINE, at);
  return end < 0 ? input.length : end;
}

/** The byte at an index within a list, where there always is one. */
const byteAt = (bytes: ArrayLike<number>, n: number): number => bytes[n] ?? 0;

const append = (out: Output, piece: Buffer): void => copyBytes(out, piece, 0, piece.length);

function copyBytes(out: Output, input: Buffer, from: number, end: number): void {
  const { bytes } = out;
  let { at } = out;
  for (let n = from; n < end; n++) bytes[at++] = byteAt(input, n);
  out.at = at;
}

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');

function chooseField(kind: ValueKind, { text, day, quotes }: Format): Field {
  switch (kind) {
    case 'text':
      return text;
    case 'day':
      return day;
    case 'number':
      return copyBytes;
    case 'money':
      return writeMoney;
    case 'flag':
      return (out, input, from) => append(out, input[from] === 116 ? TRUE : FALSE);
    case 'instant':
      return (out, input, from, end) => writeInstant(out, input, { from, end, quotes });
  }
}

/** Formats cents as dollars with two decimals. */
function writeMoney(out: Output, input: Buffer, from: number, end: number): void {
  const { bytes } = out;
  let { at } = out;
  let n = from;
  if (input[n] === MINUS) bytes[at++] = byteAt(input, n++);
  if (end - n < 3) bytes[at++] = ZERO;
  for (; n < end - 2; n++) bytes[at++] = byteAt(input, n);
  bytes[at++] = DOT;
  if (end - n < 2) bytes[at++] = ZERO;
  for (; n < end; n++) bytes[at++] = byteAt(input, n);
  out.at = at;
}

interface Span {
  readonly from: number;
  readonly end: number;
  readonly quotes: boolean;
}
const DATE_LENGTH = 10;
const ZONE_LENGTH = 3;

/** Formats `2026-03-02 08:30:00.5+00` as `2026-03-02T08:30:00.5Z`. The transaction's time zone is UTC. */
function writeInstant(out: Output, input: Buffer, { from, end, quotes }: Span): void {
  const { bytes } = out;
  let { at } = out;
  if (quotes) bytes[at++] = QUOTE;
  for (let n = from; n < end - ZONE_LENGTH; n++) bytes[at++] = n === from + DATE_LENGTH ? 84 : byteAt(input, n);
  bytes[at++] = 90;
  if (quotes) bytes[at++] = QUOTE;
  out.at = at;
}

const HEX = Buffer.from('0123456789abcdef');
const VERTICAL_TAB = Buffer.from(String.raw`\u000b`);

/** Formats text as a JSON string. The escapes of COPY equal those of JSON, except for the vertical tab. */
function writeJsonText(out: Output, input: Buffer, from: number, end: number): void {
  const { bytes } = out;
  let { at } = out;
  bytes[at++] = QUOTE;
  for (let n = from; n < end; n++) {
    const byte = byteAt(input, n);
    if (byte === QUOTE) {
      bytes[at++] = BACKSLASH;
      bytes[at++] = QUOTE;
    } else if (byte === BACKSLASH) {
      n++;
      const escaped = byteAt(input, n);
      if (escaped === 118) for (const one of VERTICAL_TAB) bytes[at++] = one;
      else {
        bytes[at++] = BACKSLASH;
        bytes[at++] = escaped;
      }
    } else if (byte < 32) {
      for (const one of [BACKSLASH, 117, ZERO, ZERO, byteAt(HEX, byte >> 4), byteAt(HEX, byte & 15)]) bytes[at++] = one;
    } else bytes[at++] = byte;
  }
  bytes[at++] = QUOTE;
  out.at = at;
}

function writeJsonDay(out: Output, input: Buffer, from: number, end: number): void {
  out.bytes[out.at++] = QUOTE;
  copyBytes(out, input, from, end);
  out.bytes[out.at++] = QUOTE;
}

/** One JSON object per line. */
export function ndjsonEncoder(columns: readonly ExportColumn[]): Encoder {
  const before = columns.map(({ name }, n) => Buffer.from(`${n === 0 ? '{' : ','}${JSON.stringify(name)}:`));
  const keys = before.reduce((sum, key) => sum + key.length, 0);
  return makeEncoder(columns, {
    ...{ head: Buffer.alloc(0), before, nothing: Buffer.from('null'), after: Buffer.from('}\n') },
    ...{ text: writeJsonText, day: writeJsonDay, quotes: true },
    room: (length) => keys + 6 * length + 8 * columns.length + 8,
  });
}

const isEscape: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Decodes COPY text to the stored text. */
const decode = (input: Buffer, from: number, end: number): string =>
  input.toString('utf8', from, end).replace(/\\(.)/gs, (_, sign: string) => isEscape[sign] ?? sign);

/** Bytes that prevent copying a field unchanged: quotes, separators, escapes, and the beginning of a formula. */
const special = new Uint8Array(256);
for (const sign of '"\\;') special[sign.charCodeAt(0)] = 1;
const formula = new Uint8Array(256);
for (const sign of '=+-@') formula[sign.charCodeAt(0)] = 1;

/** Formats text as a field of CSV. What a spreadsheet would read as a formula gets a leading apostrophe. */
function writeCsvText(out: Output, input: Buffer, from: number, end: number): void {
  let isSimple = formula[byteAt(input, from)] === 0;
  let hasComma = false;
  for (let n = from; n < end && isSimple; n++) {
    const byte = byteAt(input, n);
    isSimple = special[byte] === 0;
    if (byte === COMMA) hasComma = true;
  }
  if (isSimple) {
    if (hasComma) out.bytes[out.at++] = QUOTE;
    copyBytes(out, input, from, end);
    if (hasComma) out.bytes[out.at++] = QUOTE;
    return;
  }
  const field = Buffer.from(csvLine([decode(input, from, end)]).slice(0, -2));
  out.reserve(field.length + 2 * (input.length - end));
  append(out, field);
}

/** CSV with a header, in UTF-8 without a byte order mark, and with empty fields for unknown values. */
export function csvEncoder(columns: readonly ExportColumn[]): Encoder {
  const before = columns.map((_, n) => Buffer.from(n === 0 ? '' : ','));
  return makeEncoder(columns, {
    ...{ head: Buffer.from(csvLine(columns.map(({ name }) => name))), before, nothing: Buffer.alloc(0) },
    ...{ after: Buffer.from('\r\n'), text: writeCsvText, day: copyBytes, quotes: false },
    room: (length) => 3 * length + 8 * columns.length + 8,
  });
}
