import { companyToday } from '../../billing/payments/paying/create.js';
import { cents } from '../../kernel/cents.js';
import { audience } from '../../kernel/context.js';
import { openStatuses } from '../../kernel/order/status.js';
import { findShopFilter } from '../../kernel/rights/requested-shop.js';
import { service } from '../../kernel/service.js';
import { findNeeds } from './needs.js';
import { countByAge, countByShop, findMedians, sumOrders } from './queries.js';
import { ageBands, figureDays, type PeriodSum, profitShare, sumWithin } from './rules.js';
import { HomeFilter, KeyFigures, Needs, OpenWork, type StatusCounts } from './schema.js';

export const listNeeds = service({
  summary: 'List what needs your attention: orders, approvals, holds, messages and stock, with counts and ages',
  permission: 'home.view',
  effect: 'read',
  input: HomeFilter,
  output: Needs,
  run: async (ctx, { shop }) => ({ items: await findNeeds(ctx, await findShopFilter(ctx, shop)) }),
});

export const getKeyFigures = service({
  summary: 'Get orders, revenue, gross profit and days to finish for this month, last month and the last twelve weeks',
  permission: 'reports.view',
  effect: 'read',
  readsFrom: 'standby',
  input: HomeFilter,
  output: KeyFigures,
  run: async (ctx, input) => {
    const shop = await findShopFilter(ctx, input.shop);
    const days = figureDays(await companyToday(ctx));
    const side = audience(ctx.actor) === 'office' ? 'office' : 'shop';
    const sums = await sumOrders(ctx, side, shop, days);
    const { month, before, weeks } = days;
    const figure = <T>(of: (sum: PeriodSum) => T) => ({
      now: of(sumWithin(sums.days, month)),
      before: of(sumWithin(sums.days, before)),
      weeks: weeks.map((week) => of(sumWithin(sums.days, week))),
    });
    return {
      month,
      before,
      weeks: [...weeks],
      orders: figure(({ orders }) => orders),
      revenue: figure(({ revenue }) => cents(revenue)),
      profitPercent: figure(profitShare),
      leftOut: sumWithin(sums.days, month).leftOut,
      daysToFinish: await findMedians(ctx, shop, days),
      models: sums.models.map(({ model, ...sum }) => ({
        model,
        orders: sum.orders,
        revenue: cents(sum.revenue),
        profitPercent: profitShare(sum),
        leftOut: sum.leftOut,
      })),
    };
  },
});

export const getOpenWork = service({
  summary: 'Count open orders by shop and status, and by age in weeks',
  permission: 'orders.read',
  effect: 'read',
  input: HomeFilter,
  output: OpenWork,
  run: async (ctx, input) => {
    const shop = await findShopFilter(ctx, input.shop);
    const [byShop, byAge] = [await countByShop(ctx, shop), await countByAge(ctx, shop, await companyToday(ctx))];
    const shops = new Map<string, { shop: { _id: string; name: string }; counts: StatusCounts }>();
    for (const { _id, name, status, count } of byShop) {
      const one = shops.get(_id) ?? { shop: { _id, name }, counts: { ...none } };
      one.counts[status] = count;
      shops.set(_id, one);
    }
    const ages = ageBands.map((_, band) => {
      const counts = { ...none };
      for (const row of byAge) if (Math.max(0, row.band) === band) counts[row.status] += row.count;
      return counts;
    });
    return { shops: [...shops.values()].sort((a, b) => total(b.counts) - total(a.counts)), ages };
  },
});

const none: StatusCounts = { InQueue: 0, Building: 0, Finished: 0, 'On Hold': 0 };
const total = (counts: StatusCounts): number => openStatuses.reduce((sum, status) => sum + counts[status], 0);
