import type { Knex } from 'knex';
import type { WaitingRecord } from '../../kernel/notices/waiting.js';
import { likeText } from '../../kernel/database/like.js';
import { findChangesSinceDenial } from '../invoices/messages/message-query.js';
import type { ApprovalKind } from './rules.js';
import type { ApprovalColumn, ListApprovals } from './schema.js';
import { queryColumn, queryFirstRow, queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import { toField } from '../../kernel/records/page.js';
import { toEntries } from '../../kernel/objects.js';
import { type Cents, sum } from '../../kernel/cents.js';

/**
 * Everything that waits for the office as one table: New and Adjusted invoices, New repair and driver invoices.
 * Repair and driver invoices bring the company no revenue: the company pays the shop's amount.
 */
const selectWaiting = (db: Knex): Knex.Raw =>
  db.raw(`(
    select i.id, 'invoice' as kind, i.invoice_number, i.number_key, i.invoiced_date, i.status, i.revision,
      i.status_since, i.shop_id, i.order_id, i.serial_number, i.shop_total, i.company_total
    from invoices i
    where i.status in ('New', 'Adjusted') and i.deleted_at is null
    union all
    select r.id, r.type, r.invoice_number, r.number_key, r.invoiced_date, r.status, r.revision,
      r.status_since, r.shop_id, null, null, r.shop_total, null
    from repair_invoices r
    where r.status = 'New' and r.deleted_at is null
  ) as w`);

type Filter = Pick<ListApprovals, 'shop' | 'search' | 'days'>;

function matching(db: Knex, now: Date, { shop, search, days }: Filter): Knex.QueryBuilder {
  const query = db.from(selectWaiting(db));
  if (shop) void query.where('w.shop_id', shop);
  if (search) {
    const pattern = likeText(search);
    void query.where((q) => void q.whereILike('w.invoice_number', pattern).orWhereILike('w.serial_number', pattern));
  }
  if (days) void query.where('w.status_since', '<=', new Date(now.getTime() - days * 86_400_000));
  return query;
}

const sortColumns: Record<ApprovalColumn, string> = {
  waitingSince: 'w.status_since',
  invoiceNumber: 'w.number_key collate "C"',
  shop: 'lower(s.name)',
  amount: 'w.shop_total',
};

interface FlatRow {
  readonly _id: string;
  readonly kind: ApprovalKind;
  readonly invoiceNumber: string;
  readonly invoicedDate: string;
  readonly status: 'New' | 'Adjusted';
  readonly revision: number;
  readonly waitingSince: string;
  readonly shop: { readonly _id: string; readonly name: string };
  readonly order: { readonly _id: string; readonly serialNumber: string } | null;
  readonly shopTotal: Cents;
  /** Null for a repair or driver invoice. */
  readonly companyTotal: Cents | null;
}

/** A page of what waits for the office, with totals and counts over all matches; totals in cents. */
export async function findWaitingApprovals(db: Knex, now: Date, list: ListApprovals) {
  const all = matching(db, now, list);
  const sums = await sumsByKind(all.clone());
  const visibleSums = sums.filter(({ kind }) => !list.kind || kind === list.kind);
  const of = (kind: ApprovalKind) => sums.find((one) => one.kind === kind)?.n ?? 0;
  return {
    items: await getPage(db, list.kind ? all.where('w.kind', list.kind) : all, list),
    total: visibleSums.reduce((total, { n }) => total + n, 0),
    totals: {
      shop: sum(visibleSums.map(({ shop }) => shop)),
      company: getCompany(visibleSums),
    },
    counts: { invoice: of('invoice'), repair: of('repair'), driver: of('driver') },
  };
}

/** How many invoices wait for the office (of one shop if given), and since when the oldest one has been waiting. */
export function countWaiting(db: Knex, shop: string | null): Promise<{ count: number; oldest: string | null }> {
  const query = db.from(selectWaiting(db)).select(db.raw('count(*) as count, min(w.status_since) as oldest'));
  return queryOnlyRow(shop ? query.where('w.shop_id', shop) : query);
}

/** What waits for the office, by number, oldest first. */
export const findWaitingNames = (db: Knex): Promise<WaitingRecord[]> =>
  queryRows<WaitingRecord>(
    db
      .from(selectWaiting(db))
      .join('shops as s', 's.id', 'w.shop_id')
      .orderBy(['w.status_since', 'w.id'])
      .select({ id: 'w.id' })
      .select(db.raw(`null::uuid as "shopId", w.invoice_number || ', ' || s.name as name`)),
  );

interface Sum {
  readonly kind: ApprovalKind;
  readonly n: number;
  readonly shop: Cents;
  readonly company: Cents | null;
}

/** The sum of the company's revenue; null if no record has company revenue. */
function getCompany(sums: readonly Sum[]): Cents | null {
  const amounts = sums.flatMap(({ company }) => company ?? []);
  return amounts.length === 0 ? null : sum(amounts);
}

async function sumsByKind(query: Knex.QueryBuilder): Promise<Sum[]> {
  return queryRows<Sum>(
    query
      .groupBy('w.kind')
      .select('w.kind')
      .count({ n: '*' })
      .sum({ shop: 'w.shop_total', company: 'w.company_total' }),
  );
}

async function getPage(db: Knex, query: Knex.QueryBuilder, { sort, page, size }: ListApprovals) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const sortRows = (rows: Knex.QueryBuilder) =>
    rows
      .join('shops as s', 's.id', 'w.shop_id')
      .orderByRaw(`${sortColumns[toField(sort)]} ${direction}, w.id ${direction}`);
  const sortedRows = sortRows(query)
    .limit(size)
    .offset((page - 1) * size);
  const ids = await queryColumn<string>(sortedRows.pluck('w.id')); // the index answers this without reading the rows
  const rows = await queryRows<FlatRow>(
    sortRows(db.from(selectWaiting(db)))
      .whereRaw('w.id = any(?)', [ids])
      .select({
        ...{ _id: 'w.id', kind: 'w.kind', invoiceNumber: 'w.invoice_number', invoicedDate: 'w.invoiced_date' },
        ...{ status: 'w.status', revision: 'w.revision', waitingSince: 'w.status_since' },
        ...{ shopTotal: 'w.shop_total', companyTotal: 'w.company_total' },
        shop: db.raw(`json_build_object('_id', s.id, 'name', s.name)`),
        order: db.raw(
          `case when w.order_id is not null then json_build_object('_id', w.order_id, 'serialNumber', w.serial_number) end`,
        ),
      }),
  );
  const adjustedIds = rows.filter(({ status }) => status === 'Adjusted').map(({ _id }) => _id);
  const changes = await findChangesSinceDenial(db, adjustedIds);
  return rows.map(({ shopTotal, companyTotal, ...row }) => ({
    ...row,
    changes: changes.get(row._id) ?? [],
    grandTotal: { shop: shopTotal, company: companyTotal },
  }));
}

