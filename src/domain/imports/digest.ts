import { createHash } from 'node:crypto';
import type { BytePieces } from '../kernel/text/utf8-text.js';
import type { Pace } from '../kernel/pace.js';

/** SHA-256, in hex, of texts or bytes read in pieces. */
export async function computeDigest(pieces: BytePieces | Iterable<string>, pace: Pace): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    hash.update(piece);
    if (pace.isDue()) await pace.rest();
  }
  return hash.digest('hex');
}

/** The digest of the JSON text of a list. */
export const digestOfList = (rows: readonly unknown[], pace: Pace) => computeDigest(toJson(rows), pace);

function* toJson(rows: readonly unknown[]): Generator<string> {
  for (const [n, row] of rows.entries()) yield (n ? ',' : '[') + (JSON.stringify(row) ?? 'null');
  yield rows.length > 0 ? ']' : '[]';
}
