import { plainText } from '../reading/labels.js';

/** Returns the stored text if the row's text differs only in spacing; otherwise the row's text. */
export const textOrStored = <T>(value: T, stored: string | null | undefined): T | string =>
  typeof stored === 'string' && value === plainText(stored) ? stored : value;
