import type { Knex } from 'knex';
import type { WriteCtx } from '../kernel/context.js';

interface Columns {
  readonly id: string;
  readonly kind: string;
  readonly file_name: string;
  readonly sha256: string;
  /** Whether it waits to be applied. */
  readonly staged: boolean;
}

/** Begins the record of an import; what it did is told when it is done. */
export const openImport = ({ db, actor, clock }: WriteCtx, columns: Columns & Readonly<Record<string, unknown>>) =>
  db('imports').insert({
    ...{ at: clock.now(), actor_id: actor.id, actor_name: actor.name, counts: '{}', report: '[]' },
    ...columns,
  });

export interface Earlier {
  readonly at: string;
}

/** The last import of a file of a kind that was not undone since; none where there is none. */
export const earlierImports = (db: Knex, kind: string, sha256: string) =>
  db('imports')
    .where({ sha256, kind, staged: false })
    .whereNull('undone_at')
    .orderBy('at', 'desc')
    .limit(1)
    .select('at') as Knex.QueryBuilder<object, Earlier[]>;

/** When a file was imported before; null: never. */
export const seenIn = ([earlier]: readonly Earlier[]): string | null => earlier?.at ?? null;
