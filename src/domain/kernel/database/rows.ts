import type { Knex } from 'knex';
import { isObject } from '../objects.js';

/*
 * Results of statements, with types given where the statement is written. TypeScript cannot read SQL, so `T` lists
 * the columns and aliases of the statement, and the tests of each slice check both against PostgreSQL. Only this file
 * trusts these types. Whether there are rows, one row or a number is checked.
 */

/** A knex query, or a statement by `raw`. */
type Statement = PromiseLike<unknown>;

/** The rows of a statement. Throws if it returns none, such as an update without `returning`. */
export async function queryRows<T>(statement: Statement): Promise<T[]> {
  const answer = await statement;
  const rows: unknown = isObject(answer) && 'rows' in answer ? answer['rows'] : answer;
  if (!Array.isArray(rows)) throw new Error('a statement returned no rows');
  return rows as T[]; // trusted, as described above
}

/**
 * The first row of a statement; undefined if there is none. Accepts a list of rows, and knex's `first()`, which
 * returns a single row.
 */
export async function queryFirstRow<T>(statement: Statement): Promise<T | undefined> {
  const answer = await statement;
  if (
    answer === undefined ||
    (isObject(answer) && !Array.isArray(answer) && !('rows' in answer && 'rowCount' in answer))
  )
    return answer as T | undefined; // trusted, as described above
  const [row] = await queryRows<T>(Promise.resolve(answer));
  return row;
}

/** The only row of a statement that always has one, such as sums. Throws if there is none. */
export async function queryOnlyRow<T>(statement: Statement): Promise<T> {
  const row = await queryFirstRow<T>(statement);
  if (row === undefined) throw new Error('a statement returned no row');
  return row;
}

/** The values of a column, by `pluck`. */
export const queryColumn = <T>(statement: Statement): Promise<T[]> => queryRows<T>(statement);

/** How many rows a query finds. */
export async function queryCount(query: Knex.QueryBuilder): Promise<number> {
  const { n } = await queryOnlyRow<{ n: unknown }>(query.count({ n: '*' }));
  if (typeof n !== 'number') throw new Error('a count is a number');
  return n;
}

/** One page of a query's rows, in its order, and the total count: that of `countQuery`, a cheaper query for the same rows. */
export async function queryPage<T>(
  query: Knex.QueryBuilder,
  { page, size }: { readonly page: number; readonly size: number },
  countQuery = query.clone().clearSelect().clearOrder(),
): Promise<{ items: T[]; total: number }> {
  const total = await queryCount(countQuery);
  return { total, items: await queryRows<T>(query.limit(size).offset((page - 1) * size)) };
}

/** The value of a placeholder: a plain value, a subquery, or a list, which becomes an array. */
type Binding = Knex.Value | Knex.QueryBuilder | readonly (string | number | boolean | Date | null)[];

/**
 * A statement with lists and subqueries as values. Knex passes them on, though its types allow neither read-only
 * lists nor lists with nulls.
 */
export const rawWith = (
  db: Knex,
  sql: string,
  bindings: readonly Binding[] | Readonly<Record<string, Binding>>,
): Knex.Raw => db.raw(sql, bindings as Knex.ValueDict); // knex passes lists and subqueries on

/** How many rows a statement by `raw`, or an insert without `returning`, wrote. */
export async function countWritten(statement: Statement): Promise<number> {
  const answer: unknown = await statement;
  if (!isObject(answer) || !('rowCount' in answer) || typeof answer['rowCount'] !== 'number')
    throw new Error('a statement did not return how many rows it wrote');
  return answer['rowCount'];
}
