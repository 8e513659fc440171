import { isObject } from '../domain/kernel/objects.js';
import { UsageError } from './usage-error.js';

/** The option of a list that chooses its columns, or the fields of its JSON. */
export const fieldsOption = [
  '--fields <names>',
  'only these columns, or with --json these fields of each row, separated by commas',
] as const;

const toNames = (fields: string): string[] => fields.split(',').map((name) => name.trim());

/** The rows with only the columns of `--fields`, in that order. Throws a `UsageError` for a missing column. */
export function pickColumns<R extends { readonly columns: readonly string[] }>(all: R, fields: string | undefined): R {
  if (fields === undefined) return all;
  const columns = toNames(fields);
  refuseUnknown(columns, all.columns);
  return { ...all, columns };
}

/** Rows with only the fields of `--fields`. Throws a `UsageError` for a field that no row has. */
export function pickFields(rows: readonly unknown[], fields: string | undefined): readonly unknown[] {
  if (fields === undefined || rows.length === 0) return rows;
  const names = toNames(fields);
  const objects = rows.filter(isObject);
  refuseUnknown(names, [...new Set(objects.flatMap((row) => Object.keys(row)))]);
  return objects.map((row) => Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]])));
}

function refuseUnknown(names: readonly string[], knownNames: readonly string[]): void {
  const unknown = names.find((name) => !knownNames.includes(name));
  if (unknown !== undefined) throw new UsageError(`--fields: "${unknown}" is not one of ${knownNames.join(', ')}`);
}
