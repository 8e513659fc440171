import { z } from 'zod';
import { audience, type ActorCtx } from '../context.js';
import { invalid } from '../errors.js';

/** The options of a list whose rows are all read first: search text, sort and page. */
export const Listing = z.object({
  search: z.string().trim().max(200).default(''),
  sort: z.string().max(60).default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(5000).default(60),
});
export type Listing = z.output<typeof Listing>;

/**
 * Refuses to sort a builder's list by a field that builders cannot see, because the order of the rows would reveal
 * it.
 */
export function refuseHiddenSort({ actor }: ActorCtx, sort: string, isShown: (field: string) => boolean): void {
  const field = sort.replace(/^-/, '');
  if (audience(actor) === 'builder' && field !== '' && !isShown(field))
    throw invalid('sort', 'is not a column to sort by');
}

/** The answer of a list: one page of rows, and the total count. */
export const getList = <R extends z.ZodType>(row: R) => z.object({ items: z.array(row), total: z.int() });

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The field of a sort, without the `-` for descending. */
export const toField = <S extends string>(sort: S) => sort.replace(/^-/, '') as S extends `-${infer F}` ? F : S;

/**
 * One page of a listing, and the total count. Searches the given fields for the text and sorts by the named field
 * (`-` for descending) in natural order, with rows without a value last. Without a sort, rows keep their order.
 */
export function getPage<Row extends object>(
  rows: readonly Row[],
  { search, sort, page, size }: Listing,
  fields: readonly (keyof Row & string)[],
): { items: Row[]; total: number } {
  const needle = search.toLowerCase();
  const matches = needle
    ? rows.filter((row) => fields.some((field) => formatText(row[field]).toLowerCase().includes(needle)))
    : [...rows];
  const field = sort.replace(/^-/, '') as keyof Row & string; // the listing's schema restricts it to its columns
  if (field) matches.sort(comparing((row: Row) => row[field], sort.startsWith('-') ? -1 : 1));
  return { items: matches.slice((page - 1) * size, page * size), total: matches.length };
}

const formatText = (value: unknown): string => {
  if (typeof value === 'object' && value !== null && 'name' in value) return formatText(value.name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const comparing =
  <Row>(of: (row: Row) => unknown, direction: 1 | -1) =>
  (a: Row, b: Row): number => {
    const [x, y] = [of(a), of(b)];
    if (x === null || x === undefined || y === null || y === undefined)
      return Number(x === null || x === undefined) - Number(y === null || y === undefined);
    const order =
      typeof x === 'number' && typeof y === 'number' ? x - y : collator.compare(formatText(x), formatText(y));
    return order * direction;
  };
