import { mapColumns } from '../../kernel/database/columns.js';
import type { Audience } from '../../kernel/rights/roles.js';
import type { Permission } from '../../kernel/rights/permissions.js';
import type { ExportColumn, ValueKind } from './encode.js';

/** A column of a set, its SQL source, and who gets it (everyone by default). */
interface SetColumn extends ExportColumn {
  readonly sql: string;
  readonly to?: readonly Audience[];
}

/** A set of records that programs can export. */
interface ExportSet {
  readonly title: string;
  /** The permission of the list that the records come from. */
  readonly permission: Permission;
  readonly columns: readonly SetColumn[];
  readonly from: string;
  /** The shop that a record belongs to. */
  readonly shop: string;
  /** A condition for other rows that a shop may not see. */
  readonly hiddenFromShops?: string;
  /** SQL: when the last change of a record was stored. */
  readonly lastChangeSql: string;
  /** A condition for deleted records, which are exported only with `updatedSince`. */
  readonly deleted?: string;
}

/** Makes the columns of some fields of a table, named as by `mapColumns`. */
const makeColumns =
  (kind: ValueKind) =>
  (table: string, fields: string, to?: readonly Audience[]): SetColumn[] =>
    Object.entries(mapColumns(fields, table)).map(([name, sql]) => ({ name, kind, sql, ...(to && { to }) }));
const [textColumns, numberColumns, moneyColumns] = [makeColumns('text'), makeColumns('number'), makeColumns('money')];
const [flagColumns, dayColumns, instantColumns] = [makeColumns('flag'), makeColumns('day'), makeColumns('instant')];

const office: readonly Audience[] = ['office'];
const desks: readonly Audience[] = ['office', 'shop'];

const orders: ExportSet = {
  title: 'orders',
  permission: 'orders.read',
  columns: [
    ...textColumns('o', '_id serialNumber externalId orderNumber status'),
    ...instantColumns('o', 'statusSince'),
    ...textColumns('o', 'type shopId'),
    ...textColumns('s', 'shop:name'),
    ...textColumns('o', 'dealer:dealer_name salesRep customer category:category_name model:model_name'),
    ...numberColumns('o', 'width length'),
    ...textColumns('o', 'sidingType sidingColor roofType roofColor trimColor'),
    ...dayColumns('o', 'dateOrdered dateFinished invoicedDate deliveryScheduled dateDelivered'),
    ...flagColumns('o', 'metalOrdered'),
    ...textColumns('b', 'builder:name'),
    ...numberColumns('o', 'openAlerts'),
    ...textColumns('o', 'holdReason'),
    ...textColumns('o', 'deliveryCity', desks),
    ...textColumns('o', 'driver rtoCompany', office),
    ...moneyColumns('o', 'balance', office),
    ...moneyColumns('o', 'shopTotal:grand_total_shop', desks),
    ...moneyColumns('o', 'companyTotal:grand_total_company orderTotal:grand_total_order', office),
    ...numberColumns('o', 'revision'),
    ...instantColumns('o', 'changedAt'),
  ],
  from: 'orders o left join shops s on s.id = o.shop_id left join users b on b.id = o.builder_id',
  shop: 'o.shop_id',
  hiddenFromShops: `o.status = 'New'`,
  lastChangeSql: 'o.changed_at',
};

const lines: ExportSet = {
  title: 'order lines',
  permission: 'orders.read',
  columns: [
    ...textColumns('l', 'orderId'),
    ...numberColumns('l', 'lineNo'),
    ...textColumns('o', 'serialNumber shopId'),
    ...textColumns('l', 'kind addOnId name type'),
    ...numberColumns('l', 'quantity'),
    ...flagColumns('l', 'included discount'),
    ...numberColumns('l', 'retailPrice', desks),
    ...moneyColumns('l', 'shopTotal:total_sale_price_shop', desks),
    ...moneyColumns('l', 'companyTotal:total_sale_price_company orderTotal:total_sale_price_order', office),
    ...instantColumns('o', 'changedAt'),
  ],
  from: 'order_lines l join orders o on o.id = l.order_id',
  shop: 'o.shop_id',
  hiddenFromShops: `o.status = 'New'`,
  lastChangeSql: 'o.changed_at',
};

const invoices: ExportSet = {
  title: 'invoices',
  permission: 'invoices.read',
  columns: [
    ...textColumns('i', '_id invoiceNumber'),
    ...dayColumns('i', 'invoicedDate'),
    ...textColumns('i', 'status'),
    ...instantColumns('i', 'statusSince'),
    ...textColumns('i', 'shopId'),
    ...textColumns('s', 'shop:name'),
    ...textColumns('i', 'orderId'),
    ...textColumns('o', 'serialNumber type'),
    ...textColumns('i', 'paymentId'),
    ...moneyColumns('i', 'shopTotal'),
    ...moneyColumns('i', 'companyTotal orderTotal', office),
    ...numberColumns('i', 'revision'),
    ...instantColumns('i', 'changedAt deletedAt'),
  ],
  from: 'invoices i join shops s on s.id = i.shop_id left join orders o on o.id = i.order_id',
  shop: 'i.shop_id',
  lastChangeSql: 'i.changed_at',
  deleted: 'i.deleted_at',
};

const payments: ExportSet = {
  title: 'payments',
  permission: 'payments.read',
  columns: [
    ...textColumns('p', '_id paymentNumber'),
    ...dayColumns('p', 'paymentDate'),
    ...textColumns('p', 'shopId'),
    ...textColumns('s', 'shop:name'),
    ...textColumns('p', 'memo'),
    { name: 'orderInvoices', kind: 'number', sql: 'p.invoice_count - p.repair_count - p.driver_count' },
    ...numberColumns('p', 'repairInvoices:repair_count driverInvoices:driver_count corrections:correction_count'),
    ...moneyColumns('p', 'correctionTotal adjustment shopTotal:total'),
    ...moneyColumns('p', 'companyTotal orderTotal', office),
    ...instantColumns('p', 'createdAt'),
    ...numberColumns('p', 'revision'),
    ...instantColumns('p', 'changedAt deletedAt'),
  ],
  from: 'payments p join shops s on s.id = p.shop_id',
  shop: 'p.shop_id',
  lastChangeSql: 'p.changed_at',
  deleted: 'p.deleted_at',
};

const movements: ExportSet = {
  title: 'stock movements',
  permission: 'inventory.read',
  columns: [
    ...textColumns('m', '_id'),
    ...instantColumns('m', 'at'),
    ...textColumns('m', 'shopId'),
    ...textColumns('s', 'shop:name'),
    ...textColumns('m', 'itemId'),
    ...textColumns('i', 'item:name'),
    ...numberColumns('m', 'onOrder received current'),
    ...textColumns('m', 'why sourceKind:source sourceId by:actor_name'),
    ...instantColumns('m', 'changedAt'),
  ],
  from: 'stock_movements m join shops s on s.id = m.shop_id join items i on i.id = m.item_id',
  shop: 'm.shop_id',
  lastChangeSql: 'm.changed_at',
};

/** Everything that can be exported, by name. */
export const exportSets = { orders, lines, invoices, payments, movements } as const;
export type ExportName = keyof typeof exportSets;
export const exportFormats = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The columns that an audience gets, in order. */
export const columnsFor = (name: ExportName, audience: Audience): readonly SetColumn[] =>
  exportSets[name].columns.filter(({ to }) => !to || to.includes(audience));
