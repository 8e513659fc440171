import type { Knex } from 'knex';
import { isObject } from '../objects.js';

/*
 * Results of statements, typed where the statement is written. TypeScript cannot read SQL: `T` lists the columns and
 * aliases that the statement names, and the tests of its slice check both against PostgreSQL. Only this file trusts such
 * a type. That there are rows, one row or a number is checked.
 */

/** A query of knex, or a statement by `raw`. */
type Statement = PromiseLike<unknown>;

/** The rows of a statement. Throws if it returns none, such as an update without `returning`. */
export async function queryRows<T>(statement: Statement): Promise<T[]> {
  const answer = await statement;
  const rows: unknown = isObject(answer) && 'rows' in answer ? answer['rows'] : answer;
  if (!Array.isArray(rows)) throw new Error('a statement returned no rows');
  return rows as T[]; // see above
}

/** The first row of a statement; undefined if there is none. Accepts `first()` of Knex, which returns a row, and rows. */
export async function queryFirstRow<T>(statement: Statement): Promise<T | undefined> {
  const answer = await statement;
  if (
    answer === undefined ||
    (isObject(answer) && !Array.isArray(answer) && !('rows' in answer && 'rowCount' in answer))
  )
    return answer as T | undefined; // see above
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

/** What a placeholder stands for: a value, a query inside the statement, or a list, which becomes an array. */
type Binding = Knex.Value | Knex.QueryBuilder | readonly (string | number | boolean | Date | null)[];

/** A statement over lists and queries; knex passes both on, though its own types know no read-only list and no list with nulls. */
export const rawWith = (
  db: Knex,
  sql: string,
  bindings: readonly Binding[] | Readonly<Record<string, Binding>>,
): Knex.Raw => db.raw(sql, bindings as Knex.ValueDict); // see above

/** How many rows a statement by `raw`, or an insert without `returning`, wrote. */
export async function countWritten(statement: Statement): Promise<number> {
  const answer: unknown = await statement;
  if (!isObject(answer) || !('rowCount' in answer) || typeof answer['rowCount'] !== 'number')
    throw new Error('a statement did not return how many rows it wrote');
  return answer['rowCount'];
}
