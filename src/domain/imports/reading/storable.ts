import type { Cell } from '../../files/sheets/file-contents.js';

/** NUL and halves of characters: no text in the database has them. */
const UNSTORABLE = /[\0\p{Cs}]/u;
const ALL_UNSTORABLE = new RegExp(UNSTORABLE, 'gu');

/** Whether a text can be stored: it has no NUL and no half of a character. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/** A text as it can be stored, with � in the place of what cannot. */
export const storableText = (text: string): string => text.replace(ALL_UNSTORABLE, '�');

/** A cell whose text cannot be stored as it came: an error cell that shows what there is of it. */
interface UnstorableCell {
  readonly error: string;
  readonly unstorable: true;
}

/** A cell as it can be stored: the same, unless its text cannot. */
export function storableCell(cell: Cell): Cell | UnstorableCell {
  const text = typeof cell === 'object' && cell !== null ? cell.error : cell;
  return typeof text !== 'string' || isStorable(text) ? cell : { error: storableText(text), unstorable: true };
}

/** Whether the text of a cell could not be stored as it came. */
export const isUnstorable = (cell: Cell | undefined): cell is UnstorableCell =>
  typeof cell === 'object' && cell !== null && 'unstorable' in cell && typeof cell.error === 'string';
