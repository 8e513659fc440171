import type { Knex } from 'knex';
import type { AllocationFlag } from '../../pricing/case/case.js';
import { addOnPrices } from '../prices/add-on-prices.js';
import { readPrices } from '../prices/as-of.js';
import { addOnUnits, itemTotals } from '../prices/material.js';
import { computeAddOnCompanyProfit } from './company-profit.js';
import { PARENT_OF_SHOP, selectAddOns } from './queries.js';
import type { AddOnReportFilter } from './report-schema.js';
import { queryRows } from '../../kernel/database/rows.js';

interface ReportAddOn {
  readonly _id: string;
  readonly name: string;
  readonly type: 'piece' | 'percent' | 'sqft' | 'linearFt';
  readonly retailPrice: number;
  readonly category: { readonly _id: string; readonly name: string };
}

interface Terms {
  readonly id: string;
  readonly mode: AllocationFlag | null;
  readonly discount: boolean;
  readonly percent: number;
}

/**
 * The add-ons of the given categories, of a parent category, or of all that the shop offers, at the shop's percents
 * and standard costs (P6, P12).
 */
export async function findAddOnReport(db: Knex, { categories, parent, shop }: AddOnReportFilter) {
  const query = selectAddOns(db).clearOrder().orderByRaw('lower(c.name), lower(a.name), a.id');
  if (categories.length > 0) void query.whereRaw('a.category_id = any(?::uuid[])', [categories]);
  else if (parent) void query.where('c.parent_id', parent);
  else void query.join('addon_parent_categories as p', 'p.id', 'c.parent_id').whereRaw(PARENT_OF_SHOP, { shop });
  const addOns = await queryRows<ReportAddOn>(query);
  const want = { ids: addOns.map(({ _id }) => _id), shopId: shop };
  const [prices, terms] = [await addOnPrices(db, want), await findTerms(db, want)];
  return addOns.map(({ _id, name, type, retailPrice, category }) => {
    const { percent = 0, mode = null, discount = false } = terms.get(_id) ?? {};
    const standard = prices.get(_id)?.standard ?? null;
    const company =
      type === 'percent' ? null : computeAddOnCompanyProfit({ retailPrice, shopPercent: percent, mode, discount });
    return {
      ...{ _id, name, type, retailPrice, category, shopPercent: percent, discount, note: formatNote(type, discount) },
      standardCost: standard?.cost ?? null,
      standardGrossProfit: standard?.grossProfit ?? null,
      standardGrossProfitPercent: standard?.grossProfitPercent ?? null,
      companyGrossProfit: company?.amount ?? null,
      companyGrossProfitPercent: company?.percent ?? null,
    };
  });
}

/** The note that explains an add-on's figures. */
function formatNote(type: ReportAddOn['type'], discount: boolean): string | null {
  if (discount)
    return type === 'percent'
      ? 'Discount as a percent of the order. Its amount is deducted on the order, and it has no cost'
      : 'Discount: deducted from the price. It has no cost and no standard gross profit; the company bears its share';
  return type === 'percent' ? 'Percent of the order: it has no amount until it is on an order' : null;
}

/**
 * How a price is shared with a shop: the add-on's mode, and its percent (P4: its own, or else the shop's, or else the
 * default).
 */
async function findTerms(db: Knex, want: { readonly ids: readonly string[]; readonly shopId: string }) {
  const rows = await readPrices<Terms>(
    db,
    want,
    (from) => `
      with item_totals as (${itemTotals(from)}),
      units as (${addOnUnits(from, 'select unnest(:ids::uuid[])')})
      select id, mode, discount, percent from units`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
