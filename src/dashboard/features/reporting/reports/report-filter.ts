import type { InvoiceStatus } from '../../../../domain/kernel/order/invoice-status.js';
import {
  orderDates,
  type OrderDate,
  reportOrderTypes,
  type ReportOrderType,
  type ReportRange,
  rangeNames,
} from '../../../../domain/reporting/reports/rules.js';
import { isOneOf, toRecord } from '../../../../domain/kernel/objects.js';

/** A report's filters as its screen stores them; IDs and statuses; an empty list means no restriction. */
export interface ReportFilterValues {
  readonly range: ReportRange;
  /** The first and the last date, `2026-03-02`; they take precedence over the range. */
  readonly dates: readonly [string, string] | null;
  readonly orderDate: OrderDate;
  readonly orderType: readonly ReportOrderType[];
  readonly buildingStages: readonly string[];
  readonly invoiceStatus: readonly string[];
  readonly shops: readonly string[];
  readonly categories: readonly string[];
  readonly models: readonly string[];
}

/** An empty filter, overridden by a report's defaults. */
export const emptyFilter: ReportFilterValues = {
  range: 'this-month',
  dates: null,
  orderDate: 'dateOrdered',
  orderType: [],
  buildingStages: [],
  invoiceStatus: [],
  shops: [],
  categories: [],
  models: [],
};

const lists = ['orderType', 'buildingStages', 'invoiceStatus', 'shops', 'categories', 'models'] as const;
/** Marks an empty list where the default is not empty. */
const NONE = 'all';

/** A filter from the address; invalid or missing values become the defaults. */
export function readFilter(search: string, defaults: ReportFilterValues): ReportFilterValues {
  const query = new URLSearchParams(search);
  const chosenIds = toRecord(lists, (name): readonly string[] => {
    const text = query.get(name);
    return text === null ? defaults[name] : text === NONE ? [] : text.split(',').filter(Boolean);
  });
  return {
    ...chosenIds,
    orderType: chosenIds.orderType.filter((type) => isOneOf(reportOrderTypes, type)),
    range: getOne(rangeNames, query.get('range')) ?? defaults.range,
    orderDate: getOne(orderDates, query.get('orderDate')) ?? defaults.orderDate,
    dates: getDates(query.get('from'), query.get('to')) ?? defaults.dates,
  };
}

/** A filter as a query string without default values; keeps other parameters, except the page. */
export function writeFilter(values: ReportFilterValues, defaults: ReportFilterValues, current: string): string {
  const query = new URLSearchParams(current);
  const put = (name: string, value: string | null) => (value === null ? query.delete(name) : query.set(name, value));
  for (const name of lists) {
    const text = values[name].join(',');
    put(name, text === defaults[name].join(',') ? null : text || NONE);
  }
  put('range', values.range === defaults.range || values.dates ? null : values.range);
  put('orderDate', values.orderDate === defaults.orderDate ? null : values.orderDate);
  put('from', values.dates?.[0] ?? null);
  put('to', values.dates?.[1] ?? null);
  query.delete('page');
  return query.toString();
}

/** A filter as request values. */
export function filterInput({ dates, range, ...rest }: ReportFilterValues) {
  const { orderDate, orderType, buildingStages, shops, categories, models } = rest;
  const invoiceStatus = [...rest.invoiceStatus] as InvoiceStatus[]; // from the address: the server refuses other values
  const when: { dates: [string, string] } | { range: ReportRange } = dates
    ? { dates: [dates[0], dates[1]] }
    : { range };
  return {
    orderType: [...orderType],
    buildingStages: [...buildingStages],
    shops: [...shops],
    categories: [...categories],
    models: [...models],
    invoiceStatus,
    orderDate,
    ...when,
  };
}
export type ReportFilterInput = ReturnType<typeof filterInput>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function getDates(from: string | null, to: string | null): readonly [string, string] | null {
  if (from === null || to === null || !DAY.test(from) || !DAY.test(to)) return null;
  return from <= to ? [from, to] : [to, from];
}

const getOne = <T extends string>(names: readonly T[], text: string | null): T | null =>
  names.find((name) => name === text) ?? null;
