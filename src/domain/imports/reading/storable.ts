import { isObject } from '../../kernel/objects.js';
import type { Cell } from '../../files/sheets/file-contents.js';

/** Characters that the database cannot store: NUL and unpaired surrogates. */
const UNSTORABLE = /[\0\p{Cs}]/u;
const ALL_UNSTORABLE = new RegExp(UNSTORABLE, 'gu');

/** Whether a text can be stored: it has no NUL and no unpaired surrogate. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/** A text with every character that cannot be stored replaced by �. */
export const storableText = (text: string): string => text.replace(ALL_UNSTORABLE, '�');

/** Why a value of JSON cannot be stored: the first text in it that cannot, with its path; null if all can. */
export function explainUnstorable(value: unknown, path = ''): string | null {
  const explain = (text: string) =>
    `${path ? `${path} ` : ''}"${storableText(text)}" contains a character that cannot be stored`;
  if (typeof value === 'string') return isStorable(value) ? null : explain(value);
  if (!isObject(value)) return null;
  for (const [name, innerValue] of Object.entries(value)) {
    if (!isStorable(name)) return explain(name);
    const fault = explainUnstorable(
      innerValue,
      Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name,
    );
    if (fault !== null) return fault;
  }
  return null;
}

/** A value of JSON with every character that cannot be stored replaced by �. */
export function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, innerValue]) => [storableText(name), storableValue(innerValue)]),
  );
}

/** An error cell for a text that cannot be stored, with its storable form. */
interface UnstorableCell {
  readonly error: string;
  readonly unstorable: true;
}

/** The cell itself, or an error cell if its text cannot be stored. */
export function storableCell(cell: Cell): Cell | UnstorableCell {
  const text = typeof cell === 'object' && cell !== null ? cell.error : cell;
  return typeof text !== 'string' || isStorable(text) ? cell : { error: storableText(text), unstorable: true };
}

/** Whether a cell is an error cell for a text that could not be stored. */
export const isUnstorable = (cell: Cell | undefined): cell is UnstorableCell =>
  typeof cell === 'object' && cell !== null && 'unstorable' in cell && typeof cell.error === 'string';
