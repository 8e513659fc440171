import type { Knex } from 'knex';
import type { ActorCtx } from '../../../kernel/context.js';
import { visibleInvoices } from '../../../billing/invoices/queries.js';
import type { InvoiceReportFilter } from './invoice-schema.js';
import { unlessNoneKnown } from '../orders/orders-query.js';
import { dateColumns, selectOrders, within } from '../selection.js';
import type { Period } from '../period.js';

/** An invoice of the report with its order's figures: cents, and the percent as a fraction. */
export interface InvoiceLine {
  readonly _id: string;
  readonly invoice_number: string;
  readonly invoiced_date: string;
  readonly status: string;
  readonly shop: string;
  readonly serial_number: string;
  readonly type: string;
  readonly shop_total: number;
  readonly material_standard: number;
  readonly labor_standard: number;
  readonly overhead_standard: number;
  readonly cost_standard: number;
  readonly profit_percent: number;
  readonly cost_known: boolean;
}

const columns = {
  _id: 'i.id',
  invoice_number: 'i.invoice_number',
  invoiced_date: 'i.invoiced_date',
  status: 'i.status',
  shop_id: 's.id',
  shop: 's.name',
  order_id: 'o.id',
  serial_number: 'o.serial_number',
  type: 'o.type',
  model: 'o.model_name',
  width: 'o.width',
  length: 'o.length',
  shop_total: 'i.shop_total',
  company_total: 'i.company_total',
  order_total: 'i.order_total',
  material_shop: 'o.total_material_cost_shop',
  material_standard: 'o.total_material_cost_standard',
  labor_shop: 'o.total_labor_shop',
  labor_standard: 'o.total_labor_standard',
  overhead_shop: 'o.overhead_shop',
  overhead_standard: 'o.overhead_standard',
  cost_shop: 'o.total_cost_shop',
  cost_standard: 'o.total_cost_standard',
  profit_standard: 'o.profit_dollars_standard',
  profit_percent: 'o.profit_percent_standard',
  cost_unknown: 'o.cost_unknown',
  cost_known: 'o.cost_known',
};

/** The invoices a filter selects, by invoice date unless the filter uses a date of the order. */
export function selectedInvoices(ctx: ActorCtx, filter: InvoiceReportFilter, period: Period): Knex.QueryBuilder {
  const { orderDate, invoiceStatus } = filter;
  const column = orderDate === undefined || orderDate === 'invoicedDate' ? 'i.invoiced_date' : dateColumns[orderDate];
  const query = within(selectOrders(visibleInvoices(ctx.db, ctx.actor), filter), column, period);
  return invoiceStatus.length > 0 ? query.whereRaw('i.status = any(?)', [invoiceStatus]) : query;
}

/** The selected invoices with their columns, sorted by shop, date and number. */
export const invoiceLines = (ctx: ActorCtx, filter: InvoiceReportFilter, period: Period): Knex.QueryBuilder =>
  selectedInvoices(ctx, filter, period)
    .select(columns)
    .orderByRaw('lower(s.name), i.invoiced_date, i.number_key collate "C", i.id');

const dollars = (column: string): string => `${column}::float8 / 100`;
const sumSql = (column: string): string => `coalesce(sum(${column}), 0)::float8 / 100`;
const KNOWN = 'filter (where cost_known)';
/** An amount in dollars; null if the cost is unknown. Sums leave such rows out. */
const sumWhenKnown = (column: string): string => `case when cost_known then ${dollars(column)} end`;
const knownSum = (column: string): string => unlessNoneKnown(`coalesce(sum(${column}) ${KNOWN}, 0)::float8 / 100`);
const views = (name: string, of: (column: string) => string): string =>
  `json_build_object('shop', ${of(`${name}_shop`)}, 'standard', ${of(`${name}_standard`)})`;
const sides = (of: (column: string) => string): string =>
  `json_build_object('shop', ${of('shop_total')}, 'company', ${of('company_total')}, 'order', ${of('order_total')})`;
const costs = (of: (column: string) => string): string =>
  `'totalMaterialCost', ${views('material', of)}, 'totalLabor', ${views('labor', of)},
   'overhead', ${views('overhead', of)}, 'totalCost', ${views('cost', of)}`;

const rowJson = `json_build_object('_id', _id, 'invoiceNumber', invoice_number, 'invoicedDate', invoiced_date, 'status', status,
  'shop', json_build_object('_id', shop_id, 'name', shop),
  'order', json_build_object('_id', order_id, 'serialNumber', serial_number, 'type', type, 'model', model,
    'width', width::float8, 'length', length::float8, 'grandTotal', ${sides(dollars)}),
  'costUnknown', cost_unknown, ${costs(sumWhenKnown)},
  'profitPercent', json_build_object('standard', case when cost_known then profit_percent::float8 end))`;

const getCount = (where: string): string =>
  `json_build_object('count', count(*) ${where}, 'amount', coalesce(sum(shop_total) ${where}, 0)::float8 / 100)`;

/** The whole response, built in one pass over the rows. */
export const invoiceAnswerSql = `
  select count(*) as n, json_build_object('range', ?::json,
    'summary', json_build_object(
      'Customer', ${getCount(`filter (where type = 'Customer')`)},
      'Inventory', ${getCount(`filter (where type = 'Inventory')`)}, 'Total', ${getCount('')}),
    'leftOut', count(*) filter (where not cost_known),
    'totals', json_build_object('grandTotal', ${sides(sumSql)}, ${costs(knownSum)}, 'profitPercent',
      json_build_object('standard', ${unlessNoneKnown(`coalesce(round(sum(profit_standard) ${KNOWN} / nullif(sum(shop_total) ${KNOWN}, 0), 6), 0)::float8`)})),
    'rows', coalesce(json_agg(${rowJson}), '[]'))::text as text
  from ? line`;
