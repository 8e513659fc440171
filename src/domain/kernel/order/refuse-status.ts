import { invalid } from '../errors.js';
import { readStatus } from './status.js';

/**
 * Throws for a text that is not an order status; accepts undefined. Separate from the statuses themselves, which the
 * dashboard loads without the catalogue of errors.
 */
export function refuseUnknownStatus(text: string | undefined): void {
  if (text !== undefined && !readStatus(text)) throw invalid('status', `"${text}" is not an order status`);
}
