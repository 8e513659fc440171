import { invalid } from '../errors.js';
import { readStatus } from './status.js';

/**
 * Refuses a text that is not a status; undefined passes. Apart from the statuses themselves, which the dashboard runs
 * without the catalogue of errors.
 */
export function refuseUnknownStatus(text: string | undefined): void {
  if (text !== undefined && !readStatus(text)) throw invalid('status', `"${text}" is not an order status`);
}
