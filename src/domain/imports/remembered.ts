import { type ActorCtx, scopeOf, type WriteCtx } from '../kernel/context.js';
import type { ImportKind, Mapping } from './reading/kind.js';
import { comparable } from './reading/layout.js';

/** What columns mean to the files of one side: the company's are read as the office says, a shop's as that shop does. */
function mappedAs({ actor }: ActorCtx, { name }: ImportKind): string {
  const shop = scopeOf(actor);
  return shop === null ? name : `${name} ${shop}`;
}

/** Which field each header of a kind of file means, as people of the actor's side assigned them. */
export async function rememberedMapping(ctx: ActorCtx, kind: ImportKind): Promise<Mapping> {
  if (kind.mapping) return kind.mapping.load(ctx.db);
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
export async function remember(tx: WriteCtx, kind: ImportKind, assigned: Mapping): Promise<Mapping> {
  if (kind.mapping) return kind.mapping.save(tx, assigned);
  const entries = new Map(Object.entries(assigned).map(([header, field]) => [comparable(header), field]));
  const before = Object.entries(await rememberedMapping(tx, kind)).filter(([header]) => !entries.has(header));
  const headers: Mapping = Object.fromEntries([...before.slice(0, MOST_HEADERS - entries.size), ...entries]);
  await tx
    .db('import_mappings')
    .insert({ kind: mappedAs(tx, kind), headers: JSON.stringify(headers) })
    .onConflict('kind')
    .merge();
  return headers;
}
