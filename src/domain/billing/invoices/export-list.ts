import type { z } from 'zod';
import type { Audience } from '../../kernel/rights/roles.js';
import { audience } from '../../kernel/context.js';
import { LargeFile } from '../../files/file.js';
import { tableFile, type TableColumn } from '../../files/table-file.js';
import { mapRows } from '../../files/row-batches.js';
import { readAll } from '../../kernel/database/read-all.js';
import { service } from '../../kernel/service.js';
import { filterInvoices, sortInvoices } from './list-query.js';
import { invoiceRowColumns, toInvoiceRow, type FlatInvoice } from './queries.js';
import { ExportInvoices, type InvoiceRow } from './schema.js';
import { queryCount } from '../../kernel/database/rows.js';

type Column = TableColumn<z.output<typeof InvoiceRow.office>>;

export const exportInvoices = service({
  summary: 'Export the full list of invoices as Excel or CSV',
  permission: 'invoices.read',
  effect: 'read',
  input: ExportInvoices,
  output: { office: LargeFile, shop: LargeFile },
  run: async (ctx, { format, sort, ...filter }) => {
    const matching = () => filterInvoices(ctx.db, ctx.actor, filter);
    const flat = readAll<FlatInvoice>(ctx.db, sortInvoices(matching(), sort).select(invoiceRowColumns));
    const count = () => queryCount(matching());
    const name = filter.status ? `invoices_${filter.status.toLowerCase()}` : 'invoices';
    const title = filter.status ? `${filter.status} Invoices` : 'Invoices';
    return tableFile(
      { name, title, columns: columnsByAudience[audience(ctx.actor)], rows: mapRows(flat, toInvoiceRow), count },
      format,
    );
  },
});

const shop: Column = { header: 'Shop', kind: 'text', value: (row) => row.shop.name };
const common: readonly Column[] = [
  { header: 'Invoice Number', kind: 'text', width: 18, value: (row) => row.invoiceNumber },
  { header: 'Invoiced Date', kind: 'day', width: 14, value: (row) => row.invoicedDate },
  { header: 'Status', kind: 'text', width: 12, value: (row) => row.status },
  { header: 'Order', kind: 'text', value: (row) => row.order.serialNumber },
  { header: 'Type', kind: 'text', width: 12, value: (row) => row.order.type },
  { header: 'Amount', kind: 'money', total: true, value: (row) => row.order.grandTotal.shop },
];
const sideTotals: readonly Column[] = [
  { header: 'Company Total', kind: 'money', total: true, value: (row) => row.order.grandTotal.company },
  { header: 'Order Total', kind: 'money', total: true, value: (row) => row.order.grandTotal.order },
];

const columnsByAudience: Readonly<Record<Audience, readonly Column[]>> = {
  office: [shop, ...common, ...sideTotals],
  shop: common,
  builder: [],
};
