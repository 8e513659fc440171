import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Actor, ActorCtx } from '../../kernel/context.js';
import { likeText } from '../../kernel/database/like.js';
import { type NumberedRecords, withNumber } from '../../kernel/records/by-number.js';
import { readRepairRows, selectRepairRows, visibleRepairs } from './queries.js';
import { repairStatuses, repairTypes, type RepairStatus, type RepairType } from './status.js';
import type { ListRepairs, RepairChart, RepairColumn, RepairList, RepairRow } from './schema.js';
import { queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import { toField } from '../../kernel/records/page.js';
import { isDescending, readPage, sortBy, type SortOrder, type SortKey } from '../../kernel/records/long-list.js';
import { cents } from '../../kernel/cents.js';

const MOST_FOUND = 50;

interface RepairFilter {
  readonly type?: RepairType | undefined;
  readonly status?: RepairStatus | undefined;
  readonly shop?: string | undefined;
  readonly search?: string | undefined;
  readonly updatedSince?: string | undefined;
}

/** The invoices that an actor may see and a filter matches. */
export const filterRepairs = (
  db: Knex,
  actor: Actor,
  { type, status, shop, search, updatedSince }: RepairFilter,
): Knex.QueryBuilder =>
  visibleRepairs(db, actor).modify((query) => {
    if (type) void query.where('r.type', type.toLowerCase());
    if (status) void query.where('r.status', status);
    if (shop) void query.where('r.shop_id', shop);
    if (search) void query.whereILike('r.invoice_number', likeText(search));
    if (updatedSince) void query.where('r.changed_at', '>=', updatedSince);
  });

const sortKeys: Readonly<Record<RepairColumn, SortKey>> = {
  // numbers within a text by value: 9 before 10, A-9 before A-10
  invoiceNumber: { sql: 'r.number_key collate "C"', type: 'text' },
  invoicedDate: { sql: 'r.invoiced_date', type: 'date' },
  shop: { sql: 'lower(s.name)', type: 'text' },
  amount: { sql: 'r.shop_total', type: 'bigint' },
  status: { sql: 'r.status', type: 'text' },
  updatedAt: { sql: 'r.changed_at', type: 'timestamptz' },
};

const toOrder = (sort: ListRepairs['sort']): SortOrder => ({
  keys: [sortKeys[toField(sort)], { sql: 'r.id', type: 'uuid' }],
  descending: isDescending(sort),
});

/** Invoices in the sort order of a list. */
export const sortRepairs = (query: Knex.QueryBuilder, sort: ListRepairs['sort']): Knex.QueryBuilder =>
  sortBy(query, toOrder(sort));

const SUMS =
  'coalesce(sum(r.shop_total), 0) as "invoiceTotal", coalesce(sum(r.standard_total), 0) as "standardInvoiceTotal"';
type Totals = z.output<typeof RepairList.office>['totals'];

/** A page of invoices with count and sums over all matches. */
export async function listFilteredRepairs(
  ctx: ActorCtx,
  list: ListRepairs,
): Promise<z.output<typeof RepairList.office>> {
  const matching = () => filterRepairs(ctx.db, ctx.actor, list);
  const page = await readPage<RepairRow, Totals & { total: number }>(ctx, {
    ...{ name: 'repair invoices', input: list, order: toOrder(list.sort) },
    rows: () => selectRepairRows(ctx.db, matching()),
    sums: () => queryOnlyRow(matching().count({ total: '*' }).select(ctx.db.raw(SUMS))),
  });
  const { total, ...totals } = page.sums;
  return { items: page.rows, total, totals, ...page.next };
}

/** Invoices of any type and status whose number contains a text: the first 50, and how many match. */
export async function searchRepairsByNumber(db: Knex, actor: Actor, number: string) {
  const matching = visibleRepairs(db, actor).whereILike('r.invoice_number', likeText(number));
  const countRow = await queryOnlyRow<{ total: number }>(matching.clone().count({ total: '*' }));
  const items = await readRepairRows(db, sortRepairs(matching, 'invoiceNumber').limit(MOST_FOUND));
  return { items, total: countRow.total };
}

/** The invoices in the actor's scope with this number, each with its type and the name of its shop. */
export const findRepairsNumbered = (db: Knex, actor: Actor, number: string) =>
  queryRows<z.output<typeof NumberedRecords>['items'][number]>(
    withNumber(visibleRepairs(db, actor), 'r.invoice_number', number)
      .orderBy('r.id')
      .select({ _id: 'r.id' })
      .select(db.raw(`initcap(r.type) || ' of ' || s.name as distinction`)),
  );

type Point = z.output<typeof RepairChart.office>['items'][number];

/** Count and amounts by type and status; a status without invoices has a count of 0. */
export async function repairTotalsByStatus(
  db: Knex,
  actor: Actor,
  shop: string | undefined,
): Promise<{ items: Point[] }> {
  const rows = await queryRows<Point>(
    visibleRepairs(db, actor)
      .modify((query) => void (shop && query.where('r.shop_id', shop)))
      .groupBy('r.type', 'r.status')
      .select('r.status')
      .select(db.raw(`initcap(r.type) as type, count(*) as count, ${SUMS}`)),
  );
  const none = { count: 0, invoiceTotal: cents(0), standardInvoiceTotal: cents(0) };
  const items = repairTypes.flatMap((type) =>
    repairStatuses.map(
      (status) => rows.find((row) => row.type === type && row.status === status) ?? { ...none, type, status },
    ),
  );
  return { items };
}
