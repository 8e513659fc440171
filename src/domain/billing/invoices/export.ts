import type { z } from 'zod';
import { findCompany } from '../../company/company/queries.js';
import type { ActorCtx } from '../../kernel/context.js';
import { printedWorkbook } from '../../files/workbook/printed-workbook.js';
import { xlsxType } from '../../files/workbook/write-workbook.js';
import { service } from '../../kernel/service.js';
import { filterInvoices } from './list-query.js';
import { costCell } from '../../files/workbook/cost-cell.js';
import type { SheetCell, SheetColumn } from '../../files/workbook/sheet.js';
import { ExportedFile, ExportPaid } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

export const exportPaidInvoices = service({
  summary: 'Export paid invoices with the shop figures of their orders as Excel',
  permission: 'invoices.read',
  effect: 'read',
  input: ExportPaid,
  output: ExportedFile,
  run: async (ctx, input) => {
    const columns = [...identity, ...figures].map(([, column]) => column);
    const company = await findCompany(ctx.db);
    const header = { title: 'Paid Invoices', company: company?.name ?? '' };
    const bytes = await printedWorkbook({ name: header.title, columns, rows: paidRows(ctx, input) }, header);
    return { name: 'paid_invoices.xlsx', type: xlsxType, bytes };
  },
});

const BATCH = 2000;

const identity: readonly (readonly [string, SheetColumn])[] = [
  ['i.invoice_number', { header: 'Invoice Number', kind: 'text', width: 18 }],
  ['i.invoiced_date', { header: 'Date', kind: 'day' }],
];

const money = (column: string, header: string) =>
  [column, { header, kind: 'money', total: true }] as const satisfies [string, SheetColumn];

/** The shop's figures of an order, as the invoice shows them, in cents. */
const figures: readonly (readonly [string, SheetColumn])[] = [
  money('i.shop_total', 'Shop Total'),
  money('o.builder_labor_shop', 'Builder'),
  money('o.roof_labor_shop', 'Roof'),
  money('o.truss_labor_shop', 'Truss'),
  money('o.door_labor_shop', 'Door'),
  money('o.paint_labor_shop', 'Paint'),
  money('o.shed_total_labor_shop', 'Shed Total'),
  money('o.add_ons_total_labor_shop', 'Add-Ons Labor'),
  money('o.custom_add_ons_total_labor_shop', 'Custom Add-Ons Labor'),
  money('o.total_labor_shop', 'Total Labor'),
  money('o.shed_material_cost_shop', 'Shed Material Cost'),
  money('o.add_ons_material_cost_total_shop', 'Add-Ons Material Cost'),
  money('o.custom_add_ons_material_cost_total_shop', 'Custom Add-Ons Material Cost'),
  money('o.total_material_cost_shop', 'Total Material Cost'),
  money('o.shed_total_cost_shop', 'Shed Total Cost'),
  money('o.add_ons_total_cost_shop', 'Add-Ons Total Cost'),
  money('o.custom_add_ons_total_cost_shop', 'Custom Add-Ons Total Cost'),
  money('o.overhead_shop', 'Overhead'),
  money('o.total_cost_shop', 'Total Cost'),
];

type Row = Readonly<Record<`c${number}` | 'id', SheetCell>> & { readonly known: boolean };

/** Marks labor, material and cost as unknown if the order's cost is not known. */
const toCell = ({ known }: Row, source: string, value: SheetCell): SheetCell =>
  costCell(known || !source.startsWith('o.'), value);

/** Yields the rows newest first, in batches to limit memory use. */
async function* paidRows(ctx: ActorCtx, input: z.output<typeof ExportPaid>): AsyncGenerator<SheetCell[][]> {
  const sources = [...identity, ...figures].map(([source]) => source);
  const columns = Object.fromEntries(sources.map((source, n) => [`c${n}`, source]));
  let before: string | null = null;
  for (;;) {
    const query = filterInvoices(ctx.db, ctx.actor, { ...input, status: 'Paid' })
      .orderBy('i.id', 'desc')
      .limit(BATCH);
    const rows: Row[] = await queryRows<Row>(
      (before ? query.where('i.id', '<', before) : query).select({
        ...{ id: 'i.id', known: 'o.cost_known' },
        ...columns,
      }),
    );
    yield rows.map((row) => sources.map((source, n) => toCell(row, source, row[`c${n}`] ?? null)));
    if (rows.length < BATCH) return;
    before = String(rows.at(-1)?.['id']);
  }
}
