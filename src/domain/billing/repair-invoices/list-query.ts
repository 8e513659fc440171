import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Actor } from '../../kernel/context.js';
import { likeText } from '../../kernel/database/like.js';
import { type NumberedRecords, withNumber } from '../../kernel/records/by-number.js';
import { readRepairRows, visibleRepairs } from './queries.js';
import { repairStatuses, repairTypes, type RepairStatus, type RepairType } from './rules.js';
import type { ListRepairs, RepairChart, RepairColumn, RepairList } from './schema.js';
import { queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import { toField } from '../../kernel/records/page.js';

const MOST_FOUND = 50;

interface RepairFilter {
  readonly type?: RepairType | undefined;
  readonly status?: RepairStatus | undefined;
  readonly shop?: string | undefined;
  readonly search?: string | undefined;
}

/** The invoices that an actor may see and a filter matches. */
export const filterRepairs = (
  db: Knex,
  actor: Actor,
  { type, status, shop, search }: RepairFilter,
): Knex.QueryBuilder =>
  visibleRepairs(db, actor).modify((query) => {
    if (type) void query.where('r.type', type.toLowerCase());
    if (status) void query.where('r.status', status);
    if (shop) void query.where('r.shop_id', shop);
    if (search) void query.whereILike('r.invoice_number', likeText(search));
  });

/** Sorts numbers within a text by value: 9 before 10, A-9 before A-10. */
const orderOf: Record<RepairColumn, string> = {
  invoiceNumber: 'r.number_key collate "C"',
  invoicedDate: 'r.invoiced_date',
  shop: 'lower(s.name)',
  amount: 'r.shop_total',
  status: 'r.status',
};

/** Invoices in the sort order of a list. */
export function sortRepairs(query: Knex.QueryBuilder, sort: ListRepairs['sort']): Knex.QueryBuilder {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return query.orderByRaw(`${orderOf[toField(sort)]} ${direction}, r.id ${direction}`);
}

const SUMS =
  'coalesce(sum(r.shop_total), 0) as "invoiceTotal", coalesce(sum(r.standard_total), 0) as "standardInvoiceTotal"';
type Totals = z.output<typeof RepairList.office>['totals'];

/** A page of invoices with count and sums over all matches. */
export async function listFilteredRepairs(
  db: Knex,
  actor: Actor,
  list: ListRepairs,
): Promise<z.output<typeof RepairList.office>> {
  const page = sortRepairs(filterRepairs(db, actor, list), list.sort).limit(list.size);
  const items = await readRepairRows(db, page.offset((list.page - 1) * list.size));
  const summed = await queryOnlyRow<Totals & { total: number }>(
    filterRepairs(db, actor, list).count({ total: '*' }).select(db.raw(SUMS)),
  );
  const { total, ...totals } = summed;
  return { items, total, totals };
}

/** Invoices of any type and status whose number contains a text: the first 50, and how many match. */
export async function searchRepairsByNumber(db: Knex, actor: Actor, number: string) {
  const matching = visibleRepairs(db, actor).whereILike('r.invoice_number', likeText(number));
  const counted = await queryOnlyRow<{ total: number }>(matching.clone().count({ total: '*' }));
  const items = await readRepairRows(db, sortRepairs(matching, 'invoiceNumber').limit(MOST_FOUND));
  return { items, total: counted.total };
}

/** The invoices of an actor's scope that have a number, each with its type and the name of its shop. */
export const findRepairsNumbered = async (db: Knex, actor: Actor, number: string) =>
  (await withNumber(visibleRepairs(db, actor), 'r.invoice_number', number)
    .orderBy('r.id')
    .select({ _id: 'r.id' })
    .select(db.raw(`initcap(r.type) || ' of ' || s.name as distinction`))) as z.output<typeof NumberedRecords>['items'];

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
  const none = { count: 0, invoiceTotal: 0, standardInvoiceTotal: 0 } as Omit<Point, 'type' | 'status'>; // plain zeros
  const items = repairTypes.flatMap((type) =>
    repairStatuses.map(
      (status) => rows.find((row) => row.type === type && row.status === status) ?? { ...none, type, status },
    ),
  );
  return { items };
}
