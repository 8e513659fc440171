import type { Knex } from 'knex';
import { z } from 'zod';
import { audience, getScope, type ActorCtx } from '../context.js';
import { queryOnlyRow, queryRows } from '../database/rows.js';
import { invalid } from '../errors.js';
import { present } from '../objects.js';
import { getPaging } from './fields.js';

/** The instant since which to list changes. */
const UpdatedSince = z.iso
  .datetime({ offset: true, abort: true, error: 'must be a date and time such as 2026-03-02T08:30:00Z' })
  .refine((instant) => instant >= '1970' && instant < '2201', 'must be between 1970 and 2200');

/** Only the records changed at this instant or later. */
export const changes = { updatedSince: UpdatedSince.optional() };

/** The options of a long list: pages by number, or page after page by cursor. */
export const paging = {
  ...changes,
  ...getPaging(200),
  /** The `nextCursor` of the previous page; requires the same filters and sort order. */
  cursor: z.string().max(2000).optional(),
};

/** What the answer of a long list has besides its rows and sums. */
export const next = {
  /** The cursor of the next page; null after the last row. */
  nextCursor: z.string().nullable().optional(),
  /** With `updatedSince`: the instant for the next request, so that no change is missed. */
  nextSince: z.string().optional(),
};

/** A column that rows are sorted by, and where its nulls come in the requested order; undefined if it has none. */
export interface SortKey {
  readonly sql: string;
  readonly type: 'text' | 'date' | 'timestamptz' | 'bigint' | 'int' | 'uuid';
  readonly nulls?: ((descending: boolean) => 'first' | 'last') | undefined;
  /** Whether an index returns the rows of each status in this order, so that a first page needs no sorting. */
  readonly isIndexed?: true | undefined;
}

/** The sort order of a list. The last key is the ID, so no two rows are equal. */
export interface SortOrder {
  readonly keys: readonly SortKey[];
  readonly descending: boolean;
}

/** Whether a sort such as `-dateOrdered` is descending. */
export const isDescending = (sort: string): boolean => sort.startsWith('-');

/** Sorts a query, or reverses it. */
export function sortBy(query: Knex.QueryBuilder, { keys, descending }: SortOrder, fromEnd = false): Knex.QueryBuilder {
  const order = keys.map(({ sql, nulls }) => {
    const place = nulls ? ` nulls ${(nulls(descending) === 'first') === fromEnd ? 'last' : 'first'}` : '';
    return `${sql} ${descending === fromEnd ? 'asc' : 'desc'}${place}`;
  });
  return query.orderByRaw(order.join(', '));
}

interface Sums {
  readonly total: number;
}

/**
 * A list to read a page of: the options, its rows (unsorted), and a function for their number and the sums over all
 * of them.
 */
export interface LongList<S extends Sums> {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>> & {
    readonly page: number;
    readonly size: number;
    readonly cursor?: string | undefined;
    readonly updatedSince?: string | undefined;
  };
  readonly order: SortOrder;
  /** Whether its sums may count only a part of the rows, so that no page is read from the end. */
  readonly forwards?: true;
  readonly rows: () => Knex.QueryBuilder;
  readonly sums: () => Promise<S>;
  /**
   * The same rows joined only with what they are sorted by, and the column of their ID. A page far into the list or one
   * that has to be sorted is found with these, and only its rows are joined with what they show.
   */
  readonly bare?: { readonly rows: () => Knex.QueryBuilder; readonly id: string } | undefined;
  /** Given if the rows are sorted by shop first: only the shops of the page are read. */
  readonly byShop?: ByShop | undefined;
}

/** The shops of a list that is sorted by them. */
export interface ByShop {
  /** How many rows each shop has, as `ShopCount`, joined with the shops (`s`). */
  readonly counts: () => Knex.QueryBuilder;
  /** The column with a row's shop. */
  readonly column: string;
}

/** How many rows a shop has; null for the rows without a shop. */
interface ShopCount {
  readonly shop: string | null;
  readonly n: number;
}

/** Where a list continues: after a row with these keys. Count, sums and instant are those of the first page. */
interface Place<S> {
  readonly after: readonly (string | null)[];
  readonly sums: S;
  readonly since: string | undefined;
}

/** A page of a list: its rows, and the values for the whole list. */
interface Page<Row, S> {
  readonly rows: Row[];
  readonly sums: S;
  readonly next: { readonly nextCursor?: string | null; readonly nextSince?: string };
}

