import type { Knex } from 'knex';
import type { Cents } from '../../kernel/cents.js';
import { rawWith } from '../../kernel/database/rows.js';
import type { Period } from '../reports/period.js';
import { figures, type ReconciliationFigure } from './schema.js';

/** The filters for the orders to compare. */
export interface ReconciliationScope {
  readonly sources: readonly string[];
  readonly shops: readonly string[];
}

const normalizedSql = (name: string): string => `lower(regexp_replace(${name}, '\\s', '', 'g'))`;

/**
 * One row for each order that a source has or had, or that is here with an ID of a sales system. If several orders
 * have the same ID, the newest is compared; if several records describe an order, one that the source still has.
 */
const linesSql = `
  named_shops as (select distinct on (${normalizedSql('name')}) id, ${normalizedSql('name')} as plain from shops order by ${normalizedSql('name')}, id),
  our_orders as materialized (
    select o.id, o.serial_number, o.external_id, o.status, o.date_ordered, o.shop_id, o.shop_name,
      o.grand_total_order + o.adjustment_company as total
    from orders o where o.date_ordered between :first and :last),
  by_order as (
    select o.id, r.source_id, r.external_id as record, r.gone, false as is_live
      from our_orders o join feed_records r on r.order_id = o.id
    union all
    select o.id, r.source_id, r.external_id, r.gone, true
      from our_orders o cross join feed_sources s join feed_records r on r.source_id = s.id and r.external_id = o.external_id
      where r.order_id is null
        and not exists (select from orders d where d.external_id = o.external_id and d.id > o.id)),
  matched as materialized (
    select id, source_id, record, gone,
      row_number() over (partition by source_id, id order by gone, is_live, record) as place
    from by_order),
  pairs as (
    select case when place = 1 then id end as order_id, id as day_of, source_id, record
      from matched where place = 1 or not gone
    union all
    select o.id, o.id, (select s.id from feed_sources s join feed_records r on r.source_id = s.id
        and r.external_id = o.external_id order by s.created_at, s.id limit 1), null
      from our_orders o
      where o.external_id is not null and not exists (select from matched m where m.id = o.id)
        and exists (select from feed_sources)
    union all
    select null, null, r.source_id, r.external_id from feed_records r
      where r.order_id is null and r.ordered_on between :first and :last
        and not exists (select from orders o where o.external_id = r.external_id)),
  lines as (
    select p.source_id, p.record, o.id as order_id, o.serial_number, o.status, o.total as our_total,
      coalesce(o.external_id, p.record) as external_id, r.serial, r.total as record_total, r.refused,
      coalesce(w.date_ordered, r.ordered_on) as day,
      coalesce(o.shop_id, case when o.id is null then named.id end) as shop_id,
      case when o.id is null then r.shop else o.shop_name end as shop_text,
      coalesce(r.gone, false) as is_gone, coalesce(r.canceled, false) as is_canceled_there,
      r.source_id is not null and not r.gone and not r.canceled as is_there,
      o.id is not null and o.status <> 'Canceled' as is_here,
      q.id is not null as has_proposal
    from pairs p
      left join our_orders o on o.id = p.order_id
      left join our_orders w on w.id = p.day_of
      left join feed_records r on r.source_id = p.source_id and r.external_id = p.record
      left join named_shops named on o.id is null and named.plain = ${normalizedSql('r.shop')}
      left join order_proposals q on q.order_id = o.id and q.state = 'open'),
  judged as (
    select l.*, sh.name as shop_name, s.name as source_name,
      case when l.is_there then coalesce(l.record_total, l.our_total, 0) else 0 end as their_cents,
      case when l.is_here then l.our_total else 0 end as our_cents,
      concat_ws('|', l.day, coalesce(l.source_id::text, ''), coalesce(l.shop_id::text, ${normalizedSql('l.shop_text')}, '')) as key,
      l.is_there and l.order_id is null as is_missing_here,
      l.is_here and (l.record is null or l.is_gone) as is_missing_there,
      l.order_id is not null and l.record is not null and not l.is_gone and (l.is_there <> l.is_here
        or (l.is_there and (l.has_proposal or l.record_total <> l.our_total))) as is_differing
    from lines l left join shops sh on sh.id = l.shop_id left join feed_sources s on s.id = l.source_id
    where (cardinality(cast(:sources as uuid[])) = 0 or l.source_id = any(cast(:sources as uuid[])))
      and (cardinality(cast(:shops as uuid[])) = 0 or l.shop_id = any(cast(:shops as uuid[]))))`;

