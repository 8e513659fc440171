import { audience } from '../../kernel/context.js';
import { LargeFile } from '../../files/file.js';
import { tableFile, type TableColumn } from '../../files/table-file.js';
import { readAll } from '../../kernel/database/read-all.js';
import { service } from '../../kernel/service.js';
import { findShopFilter } from '../../kernel/rights/requested-shop.js';
import { countListed, selectMetalOrders } from './queries.js';
import { ExportMetalOrders, type MetalOrderRow } from './schema.js';
import { formatYesNo } from '../../kernel/text/yes-no.js';

export const exportMetalOrders = service({
  summary: 'Export all metal orders as an Excel workbook or CSV',
  permission: 'purchasing.read',
  effect: 'read',
  input: ExportMetalOrders,
  output: { office: LargeFile, shop: LargeFile },
  run: async (ctx, { format, sort, ...listing }) => {
    const filter = { ...listing, shop: await findShopFilter(ctx, listing.shop) };
    const rows = readAll<MetalOrderRow>(ctx.db, selectMetalOrders(ctx.db, filter, sort));
    const columns = audience(ctx.actor) === 'office' ? [shop, ...common] : common;
    const count = () => countListed(ctx.db, filter);
    return tableFile({ name: 'metal_orders', title: 'Metal Orders', columns, rows, count }, format);
  },
});

type Column = TableColumn<MetalOrderRow>;

const shop: Column = { header: 'Shop', kind: 'text', value: (row) => row.shop.name };
const common: readonly Column[] = [
  { header: 'PO#', kind: 'text', width: 18, value: (row) => row.purchaseOrderNumber },
  { header: 'Vendor', kind: 'text', width: 28, value: (row) => row.vendor.name },
  { header: 'Ordered Date', kind: 'day', width: 14, value: (row) => row.orderedDate },
  { header: 'Received', kind: 'text', value: (row) => formatYesNo(row.recieved) },
  { header: 'Received Date', kind: 'day', width: 14, value: (row) => row.recievedDate },
  { header: 'Packages', kind: 'number', value: (row) => row.serialNumbers.length },
  { header: 'Serial Numbers', kind: 'text', width: 40, value: (row) => row.serialNumbers.join(', ') },
];
