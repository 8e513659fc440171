import type { Knex } from 'knex';
import { queryRows, rawWith } from './rows.js';

const BATCH = 500;

/**
 * Streams all rows of a query as of the time when reading began. They arrive in batches, so memory does not limit
 * their number. A connection is held until the last row is read or the reader stops.
 */
export async function* readAll<Row>(db: Knex, query: Knex.QueryBuilder): AsyncGenerator<Row> {
  const transaction = await db.transaction();
  try {
    const { sql, bindings } = query.toSQL();
    await transaction.raw('set local cursor_tuple_fraction = 1'); // plan for all rows, not only for the first ones
    await rawWith(transaction, `declare all_rows no scroll cursor for ${sql}`, bindings);
    for (;;) {
      const rows = await queryRows<Row>(transaction.raw(`fetch ${BATCH} from all_rows`));
      yield* rows;
      if (rows.length < BATCH) return;
    }
  } finally {
    await transaction.rollback();
  }
}
