import { dayColumn, valuesColumn } from './file-values.js';
import type { ImportKind } from './kind.js';
import { comparable } from './layout.js';
import type { IgnoredColumns, ImportOptions, SheetLayout } from './schema.js';

/** Columns that describe the file itself; they are compared with what the import changes. */
const fileHeaders = [valuesColumn, dayColumn].map(({ header }) => comparable(header));

interface ReadColumns {
  readonly kind: Pick<ImportKind, 'columns' | 'exportedHeaders' | 'file'>;
  readonly options: ImportOptions;
  readonly layouts: readonly SheetLayout[];
}

/**
 * The named columns of each sheet that are not imported, without those that the kind's own export writes for
 * information only.
 */
export function ignoredColumnsIn({ kind, options, layouts }: ReadColumns): IgnoredColumns[] {
  if (kind.file) return []; // an order keeps the fields of its file that have no meaning
  const importedHeaders = new Set(
    kind.columns(options).flatMap(({ header, also = [] }) => [header, ...also].map(comparable)),
  );
  const exportedHeaders = (kind.exportedHeaders ?? []).map(comparable);
  const informative = new Set([...exportedHeaders.filter((one) => !importedHeaders.has(one)), ...fileHeaders]);
  return layouts.flatMap(({ sheet, columns }) => {
    const ignored = columns.filter(({ field, header }) => field === null && !informative.has(comparable(header)));
    const headers = [...new Set(ignored.map(({ header }) => header).filter(Boolean))];
    return headers.length > 0 ? [{ sheet, headers }] : [];
  });
}