/**
 * Reads a page by number or by cursor. By cursor, rows that are added, changed or deleted in the meantime do not make
 * a page repeat or skip another row. A page by number near the end is read from the end.
 */
export async function readPage<Row, S extends Sums>(ctx: ActorCtx, list: LongList<S>): Promise<Page<Row, S>> {
  const { page, size, cursor, updatedSince } = list.input;
  if (cursor !== undefined) return goOn<Row, S>(ctx, list, openCursor<S>(ctx, list, cursor));
  const since = updatedSince === undefined ? undefined : await findNextSince(ctx.db); // before the rows are read
  const nextSince = since === undefined ? {} : { nextSince: since };
  const { skipped, narrow } = list.byShop ? await findShopsOfPage(list, list.byShop) : everyShop;
  const findRows = (part: Part) => queryRows<Row & PlaceKeys>(selectPart(list, narrow, part));
  if (page === 1) {
    const [sums, rows] = await Promise.all([list.sums(), findRows({ limit: size + 1, offset: 0, fromEnd: false })]);
    return toPage<Row, S>(ctx, list, { sums, since, foundRows: rows });
  }
  const sums = await list.sums();
  const offset = (page - 1) * size;
  const take = Math.max(0, Math.min(size, sums.total - offset));
  if (take === 0) return { rows: [], sums, next: { ...nextSince, ...(ctx.cursors && { nextCursor: null }) } };
  const fromEnd = !list.forwards && !list.byShop && offset > sums.total / 2;
  const start = fromEnd ? sums.total - offset - take : offset - skipped;
  const rows = await findRows({ limit: take, offset: start, fromEnd });
  if (fromEnd) rows.reverse();
  const goesOn = offset + take < sums.total;
  return { rows, sums, next: { ...nextSince, ...nextCursor(ctx, list, { sums, since, last: goesOn && rows.at(-1) }) } };
}

type Narrow = (query: Knex.QueryBuilder) => Knex.QueryBuilder;

/** Which rows of a list to read, counted from its beginning or from its end. */
interface Part {
  readonly limit: number;
  readonly offset: number;
  readonly fromEnd: boolean;
}

/** The rows of a part. Those that must be sorted or skipped are read without what is joined to show them. */
function selectPart<S extends Sums>(list: LongList<S>, narrow: Narrow, { limit, offset, fromEnd }: Part) {
  const { rows, bare, order } = list;
  const cut = (query: Knex.QueryBuilder) => sortBy(narrow(query), order, fromEnd).limit(limit).offset(offset);
  const isAtHand = offset === 0 && order.keys[0]?.isIndexed === true;
  const query =
    bare && !isAtHand ? sortBy(rows().whereIn(bare.id, cut(bare.rows()).select(bare.id)), order, fromEnd) : cut(rows());
  return selectPlace(query, order);
}

/** For a list in which every shop has rows on every page. */
const everyShop = { skipped: 0, narrow: ((query) => query) satisfies Narrow };

/** The shops with rows on a page of a list that is sorted by shop, and how many rows come before theirs. */
async function findShopsOfPage<S extends Sums>({ input, order }: LongList<S>, { counts, column }: ByShop) {
  const from = (input.page - 1) * input.size;
  const byName = { ...order, keys: order.keys.slice(0, 1) };
  let skipped = 0;
  let before = 0;
  const shops: (string | null)[] = [];
  for (const { shop, n } of await queryRows<ShopCount>(sortBy(counts(), byName))) {
    if (before + n <= from) skipped = before + n;
    else if (before <= from + input.size) shops.push(shop);
    before += n;
  }
  const narrow: Narrow = (query) =>
    query.where((either) => {
      void either.whereIn(column, shops);
      if (shops.includes(null)) void either.orWhereNull(column);
    });
  return { skipped, narrow };
}

async function goOn<Row, S extends Sums>(ctx: ActorCtx, list: LongList<S>, place: Place<S>): Promise<Page<Row, S>> {
  const { order, input } = list;
  const query = selectPlace(sortBy(after(list.rows(), order, place.after), order), order);
  return toPage<Row, S>(ctx, list, {
    ...place,
    foundRows: await queryRows<Row & PlaceKeys>(query.limit(input.size + 1)),
  });
}

