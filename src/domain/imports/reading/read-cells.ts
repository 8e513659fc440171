import type { Values } from './kind.js';

/**
 * The values of a row, typed where they are read: `T` names the columns and what their checks let through. Only this
 * file trusts such a type, as `kernel/database/rows.ts` does for statements.
 */
export const readCells = <T extends object>(values: Values): T => values as T; // see above
