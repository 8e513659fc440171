import type { Knex } from 'knex';
import type { Audience } from '../../../kernel/rights/roles.js';
import type { ActorCtx } from '../../../kernel/context.js';
import { visible } from '../../../orders/reads/queries.js';
import type { OrdersReportFilter } from './orders-schema.js';
import { dateColumns, selectOrders, within } from '../selection.js';
import type { Period } from '../period.js';

type View = 'shop' | 'standard' | 'company' | 'order';

/** The figures of the report, each with the views that a side may see. */
const figures = (
  side: Audience,
): readonly { readonly field: string; readonly column: string; readonly views: View[] }[] => {
  const costs: View[] = side === 'office' ? ['shop', 'standard', 'company'] : ['shop', 'standard'];
  return [
    { field: 'grandTotal', column: 'grand_total', views: side === 'office' ? ['shop', 'company', 'order'] : ['shop'] },
    { field: 'totalCost', column: 'total_cost', views: costs },
    { field: 'profitDollars', column: 'profit_dollars', views: costs },
  ];
};
const percentViews = (side: Audience): View[] =>
  side === 'office' ? ['shop', 'standard', 'company'] : ['shop', 'standard'];

/** The orders a filter selects; by invoice date if it filters by an invoice status. */
export function selectedOrders(ctx: ActorCtx, filter: OrdersReportFilter, period: Period): Knex.QueryBuilder {
  const { orderDate = 'dateOrdered', invoiceStatus, item, model, width, length, cost } = filter;
  const query = selectOrders(visible(ctx), filter);
  const byInvoice = invoiceStatus.length > 0;
  if (byInvoice)
    void query
      .join('invoices as i', (on) => void on.on('i.order_id', 'o.id').onNull('i.deleted_at'))
      .whereRaw('i.status = any(?)', [invoiceStatus]);
  if (model) void query.whereRaw('coalesce(o.model_id::text, o.model_name) = ?', [model]);
  if (width) void query.where('o.width', width);
  if (length) void query.where('o.length', length);
  if (cost) void query.where('o.cost_known', cost === 'known');
  if (item) void query.whereRaw(madeOfCondition, [componentsWith(item), itemsWith(item)]);
  return within(query, byInvoice && orderDate === 'invoicedDate' ? 'i.invoiced_date' : dateColumns[orderDate], period);
}

const madeOfCondition = `(o.snapshot in (select hash from price_snapshots where content @> ?::jsonb)
  or exists (select from order_lines l join price_snapshots p on p.hash = l.snapshot
              where l.order_id = o.id and p.content @> ?::jsonb))`;
const itemsWith = (itemId: string): string => JSON.stringify({ items: [{ itemId }] });
const componentsWith = (itemId: string): string => JSON.stringify({ components: [{ items: [{ itemId }] }] });

const identity = {
  id: 'o.id',
  serial_number: 'o.serial_number',
  status: 'o.status',
  type: 'o.type',
  shop_id: 's.id',
  shop: 's.name',
  dealer: 'o.dealer_name',
  customer: 'o.customer',
  model: 'o.model_name',
  width: 'o.width',
  length: 'o.length',
  date_ordered: 'o.date_ordered',
  date_finished: 'o.date_finished',
  invoiced_date: 'o.invoiced_date',
  cost_unknown: 'o.cost_unknown',
  cost_known: 'o.cost_known',
};

/** The selected orders sorted by date and serial number, with the figures of the actor's side: cents and fractions. */
export function orderLines(ctx: ActorCtx, side: Audience, filter: OrdersReportFilter, period: Period) {
  const money = figures(side).flatMap(({ column, views }) => views.map((view) => `${column}_${view}`));
  const percents = percentViews(side).map((view) => `profit_percent_${view}`);
  const columns = [...money, ...percents].map((column) => [column, `o.${column}`] as const);
  return selectedOrders(ctx, filter, period)
    .leftJoin('shops as s', 's.id', 'o.shop_id')
    .select({ ...identity, ...Object.fromEntries(columns) })
    .orderByRaw(`${dateColumns[filter.orderDate ?? 'dateOrdered']}, o.serial_number, o.id`);
}

const viewsJson = (views: readonly View[], of: (view: View) => string): string =>
  `json_build_object(${views.map((view) => `'${view}', ${of(view)}`).join(', ')})`;

function figuresJson(side: Audience, of: (column: string) => string, percent: (view: View) => string): string {
  const groups = figures(side).map(
    ({ field, column, views }) => `'${field}', ${viewsJson(views, (view) => of(`${column}_${view}`))}`,
  );
  return [...groups, `'profitPercent', ${viewsJson(percentViews(side), percent)}`].join(', ');
}

const KNOWN = 'filter (where cost_known)';
/** A sum of costs or profits; null if there are orders but none with a known cost. */
export const unlessNoneKnown = (sum: string): string => `case when count(*) = 0 or bool_or(cost_known) then ${sum} end`;

/**
 * P12: the profit percent of orders of known cost: of the company's revenue in the company view, otherwise of the
 * shops' revenue.
 */
const sharePercent = (view: View): string =>
  unlessNoneKnown(
    `coalesce(round(sum(profit_dollars_${view}) ${KNOWN} / nullif(sum(grand_total_${view === 'company' ? 'company' : 'shop'}) ${KNOWN}, 0), 6), 0)::float8`,
  );

const isRevenue = (column: string): boolean => column.startsWith('grand_total');

/** Revenue sums all orders; cost and profit sum those of known cost. */
const sumSql = (column: string): string =>
  isRevenue(column)
    ? `coalesce(sum(${column}), 0)::float8 / 100`
    : unlessNoneKnown(`coalesce(sum(${column}) ${KNOWN}, 0)::float8 / 100`);

/** Unknown costs and profits are null. */
const sumWhenKnown = (column: string, value: string): string =>
  isRevenue(column) ? value : `case when cost_known then ${value} end`;

/** The whole response for a side, built in one pass over the rows; its bindings are the range, the rows and `size`. */
export const ordersAnswerSql = (side: Audience, size: number | null): string => `
  select count(*) as n, json_build_object('range', ?::json, 'total', count(*),
    'leftOut', count(*) filter (where not cost_known),
    'totals', json_build_object(${figuresJson(side, sumSql, sharePercent)}),
    'rows', coalesce(json_agg(json_build_object('_id', id, 'serialNumber', serial_number, 'status', status, 'type', type,
      'shop', case when shop_id is null then null else json_build_object('_id', shop_id, 'name', shop) end,
      'dealer', dealer, 'customer', customer, 'model', model, 'width', width::float8, 'length', length::float8,
      'dateOrdered', date_ordered, 'dateFinished', date_finished, 'invoicedDate', invoiced_date,
      'costUnknown', cost_unknown,
      ${figuresJson(
        side,
        (column) => sumWhenKnown(column, `${column}::float8 / 100`),
        (view) => sumWhenKnown('profit_percent', `profit_percent_${view}::float8`),
      )}))${size === null ? '' : ` filter (where at <= ${size})`}, '[]'))::text as text
  from (select line.*${size === null ? '' : ', row_number() over () as at'} from ? line) numbered`;
