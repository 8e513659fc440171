import type { MenuLink } from '../menu.js';

/** A result: something to open or to run. */
export interface Hit {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  /** An address, or an action. */
  readonly go: string | (() => void);
}

/** The kinds of records to search; a text such as `payment 12` selects one of them. */
export const searched = ['order', 'invoice', 'payment', 'shop', 'repair', 'driver'] as const;
export type Searched = (typeof searched)[number];

/** A parsed query: words, and a kind of records if the text names one. */
export interface Wanted {
  readonly kind: Searched | null;
  readonly text: string;
}

/** Parses `Payment 12` as payments matching 12; any other text is unchanged. */
export function readWanted(typed: string): Wanted {
  const text = typed.trim();
  const parts = /^(\w+?)s?\s+(\S.*)$/.exec(text);
  const kind = searched.find((one) => one === parts?.[1]?.toLowerCase());
  return kind ? { kind, text: parts?.[2] ?? '' } : { kind: null, text };
}

/** Whether a text is long enough to search records: one digit, or two letters. */
export const isSearchable = ({ text }: Wanted): boolean => /\p{N}|\p{L}.*\p{L}/u.test(text);

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** Whether every word of a text occurs in a name. */
export const hasWords = (name: string, text: string): boolean =>
  text.split(/\s+/).every((word) => contains(name, word));

/** The screens with these words in their names. */
export const screenHits = (screens: readonly MenuLink[], text: string): Hit[] =>
  screens
    .filter(({ label }) => hasWords(label, text))
    .map(({ label, path }) => ({ key: path.replace(/\W/g, '-'), label, note: 'Screen', go: path }));

/** A found record: its result, and the texts that can match it. */
export interface Found extends Hit {
  readonly by: readonly (string | null)[];
}

const MOST = 8;

/** At most eight records that match the current text; excludes responses to earlier texts. */
export const recordHits = (found: readonly Found[], { text }: Wanted): Hit[] =>
  found
    .filter(({ by }) => by.some((one) => one !== null && contains(one, text)))
    .slice(0, MOST)
    .map(({ by: _, ...hit }) => hit);

/** Best match first: exact text, then prefixes, then the rest in their original order. */
export function ranked(hits: readonly Hit[], { text }: Wanted): Hit[] {
  const name = text.toLowerCase();
  const getRank = ({ label }: Hit) => {
    const own = label.toLowerCase();
    if (own === name) return 0;
    return name !== '' && own.startsWith(name) ? 1 : 2;
  };
  return hits.toSorted((a, b) => getRank(a) - getRank(b));
}
