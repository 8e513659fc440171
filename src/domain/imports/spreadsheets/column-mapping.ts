import { type ActorCtx, getScope, type WriteCtx } from '../../kernel/context.js';
import { queryFirstRow } from '../../kernel/database/rows.js';
import type { ColumnMapping } from '../reading/kind.js';
import { comparable } from '../reading/rules.js';

/** The key of a side's column mapping. The office has one for the company's files, each shop its own. */
function mappedAs({ actor }: ActorCtx, kind: string): string {
  const shop = getScope(actor);
  return shop === null ? kind : `${kind} ${shop}`;
}

/** The field each header of a kind of file is mapped to, as users of the actor's side assigned them. */
export async function loadMapping(ctx: ActorCtx, kind: string): Promise<ColumnMapping> {
  const row = await queryFirstRow<{ headers: ColumnMapping }>(
    ctx
      .db('import_mappings')
      .where({ kind: mappedAs(ctx, kind) })
      .first('headers'),
  );
  return Object.fromEntries(Object.entries(row?.headers ?? {}).map(([header, field]) => [comparable(header), field]));
}

/** The most headers remembered for one kind of file and side. */
export const MOST_HEADERS = 1000;

/**
 * Saves which field each header is mapped to (null for none), for this file and future files of the same side.
 * Earlier mappings are kept as long as there is room.
 */
export async function rememberMapping(tx: WriteCtx, kind: string, mapping: ColumnMapping): Promise<ColumnMapping> {
  const entries = new Map(Object.entries(mapping).map(([header, field]) => [comparable(header), field]));
  const before = Object.entries(await loadMapping(tx, kind)).filter(([header]) => !entries.has(header));
  const headers: ColumnMapping = Object.fromEntries([...before.slice(0, MOST_HEADERS - entries.size), ...entries]);
  await tx
    .db('import_mappings')
    .insert({ kind: mappedAs(tx, kind), headers: JSON.stringify(headers) })
    .onConflict('kind')
    .merge();
  return headers;
}
