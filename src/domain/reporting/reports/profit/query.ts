import type { Knex } from 'knex';
import { type ActorCtx, getScope } from '../../../kernel/context.js';
import { visible } from '../../../orders/reads/queries.js';
import type { UnknownCost } from '../../../pricing/unknown-cost.js';
import type { Period } from '../period.js';
import { dateColumns, selectOrders, within } from '../selection.js';
import { type ProfitInputs, type ProfitShopValues, usualInputs } from './rules.js';
import type { ProfitReportFilter } from './schema.js';
import { queryCount, queryFirstRow } from '../../../kernel/database/rows.js';

/** An order of the report: amounts in cents, the stored percent as a fraction. */
export interface ProfitOrder {
  readonly id: string;
  readonly serialNumber: string;
  readonly status: string;
  readonly type: string;
  readonly model: string;
  readonly width: number;
  readonly length: number;
  readonly dateOrdered: string;
  readonly dateFinished: string | null;
  readonly retailPrice: number;
  readonly material: number;
  readonly shedRevenue: number;
  readonly shedProfit: number;
  readonly shedProfitPercent: number;
  readonly shopId: string;
  readonly costUnknown: readonly UnknownCost[];
  /** Also null if the catalogue has no price for it. */
  readonly shopValues: ProfitShopValues | null;
}

/** The order date that a filter applies to. */
export const getBasis = ({ orderDate }: Pick<ProfitReportFilter, 'orderDate'>) => orderDate ?? 'dateFinished';

/** The orders of a filter that the actor may see; for shop users only their own shop's, whatever they request. */
function selectMatching(ctx: ActorCtx, { shops, ...filter }: ProfitReportFilter, period: Period): Knex.QueryBuilder {
  const requestedShops = getScope(ctx.actor) === null ? shops : [];
  return within(
    selectOrders(visible(ctx), { ...filter, shops: requestedShops }),
    dateColumns[getBasis(filter)],
    period,
  );
}

const columns = {
  id: 'o.id',
  serialNumber: 'o.serial_number',
  status: 'o.status',
  type: 'o.type',
  model: 'o.model_name',
  width: 'o.width',
  length: 'o.length',
  dateOrdered: 'o.date_ordered',
  dateFinished: 'o.date_finished',
  material: 'o.shed_material_cost_shop',
  shedRevenue: 'o.base_price_shop',
  shedProfit: 'o.shed_profit_dollars_shop',
  shedProfitPercent: 'o.shed_profit_percent_shop',
  shopId: 'o.shop_id',
  costUnknown: 'o.cost_unknown',
};

const bases = [
  'buildBase',
  'roofBase',
  'trussCount',
  'paintHours',
] as const satisfies readonly (keyof ProfitShopValues)[];

/**
 * The catalogue price of the order's size on the day it was ordered, or the earliest known one; null if the catalogue
 * no longer has it. A shop must not see what customers paid.
 */
const retailPrice = `coalesce((
  select (x.before ->> 'retail_price')::bigint from catalogue_versions x
   where x.table_name = 'sheds' and x.row_key = s.id::text and x.before is not null
     and x.at >= (o.date_ordered + 1)::timestamp at time zone ?
   order by x.at, x.id limit 1), s.retail_price) as "retailPrice"`;

/** P0: the shop's value, or else the standard value, for each value of a record. */
const toValue = (name: string): string => `'${name}',
  coalesce((content #>> '{labor,shop,${name}}')::numeric, (content #>> '{labor,standard,${name}}')::numeric, 0)`;
const shopValues = `case when content #> '{labor,shop,buildBase}' is not null
  then json_build_object(${bases.map(toValue).join(', ')}) end as "shopValues"`;

/** The orders of a filter, sorted by its date. Each shared snapshot is read once. */
export function profitOrders(ctx: ActorCtx, filter: ProfitReportFilter, period: Period): Knex.QueryBuilder {
  const { db } = ctx;
  const more = { snapshot: 'o.snapshot', invoicedDate: 'o.invoiced_date' };
  const orders = selectMatching(ctx, filter, period)
    .leftJoin('sheds as s', 's.id', 'o.shed_id')
    .select({ ...columns, ...more })
    .select(db.raw(retailPrice, [period.zone]));
  const values = db('price_snapshots').whereRaw('hash in (select snapshot from chosen)');
  return db
    .withMaterialized('chosen', orders)
    .withMaterialized('values', values.select('hash', db.raw(shopValues)))
    .from('chosen as c')
    .leftJoin('values as v', 'v.hash', 'c.snapshot')
    .select('c.*', db.raw('coalesce(c."retailPrice", 0) as "retailPrice"'))
    .select(db.raw('case when c."retailPrice" is not null then v."shopValues" end as "shopValues"'))
    .orderByRaw(`c."${getBasis(filter)}", c."serialNumber" collate "C", c.id`) as Knex.QueryBuilder; // the query returns the columns that the caller's type states
}

/** The number of orders a filter selects. */
export async function countProfitOrders(ctx: ActorCtx, filter: ProfitReportFilter, period: Period): Promise<number> {
  const n = await queryCount(selectMatching(ctx, filter, period));
  return Number(n);
}

/** P10: the default inputs, with the percent and overhead of the report's shop if it has them. */
export async function getInputs(ctx: ActorCtx, { shops }: ProfitReportFilter): Promise<ProfitInputs> {
  const shop = getScope(ctx.actor) ?? (shops.length === 1 ? shops[0] : undefined);
  if (shop === undefined) return usualInputs;
  const companyRates = await queryFirstRow<{ overhead: number | null; percent: number | null }>(
    ctx
      .db('shops as s')
      .joinRaw('left join shop_percents p on p.shop_id = s.id and p.category_id is null and p.model_id is null')
      .where('s.id', shop)
      .first({ overhead: 's.overhead', percent: 'p.eight_ten_twelve_nb_percent' }),
  );
  return {
    ...usualInputs,
    retailPercent: companyRates?.percent || usualInputs.retailPercent, // 0 means not set
    overheadPercent: companyRates?.overhead ?? usualInputs.overheadPercent,
  };
}
