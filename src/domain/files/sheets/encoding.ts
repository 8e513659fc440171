import { isUtf8 } from 'node:buffer';
import { toDamaged, UnreadableFile } from './limits.js';

/** Detects UTF-16 by its byte order mark, or by zeros in every other byte at the beginning. */
export function toUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return null;
}

/**
 * Decodes an XML part by its byte order mark or its declaration. Throws `UnreadableFile` for bytes that are invalid in that
 * encoding.
 */
export async function* xmlText(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decode: ((chunk: Buffer) => string) | null = null;
  for await (const chunk of chunks) {
    decode ??= getDecoder(chunk);
    yield decode(chunk);
  }
  decode?.(Buffer.of(0x20)); // throws if the last character is incomplete
}

function getDecoder(first: Buffer): (chunk: Buffer) => string {
  const xmlEncoding = /^(?:\xEF\xBB\xBF)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w-]+)["']/.exec(
    first.toString('latin1', 0, 256),
  )?.[1];
  const label = toUtf16(first) ?? xmlEncoding?.toLowerCase() ?? 'utf-8';
  if (label === 'utf-8' || label === 'utf8' || label === 'us-ascii') return utf8();
  if (['windows-1252', 'iso-8859-1', 'latin1'].includes(label)) return windows1252;
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return (chunk) => orDamaged(() => decoder.decode(chunk, { stream: true }));
  } catch (error) {
    throw error instanceof UnreadableFile ? error : toDamaged();
  }
}

function orDamaged<T>(work: () => T): T {
  try {
    return work();
  } catch {
    throw toDamaged();
  }
}

/** Decodes UTF-8 piece by piece. The bytes of an incomplete character wait for the next piece. */
export function utf8(): (chunk: Buffer) => string {
  let rest: Buffer = Buffer.alloc(0);
  let hasBegun = false;
  return (chunk) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = wholeCharacters(bytes);
    rest = bytes.subarray(end);
    const complete = bytes.subarray(0, end);
    if (!isUtf8(complete)) throw toDamaged();
    const text = complete.toString('utf8');
    const from = !hasBegun && text.startsWith('\uFEFF') ? 1 : 0;
    hasBegun ||= text.length > 0;
    return text.slice(from);
  };
}

function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

// Characters that Windows-1252 has where Latin-1 has control characters. Node 20 decodes it as Latin-1.
const SPECIAL = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

export const windows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\x80-\x9f]/g, (character) => SPECIAL[character.charCodeAt(0) - 0x80] ?? character);
