import type { MenuLink } from '../menu.js';

/** Something to go to, or to do. */
export interface Hit {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  /** An address, or what is done. */
  readonly go: string | (() => void);
}

/** The kinds of records that are searched; a text such as `payment 12` asks for one of them. */
export const searched = ['order', 'invoice', 'payment', 'shop', 'repair', 'driver'] as const;
export type Searched = (typeof searched)[number];

/** What a text asks for: words, and the one kind of records where it names one. */
export interface Wanted {
  readonly kind: Searched | null;
  readonly text: string;
}

/** `Payment 12` as payments with 12; any other text as it is. */
export function readWanted(typed: string): Wanted {
  const text = typed.trim();
  const parts = /^(\w+?)s?\s+(\S.*)$/.exec(text);
  const kind = searched.find((one) => one === parts?.[1]?.toLowerCase());
  return kind ? { kind, text: parts?.[2] ?? '' } : { kind: null, text };
}

/** Whether records are worth searching for: a digit, or two letters. */
export const isSearchable = ({ text }: Wanted): boolean => /\p{N}|\p{L}.*\p{L}/u.test(text);

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** Whether every word of a text is in a name. */
export const hasWords = (name: string, text: string): boolean =>
  text.split(/\s+/).every((word) => contains(name, word));

/** The screens with these words in their names. */
export const screenHits = (screens: readonly MenuLink[], text: string): Hit[] =>
  screens
    .filter(({ label }) => hasWords(label, text))
    .map(({ label, path }) => ({ key: path.replace(/\W/g, '-'), label, note: 'Screen', go: path }));

/** A record found: its hit, and the texts it may be found by. */
export interface Found extends Hit {
  readonly by: readonly (string | null)[];
}

const MOST = 8;

/** The records that fit what is typed now, at most eight; answers to what was typed before are not among them. */
export const recordHits = (found: readonly Found[], { text }: Wanted): Hit[] =>
  found
    .filter(({ by }) => by.some((one) => one !== null && contains(one, text)))
    .slice(0, MOST)
    .map(({ by: _, ...hit }) => hit);

/** The best fit first: the very text, then what begins with it, then the rest as it came. */
export function ranked(hits: readonly Hit[], { text }: Wanted): Hit[] {
  const name = text.toLowerCase();
  const rankOf = ({ label }: Hit) => {
    const own = label.toLowerCase();
    if (own === name) return 0;
    return name !== '' && own.startsWith(name) ? 1 : 2;
  };
  return hits.toSorted((a, b) => rankOf(a) - rankOf(b));
}
