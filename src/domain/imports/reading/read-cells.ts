import type { Values } from './kind.js';

/**
 * The values of a row, with types given where they are read: `T` lists the columns and what their checks accept. Only
 * this file trusts such a type, as `kernel/database/rows.ts` does for statements.
 */
export const readCells = <T extends object>(values: Values): T => values as T; // trusted, as described above
