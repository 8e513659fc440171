import { text, UnreadableValue } from '../../../imports/reading/values.js';

/** Required text of at most 200 characters. */
export const requireText = (field: string, value: unknown): string => requirePresent(field, limitText(field, value));

/** Text of at most 200 characters; null when empty. */
export const limitText = (field: string, value: unknown): string | null => upTo(200, field, value);

/** Free text such as a note or a line's name, at most 5,000 characters; null when empty. */
export const prose = (field: string, value: unknown): string | null => upTo(5000, field, value);

/** The text of a required field. Throws UnreadableValue if it is empty. */
export function requirePresent(field: string, value: string | null): string {
  if (value === null) throw new UnreadableValue(`${field} is missing`);
  return value;
}

function upTo(most: number, field: string, value: unknown): string | null {
  const content = text(value);
  if (content !== null && content.length > most)
    throw new UnreadableValue(`${field} is longer than ${most.toLocaleString('en-US')} characters`);
  return content;
}
