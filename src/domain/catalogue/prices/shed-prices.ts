import type { Knex } from 'knex';
import type { Cents } from '../../kernel/cents.js';
import { share, sqlByMode } from '../../pricing/allocation.js';
import { shedGrossProfit, type ShedBox, type StandardAddOns } from '../../pricing/uses/catalogue.js';
import { DEFAULT_SHOP_PERCENT } from '../../pricing/percent.js';
import type { UnknownCost } from '../../pricing/unknown-cost.js';
import { shopLabor, standardLabor } from './labor.js';
import { readPrices, type TableSource } from './as-of.js';
import { addOnUnits, componentTotals, itemTotals } from './material.js';
import { asCents } from '../../pricing/exact.js';

/** P6: the prices of a shed for one shop and one order type, in cents. */
export interface ShedPrice {
  readonly retailPrice: Cents;
  /** P0: why its cost is unknown; costs and profits then cover only the known parts. Empty if it is known. */
  readonly costUnknown: UnknownCost[];
  /** At standard costs, with the overhead that the company assumes for shops. */
  readonly standard: ShedBox;
  /** At the shop's own costs and overhead. */
  readonly shop: ShedBox;
  /** The shed's standard add-ons at standard costs. */
  readonly standardAddOns: StandardAddOns;
  readonly total: { readonly grossProfit: Cents; readonly percent: number };
}

interface PriceQuery {
  /** Null for standard values without a shop. */
  readonly shopId: string | null;
  /** NB: built for a customer. INV: off-lot. */
  readonly type: 'NB' | 'INV';
  readonly shedIds: readonly string[];
  /** A past moment; null for now. */
  readonly at?: Date | string;
}

interface Row {
  readonly id: string;
  readonly percent: number;
  readonly retail: Cents;
  readonly price: Cents;
  readonly standard: ViewRow;
  readonly shop: ViewRow;
  readonly addOns: Sums;
  readonly unknown: UnknownCost[];
}
type ViewRow = Readonly<Record<'material' | 'labor' | 'overhead' | 'total' | 'profit', Cents>> & {
  readonly fraction: number;
};
interface Sums {
  readonly amount: Cents;
  readonly cost: Cents;
  readonly fraction: number;
}

/**
 * P1, P2, P3, P6: prices, costs and gross profit of sheds by ID for one shop, in one set-based query that computes
 * the cost of each component and add-on only once. The figures equal those of `src/domain/pricing` to the cent.
 */
export async function shedPrices(db: Knex, { shedIds, type, ...want }: PriceQuery): Promise<Map<string, ShedPrice>> {
  const rows = await readPrices<Row>(db, { ...want, ids: shedIds }, (from) => priceQuery(from, type));
  return new Map(rows.map((row) => [row.id, shedPrice(row)]));
}

function shedPrice(row: Row): ShedPrice {
  const standard = box(row, 'standard');
  const { amount, cost, fraction } = row.addOns;
  const grossProfit = asCents(amount - cost);
  const standardAddOns = { shopAmount: amount, cost, grossProfit, grossProfitPercent: fraction };
  return {
    retailPrice: row.retail,
    costUnknown: row.unknown,
    standard,
    shop: box(row, 'shop'),
    standardAddOns,
    total: shedGrossProfit(standard, standardAddOns),
  };
}

const box = (row: Row, view: 'standard' | 'shop'): ShedBox => ({
  shopsRetailPercent: row.percent,
  shopsRetailPrice: row.price,
  shopOverhead: row[view].overhead,
  materialCost: row[view].material,
  labor: row[view].labor,
  boxTotalCost: row[view].total,
  boxGrossProfit: row[view].profit,
  boxGrossProfitPercent: row[view].fraction,
});

const percentColumn = (prefix: string, type: 'NB' | 'INV', table: string): string => {
  const end = `${type.toLowerCase()}_percent`;
  return `nullif(case when s.width < 14 then ${table}.${prefix}eight_ten_twelve_${end} else ${table}.${prefix}fourteen_sixteen_${end} end, 0)`;
};

/**
 * P1: the shop's percent of retail from the row of the model, the category or the default, in this order; within
 * each, the shop's own before the standard one.
 */
const shopPercent = (type: 'NB' | 'INV'): string =>
  `coalesce(${['pm', 'pc', 'pd'].flatMap((t) => [percentColumn('', type, t), percentColumn('standard_', type, t)]).join(', ')}, ${DEFAULT_SHOP_PERCENT})`;

/** P4: the shop's amount of a line according to its mode; `ofShop` replaces the shop's share of the price. */
const shopAmount = (ofShop?: string): string =>
  sqlByMode('mode', ({ shop }) => (shop === share && ofShop ? ofShop : `round(${shop.sql('price', 'percent')}, 2)`));

const signedSql = (amount: string): string => `case when discount then -abs(${amount}) else ${amount} end`;

/** P4: the labor of a line at standard values. */
const lineLabor = `
  case labor_type_standard when 'percent' then round(abs(price) * labor_standard * 0.01, 2)
       when 'sqft' then round(labor_standard * quantity * area, 2) else round(labor_standard * quantity, 2) end`;

const cents = (amount: string): string => `((${amount}) * 100)::bigint`;

