import type { Output } from '../../../../lib/server/api.js';
import { count, formatCount, formatDate, money, percent } from '../../../../lib/format.js';
import { kindName } from '../alert-kinds.js';

export type AlertGroup = Output<'GET /api/orders/alerts/desk'>['groups'][number];
export type Suggestion = AlertGroup['suggestions'][number];

/** The parameters that identify a group in calls. */
export const toCause = ({ kind, words, within }: AlertGroup) => ({ kind, words, within });
export const toGroupKey = ({ kind, words, within }: AlertGroup): string => `${kind}|${within}|${words}`;

type Title = (name: string, place: string | null) => string;
const titles: Readonly<Record<string, Title>> = {
  'add-on': (name) => `${name} isn’t in the catalogue`,
  model: (name, place) => `${name} isn’t a model ${place ? `of ${place}` : 'in the catalogue'}`,
  dealer: (name, place) => `${name} isn’t a dealer${place ? ` of ${place}` : ''}`,
  shop: (name) => `${name} isn’t a shop`,
  size: (name) => `${name} isn’t in the catalogue`,
  'add-on-price': (name) => `${name}: price differs from the catalogue`,
  color: (name, place) => `${place ?? 'The'} color ${name} isn’t on the company’s list`,
};

const nameless: Readonly<Record<string, string>> = {
  'shop-missing': 'No shop',
  'base-price': 'Base price differs from the catalogue',
  total: 'Total differs from the computed total',
};

/** The problem of a group: `“Ridge Vent” isn’t in the catalogue`. */
export function formatTitle({ kind, name, place }: AlertGroup): string {
  if (name === null) return nameless[kind] ?? (kind === 'color-missing' ? `${place} color is missing` : kindName(kind));
  return titles[kind]?.(`“${name}”`, place) ?? `${kindName(kind)}: “${name}”`;
}

/** What a group holds back: `14 orders · 3 shops · $412.00 above, largest $180.00 · 9 held back only by this`. */
export function formatExtent({ kind, orders, shops, ready, difference, largest }: AlertGroup): string {
  const isByShop = kind === 'shop-missing' || kind === 'shop' || kind === 'dealer';
  return [
    formatCount(orders, 'order'),
    ...(shops > 1 && !isByShop ? [formatCount(shops, 'shop')] : []),
    ...(difference === null ? [] : [formatDifference(difference, orders, largest)]),
    ...(ready === 0 || ready === orders ? [] : [`${count(ready)} held back only by this`]),
  ].join(' · ');
}

function formatDifference(difference: number, orders: number, largest: number | null): string {
  const side = difference < 0 ? 'below' : 'above';
  const sum = `${orders > 1 ? 'together ' : ''}${money(Math.abs(difference))} ${side}`;
  return orders > 1 && largest !== null ? `${sum}, largest ${money(Math.abs(largest))}` : sum;
}

/** A suggested record with its category, price and why it is suggested. */
export const formatSuggestion = (suggestion: Suggestion): string =>
  [suggestion.name, suggestion.category, formatPrice(suggestion), formatWhy(suggestion)].filter(Boolean).join(' · ');

const formatPrice = ({ price, isPercent }: Suggestion): string | null =>
  price === null ? null : isPercent ? percent(price) : money(price);

const formatWhy = ({ alike, times }: Suggestion): string | null =>
  times > 0 ? `chosen ${formatCount(times, 'time')}` : alike === null ? null : `${count(alike)}% alike`;

/** The previous choice for this name: `last chosen as Ridge Vent 10 ft on 10/14/2025`; null if nothing was. */
export function formatLastChosen({ suggestions }: AlertGroup, timeZone: string): string | null {
  const last = suggestions.find(({ times }) => times > 0);
  return last?.lastChosen ? `last chosen as ${last.name} on ${formatDate(last.lastChosen, timeZone)}` : null;
}

/** A name at least this similar is preselected; the office still has to apply it. */
const CLOSE = 50;

/** The suggestion that the picker starts with: the previous choice, or a similar name; otherwise none. */
export const findLikely = ({ suggestions: [first] }: AlertGroup): string =>
  first && (first.times > 0 || (first.alike ?? 0) >= CLOSE) ? first._id : '';
