import type { Problem } from './kind.js';
import { groupBy } from '../../kernel/objects.js';

/** Something that a spreadsheet names, and what distinguishes it from others with the same name. */
interface LabeledRecord {
  readonly id: string;
  readonly name: string;
  readonly within: string;
}

/** Unique spreadsheet names for records. */
export interface Labels {
  /** Its name; if others have the same, its name with its group, as in `Floor Kit (Barns)`, or else its ID. */
  of(id: string): string;
  has(id: string): boolean;
  /** Finds a record's ID by its name in any of these forms, ignoring case; or returns what the cell must contain. */
  find(column: string, value: string): { readonly id: string } | Problem;
}

/** Normalizes text for comparing and writing: single spaces, trimmed. */
export const plainText = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the stored text if the row's text differs only in spacing; otherwise the row's text. */
export const textOrStored = <T>(value: T, storedText: string | null | undefined): T | string =>
  typeof storedText === 'string' && value === plainText(storedText) ? storedText : value;

/** The search key of a name, which ignores case and spacing. */
export const keyText = (text: string): string => plainText(text).toLowerCase();

/** Whether two names are the same, ignoring case and spacing. */
export const isSameText = (a: string, b: string): boolean => keyText(a) === keyText(b);

/** Names for records; `what` is what one is called with its article, `within` the word for what distinguishes them. */
export function buildLabels(rows: readonly LabeledRecord[], what: string, within: string): Labels {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byName = groupBy(rows, ({ name }) => keyText(name));
  const byFull = groupBy(rows, (row) => keyText(fullName(row)));
  const all = (index: ReadonlyMap<string, LabeledRecord[]>, text: string) => index.get(keyText(text)) ?? [];
  return {
    of: (id) => {
      const row = byId.get(id);
      if (!row) return id;
      if (all(byName, row.name).length === 1) return plainText(row.name);
      const rowName = fullName(row);
      return all(byFull, rowName).length === 1 && all(byName, rowName).length === 0 ? rowName : id;
    },
    has: (id) => byId.has(id),
    find: (column, value) => {
      const [first, ...duplicates] =
        [all(byName, value), all(byFull, value)].find((matches) => matches.length > 0) ?? [];
      if (first && duplicates.length === 0) return { id: first.id };
      if (byId.has(value)) return { id: value };
      const expected = first
        ? `listed with its ${within}, like "${fullName(first)}": several have this name`
        : `the name of ${what}`;
      return { column, value, expected };
    },
  };
}

const fullName = ({ name, within }: LabeledRecord): string => plainText(`${name} (${within})`);
