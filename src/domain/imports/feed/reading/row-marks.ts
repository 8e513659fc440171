import { createHash } from 'node:crypto';
import { toCents } from '../../../kernel/cents.js';
import { dollars, UnreadableValue } from '../../reading/values.js';

/** The values by which a row is recognized as unchanged. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The total before tax of a row in the sales system's format or ours, in cents; null if it has none. */
export function readTotal(row: object): number | null {
  const { subTotalDollarAmount, total }: Readonly<Record<string, unknown>> = { ...row };
  try {
    const amount = dollars('total', subTotalDollarAmount ?? total);
    return amount === null ? null : toCents(amount);
  } catch (error) {
    if (error instanceof UnreadableValue) return null;
    throw error;
  }
}
