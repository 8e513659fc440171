import { isUtf8 } from 'node:buffer';

/** Thrown for bytes that are not UTF-8, with the first invalid line. */
export class NotUtf8 extends Error {
  constructor(readonly line: number) {
    super(`line ${line} is not valid UTF-8`);
    this.name = 'NotUtf8';
  }
}

/** Decodes UTF-8 without its byte order mark. Throws `NotUtf8` rather than substituting characters. */
export function utf8Text(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new NotUtf8(firstBadLine(bytes));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.startsWith(MARK) ? text.slice(1) : text;
}

/** Bytes that arrive in pieces of any length. */
export type BytePieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Decodes UTF-8 without its byte order mark, piece by piece, without keeping earlier pieces. Throws `NotUtf8` like
 * `utf8Text`.
 */
export async function* utf8Pieces(bytes: BytePieces): AsyncGenerator<string> {
  let rest: Uint8Array = Buffer.alloc(0);
  let line = 1;
  let isFirst = true;
  for await (const piece of bytes)
    for (let at = 0; at < piece.length; at += PIECE_BYTES) {
      const all = Buffer.concat([rest, piece.subarray(at, at + PIECE_BYTES)]);
      const completeBytes = all.subarray(0, endOfWhole(all));
      rest = all.subarray(completeBytes.length);
      if (completeBytes.length === 0) continue;
      const text = decode(completeBytes, line);
      line += countLines(completeBytes);
      yield isFirst && text.startsWith(MARK) ? text.slice(1) : text;
      isFirst = false;
    }
  if (rest.length > 0) throw new NotUtf8(line);
}

function decode(completeBytes: Buffer, line: number): string {
  if (!isUtf8(completeBytes)) throw new NotUtf8(line - 1 + firstBadLine(completeBytes));
  return completeBytes.toString('utf8');
}

/** The length without an incomplete character at the end, whose other bytes have not arrived yet. */
function endOfWhole(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

const MARK = '\uFEFF';
const PIECE_BYTES = 256 * 1024;
const LINE_END = 10;
const BLOCK_BYTES = 65_536;

/** The number of the first line that is not UTF-8; skips whole blocks of valid lines. */
export function firstBadLine(bytes: Uint8Array): number {
  let from = 0;
  let line = 1;
  for (let step = BLOCK_BYTES; from < bytes.length;) {
    const end = bytes.indexOf(LINE_END, from + step);
    const next = end < 0 ? bytes.length : end + 1;
    const block = bytes.subarray(from, next);
    if (isUtf8(block)) {
      line += countLines(block);
      from = next;
    } else if (step > 0) step = 0;
    else return line;
  }
  return line;
}

function countLines(block: Uint8Array): number {
  let lines = 0;
  for (let at = block.indexOf(LINE_END); at >= 0; at = block.indexOf(LINE_END, at + 1)) lines += 1;
  return lines;
}
