import type { Knex } from 'knex';
import { z } from 'zod';

/** How many of the newest records are searched for a text that no index finds. */
export const NEWEST = 5000;

/** What the answer of such a search has in addition. */
export const searchScope = {
  /** How many of the newest records were searched, if not all, as for a text of one or two letters. */
  newest: z.int().optional(),
};

/** Three letters or digits in a row, or two at the beginning or end of a word, which trigram indexes can find. */
const INDEXED = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u;

/** Whether no index finds a text, such as one or two letters. Searching all records for it takes seconds. */
export const isShort = (text: string | undefined): text is string =>
  text !== undefined && text !== '' && !INDEXED.test(text);

/** The newest records of a query of `alias`, as a table of the same name to go on with. */
export const newestIn = (query: Knex.QueryBuilder, alias: string, order: string): Knex.QueryBuilder =>
  query.client
    .queryBuilder()
    .from(query.select(`${alias}.*`).orderByRaw(order).limit(NEWEST).as(alias)) as Knex.QueryBuilder; // of any rows
