import type { Knex } from 'knex';
import { type Cents, sum } from '../../../kernel/cents.js';
import { type ActorCtx, getScope } from '../../../kernel/context.js';
import { visible } from '../../../orders/reads/queries.js';
import { paysShopSql, sqlByMode } from '../../../pricing/allocation.js';
import { getAddOnGroup, addOnGroups, type AddOnGroup, type TopOrderSums } from '../../../pricing/uses/top-orders.js';
import type { Period } from '../period.js';
import { dateColumns, selectOrders, within } from '../selection.js';
import { MOST_ROWS } from './rules.js';
import type { TopOrdersFilter } from './schema.js';
import { queryCount, queryRows, rawWith } from '../../../kernel/database/rows.js';
import { toRecord } from '../../../kernel/objects.js';

interface SoldAddOn {
  readonly name: string;
  readonly retail: Cents;
  readonly quantity: number;
}

/** A row of the top 100: the orders of one model and size, summed; amounts in cents. */
export interface TopOrder extends TopOrderSums {
  readonly model: { readonly _id: string | null; readonly name: string };
  readonly category: { readonly _id: string | null; readonly name: string };
  readonly length: number;
  readonly baseRetail: Cents;
  readonly addOnRetail: Readonly<Record<AddOnGroup, Cents>>;
  readonly percentLines: Cents;
  readonly standard: { readonly shed: Cents; readonly addOns: Cents };
  readonly shop: { readonly shed: Cents; readonly addOns: Cents };
  readonly addOns: readonly SoldAddOn[];
  readonly haul: Cents;
  readonly escort: Cents;
  /** Orders whose box has no retail price, because their shed is not in the catalogue. */
  readonly unpriced: number;
}

type TopOrderRow = Omit<TopOrder, 'addOnRetail' | 'shedCost' | 'addOnCost' | 'model' | 'category'> & {
  readonly model_id: string | null;
  readonly model_name: string;
  readonly category_id: string | null;
  readonly category_name: string | null;
};

/**
 * P9, P12: the 100 sheds with the highest standard gross profit (for a shop: its gross profit), summed over the
 * filter's orders of known cost; ties are decided by count. The company's rows use standard costs. A shop's rows use
 * its own costs, without any company figure.
 */
export async function findTopOrders(ctx: ActorCtx, filter: TopOrdersFilter, period: Period): Promise<TopOrder[]> {
  const shop = getScope(ctx.actor);
  const sql = shop === null ? officeSql : shopSql;
  const orders = selectMatching(ctx, filter, period).where('o.cost_known', true).select(columns);
  const rows = await queryRows<TopOrderRow>(rawWith(ctx.db, sql, { orders }));
  return rows.map((row) => toTopOrder(row, shop === null ? row.standard : row.shop));
}

function toTopOrder(
  { model_id, model_name, category_id, category_name, ...row }: TopOrderRow,
  cost: TopOrderRow['shop'],
): TopOrder {
  return {
    ...row,
    model: { _id: model_id, name: model_name },
    category: { _id: category_id, name: category_name ?? '' },
    addOnRetail: retailByGroup(row.addOns),
    shedCost: cost.shed,
    addOnCost: cost.addOns,
  };
}

function retailByGroup(addOns: readonly SoldAddOn[]): Record<AddOnGroup, Cents> {
  const computeRetail = (group: AddOnGroup): Cents =>
    sum(addOns.filter(({ name }) => getAddOnGroup(name) === group).map(({ retail }) => retail));
  return toRecord(addOnGroups, computeRetail);
}

const columns = [
  ...['id', 'model_id', 'model_name', 'category_name', 'shed_id', 'width', 'length', 'sqft'],
  ...['base_price_company', 'haul', 'escort', 'profit_dollars_standard', 'profit_dollars_shop'],
  ...['shed_total_cost', 'add_ons_total_cost', 'custom_add_ons_total_cost'].flatMap((cost) => [
    `${cost}_standard`,
    `${cost}_shop`,
  ]),
].map((column) => `o.${column}`);

/** How many orders of the filter are in no row, because their cost is unknown. */
export async function countLeftOut(ctx: ActorCtx, filter: TopOrdersFilter, period: Period): Promise<number> {
  const unknown = selectMatching(ctx, filter, period).where('o.cost_known', false);
  const n = await queryCount(unknown);
  return Number(n);
}

