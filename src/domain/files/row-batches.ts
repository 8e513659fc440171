/** The rows of a table: all at hand, or in batches while they are read. */
export type FileRows<Row> = Iterable<Row> | AsyncIterable<readonly Row[]>;

const BATCH = 500;

/** The rows in batches. A file waits once for each, because waiting for each row takes longer than writing it. */
export async function* inBatches<Row>(rows: FileRows<Row>): AsyncGenerator<readonly Row[]> {
  if (Symbol.iterator in rows) yield* cut(rows);
  else for await (const batch of rows) yield batch;
}

function* cut<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    if (batch.push(row) < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Each row as something else, batch by batch. */
export async function* mapRows<Row, To>(rows: FileRows<Row>, to: (row: Row) => To): AsyncGenerator<To[]> {
  for await (const batch of inBatches(rows)) yield batch.map((row) => to(row));
}
