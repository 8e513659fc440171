import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { readSheets } from '../files/sheets/read.js';
import type { ActorName, World } from './world.js';
import { exportKind } from '../imports/export.js';
import { describeReason } from '../imports/reading/problem.js';
import type { ExportOptions, ImportOptions } from '../imports/reading/schema.js';
import { applyStagedImport, listImportRows, stageImport } from '../imports/workbench.js';

type Row = Record<string, unknown>;

/** Helpers to test a kind of spreadsheet, by default as the office's admin. */
export function createKindDriver(world: World, kind: string, as: ActorName = 'office.admin') {
  const ctx = () => world.ctx(as);
  const stage = async (rows: Row[], options: ImportOptions = {}) => {
    const stagedImport = await stageImport(ctx(), { kind, rows, fileName: 'test.json', ...options });
    const { items } = await listImportRows(ctx(), { id: stagedImport._id });
    return { ...stagedImport, rows: items.filter(({ state }) => state !== 'unchanged') };
  };
  return {
    stage,
    /** The reason why each row is refused. None may be accepted. */
    refusals: async (rows: Row[], options: ImportOptions = {}) => {
      const reasons: string[] = [];
      for (const row of rows) {
        const stagedImport = await stage([row], options);
        reasons.push(stagedImport.rows.flatMap(({ problems }) => problems.map(describeReason)).join('; '));
      }
      return reasons;
    },
    apply: (id: string) => applyStagedImport(ctx(), { id }),
    /** Its export read back: the sheets with their rows by header. */
    sheets: async (options: Partial<ExportOptions> = {}, more: ActorName = as) => {
      const { name, content } = await exportKind(world.ctx(more), { kind, ...options });
      const workbook = await readSheets({ name, bytes: await buffer(content as Readable) }, {});
      return workbook.sheets.map(({ name: sheet, rows: [first, ...rows] }) => {
        const headers = (first?.cells ?? []).map(String);
        return {
          name: sheet,
          headers,
          rows: rows.map(({ cells }): Row =>
            Object.fromEntries(headers.map((header, n) => [header, cells[n] ?? null])),
          ),
        };
      });
    },
  };
}
