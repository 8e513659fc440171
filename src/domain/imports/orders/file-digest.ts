import { createHash } from 'node:crypto';
import type { Pace } from '../../kernel/pace.js';

/** SHA-256, as hex, of the JSON text of a list, taken row by row. */
export async function digestOf(rows: readonly unknown[], pace: Pace): Promise<string> {
  const hash = createHash('sha256').update('[');
  for (const [n, row] of rows.entries()) {
    hash.update((n ? ',' : '') + (JSON.stringify(row) ?? 'null'));
    if (pace.isDue()) await pace.rest();
  }
  return hash.update(']').digest('hex');
}
