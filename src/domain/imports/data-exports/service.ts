import { z } from 'zod';
import { LargeFile } from '../../files/file.js';
import { csvType } from '../../files/csv.js';
import { toRecord, toKeys } from '../../kernel/objects.js';
import { changes } from '../../kernel/records/long-list.js';
import { service } from '../../kernel/service.js';
import { type ExportFormat, exportFormats, type ExportName, exportSets } from './sets.js';
import { startExport } from './stream.js';

/** The records to export: all of them, or those changed at this instant or later. */
export const ExportInput = z.object(changes);

/** The header with the instant for the next request. */
export const NEXT_SINCE = 'x-next-since';

const types = { ndjson: 'application/x-ndjson; charset=utf-8', csv: csvType } as const satisfies Record<
  ExportFormat,
  string
>;
const words = { ndjson: 'NDJSON, one JSON object per line', csv: 'CSV' } as const satisfies Record<
  ExportFormat,
  string
>;

const makeExport = (name: ExportName, format: ExportFormat) =>
  service({
    summary: `Export all ${exportSets[name].title} that the signed-in user may see as ${words[format]}, or only those that changed`,
    permission: exportSets[name].permission,
    effect: 'read',
    input: ExportInput,
    output: LargeFile,
    run: async (ctx, { updatedSince }) => {
      const { nextSince, ...file } = await startExport(ctx, { name, format, updatedSince });
      return { name: `${name}.${format}`, type: types[format], ...file, headers: { [NEXT_SINCE]: nextSince } };
    },
  });

/** The exports for machines, by set and format. */
export const dataExports = toRecord(toKeys(exportSets), (name) =>
  toRecord(exportFormats, (format) => makeExport(name, format)),
);
