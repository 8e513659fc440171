import type { Knex } from 'knex';
import type { WriteCtx } from '../kernel/context.js';

interface Columns {
  readonly id: string;
  readonly kind: string;
  readonly file_name: string;
  readonly sha256: string;
  /** Whether it is waiting to be applied. */
  readonly staged: boolean;
}

/** Opens the record of an import; its results are added at the end. */
export const openImport = ({ db, actor, clock }: WriteCtx, columns: Columns & Readonly<Record<string, unknown>>) =>
  db('imports').insert({
    ...{ at: clock.now(), actor_id: actor.id, actor_name: actor.name, counts: '{}', report: '[]' },
    ...columns,
  });

/**
 * Closes the record of an import, which is then applied, with its counts and its report: the rows that are
 * not stored, or for stored rows, what else there is to say of the file.
 */
export const closeImport = ({ db, clock }: WriteCtx, id: string, counts: object, report?: string) =>
  db('imports')
    .where({ id })
    .update({
      staged: false,
      at: clock.now(),
      counts: JSON.stringify(counts),
      ...(report !== undefined && { report }),
    });

export interface EarlierImport {
  readonly at: string;
}

/** The last import of the same file and kind that was not undone; at most one row. */
export const earlierImports = (db: Knex, kind: string, sha256: string) =>
  db('imports')
    .where({ sha256, kind, staged: false })
    .whereNull('undone_at')
    .orderBy('at', 'desc')
    .limit(1)
    .select<EarlierImport[]>('at');

/** When the file was last imported; null if never. */
export const seenIn = ([earlierImport]: readonly EarlierImport[]): string | null => earlierImport?.at ?? null;
