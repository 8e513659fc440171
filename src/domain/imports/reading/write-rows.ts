import type { Knex } from 'knex';

type Row = Readonly<Record<string, unknown>>;
const AT_ONCE = 1000;

/** Inserts rows, thousands per statement; all rows must have the same columns. */
export async function insertImportedRows(db: Knex, table: string, rows: readonly Row[]): Promise<void> {
  await inPieces(rows, async (piece, columns) => {
    const names = columns.map((column) => `"${column}"`).join(', ');
    await db.raw(`insert into ?? (${names}) select ${names} from json_populate_recordset(null::??, ?)`, [
      table,
      table,
      JSON.stringify(piece),
    ]);
  });
}

/**
 * Updates records by ID, thousands per statement, and increments their revisions; all rows must have the same columns.
 */
async function updateRows(db: Knex, table: string, rows: readonly Row[]): Promise<void> {
  await inPieces(rows, async (piece, columns) => {
    const sets = columns
      .filter((column) => column !== 'id')
      .map((column) => `"${column}" = x."${column}"`)
      .join(', ');
    await db.raw(
      `update ?? t set ${sets}, revision = t.revision + 1, updated_at = now()
         from json_populate_recordset(null::??, ?) x where t.id = x.id`,
      [table, table, JSON.stringify(piece)],
    );
  });
}

/** Stores one row per change, in order: updates existing records, inserts the others. Returns the IDs. */
export async function putRows<R extends Row & { readonly id: string }>(
  db: Knex,
  table: string,
  rows: readonly R[],
  changes: readonly { readonly before: unknown }[],
): Promise<string[]> {
  const newRows = new Set(rows.filter((_, n) => changes[n]?.before === null));
  const oldRows = rows.filter((row) => !newRows.has(row));
  await updateRows(db, table, oldRows);
  await insertImportedRows(db, table, [...newRows]);
  return rows.map(({ id }) => id);
}

async function inPieces(rows: readonly Row[], work: (piece: readonly Row[], columns: string[]) => Promise<void>) {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const piece = rows.slice(at, at + AT_ONCE);
    await work(piece, Object.keys(piece[0] ?? {}));
  }
}
