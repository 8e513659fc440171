import { audience } from '../../../kernel/context.js';
import { LargeFile } from '../../../files/file.js';
import { tableFile, type TableColumn } from '../../../files/table-file.js';
import { readAll } from '../../../kernel/database/read-all.js';
import { service } from '../../../kernel/service.js';
import { filterMaterialOrders, sortMaterialOrders } from '../list-query.js';
import { selectMaterialRows } from '../queries.js';
import { ExportMaterialOrders, type OrderRow } from '../schema.js';
import { queryCount } from '../../../kernel/database/rows.js';

type Column = TableColumn<OrderRow>;

export const exportMaterialOrders = service({
  summary: 'Export all material orders as an Excel workbook or CSV',
  permission: 'purchasing.read',
  effect: 'read',
  input: ExportMaterialOrders,
  output: { office: LargeFile, shop: LargeFile },
  run: async (ctx, { format, sort, ...filter }) => {
    const matching = () => filterMaterialOrders(ctx.db, ctx.actor, filter);
    const rows = readAll<OrderRow>(ctx.db, selectMaterialRows(sortMaterialOrders(matching(), sort), ctx.db));
    const count = () => queryCount(matching());
    const columns = audience(ctx.actor) === 'office' ? [shop, ...common] : common;
    return tableFile({ name: 'material_orders', title: 'Material Orders', columns, rows, count }, format);
  },
});

const states = { draft: 'Draft', ordered: 'Ordered', partly: 'Partly received', received: 'Received' } as const;

const shop: Column = { header: 'Shop', kind: 'text', value: (row) => row.shop.name };
const common: readonly Column[] = [
  { header: 'PO#', kind: 'text', width: 18, value: (row) => row.purchaseOrderNumber },
  { header: 'Vendor', kind: 'text', width: 26, value: (row) => row.vendor.name },
  { header: 'Ordered Date', kind: 'day', width: 14, value: (row) => row.orderedDate },
  { header: 'Received Date', kind: 'day', width: 14, value: (row) => row.recievedDate },
  { header: 'Status', kind: 'text', width: 16, value: (row) => states[row.state] },
  { header: 'Total', kind: 'money', total: true, value: (row) => row.grandTotal },
  { header: 'Freight', kind: 'money', total: true, value: (row) => row.freight },
];
