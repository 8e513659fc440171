import type { Knex } from 'knex';
import type { WriteCtx } from '../kernel/context.js';

interface Opened {
  readonly id: string;
  readonly kind: string;
  readonly fileName: string;
  readonly sha256: string;
  /** Whether it waits to be applied. */
  readonly staged: boolean;
}

/** Begins the record of an import, with more of its columns; what it did is told when it is done. */
export const openImport = ({ db, actor, clock }: WriteCtx, opened: Opened, more: object = {}) =>
  db('imports').insert({
    id: opened.id,
    kind: opened.kind,
    file_name: opened.fileName,
    sha256: opened.sha256,
    staged: opened.staged,
    actor_id: actor.id,
    actor_name: actor.name,
    at: clock.now(),
    counts: '{}',
    report: '[]',
    ...more,
  });

export interface Earlier {
  readonly at: string;
}

/** The last import of a file of a kind that was not undone since; none where there is none. */
export const earlierImports = (db: Knex, kind: string, sha256: string): Knex.QueryBuilder<object, Earlier[]> =>
  db('imports')
    .where({ sha256, kind, staged: false })
    .whereNull('undone_at')
    .orderBy('at', 'desc')
    .limit(1)
    .select('at');

/** When a file was imported before; null: never. */
export const seenIn = ([earlier]: readonly Earlier[]): string | null => earlier?.at ?? null;