/** P6: one view of a box as JSON, in cents. */
const view = (name: string, material: string, labor: string, overhead: string): string => `
  (select json_build_object('material', ${cents('m')}, 'labor', ${cents('l')}, 'overhead', ${cents('o')},
            'total', ${cents('m + l + o')}, 'profit', ${cents('p.price - m - l - o')},
            'fraction', case when p.price = 0 then 0 else round((p.price - m - l - o) / p.price, 6) end)
     from (select ${material} as m, ${labor} as l, round(p.price * ${overhead} * 0.01, 2) as o) v) as ${name}`;

const priceQuery = (from: TableSource, type: 'NB' | 'INV'): string => `
with s as materialized (
  select x.id, x.model_id, g.category_id, x.base_style_id, x.width, x.length, x.retail_price * 0.01 as retail
    from ${from('sheds')} x join shed_models g on g.id = x.model_id where x.id = any(:ids::uuid[])),
item_totals as materialized (${itemTotals(from)}),
parts as materialized (select x.* from ${from('shed_components')} x join s on s.id = x.shed_id),
component_totals as (${componentTotals(from, 'select component_id from parts')}),
material as (
  select x.shed_id, sum(round(t.standard * x.quantity, 2)) as standard, sum(round(t.shop * x.quantity, 2)) as shop
    from parts x join component_totals t using (component_id) group by 1),
p as materialized (
  select s.*, q.percent, round(s.retail * q.percent * 0.01, 2) as price
    from s
    left join ${from('shop_percents')} pm on pm.shop_id = :shop::uuid and pm.model_id = s.model_id
    left join ${from('shop_percents')} pc on pc.shop_id = :shop::uuid and pc.category_id = s.category_id
    left join ${from('shop_percents')} pd on pd.shop_id = :shop::uuid and pd.category_id is null and pd.model_id is null
    cross join lateral (select ${shopPercent(type)} as percent) q),
extras as materialized (select x.* from ${from('shed_add_ons')} x join s on s.id = x.shed_id),
units as (${addOnUnits(from, 'select add_on_id from extras')}),
lines as (
  select x.shed_id, u.*, x.quantity, p.retail as shed_retail, p.price as shed_price, p.width * p.length as area,
         case when u.type = 'sqft' then x.quantity * p.width * p.length else x.quantity end as size
    from extras x join units u on u.id = x.add_on_id join p on p.id = x.shed_id),
flat as (
  select *, ${shopAmount()} as amount
    from (select *, ${signedSql('round(retail * size, 2)')} as price from lines where type <> 'percent') f),
bases as (select shed_id, sum(price) as flat_order, sum(amount) as flat_shop from flat group by 1),
percents as (
  select *, ${shopAmount('share')} as amount
    from (select l.*, ${signedSql('round((l.shed_retail + coalesce(b.flat_order, 0)) * l.retail * 0.01 * l.quantity, 2)')} as price,
                 ${signedSql('round((l.shed_price + coalesce(b.flat_shop, 0)) * l.retail * 0.01 * l.quantity, 2)')} as share
            from lines l left join bases b using (shed_id) where l.type = 'percent') f),
sold as (
  select shed_id, amount, case when discount then 0 else round(material_standard * size, 2) + ${lineLabor} end as cost
    from (select shed_id, discount, price, amount, material_standard, size, quantity, area, labor_type_standard, labor_standard from flat
          union all
          select shed_id, discount, price, amount, material_standard, size, quantity, area, labor_type_standard, labor_standard from percents) f),
sums as (select shed_id, sum(amount) as amount, sum(cost) as cost from sold group by 1)
select p.id, p.percent, ${cents('p.retail')} as retail, ${cents('p.price')} as price,
       ${view('standard', 'coalesce(m.standard, 0)', 'coalesce(w.standard, 0)', 'c.overhead_percent_shop')},
       ${view('shop', 'coalesce(m.shop, 0)', 'coalesce(w.shop, 0)', 'coalesce(h.overhead, c.overhead_percent_shop)')},
       json_build_object('amount', ${cents('coalesce(a.amount, 0)')}, 'cost', ${cents('coalesce(a.cost, 0)')},
         'fraction', case when coalesce(a.amount, 0) = 0 then 0 else round((a.amount - a.cost) / a.amount, 6) end) as "addOns",
       array_remove(array[case when w.standard is null then 'labor' end, case when m.standard is null then 'material' end], null) as unknown
  from p
  cross join ${from('companies')} c
  left join ${from('shops')} h on h.id = :shop::uuid
  left join material m on m.shed_id = p.id
  left join sums a on a.shed_id = p.id
  left join lateral (
    select ${standardLabor} as standard, ${shopLabor} as shop
      from ${from('shed_labor')} l
      join ${from('base_styles')} b on b.id = l.base_style_id
      left join ${from('shop_shed_labor')} ol on ol.shed_labor_id = l.id and ol.shop_id = :shop::uuid
      left join ${from('shop_base_styles')} ob on ob.base_style_id = b.id and ob.shop_id = :shop::uuid
     where l.model_id = p.model_id and l.base_style_id = p.base_style_id and l.width = p.width and l.length = p.length) w on true
 order by p.width, p.length, p.id`;
