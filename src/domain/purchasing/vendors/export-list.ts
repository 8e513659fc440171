import { audience } from '../../kernel/context.js';
import { LargeFile } from '../../files/file.js';
import { tableFile, type TableColumn } from '../../files/table-file.js';
import { getPage } from '../../kernel/records/page.js';
import { service } from '../../kernel/service.js';
import { findShopFilter } from '../../kernel/rights/requested-shop.js';
import { findVendorRows } from './queries.js';
import { ExportVendors, type VendorRow } from './schema.js';
import { searchedFields } from './service.js';

export const exportVendors = service({
  summary: 'Export all vendors as an Excel workbook or CSV',
  permission: 'purchasing.read',
  effect: 'read',
  input: ExportVendors,
  output: { office: LargeFile, shop: LargeFile },
  run: async (ctx, { format, shop, ...listing }) => {
    const all = await findVendorRows(ctx.db, await findShopFilter(ctx, shop));
    const { items: rows } = getPage(all, { ...listing, page: 1, size: Math.max(1, all.length) }, searchedFields);
    const columns = audience(ctx.actor) === 'office' ? [shopColumn, ...common] : common;
    return tableFile(
      { name: 'vendors', title: 'Vendors', columns, rows, count: () => Promise.resolve(rows.length) },
      format,
    );
  },
});

type Column = TableColumn<VendorRow>;

const shopColumn: Column = { header: 'Shop', kind: 'text', value: ({ shop }) => shop.name };
const common: readonly Column[] = [
  { header: 'Name', kind: 'text', width: 28, value: ({ name }) => name },
  { header: 'Email', kind: 'text', width: 28, value: ({ email }) => email },
  { header: 'Address', kind: 'text', width: 28, value: ({ address }) => address },
  { header: 'City', kind: 'text', value: ({ city }) => city },
  { header: 'State', kind: 'text', value: ({ state }) => state },
  { header: 'Zip Code', kind: 'text', value: ({ zipCode }) => zipCode },
  { header: 'Default Items', kind: 'number', value: ({ items }) => items },
];