const conditions: Readonly<Record<ReconciliationFigure, string>> = {
  theirs: 'is_there',
  ours: 'is_here',
  missingHere: 'is_missing_here',
  missingThere: 'is_missing_there',
  differing: 'is_differing',
};

const amounts: Readonly<Record<ReconciliationFigure, string>> = {
  theirs: 'their_cents',
  ours: 'our_cents',
  missingHere: 'their_cents',
  missingThere: 'our_cents',
  differing: 'their_cents - our_cents',
};

const sumColumns = figures
  .map(
    (name) => `count(*) filter (where ${conditions[name]}) as "${name}Count",
      coalesce(sum(${amounts[name]}) filter (where ${conditions[name]}), 0)::bigint as "${name}Amount"`,
  )
  .join(', ');

const SHOP = `case when shop_id is not null or shop_text is not null
  then json_build_object('_id', shop_id, 'name', coalesce(shop_name, shop_text)) end`;
const SOURCE = `case when source_id is not null then json_build_object('_id', source_id, 'name', source_name) end`;

const getBindings = ({ sources, shops }: ReconciliationScope, { first, last }: Pick<Period, 'first' | 'last'>) => ({
  ...{ sources, shops, first, last },
});

/** A day, a source and a shop with their figures; amounts in cents. */
export type ReconciledRow = {
  readonly _id: string;
  readonly day: string;
  readonly source: string | null;
  readonly shop: string | null;
} & Readonly<Record<`${ReconciliationFigure}Count` | `${ReconciliationFigure}Amount`, number>>;

/** The rows by day, source and shop, newest day first, without rows that count nothing. */
export function reconciledRows(
  db: Knex,
  { onlyDiffering, ...compared }: ReconciliationScope & { readonly onlyDiffering: boolean },
  period: Period,
): Knex.QueryBuilder {
  const sql = `(with ${linesSql},
      sums as (
        select key as _id, day, source_id, min(source_name) as source, shop_id, min(coalesce(shop_name, shop_text)) as shop,
          ${sumColumns}
        from judged group by key, day, source_id, shop_id)
      select * from sums where ${
        onlyDiffering ? '"missingHereCount" + "missingThereCount" + "differingCount"' : '"theirsCount" + "oursCount"'
      } > 0) as summed`;
  return db
    .select('*')
    .from(rawWith(db, sql, getBindings(compared, period)))
    .orderByRaw('day desc, source nulls last, source_id, shop nulls last, _id') as Knex.QueryBuilder; // the query returns the columns of the type
}

/** An order behind a figure, as read; amounts in cents. */
export interface ReconciledLine {
  readonly day: string;
  readonly source: { readonly _id: string; readonly name: string } | null;
  readonly shop: { readonly _id: string | null; readonly name: string } | null;
  readonly record: string | null;
  readonly externalId: string | null;
  readonly serial: string | null;
  readonly refused: string | null;
  readonly orderId: string | null;
  readonly serialNumber: string | null;
  readonly status: string | null;
  readonly theirs: Cents;
  readonly ours: Cents;
  readonly isThere: boolean;
  readonly isHere: boolean;
  readonly isGone: boolean;
  readonly hasProposal: boolean;
}

interface OrdersScope extends ReconciliationScope {
  readonly figure: ReconciliationFigure;
  readonly row?: string | undefined;
}

/** The orders behind a figure, newest day first. */
export function reconciledLines(
  db: Knex,
  { figure, row, ...compared }: OrdersScope,
  period: Pick<Period, 'first' | 'last'>,
): Knex.QueryBuilder {
  const sql = `(with ${linesSql}
      select day, ${SOURCE} as source, ${SHOP} as shop, record, external_id as "externalId", serial, refused,
        order_id as "orderId", serial_number as "serialNumber", status, their_cents as theirs, our_cents as ours,
        is_there as "isThere", is_here as "isHere", is_gone as "isGone", has_proposal as "hasProposal"
      from judged where ${conditions[figure]} ${row === undefined ? '' : 'and key = :row'}) as found`;
  const bindings = { ...getBindings(compared, period), ...(row === undefined ? {} : { row }) };
  return db
    .select('*')
    .from(rawWith(db, sql, bindings))
    .orderByRaw('day desc, coalesce("serialNumber", serial), "externalId", "orderId"') as Knex.QueryBuilder; // the query returns the columns of the type
}
