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
  /** When the database stored its last change. */
  readonly changed: string;
  /** A condition for deleted records, which are exported only with `updatedSince`. */
  readonly deleted?: string;
}

const column =
  (kind: ValueKind) =>
  (name: string, sql: string, to?: readonly Audience[]): SetColumn => ({ name, kind, sql, ...(to && { to }) });
const [text, number, money] = [column('text'), column('number'), column('money')];
const [flag, day, instant] = [column('flag'), column('day'), column('instant')];

const office: readonly Audience[] = ['office'];
const desks: readonly Audience[] = ['office', 'shop'];

const orders: ExportSet = {
  title: 'orders',
  permission: 'orders.read',
  columns: [
    text('_id', 'o.id'),
    text('serialNumber', 'o.serial_number'),
    text('externalId', 'o.external_id'),
    text('orderNumber', 'o.order_number'),
    text('status', 'o.status'),
    instant('statusSince', 'o.status_since'),
    text('type', 'o.type'),
    text('shopId', 'o.shop_id'),
    text('shop', 's.name'),
    text('dealer', 'o.dealer_name'),
    text('salesRep', 'o.sales_rep'),
    text('customer', 'o.customer'),
    text('category', 'o.category_name'),
    text('model', 'o.model_name'),
    number('width', 'o.width'),
    number('length', 'o.length'),
    text('sidingType', 'o.siding_type'),
    text('sidingColor', 'o.siding_color'),
    text('roofType', 'o.roof_type'),
    text('roofColor', 'o.roof_color'),
    text('trimColor', 'o.trim_color'),
    day('dateOrdered', 'o.date_ordered'),
    day('dateFinished', 'o.date_finished'),
    day('invoicedDate', 'o.invoiced_date'),
    day('deliveryScheduled', 'o.delivery_scheduled'),
    day('dateDelivered', 'o.date_delivered'),
    flag('metalOrdered', 'o.metal_ordered'),
    text('builder', 'b.name'),
    number('openAlerts', 'o.open_alerts'),
    text('holdReason', 'o.hold_reason'),
    text('deliveryCity', 'o.delivery_city', desks),
    text('driver', 'o.driver', office),
    text('rtoCompany', 'o.rto_company', office),
    money('balance', 'o.balance', office),
    money('shopTotal', 'o.grand_total_shop', desks),
    money('companyTotal', 'o.grand_total_company', office),
    money('orderTotal', 'o.grand_total_order', office),
    number('revision', 'o.revision'),
    instant('changedAt', 'o.changed_at'),
  ],
  from: 'orders o left join shops s on s.id = o.shop_id left join users b on b.id = o.builder_id',
  shop: 'o.shop_id',
  hiddenFromShops: `o.status = 'New'`,
  changed: 'o.changed_at',
};

const lines: ExportSet = {
  title: 'order lines',
  permission: 'orders.read',
  columns: [
    text('orderId', 'l.order_id'),
    number('lineNo', 'l.line_no'),
    text('serialNumber', 'o.serial_number'),
    text('shopId', 'o.shop_id'),
    text('kind', 'l.kind'),
    text('addOnId', 'l.add_on_id'),
    text('name', 'l.name'),
    text('type', 'l.type'),
    number('quantity', 'l.quantity'),
    flag('included', 'l.included'),
    flag('discount', 'l.discount'),
    number('retailPrice', 'l.retail_price', desks),
    money('shopTotal', 'l.total_sale_price_shop', desks),
    money('companyTotal', 'l.total_sale_price_company', office),
    money('orderTotal', 'l.total_sale_price_order', office),
    instant('changedAt', 'o.changed_at'),
  ],
  from: 'order_lines l join orders o on o.id = l.order_id',
  shop: 'o.shop_id',
  hiddenFromShops: `o.status = 'New'`,
  changed: 'o.changed_at',
};

const invoices: ExportSet = {
  title: 'invoices',
  permission: 'invoices.read',
  columns: [
    text('_id', 'i.id'),
    text('invoiceNumber', 'i.invoice_number'),
    day('invoicedDate', 'i.invoiced_date'),
    text('status', 'i.status'),
    instant('statusSince', 'i.status_since'),
    text('shopId', 'i.shop_id'),
    text('shop', 's.name'),
    text('orderId', 'i.order_id'),
    text('serialNumber', 'o.serial_number'),
    text('type', 'o.type'),
    text('paymentId', 'i.payment_id'),
    money('shopTotal', 'i.shop_total'),
    money('companyTotal', 'i.company_total', office),
    money('orderTotal', 'i.order_total', office),
    number('revision', 'i.revision'),
    instant('changedAt', 'i.changed_at'),
    instant('deletedAt', 'i.deleted_at'),
  ],
  from: 'invoices i join shops s on s.id = i.shop_id left join orders o on o.id = i.order_id',
  shop: 'i.shop_id',
  changed: 'i.changed_at',
  deleted: 'i.deleted_at',
};

const payments: ExportSet = {
  title: 'payments',
  permission: 'payments.read',
  columns: [
    text('_id', 'p.id'),
    text('paymentNumber', 'p.payment_number'),
    day('paymentDate', 'p.payment_date'),
    text('shopId', 'p.shop_id'),
    text('shop', 's.name'),
    text('memo', 'p.memo'),
    number('orderInvoices', 'p.invoice_count'),
    number('repairInvoices', 'p.repair_count'),
    number('driverInvoices', 'p.driver_count'),
    number('corrections', 'p.correction_count'),
    money('correctionTotal', 'p.correction_total'),
    money('adjustment', 'p.adjustment'),
    money('shopTotal', 'p.total'),
    money('companyTotal', 'p.company_total', office),
    money('orderTotal', 'p.order_total', office),
    instant('createdAt', 'p.created_at'),
    number('revision', 'p.revision'),
    instant('changedAt', 'p.changed_at'),
    instant('deletedAt', 'p.deleted_at'),
  ],
  from: 'payments p join shops s on s.id = p.shop_id',
  shop: 'p.shop_id',
  changed: 'p.changed_at',
  deleted: 'p.deleted_at',
};

const movements: ExportSet = {
  title: 'stock movements',
  permission: 'inventory.read',
  columns: [
    text('_id', 'm.id'),
    instant('at', 'm.at'),
    text('shopId', 'm.shop_id'),
    text('shop', 's.name'),
    text('itemId', 'm.item_id'),
    text('item', 'i.name'),
    number('onOrder', 'm.on_order'),
    number('received', 'm.received'),
    number('current', 'm.current'),
    text('why', 'm.why'),
    text('sourceKind', 'm.source'),
    text('sourceId', 'm.source_id'),
    text('by', 'm.actor_name'),
    instant('changedAt', 'm.changed_at'),
  ],
  from: 'stock_movements m join shops s on s.id = m.shop_id join items i on i.id = m.item_id',
  shop: 'm.shop_id',
  changed: 'm.changed_at',
};

/** Everything that can be exported, by name. */
export const exportSets = { orders, lines, invoices, payments, movements } as const;
export type ExportName = keyof typeof exportSets;
export const exportFormats = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The columns that an audience gets, in order. */
export const columnsFor = (name: ExportName, audience: Audience): readonly SetColumn[] =>
  exportSets[name].columns.filter(({ to }) => !to || to.includes(audience));