interface FoundPage<Row, S> extends Omit<Place<S>, 'after'> {
  /** The rows of the page, and the first of the next page if there is one. */
  readonly foundRows: readonly (Row & PlaceKeys)[];
}

function toPage<Row, S extends Sums>(ctx: ActorCtx, list: LongList<S>, { sums, since, foundRows }: FoundPage<Row, S>) {
  const { size } = list.input;
  const rows = foundRows.slice(0, size);
  const last = foundRows.length > size && rows.at(-1);
  const next = { ...nextCursor(ctx, list, { sums, since, last }), ...(since !== undefined && { nextSince: since }) };
  return { rows, sums, next };
}

/** The keys of a row, as text that PostgreSQL reads back without loss. */
type PlaceKeys = Readonly<Record<`place${number}`, string | null>>;

const selectPlace = (query: Knex.QueryBuilder, { keys }: SortOrder): Knex.QueryBuilder =>
  query.select(keys.map(({ sql }, n) => query.client.raw(`(${sql})::text as place${n}`) as Knex.Raw)); // knex does not type its client

/** The rows after one with these keys. */
function after(query: Knex.QueryBuilder, { keys, descending }: SortOrder, values: Place<unknown>['after']) {
  const operator = descending ? '<' : '>';
  if (keys.every(({ nulls }) => !nulls)) {
    const row = keys.map(({ type }) => `?::${type}`).join(', ');
    return query.whereRaw(`(${keys.map(({ sql }) => sql).join(', ')}) ${operator} (${row})`, [...values]);
  }
  return query.where((either) => {
    for (const n of keys.keys())
      void either.orWhere((condition) => {
        for (const [m, { sql, type }] of keys.slice(0, n).entries())
          void condition.whereRaw(`${sql} is not distinct from ?::${type}`, [values[m] ?? null]);
        const { sql, type, nulls } = present(keys[n]);
        const value = values[n] ?? null;
        const nullsLast = nulls?.(descending) === 'last';
        if (value === null) void condition.whereRaw(nullsLast ? 'false' : `${sql} is not null`);
        else
          void condition.whereRaw(`(${sql} ${operator} ?::${type}${nullsLast ? ` or ${sql} is null` : ''})`, [value]);
      });
  });
}

/** What a cursor belongs to: the list, its filters and sort order, and whose records it shows. */
function describe({ actor }: ActorCtx, { name, input }: LongList<Sums>): string {
  const { page: _, size: __, cursor: ___, ...filters } = input;
  const entries = Object.entries(filters).filter(([, value]) => value !== undefined);
  return JSON.stringify([name, entries.sort(([a], [b]) => (a < b ? -1 : 1)), getScope(actor), audience(actor)]);
}

function openCursor<S extends Sums>(ctx: ActorCtx, list: LongList<S>, cursor: string): Place<S> {
  if (list.input.page > 1) throw invalid('cursor', 'cannot be combined with page');
  const place = ctx.cursors?.open(cursor, describe(ctx, list));
  if (place === undefined)
    throw invalid('cursor', 'is not a cursor of this list. Send the same filters and sort order, or start without it');
  return place as Place<S>; // it was encrypted below
}

interface LastPlace<S> extends Omit<Place<S>, 'after'> {
  readonly last: PlaceKeys | false | undefined;
}

/** The cursor after the last row of a page, if the list continues; null if there are no cursors. */
function nextCursor<S extends Sums>(ctx: ActorCtx, list: LongList<S>, { sums, since, last }: LastPlace<S>) {
  if (!ctx.cursors) return {};
  if (!last) return { nextCursor: null };
  const place: Place<S> = { after: list.order.keys.map((_, n) => last[`place${n}`] ?? null), sums, since };
  return { nextCursor: ctx.cursors.seal(place, describe(ctx, list)) };
}

/**
 * The instant from which all changes that are not visible yet will be listed: the start of the oldest transaction
 * that is writing now, or now if there is none. A record's `changed_at` is never earlier than the start of its
 * transaction, which by then has its ID. Read it before the records.
 */
export async function findNextSince(db: Knex): Promise<string> {
  const { since } = await queryOnlyRow<{ since: string }>(
    db.raw(`select date_trunc('milliseconds', least(now(), min(xact_start))) as since from pg_stat_activity
             where datname = current_database() and backend_xid is not null`),
  );
  return since;
}