const tables: Readonly<Record<ApprovalKind, string>> = {
  invoice: 'invoices',
  repair: 'repair_invoices',
  driver: 'repair_invoices',
};

/** Current status and revision of a record; null if it no longer exists. */
export async function findNow(
  db: Knex,
  kind: ApprovalKind,
  id: string,
): Promise<{ status: string; revision: number } | null> {
  const row = await queryFirstRow<{ status: string; revision: number }>(
    db(tables[kind]).where({ id }).whereNull('deleted_at').first('status', 'revision'),
  );
  return row ?? null;
}

const titles = { invoice: 'Invoice', repair: 'Repair Invoice', driver: 'Driver Invoice' } as const;

/** Finds records with their shops and their names in a notice, such as `Repair Invoice 12`. */
export async function findNumbers(
  db: Knex,
  records: readonly { readonly _id: string; readonly kind: ApprovalKind }[],
): Promise<{ id: string; shopId: string; name: string }[]> {
  const groups = await Promise.all(
    toEntries(titles).map(async ([kind, title]) => {
      const ids = records.filter((record) => record.kind === kind).map(({ _id }) => _id);
      if (ids.length === 0) return [];
      const rows = await queryRows<Record<'id' | 'shopId' | 'number', string>>(
        db(tables[kind])
          .whereRaw('id = any(?)', [ids])
          .orderBy('number_key')
          .select({ id: 'id', shopId: 'shop_id', number: 'invoice_number' }),
      );
      return rows.map(({ id, shopId, number }) => ({ id, shopId, name: `${title} ${number}` }));
    }),
  );
  return groups.flat();
}
