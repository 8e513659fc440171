import { isUtf8 } from 'node:buffer';

/** Bytes that are not UTF-8, with the first line that is not. */
export class NotUtf8 extends Error {
  constructor(readonly line: number) {
    super(`line ${line} is not valid UTF-8`);
    this.name = 'NotUtf8';
  }
}

/** The text of UTF-8 bytes without a byte order mark. Throws `NotUtf8` rather than putting other characters in. */
export function utf8Text(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new NotUtf8(firstBadLine(bytes));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

const LINE_END = 10;
const BLOCK_BYTES = 65_536;

/** The number of the first line that is not UTF-8; whole blocks of lines are passed over at once. */
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
