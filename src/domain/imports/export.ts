import { z } from 'zod';
import { can } from '../kernel/rights/permissions.js';
import { LargeFile } from '../files/file.js';
import { MOST_WORKBOOK_ROWS } from '../files/table-file.js';
import { workbookFile } from '../files/workbook/write-workbook.js';
import { DomainError, notFound } from '../kernel/errors.js';
import { service } from '../kernel/service.js';
import { queryRows } from '../kernel/database/rows.js';
import { exportedKinds, kindNamed } from './kinds.js';
import type { RefusedRow } from './reading/kind.js';
import { ExportOptions } from './reading/schema.js';
import { findImport, scopeOptions } from './staged.js';
import { RecordId } from '../kernel/records/record.js';

export const exportKind = service({
  summary: 'Export part of the catalogue as a workbook that can be imported again',
  permission: 'catalogue.view',
  effect: 'read',
  input: ExportOptions.extend({
    kind: z.enum(exportedKinds, `must be one of: ${exportedKinds.join(', ')}`),
  }),
  output: { office: LargeFile, shop: LargeFile },
  run: async (ctx, { kind: name, type, at, ...options }) => {
    const kind = kindNamed(name);
    if (!kind?.export || !kind.exporting) throw notFound('Kind of export');
    if (!can(ctx.actor, kind.exporting)) throw new DomainError('permission-denied', undefined);
    const file = await kind.export(ctx, { ...(await scopeOptions(ctx, options)), type, at });
    return workbookFile(
      file.name,
      file.sheets.length > 0 ? file.sheets : [{ name: kind.title, columns: [], rows: [] }],
    );
  },
});

export const exportRefused = service({
  summary:
    'Export the refused rows of an import as a workbook, each with its reason; once applied, at most the first 1,000',
  permission: 'imports.read',
  effect: 'read',
  input: RecordId,
  output: { office: LargeFile, shop: LargeFile },
  run: async (ctx, { id }) => {
    const { kind, layouts, fileName, forgotten } = await findImport(ctx, id, { rows: false });
    const rows = await queryRows<RefusedRow>(
      ctx
        .db('import_rows')
        .where({ import_id: id, state: 'refused' })
        .orderBy('n')
        .limit(MOST_WORKBOOK_ROWS)
        .select('sheet', 'cells', 'problems'),
    );
    const file = await kind.refused({ fileName, layouts }, rows);
    return forgotten > 0 ? { ...file, name: ofFirst(file.name, rows.length, rows.length + forgotten) } : file;
  },
});

/** The name of a file that has only the first rows: `Items-refused-first-1000-of-5000.xlsx`. */
const ofFirst = (name: string, count: number, all: number): string =>
  name.replace(/(?=\.\w+$)/, `-first-${count}-of-${all}`);
