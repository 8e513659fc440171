import type { Knex } from 'knex';
import { sqlByMode } from '../../pricing/allocation.js';
import type { AddOnUnit } from '../../pricing/uses/catalogue.js';
import { readPrices } from './as-of.js';
import { addOnUnits, itemTotals } from './material.js';

/**
 * One unit of an add-on at standard values and at the shop's; null for a percent-type add-on, which has no unit figures
 * (P6).
 */
export interface AddOnPrice {
  readonly standard: AddOnUnit | null;
  readonly shop: AddOnUnit | null;
}

type Unit = { readonly [K in keyof AddOnUnit]: number };
type Row = { readonly id: string; readonly type: string; readonly standard: Unit; readonly shop: Unit };

const signedRetail = 'case when u.discount then -u.retail else u.retail end';
/** P4: the shop's amount for one unit, according to the add-on's mode. */
const shopAmount = sqlByMode('u.mode', ({ shop }) => `round(${shop.sql(signedRetail, 'u.percent')}, 4)`);

/** P6: one view as JSON. A discount has no cost and no profit. */
const unit = (view: 'standard' | 'shop'): string => `
  (select json_build_object('shopPrice', price, 'material', material, 'labor', labor, 'cost', material + labor,
            'grossProfit', profit, 'grossProfitPercent', case when price = 0 then 0 else round(profit / price, 6) end)
     from (select price, material, labor, case when discount then 0 else price - material - labor end as profit
             from (select ${shopAmount} as price, u.discount,
                          case when u.discount then 0 else u.material_${view} end as material,
                          case when u.discount then 0
                               when u.labor_type_${view} = 'percent' then round(u.retail * u.labor_${view} * 0.01, 4)
                               else u.labor_${view} end as labor) a) b)`;

/**
 * P6: prices, costs and gross profit of one unit of each add-on by ID, in dollars with four decimals, in a single
 * query.
 */
export async function addOnPrices(
  db: Knex,
  want: { readonly ids: readonly string[]; readonly shopId: string | null; readonly at?: Date | string },
): Promise<Map<string, AddOnPrice>> {
  const rows = await readPrices<Row>(
    db,
    want,
    (from) => `
      with item_totals as (${itemTotals(from)}),
      units as (${addOnUnits(from, 'select unnest(:ids::uuid[])')})
      select u.id, u.type, ${unit('standard')} as standard, ${unit('shop')} as shop from units u`,
  );
  return new Map(
    rows.map(({ id, type, standard, shop }) => [
      id,
      type === 'percent' ? { standard: null, shop: null } : { standard, shop },
    ]),
  );
}
