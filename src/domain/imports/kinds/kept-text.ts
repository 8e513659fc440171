import { plainText } from '../reading/labels.js';

/** A text as it is stored where a row says the same but for its blanks; else as the row says it. */
export const keptText = <T>(told: T, stored: string | null | undefined): T | string =>
  typeof stored === 'string' && told === plainText(stored) ? stored : told;
