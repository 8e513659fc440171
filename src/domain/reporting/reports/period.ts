import { findCompany } from '../../company/company/queries.js';
import { getScope, type ActorCtx } from '../../kernel/context.js';
import type { ReportFilter } from './filter.js';
import { getDays, getSpan, spanOfDates, formatWords, type RangeName, type Span } from './range.js';
import { orderDateLabels, rangeLabels, type OrderDate } from './rules.js';
import type { ReportLine } from './report.js';
import { queryColumn } from '../../kernel/database/rows.js';

/** The period a report covers, in the company's time zone. */
export interface Period {
  readonly span: Span;
  /** The first and last day that overlap the period, as `2026-03-02`, for comparing with day columns. */
  readonly first: string;
  readonly last: string;
  readonly zone: string;
  /** Formatted, such as `Last quarter, 07/01/2026 - 09/30/2026`. */
  readonly words: string;
}

/** The period of a filter: its `dates`, or else its `range`, or else the report's default range. */
export async function getPeriod(
  ctx: ActorCtx,
  { dates, range }: Pick<ReportFilter, 'dates' | 'range'>,
  otherwise: RangeName,
): Promise<Period> {
  const zone = (await findCompany(ctx.db))?.timeZone ?? 'UTC';
  const name = range ?? otherwise;
  const span = dates ? spanOfDates(dates, zone) : getSpan(name, zone, ctx.clock.now());
  const words = formatWords(span, zone);
  return { span, ...getDays(span, zone), zone, words: dates ? words : `${rangeLabels[name]}, ${words}` };
}

/** A period in the API: its first and last day, and its label. */
export const rangeAnswer = ({ first, last, words }: Period) => ({ from: first, to: last, words });

type FilterFields = Omit<ReportFilter, 'dates' | 'range' | 'orderDate'>;

/** Describes a filter, one line per restriction. Names come from the database. */
export async function readPeriodLines(
  ctx: ActorCtx,
  filter: Partial<FilterFields>,
  { words }: Period,
  orderDate?: OrderDate,
): Promise<readonly ReportLine[]> {
  const [shops, categories, models] = await Promise.all([
    formatRecordNames(ctx, 'shops', seenShops(ctx, filter.shops)),
    formatRecordNames(ctx, 'shed_categories', filter.categories),
    formatRecordNames(ctx, 'shed_models', filter.models),
  ]);
  return [
    { label: 'Range', value: words },
    { label: 'By', value: orderDate ? orderDateLabels[orderDate] : '' },
    { label: 'Order type', value: (filter.orderType ?? []).join(', ') },
    { label: 'Order status', value: (filter.buildingStages ?? []).join(', ') },
    { label: 'Invoice status', value: (filter.invoiceStatus ?? []).join(', ') },
    { label: 'Shops', value: shops },
    { label: 'Categories', value: categories },
    { label: 'Models', value: models },
  ].filter(({ value }) => value !== '');
}

/** The shops of a filter that the actor may know about, so that not even the name of another shop is revealed. */
export function seenShops({ actor }: ActorCtx, shops: readonly string[] = []): readonly string[] {
  const scope = getScope(actor);
  return scope === null ? shops : shops.filter((shop) => shop === scope);
}

const MOST_NAMES = 12;

/** The names of records in a table, at most twelve of them. */
export async function formatRecordNames(ctx: ActorCtx, table: string, ids: readonly string[] = []): Promise<string> {
  if (ids.length === 0) return '';
  const query = ctx
    .db(table)
    .whereRaw('id = any(?::uuid[])', [[...ids]])
    .orderBy('name')
    .limit(MOST_NAMES);
  const names = await queryColumn<string>(query.pluck('name'));
  return ids.length > MOST_NAMES ? `${names.join(', ')} and ${ids.length - MOST_NAMES} more` : names.join(', ');
}
