import { plainText } from '../reading/labels.js';

/** Returns the stored text if the row's text differs only in spacing; otherwise the row's text. */
export const keptText = <T>(told: T, stored: string | null | undefined): T | string =>
  typeof stored === 'string' && told === plainText(stored) ? stored : told;
