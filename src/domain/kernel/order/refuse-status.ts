import { invalid } from '../errors.js';
import { readStatus } from './status.js';

/** Refuses a text that is not a status; undefined passes. */
export function refuseUnknownStatus(text: string | undefined): void {
  if (text !== undefined && !readStatus(text)) throw invalid('status', `"${text}" is not an order status`);
}
