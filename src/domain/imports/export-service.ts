import { Readable } from 'node:stream';
import { z } from 'zod';
import { can } from '../kernel/rights/permissions.js';
import { LargeFile } from '../files/file.js';
import { MOST_WORKBOOK_ROWS } from '../files/table-file.js';
import type { Sheet, SheetCell } from '../files/workbook/sheet.js';
import { writeWorkbook, xlsxType } from '../files/workbook/write-workbook.js';
import { DomainError, notFound } from '../kernel/errors.js';
import { service } from '../kernel/service.js';
import type { Cell } from '../files/sheets/file-contents.js';
import { exportedKinds, kindNamed } from './kinds.js';
import { reasonOf } from './reading/reason.js';
import { ExportOptions } from './reading/schema.js';
import { findImport, scoped } from './staged.js';

export const exportKind = service({
  summary: 'A part of the catalogue as a workbook that its import reads back without a change',
  permission: 'catalogue.view',
  effect: 'read',
  input: ExportOptions.extend({
    kind: z.enum(exportedKinds as [string, ...string[]], `must be one of ${exportedKinds.join(', ')}`),
  }),
  output: { office: LargeFile, shop: LargeFile },
  run: async (ctx, { kind: name, type, at, ...asked }) => {
    const kind = kindNamed(name);
    if (!kind?.export || !kind.exporting) throw notFound('Kind of export');
    if (!can(ctx.actor, kind.exporting)) throw new DomainError('permission-denied', undefined);
    const written = await kind.export(ctx, { ...(await scoped(ctx, asked)), type, at });
    return workbook(
      written.name,
      written.sheets.length > 0 ? written.sheets : [{ name: kind.title, columns: [], rows: [] }],
    );
  },
});

/** The sheets as a file named by their kind: `Items.xlsx`, `Sheds.xlsx`. */
async function workbook(name: string, sheets: readonly Sheet[]): Promise<LargeFile> {
  const bytes = await writeWorkbook(sheets);
  return { name: `${name}.xlsx`, type: xlsxType, content: Readable.from([bytes], { objectMode: false }) };
}

export const exportRefused = service({
  summary: 'The refused rows of a spreadsheet that was read, each with its reason, as a workbook',
  permission: 'imports.read',
  effect: 'read',
  input: z.object({ id: z.uuid('is no id') }),
  output: { office: LargeFile, shop: LargeFile },
  run: async (ctx, { id }) => {
    const { kind, layouts, fileName } = await findImport(ctx, id, { rows: false });
    const rows = (await ctx
      .db('import_rows')
      .where({ import_id: id, state: 'refused' })
      .orderBy('n')
      .limit(MOST_WORKBOOK_ROWS)
      .select('sheet', 'cells', 'problems')) as RefusedRow[];
    if (kind.refused)
      return kind.refused(
        fileName,
        rows.map(({ cells, problems }) => ({ cells, reason: problems.map(reasonOf).join('; ') })),
      );
    const sheets = layouts.flatMap(({ sheet: name, columns }, at): Sheet[] => {
      const own = rows.filter(({ sheet }) => sheet === at);
      if (own.length === 0) return [];
      const headers = [...columns.map(({ header }) => header), 'Reason'];
      return [
        {
          name,
          columns: headers.map((header) => ({
            header,
            kind: 'any' as const,
            ...(header === 'Reason' && { width: 60 }),
          })),
          rows: own.map(({ cells, problems }) => [
            ...columns.map((_, n) => plain(cells[n] ?? null)),
            problems.map(reasonOf).join('; '),
          ]),
        },
      ];
    });
    return workbook(
      `${fileName.replace(/\.\w+$/, '')}-refused`,
      sheets.length > 0 ? sheets : [{ name: 'Refused', columns: [], rows: [] }],
    );
  },
});

interface RefusedRow {
  readonly sheet: number;
  readonly cells: readonly Cell[];
  readonly problems: readonly { column: string | null; value: string | null; expected: string }[];
}

const plain = (cell: Cell): SheetCell => {
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  return typeof cell === 'object' && cell !== null ? cell.error : cell;
};
