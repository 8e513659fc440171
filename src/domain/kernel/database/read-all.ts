import type { Knex } from 'knex';
import { queryRows, rawWith } from './rows.js';

/**
 * Streams all rows of a query as of the time when reading began, in batches of this many rows, so memory does not limit
 * their number. A connection is held until the last row is read or the reader stops.
 */
export async function* readAll<Row>(db: Knex, query: Knex.QueryBuilder, batch = 500): AsyncGenerator<Row[]> {
  const fetch = (tx: Knex) => queryRows<Row>(tx.raw(`fetch ${batch} from all_rows`));
  let next: Promise<Row[]> | undefined;
  const transaction = await db.transaction();
  try {
    const { sql, bindings } = query.toSQL();
    await transaction.raw('set local cursor_tuple_fraction = 1'); // plan for all rows, not only for the first ones
    await rawWith(transaction, `declare all_rows no scroll cursor for ${sql}`, bindings);
    next = fetch(transaction);
    for (;;) {
      const rows = await next;
      const isLast = rows.length < batch;
      if (!isLast) next = fetch(transaction); // the database reads while these rows are used
      next.catch(() => undefined); // awaited above, or the reader stopped
      yield rows;
      if (isLast) return;
    }
  } finally {
    await next?.catch(() => undefined);
    await transaction.rollback();
  }
}
