import { type Notes, noNotes } from './notes.js';

/** The progress of a run, stored with its rows so that another worker can continue. */
export interface Cursor {
  /** Reading the set, reading again what changed in the meantime, or importing the rows. */
  readonly phase: 'read' | 'settle' | 'apply';
  /** The row of the set where the next page starts. */
  readonly offset: number;
  /** How many times a set was read from its beginning. */
  readonly pass: number;
  /** The first pass whose rows count; the set has not shrunk since. */
  readonly base: number;
  /** The pass with which the phase started. */
  readonly firstPass: number;
  /** The number of rows that the source stated. */
  readonly total: number | null;
  /** The ID of the last row read, with which the next page must begin. */
  readonly lastId: string | null;
  /** Whether rows moved while being read, so that some may have been skipped. */
  readonly moved: boolean;
  /** The number of rows of this pass without an ID. */
  readonly nameless: number;
  /** The files read, identified by their content. */
  readonly files: readonly { readonly name: string; readonly digest: string }[];
  readonly notes: Notes;
}

export const firstCursor: Cursor = {
  ...{ phase: 'read', offset: 0, pass: 1, base: 1, firstPass: 1, total: null, lastId: null },
  ...{ moved: false, nameless: 0, files: [], notes: noNotes },
};

/** The cursor at the beginning of another pass through the same set. */
export const nextPass = (cursor: Cursor): Cursor => ({
  ...cursor,
  ...{ offset: 0, pass: cursor.pass + 1, lastId: null, moved: false, nameless: 0 },
});

/** The cursor after all files are read, when their rows are imported. */
export const endFiles = (cursor: Cursor): Cursor =>
  nextPhase({ ...cursor, notes: { ...cursor.notes, nameless: cursor.nameless } }, 'apply');

/** The cursor at the beginning of another set, whose rows are counted separately. */
export const nextPhase = (cursor: Cursor, phase: Cursor['phase']): Cursor => {
  const pass = cursor.pass + 1;
  return { ...nextPass(cursor), phase, base: pass, firstPass: pass, total: null };
};
