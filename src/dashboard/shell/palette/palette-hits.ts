import type { Output } from '../../lib/server/api.js';
import type { MenuLink } from '../menu/menu.js';
import { isKeyOf } from '../../../domain/kernel/objects.js';

/** The groups of results, in the order used if they match equally well. */
export const hitGroups = [
  'Recent',
  'Actions',
  'Screens',
  'Reports',
  'Orders',
  'Invoices',
  'Payments',
  'Dealers',
  'Items',
  'Models',
  'Sizes',
  'Shops',
] as const;
export type HitGroup = (typeof hitGroups)[number];

/** A result: something to open or to run. */
export interface Hit {
  readonly key: string;
  readonly group: HitGroup;
  readonly label: string;
  readonly note: string;
  /** An address, or an action. */
  readonly go: string | (() => void);
}

export type FoundRecord = Output<'GET /api/search'>['items'][number];
type Kind = FoundRecord['kind'];

const kinds: Readonly<Record<Kind, HitGroup>> = {
  order: 'Orders',
  invoice: 'Invoices',
  repair: 'Invoices',
  driver: 'Invoices',
  payment: 'Payments',
  dealer: 'Dealers',
  item: 'Items',
  model: 'Models',
  size: 'Sizes',
  shop: 'Shops',
};

/** A parsed query: words, and a group of records if the text names one, such as `payment 12`. */
export interface ParsedQuery {
  readonly group: HitGroup | null;
  readonly text: string;
}

/** Parses `Payment 12` as payments matching 12; any other text is unchanged. */
export function readWanted(typedText: string): ParsedQuery {
  const text = typedText.trim();
  const parts = /^(\w+?)s?\s+(\S.*)$/.exec(text);
  const word = parts?.[1]?.toLowerCase() ?? '';
  return isKeyOf(kinds, word) ? { group: kinds[word], text: parts?.[2] ?? '' } : { group: null, text };
}

/** Whether a text is long enough to search records: one digit, or two letters. */
export const isSearchable = ({ text }: ParsedQuery): boolean => /\p{N}|\p{L}.*\p{L}/u.test(text);

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** Whether every word of a text occurs in a name. */
export const hasWords = (name: string, text: string): boolean =>
  text.split(/\s+/).every((word) => contains(name, word));

const toKey = (text: string): string => text.replace(/\W/g, '-');

/** The pages with these words in their names. */
export const pageHits = (group: HitGroup, pages: readonly MenuLink[], text: string): Hit[] =>
  pages
    .filter(({ label }) => hasWords(label, text))
    .map(({ label, path }) => ({ key: `${group}${toKey(path)}`, group, label, note: '', go: path }));

const addresses: Readonly<Record<Kind, (side: string, record: FoundRecord) => string>> = {
  order: (side, { _id }) => `/${side}/order/form?id=${_id}`,
  invoice: (side, { _id }) => `/${side}/invoice/form?id=${_id}`,
  repair: (side, { _id }) => `/${side}/repair/invoice/form?id=${_id}`,
  driver: (side, { _id }) => `/${side}/driver/invoice/form?id=${_id}`,
  payment: (side, { _id }) => `/${side}/payment/view?id=${_id}`,
  dealer: (_, { _id }) => `/company/dealer/form?id=${_id}`,
  item: (side, { _id }) => `/${side}/items/update?id=${_id}`,
  model: (side, { _id, category }) => `/${side}/shed/all?category=${category ?? ''}&model=${_id}`,
  size: (side, { _id }) => `/${side}/shed/form?id=${_id}`,
  shop: (_, { _id }) => `/company/shop/form?id=${_id}`,
};

/** The prefix of a result's note, in groups with several kinds. */
const kindNotes: Readonly<Partial<Record<Kind, string>>> = { repair: 'Repair', driver: 'Driver' };

/** The records of an answer: all of them if it answers this text, else those that it still matches. */
export const recordHits = (side: string, answer: Output<'GET /api/search'>, query: ParsedQuery): Hit[] =>
  answer.items
    .filter(({ kind }) => query.group === null || kinds[kind] === query.group)
    .filter(({ label, note }) => answer.text === query.text || contains(`${label} ${note}`, query.text))
    .map((record) => ({
      key: `${record.kind}-${record._id}`,
      group: kinds[record.kind],
      label: record.label,
      note: [kindNotes[record.kind], record.note].filter(Boolean).join(', '),
      go: addresses[record.kind](side, record),
    }));

/** Best match first: exact text, then prefixes, then the rest. */
function rank(label: string, { text }: ParsedQuery): number {
  const [labelText, name] = [label.toLowerCase(), text.toLowerCase()];
  if (labelText === name) return 0;
  return name !== '' && labelText.startsWith(name) ? 1 : 2;
}

/**
 * Results by group, without showing a recent page twice. The best match comes first, both among groups and within a
 * group; equal matches keep their order.
 */
export function groupHits(hits: readonly Hit[], query: ParsedQuery): { group: HitGroup; hits: Hit[] }[] {
  const recent = new Set(hits.filter(({ group }) => group === 'Recent').map(({ go }) => go));
  const once = hits.filter(({ group, go }) => group === 'Recent' || group === 'Actions' || !recent.has(go));
  const getRank = ({ label }: Hit) => rank(label, query);
  return hitGroups
    .map((group) => ({
      group,
      hits: once.filter((hit) => hit.group === group).toSorted((a, b) => getRank(a) - getRank(b)),
    }))
    .filter((one) => one.hits.length > 0)
    .toSorted((a, b) => Math.min(...a.hits.map(getRank)) - Math.min(...b.hits.map(getRank)));
}
