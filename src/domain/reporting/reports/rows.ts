import { z } from 'zod';
import { can } from '../../kernel/rights/permissions.js';
import { cellText } from '../../files/pdf/report-layout.js';
import { mapRows } from '../../files/row-batches.js';
import type { SheetCell } from '../../files/workbook/sheet.js';
import { DomainError } from '../../kernel/errors.js';
import { readInput, service } from '../../kernel/service.js';
import { reportNamed } from './registry.js';
import { totalText } from './total-text.js';

const Line = z.object({ label: z.string(), value: z.string() });

export const listReportRows = service({
  summary: 'Get the first rows of a report as text, with its filters and totals',
  permission: 'reports.view',
  effect: 'read',
  readsFrom: 'standby',
  input: z.object({ name: z.string(), filter: z.record(z.string(), z.unknown()), most: z.int().min(0).max(5000) }),
  output: z.object({
    title: z.string(),
    headers: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    count: z.int(),
    about: z.array(Line),
    totals: z.array(Line),
  }),
  run: async (ctx, { name, filter, most }) => {
    const report = reportNamed(name);
    if (!can(ctx.actor, report.permission)) throw new DomainError('permission-denied', undefined);
    const table = await report.table(ctx, readInput(report.filter, filter));
    const rows: string[][] = [];
    const toText = (cells: readonly SheetCell[]) =>
      table.columns.map(({ kind }, n) => cellText(cells[n] ?? null, kind));
    if (most > 0)
      for await (const batch of mapRows(table.rows, toText)) {
        rows.push(...batch.slice(0, most - rows.length));
        if (rows.length === most) break;
      }
    const totals = (await table.totals()).map((total) => ({ label: total.label, value: totalText(total) }));
    const headers = table.columns.map(({ header }) => header);
    return { title: report.title, headers, rows, count: await table.count(), about: [...table.about], totals };
  },
});
