import type { Cell } from '../../files/sheets/file-contents.js';
import { getExpected } from './problem.js';
import type { CellKind, ImportColumn, Problem, Values } from './kind.js';
import type { SheetLayout } from './schema.js';
import { day, flag, number, text, UnreadableValue } from './values.js';

const EXPECTED: Readonly<Record<CellKind, string>> = {
  text: 'text',
  number: 'a number',
  flag: 'yes or no',
  day: 'a date',
};

const parsers: Readonly<Record<CellKind, (header: string, cell: Exclude<Cell, object>) => unknown>> = {
  text: (_, cell) => text(cell),
  number,
  flag,
  day: (header, cell) => day(header, cell, 'UTC'),
};

/**
 * The values of a row's cells by field, and its problems. Empty cells are null; columns missing from the file are
 * left out.
 */
export function toValues(
  cells: readonly Cell[],
  layout: Pick<SheetLayout, 'columns'>,
  columns: ReadonlyMap<string, ImportColumn>,
): { values: Record<string, unknown>; problems: Problem[] } {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  layout.columns.forEach(({ field, header }, n) => {
    const column = field === null ? undefined : columns.get(field);
    if (!column) return;
    const result = toValue(cells[n] ?? null, column, header);
    if ('problem' in result) problems.push(result.problem);
    else values[column.field] = result.value;
  });
  return { values, problems };
}

function toValue(cell: Cell, column: ImportColumn, header: string): { value: unknown } | { problem: Problem } {
  const problem = (expected: string) => ({ problem: { column: header, value: formatCell(cell), expected } });
  if (typeof cell === 'object' && cell !== null) return problem(`${EXPECTED[column.kind]}, not an error`);
  let value: unknown;
  try {
    value = parsers[column.kind](header, cell);
  } catch (error) {
    if (error instanceof UnreadableValue) return problem(EXPECTED[column.kind]);
    throw error;
  }
  if (value === null) return column.required && !column.blank ? problem('filled in') : { value };
  const outcome = column.check.safeParse(value);
  return outcome.success
    ? { value: outcome.data }
    : problem(getExpected(outcome.error.issues[0]?.message ?? EXPECTED[column.kind]));
}

/** The options of a required column that identifies the record of a row. */
export const identifying = { required: true, key: true } as const;

/**
 * The values of a row, with types given where they are read: `T` lists the columns and what their checks accept. Only
 * this file trusts such a type, as `kernel/database/rows.ts` does for statements.
 */
export const readCells = <T extends object>(values: Values): T => values as T; // trusted, as described above

const MOST_SHOWN = 60;

/** Formats a cell for a message. */
function formatCell(cell: Cell): string | null {
  if (cell === null) return null;
  const all = typeof cell === 'object' ? cell.error : String(cell);
  return all.length > MOST_SHOWN ? `${all.slice(0, MOST_SHOWN)}…` : all;
}
