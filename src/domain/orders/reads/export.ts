import type { Audience } from '../../kernel/rights/roles.js';
import { findCompany } from '../../company/company/queries.js';
import { audience } from '../../kernel/context.js';
import { LargeFile } from '../../files/file.js';
import { tableFile, type TableColumn } from '../../files/table-file.js';
import { readAll } from '../../kernel/database/read-all.js';
import { service } from '../../kernel/service.js';
import { countListedOrders, listedOrders } from './queries.js';
import { ExportOrders } from '../schema.js';
import { refuseUnknownStatus } from '../../kernel/order/refuse-status.js';
import { formatYesNo } from '../../kernel/text/yes-no.js';

export const exportOrders = service({
  summary: 'Export the full list of orders as Excel or CSV',
  permission: 'orders.read',
  effect: 'read',
  input: ExportOrders,
  output: LargeFile,
  run: async (ctx, { format, ...listing }) => {
    refuseUnknownStatus(listing.status);
    const company = await findCompany(ctx.db);
    const sinceDay = ctx.db.raw(`(o.status_since at time zone ?)::date as "sinceDay"`, [company?.timeZone ?? 'UTC']);
    const rows = readAll<Row>(ctx.db, listedOrders(ctx, listing).select(sinceDay));
    const count = async () => (await countListedOrders(ctx, listing)).total;
    return tableFile(
      { name: 'orders', title: 'Orders', columns: columnsByAudience[audience(ctx.actor)], rows, count },
      format,
    );
  },
});

/** The columns read of an order: totals in cents, days as text. */
interface Row {
  readonly serialNumber: string;
  readonly status: string;
  readonly sinceDay: string;
  readonly type: string;
  readonly shop: { readonly name: string } | null;
  readonly builder: { readonly name: string } | null;
  readonly dealer: string | null;
  readonly customer: string | null;
  readonly model: string;
  readonly width: number;
  readonly length: number;
  readonly dateOrdered: string;
  readonly dateFinished: string | null;
  readonly deliveryScheduled: string | null;
  readonly dateDelivered: string | null;
  readonly deliveryCity: string | null;
  readonly driver: string | null;
  readonly rtoCompany: string | null;
  readonly balance: number | null;
  readonly metalOrdered: boolean;
  readonly openAlerts: number;
  readonly holdReason: string | null;
  readonly shopTotal: number;
  readonly companyTotal: number;
  readonly orderTotal: number;
}
type Column = TableColumn<Row>;

const common: readonly Column[] = [
  { header: 'Serial #', kind: 'text', value: (row) => row.serialNumber },
  { header: 'Status', kind: 'text', width: 12, value: (row) => row.status },
  { header: 'In Status Since', kind: 'day', width: 16, value: (row) => row.sinceDay },
  { header: 'Type', kind: 'text', width: 12, value: (row) => row.type },
  { header: 'Dealer', kind: 'text', value: (row) => row.dealer },
  { header: 'Customer', kind: 'text', value: (row) => row.customer },
  { header: 'Model', kind: 'text', value: (row) => row.model },
  { header: 'Width', kind: 'number', value: (row) => row.width },
  { header: 'Length', kind: 'number', value: (row) => row.length },
  { header: 'Ordered Date', kind: 'day', width: 14, value: (row) => row.dateOrdered },
  { header: 'Finished Date', kind: 'day', width: 14, value: (row) => row.dateFinished },
  { header: 'Delivery Day', kind: 'day', width: 14, value: (row) => row.deliveryScheduled },
  { header: 'Delivered', kind: 'day', width: 14, value: (row) => row.dateDelivered },
  { header: 'Metal Ordered', kind: 'text', width: 14, value: (row) => formatYesNo(row.metalOrdered) },
  { header: 'Builder', kind: 'text', value: (row) => row.builder?.name ?? null },
  { header: 'Open Alerts', kind: 'number', value: (row) => row.openAlerts },
  { header: 'Hold Reason', kind: 'text', value: (row) => row.holdReason },
];
const shop: Column = { header: 'Shop', kind: 'text', value: (row) => row.shop?.name ?? null };
const deliveryCity: Column = { header: 'Delivery City', kind: 'text', value: (row) => row.deliveryCity };
const sale: readonly Column[] = [
  { header: 'Driver', kind: 'text', value: (row) => row.driver },
  { header: 'RTO Company', kind: 'text', value: (row) => row.rtoCompany },
  { header: 'Balance', kind: 'money', total: true, value: (row) => row.balance },
];
const shopTotal: Column = { header: 'Shop Total', kind: 'money', total: true, value: (row) => row.shopTotal };
const sideTotals: readonly Column[] = [
  { header: 'Company Total', kind: 'money', total: true, value: (row) => row.companyTotal },
  { header: 'Order Total', kind: 'money', total: true, value: (row) => row.orderTotal },
];

const columnsByAudience: Readonly<Record<Audience, readonly Column[]>> = {
  office: [shop, ...common, deliveryCity, ...sale, shopTotal, ...sideTotals],
  shop: [...common, deliveryCity, shopTotal],
  builder: common,
};
