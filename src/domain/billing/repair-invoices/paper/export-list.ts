import { audience } from '../../../kernel/context.js';
import { LargeFile } from '../../../files/file.js';
import { tableFile, type TableColumn } from '../../../files/table-file.js';
import { readAll } from '../../../kernel/database/read-all.js';
import { service } from '../../../kernel/service.js';
import { filterRepairs, sortRepairs } from '../list-query.js';
import { selectRepairRows } from '../queries.js';
import { ExportRepairs, type RepairRow } from '../schema.js';
import { queryCount } from '../../../kernel/database/rows.js';

type Column = TableColumn<RepairRow>;

export const exportRepairs = service({
  summary: 'Export the full list of repair or driver invoices as Excel or CSV',
  permission: 'repairs.read',
  effect: 'read',
  input: ExportRepairs,
  output: { office: LargeFile, shop: LargeFile },
  run: async (ctx, { format, sort, ...filter }) => {
    const matching = () => filterRepairs(ctx.db, ctx.actor, filter);
    const rows = readAll<RepairRow>(ctx.db, selectRepairRows(ctx.db, sortRepairs(matching(), sort)));
    const count = () => queryCount(matching());
    const words = [filter.status ?? [], filter.type ?? 'Repair and Driver', 'Invoices'].flat();
    const title = words.join(' ');
    const columns = audience(ctx.actor) === 'office' ? [shop, ...common] : common;
    return tableFile({ name: title.replaceAll(' ', '_').toLowerCase(), title, columns, rows, count }, format);
  },
});

const shop: Column = { header: 'Shop', kind: 'text', value: (row) => row.shop.name };
const common: readonly Column[] = [
  { header: 'Invoice Number', kind: 'text', width: 18, value: (row) => row.invoiceNumber },
  { header: 'Invoiced Date', kind: 'day', width: 14, value: (row) => row.invoicedDate },
  { header: 'Type', kind: 'text', width: 12, value: (row) => row.type },
  { header: 'Status', kind: 'text', width: 12, value: (row) => row.status },
  { header: 'Amount', kind: 'money', total: true, value: (row) => row.invoiceTotal },
  { header: 'Standard Total', kind: 'money', total: true, value: (row) => row.standardInvoiceTotal },
];
