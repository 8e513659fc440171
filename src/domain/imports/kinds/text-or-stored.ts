import { plainText } from '../reading/labels.js';

/** Returns the stored text if the row's text differs only in spacing; otherwise the row's text. */
export const textOrStored = <T>(value: T, storedText: string | null | undefined): T | string =>
  typeof storedText === 'string' && value === plainText(storedText) ? storedText : value;
