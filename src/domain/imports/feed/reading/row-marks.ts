import { createHash } from 'node:crypto';
import { toCents } from '../../../kernel/cents.js';
import { dollars, readOrNull } from '../../reading/values.js';

/** The digest by which a row or a file is recognized as unchanged. */
export const hashContent = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** The total before tax of a row in the sales system's format or ours, in cents; null if it has none. */
export function readTotal(row: object): number | null {
  const { subTotalDollarAmount, total }: Readonly<Record<string, unknown>> = { ...row };
  const amount = readOrNull(() => dollars('total', subTotalDollarAmount ?? total));
  return amount === null ? null : toCents(amount);
}
