import type { Knex } from 'knex';
import type { ReportFilter } from './filter.js';
import type { Period } from './period.js';
import type { OrderDate } from './rules.js';

type SelectionFields = Pick<ReportFilter, 'orderType' | 'buildingStages' | 'shops' | 'categories' | 'models'>;

/** Filters a query over orders (`o`), except by dates; an empty list does not filter. */
export function selectOrders(query: Knex.QueryBuilder, filter: Partial<SelectionFields>): Knex.QueryBuilder {
  const { orderType = [], buildingStages = [], shops = [], categories = [], models = [] } = filter;
  if (orderType.length > 0) void query.whereRaw('o.type = any(?)', [orderType]);
  if (buildingStages.length > 0) void query.whereRaw('o.status = any(?)', [buildingStages]);
  if (shops.length > 0) void query.whereRaw('o.shop_id = any(?::uuid[])', [shops]);
  if (categories.length > 0) void query.whereRaw('o.category_id = any(?::uuid[])', [categories]);
  if (models.length > 0) void query.whereRaw('o.model_id = any(?::uuid[])', [models]);
  return query;
}

/** The column of each date of an order. */
export const dateColumns: Readonly<Record<OrderDate, string>> = {
  dateOrdered: 'o.date_ordered',
  dateFinished: 'o.date_finished',
  invoicedDate: 'o.invoiced_date',
};

/** Limits a query to the days of a period, first and last included. */
export const within = (query: Knex.QueryBuilder, column: string, { first, last }: Period): Knex.QueryBuilder =>
  query.where(column, '>=', first).where(column, '<=', last);
