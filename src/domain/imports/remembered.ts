import { type ActorCtx, scopeOf, type WriteCtx } from '../kernel/context.js';
import type { Mapping } from './reading/kind.js';
import { comparable } from './reading/layout.js';

/** What columns mean to the files of one side: the company's are read as the office says, a shop's as that shop does. */
function mappedAs({ actor }: ActorCtx, kind: string): string {
  const shop = scopeOf(actor);
  return shop === null ? kind : `${kind} ${shop}`;
}

/** Which field each header of a kind of file means, as people of the actor's side assigned them. */
export async function loadMapping(ctx: ActorCtx, kind: string): Promise<Mapping> {
  const row = (await ctx
    .db('import_mappings')
    .where({ kind: mappedAs(ctx, kind) })
    .first('headers')) as { headers: Mapping } | undefined;
  return row?.headers ?? {};
}

/** Headers that are remembered for one kind of file of one side. */
export const MOST_HEADERS = 1000;

/**
 * Keeps which field a header means, for this file and those to come of the same side; null: none. Of headers that were
 * remembered before as many stay as there is room for.
 */
export async function saveMapping(tx: WriteCtx, kind: string, assigned: Mapping): Promise<Mapping> {
  const entries = new Map(Object.entries(assigned).map(([header, field]) => [comparable(header), field]));
  const before = Object.entries(await loadMapping(tx, kind)).filter(([header]) => !entries.has(header));
  const headers: Mapping = Object.fromEntries([...before.slice(0, MOST_HEADERS - entries.size), ...entries]);
  await tx
    .db('import_mappings')
    .insert({ kind: mappedAs(tx, kind), headers: JSON.stringify(headers) })
    .onConflict('kind')
    .merge();
  return headers;
}
