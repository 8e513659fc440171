import type { z } from 'zod';
import { type ActorCtx, getScope } from '../../../kernel/context.js';
import { optimize } from '../../../pricing/uses/optimizer.js';
import { fraction } from '../../../pricing/exact.js';
import { type ShopRowFigures, getTopGroup } from '../../../pricing/uses/top-orders.js';
import { service } from '../../../kernel/service.js';
import { type Period, getPeriod, rangeAnswer } from '../period.js';
import { officeInputs, ownInputs } from './inputs.js';
import { countLeftOut, findTopOrders, type TopOrder } from './query.js';
import { officeReport, ownReport } from './rules.js';
import { TopOrders, TopOrdersFilter } from './schema.js';

type OfficeAnswer = z.output<typeof TopOrders.office>;
type ShopAnswer = z.output<typeof TopOrders.shop>;

const QUARTER = 'previous-quarter';

export const runTopOrders = service({
  summary: 'List the 100 sheds with the highest gross profit at the given percents; the last quarter by default',
  permission: 'reports.view',
  effect: 'read',
  readsFrom: 'standby',
  input: TopOrdersFilter,
  output: TopOrders,
  run: async (ctx, filter) => {
    const period = await topOrdersPeriod(ctx, filter);
    if (getScope(ctx.actor) === null) return officeAnswer(ctx, filter, period);
    return (await shopAnswer(ctx, filter, period)) as unknown as OfficeAnswer; // the schema of the shop's audience encodes it
  },
});

/** The days a filter selects; by default those of the last quarter. */
export const topOrdersPeriod = (ctx: ActorCtx, filter: TopOrdersFilter): Promise<Period> =>
  getPeriod(ctx, filter, QUARTER);

async function officeAnswer(ctx: ActorCtx, filter: TopOrdersFilter, period: Period): Promise<OfficeAnswer> {
  const [topOrders, leftOut, inputs] = await Promise.all([
    findTopOrders(ctx, filter, period),
    countLeftOut(ctx, filter, period),
    officeInputs(ctx, filter.inputs),
  ]);
  const { rows, total } = officeReport(topOrders, inputs.inputs);
  return {
    ...toHead(period, topOrders),
    leftOut,
    ...inputs,
    rows: rows.map((row) => ({
      ...toRow(row),
      addOnRetailTotal: row.figures.addOnRetail,
      totalStandardShedExpense: row.standard.shed,
      totalStandardAddOnCost: row.standard.addOns,
      baseRetailTotal: row.baseRetail,
      haulTotal: row.haul,
      escortTotal: row.escort,
    })),
    totals: total,
    optimizer: optimize(topOrders, inputs.inputs, inputs.inputs.desiredGp).map(({ curve, ...found }) => ({
      ...found,
      curve: curve.map(({ percent, gp, revenue }) => ({ percent, gpPercent: fraction(gp, revenue) })),
    })),
  };
}

async function shopAnswer(ctx: ActorCtx, filter: TopOrdersFilter, period: Period): Promise<ShopAnswer> {
  const [topOrders, leftOut, inputs] = await Promise.all([
    findTopOrders(ctx, filter, period),
    countLeftOut(ctx, filter, period),
    ownInputs(ctx, filter.inputs),
  ]);
  const { rows, total } = ownReport(topOrders, inputs.inputs);
  return {
    ...toHead(period, topOrders),
    leftOut,
    ...inputs,
    rows: rows.map((row) => ({ ...toRow(row), listRetailTotal: row.baseRetail })),
    totals: total,
  };
}

const toHead = (period: Period, rows: readonly TopOrder[]) => ({
  range: rangeAnswer(period),
  count: rows.reduce((total, { count }) => total + count, 0),
});

const toRow = <R extends TopOrder & { readonly figures: ShopRowFigures }>(row: R) => ({
  shed: {
    model: row.model,
    category: row.category,
    width: row.width,
    length: row.length,
    group: getTopGroup(row.width),
  },
  count: row.count,
  totalShopShedExpense: row.shop.shed,
  totalShopStandardAddOnCost: row.shop.addOns,
  addonShopPercentages: Object.fromEntries(
    row.addOns.map(({ name, retail, quantity }) => [name, { retailPrice: retail, quantity }]),
  ),
  addOnRetail: row.addOnRetail,
  addOnShopRetailTotal: row.figures.addOnRevenue,
  percentLines: row.percentLines,
  unpriced: row.unpriced,
  figures: row.figures as R['figures'], // the keys of R are its own figures
});
