import { type Notes, noNotes } from './notes.js';

/** How far a run has come; kept with its rows, so that another worker can go on. */
export interface Cursor {
  /** Reading the set, reading once more what changed meanwhile, or giving the rows to the orders. */
  readonly phase: 'read' | 'settle' | 'apply';
  /** The row of the set that the next page starts at. */
  readonly offset: number;
  /** Counts the times a set was read from its beginning. */
  readonly pass: number;
  /** The first pass whose rows count: the set has not shrunk since. */
  readonly base: number;
  /** The pass that the phase began with. */
  readonly firstPass: number;
  /** How many rows the source said there are. */
  readonly total: number | null;
  /** The ID of the last row read, which the next page must begin with. */
  readonly lastId: string | null;
  /** Whether rows moved while they were read, so that some may have been skipped. */
  readonly moved: boolean;
  /** Rows of this pass without an ID. */
  readonly nameless: number;
  /** Files read, to be known by their content. */
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

/** The cursor at the beginning of another set: its rows are counted on their own. */
export const nextPhase = (cursor: Cursor, phase: Cursor['phase']): Cursor => {
  const pass = cursor.pass + 1;
  return { ...nextPass(cursor), phase, base: pass, firstPass: pass, total: null };
};
