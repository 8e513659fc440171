import type { Knex } from 'knex';
import type { Cell } from '../../files/sheets/file-contents.js';
import { toValues } from './cells.js';
import type {
  CellRow,
  FileRow,
  RecordLookup,
  ImportColumn,
  PlannedRow,
  Planning,
  Problem,
  RawRow,
  Spreadsheet,
  Values,
} from './kind.js';
import type { ChangedField, SheetLayout } from './schema.js';
import { isUnstorable, storableText } from './storable.js';
import { present } from '../../kernel/objects.js';

/**
 * Plans rows without changing anything: reads them, finds their records and compares values. Each row is new,
 * changed, unchanged, or refused with the reasons.
 */
export async function planRows<T>(
  db: Knex,
  kind: Spreadsheet<T>,
  { rows, layouts, options, pace }: Planning<readonly Cell[]>,
): Promise<PlannedRow[]> {
  const columns = kind.columns(options);
  const byField = new Map(columns.map((column) => [column.field, column]));
  const fileRows = await pace.map(rows, (raw) => readRow(raw, present(layouts[raw.sheet]), byField));
  const validRows = fileRows.filter(({ problems }) => problems.length === 0);
  const files = validRows.map(({ raw, values }) => fileRow(raw, values, layouts));
  const matches = files.length > 0 ? await kind.find(db, files, options) : [];
  const matchByRow = new Map(validRows.map(({ raw }, at) => [raw.n, present(matches[at])]));
  const firstByKey = new Map<string, RawRow>();
  const plannedRows = await pace.map(fileRows, ({ raw, values, problems }) => {
    const record = matchByRow.get(raw.n);
    if (!record) return refuseRow(raw, nameIn(values, columns), problems);
    if ('problems' in record) return refuseRow(raw, nameIn(values, columns), record.problems);
    const first = firstByKey.get(record.key);
    if (first) return refuseRow(raw, record.name, [refuseRepeat(raw, first, layouts)]);
    firstByKey.set(record.key, raw);
    return compareRow(raw, record, record.values ?? values, columns);
  });
  return refusedTogether(plannedRows, (n) => kind.together?.(fileRows[n]?.values ?? {}) ?? null, layouts);
}

/** The values of a row, and its problems. A text that cannot be stored is reported as such. */
function readRow(raw: CellRow, layout: SheetLayout, columns: ReadonlyMap<string, ImportColumn>) {
  const { values, problems } = toValues(raw.cells, layout, columns);
  if (problems.length === 0) return { raw, values, problems };
  const unstorable = new Set(layout.columns.filter((_, n) => isUnstorable(raw.cells[n])).map(({ header }) => header));
  const expected = 'text without characters that cannot be stored';
  return {
    raw,
    values,
    problems: problems.map((one) => (unstorable.has(one.column ?? '') ? { ...one, expected } : one)),
  };
}

const fileRow = ({ n, sheet, row }: RawRow, values: Values, layouts: readonly SheetLayout[]): FileRow => ({
  n,
  sheet: layouts[sheet]?.sheet ?? '',
  row,
  values,
});

const refuseRow = (raw: RawRow, name: string, problems: readonly Problem[]): PlannedRow => ({
  raw,
  state: 'refused',
  name,
  changes: [],
  problems: problems.map((one) => ({ ...one, value: one.value && storableText(one.value) })),
  change: null,
});

const refuseRepeat = ({ sheet }: RawRow, first: RawRow, layouts: readonly SheetLayout[]): Problem => ({
  column: null,
  value: null,
  expected: 'the only row for its record',
  why: `is a duplicate of ${first.sheet === sheet ? '' : `sheet "${layouts[first.sheet]?.sheet ?? ''}", `}row ${first.row}`,
});

/** Refuses rows that belong to the same record as a refused row. */
function refusedTogether(
  rows: readonly PlannedRow[],
  toGroup: (n: number) => string | null,
  layouts: readonly SheetLayout[],
): PlannedRow[] {
  const spoilt = new Map<string, RawRow>();
  rows.forEach(({ state, raw }, n) => {
    const group = state === 'refused' && toGroup(n);
    if (group && !spoilt.has(group)) spoilt.set(group, raw);
  });
  if (spoilt.size === 0) return [...rows];
  return rows.map((row, n) => {
    const raw = spoilt.get(toGroup(n) ?? '');
    if (!raw || row.state === 'refused') return row;
    const expected = `imported together with its group; sheet "${layouts[raw.sheet]?.sheet ?? ''}", row ${raw.row} is refused`;
    return refuseRow(row.raw, row.name, [{ column: null, value: null, expected }]);
  });
}

/** The display name of a refused row: its name and key columns, or else its required columns. */
function nameIn(values: Values, columns: readonly ImportColumn[]): string {
  const of = (keyColumns: readonly ImportColumn[]): string =>
    keyColumns
      .map(({ field }) => values[field])
      .filter((value) => value !== undefined && value !== null)
      .map(String)
      .join(' ');
  const nameColumns = columns.filter(({ key, field }) => field === 'name' || (key && field !== 'id'));
  return of(nameColumns) || of(columns.filter(({ required }) => required));
}

function compareRow(
  raw: RawRow,
  { name, target, before }: Extract<RecordLookup<unknown>, { key: string }>,
  values: Values,
  columns: readonly ImportColumn[],
): PlannedRow {
  const after: Record<string, unknown> = { ...before };
  const changes: ChangedField[] = [];
  for (const { field, header, key, clears } of columns) {
    const value = values[field];
    if (value === undefined || (value === null && !clears && before !== null)) continue;
    if (!key && !isSame(before?.[field], value))
      changes.push({
        column: header,
        before: toJson(before?.[field]),
        after: toJson(value),
      });
    after[field] = value;
  }
  const state = before === null ? 'new' : changes.length > 0 ? 'changed' : 'unchanged';
  return { raw, state, name, changes, problems: [], change: state === 'unchanged' ? null : { target, before, after } };
}

/** A value of a field as the preview shows it. Cells and records contain only JSON values. */
const toJson = (value: unknown) => (value ?? null) as ChangedField['after']; // a JSON value, as described above

const isSame = (before: unknown, after: unknown): boolean => (before ?? null) === after;