/** The orders a filter selects from those the actor may see. */
function selectMatching(ctx: ActorCtx, filter: TopOrdersFilter, period: Period): Knex.QueryBuilder {
  const query = within(selectOrders(visible(ctx), filter), dateColumns[filter.orderDate ?? 'dateOrdered'], period);
  if (filter.buildingStages.length === 0) void query.whereRaw(`o.status not in ('New', 'Canceled')`);
  if (filter.invoiceStatus.length > 0) {
    const invoices = 'select 1 from invoices i where i.order_id = o.id and i.deleted_at is null and i.status = any(?)';
    void query.whereRaw(`exists (${invoices})`, [filter.invoiceStatus]);
  }
  return query;
}

interface Version {
  /** The SQL expression that ranks the rows. */
  readonly profit: string;
  /** Sums over the orders `o`. */
  readonly sums: string;
  /** The joins for the orders. */
  readonly from: string;
  /** The retail amount of an order line `l`, in cents. */
  readonly retail: string;
  /** The amount of a line that the shop is paid regardless of the inputs. */
  readonly fixed: string;
}

/**
 * Chooses the rows first, then groups the lines of their orders once, without lines whose mode pays the shop nothing.
 */
const getSql = ({ profit, sums, from, retail, fixed }: Version): string => `
  with o as materialized (:orders),
  t as materialized (
    select row_number() over (order by sum(${profit}) desc, count(*) desc, min(o.model_name), o.width, o.length) as place,
      coalesce(o.model_id::text, o.model_name) as model, min(o.model_id::text)::uuid as model_id, min(o.model_name) as model_name,
      min(o.category_name) as category_name, o.width, o.length, count(*) as count,
      sum(o.shed_total_cost_shop) as shed_shop, sum(o.add_ons_total_cost_shop + o.custom_add_ons_total_cost_shop) as lines_shop,
      ${sums}
    from o ${from} group by coalesce(o.model_id::text, o.model_name), o.width, o.length order by 1 limit ${MOST_ROWS}),
  x as (
    select t.place, l.name, sum(l.quantity) as quantity, sum(${retail}) as retail, sum(${fixed}) as fixed
    from t join o on coalesce(o.model_id::text, o.model_name) = t.model and o.width = t.width and o.length = t.length
      join order_lines l on l.order_id = o.id
    where ${paysShopSql('l.mode')}
    group by 1, 2),
  y as (
    select place, sum(fixed) as fixed,
      json_agg(json_build_object('name', name, 'retail', retail, 'quantity', quantity) order by retail desc, name) as lines
    from x group by 1)
  select t.model_id, coalesce(m.name, t.model_name) as model_name, m.category_id, coalesce(c.name, t.category_name) as category_name,
    t.width, t.length, t.count, t."baseRetail", t.haul, t.escort, t.unpriced, coalesce(y.fixed, 0) as "percentLines",
    json_build_object('shed', t.shed_shop, 'addOns', t.lines_shop) as shop,
    json_build_object('shed', t.shed_standard, 'addOns', t.lines_standard) as standard, coalesce(y.lines, '[]') as "addOns"
  from t left join y on y.place = t.place left join shed_models m on m.id = t.model_id left join shed_categories c on c.id = m.category_id
  order by t.place`;

const officeSql = getSql({
  profit: 'o.profit_dollars_standard',
  sums: `sum(o.base_price_company) as "baseRetail", sum(o.haul) as haul, sum(o.escort) as escort, 0 as unpriced,
      sum(o.shed_total_cost_standard) as shed_standard,
      sum(o.add_ons_total_cost_standard + o.custom_add_ons_total_cost_standard) as lines_standard`,
  from: '',
  retail: 'l.total_sale_price_company',
  fixed: '0',
});

const amount = `coalesce(l.extended_price, round(l.retail_price * 100 * l.quantity * case l.type when 'sqft' then o.sqft else 1 end))`;
const asSold = `case when l.discount then -abs(${amount}) else ${amount} end`;

/**
 * A shop must not see what customers paid, so boxes count at the catalogue's retail price and add-ons at their own
 * prices. The price of a percent add-on depends on what the customer paid, so it counts at what it pays the shop.
 */
const shopSql = getSql({
  profit: 'o.profit_dollars_shop',
  sums: `coalesce(sum(s.retail_price), 0) as "baseRetail", 0 as haul, 0 as escort, count(*) filter (where s.id is null) as unpriced,
      0 as shed_standard, 0 as lines_standard`,
  from: 'left join sheds s on s.id = o.shed_id',
  retail: `case when l.type = 'percent' then 0 else ${sqlByMode('l.mode', ({ company }) => `round(${company.sql(asSold, 'l.shop_percent')})`)} end`,
  fixed: `case when l.type = 'percent' then l.total_sale_price_shop else 0 end`,
});
