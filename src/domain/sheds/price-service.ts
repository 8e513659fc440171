import type { Knex } from 'knex';
import { z } from 'zod';
import { findCompany } from '../company/queries.js';
import { scopeOf } from '../context.js';
import { invalid } from '../errors.js';
import { type ShedPrice, shedPrices } from '../prices/shed-prices.js';
import { Listing, listOf, pageOf } from '../records/page.js';
import { RecordId } from '../records/record.js';
import { service } from '../service.js';
import { shopAsked } from '../shops/asked.js';
import { selectSheds } from './queries.js';
import { PricedShed, Shed, ShopPricedShed } from './schema.js';

const SizeRow = Shed.pick({
  _id: true,
  category: true,
  model: true,
  baseStyle: true,
  width: true,
  length: true,
  retailPrice: true,
});
type Size = z.output<typeof SizeRow>;

const Which = z.union([z.uuid('is no id'), z.literal('all')]);

/** What a price table shows: category, shop and model (`all` for no limit), the order type, and as of which day. */
export const PriceTable = Listing.extend({
  category: Which,
  shop: Which,
  model: Which,
  type: z.enum(['NB', 'INV']).default('NB'),
  at: z.iso.date('must be a day like 2026-03-31').optional(),
});

export const priceTable = service({
  summary: 'Sheds with their prices, costs and gross profit for a shop, today or as of a past day',
  permission: 'prices.view',
  effect: 'read',
  input: PriceTable,
  output: { office: listOf(PricedShed), shop: listOf(ShopPricedShed) },
  run: async (ctx, { category, shop, model, type, at, ...listing }) => {
    const query = selectSheds(ctx.db);
    if (category !== 'all') query.where('c.id', category);
    if (model !== 'all') query.where('m.id', model);
    const { items, total } = pageOf((await query) as Size[], listing, ['model', 'width', 'length']);
    const shopId = await shopAsked(ctx, shop);
    const past = at ? { at: await endOfDay(ctx.db, at) } : {};
    const prices = await shedPrices(ctx.db, { shopId, type, shedIds: items.map(({ _id }) => _id), ...past });
    const rows = items.flatMap((shed) => {
      const price = prices.get(shed._id);
      return price ? [{ ...shed, ...figuresOf(price, scopeOf(ctx.actor) !== null) }] : []; // a shed that did not exist on that day
    });
    return { items: rows, total };
  },
});

/** The last moment of a day in the company's time zone. */
async function endOfDay(db: Knex, day: string): Promise<string> {
  const company = await findCompany(db);
  const { rows } = (await db.raw(
    `select ((?::date + 1)::timestamp at time zone ? - interval '1 microsecond')::text as at`,
    [day, company?.timeZone ?? 'UTC'],
  )) as { rows: [{ at: string }] };
  if (rows[0].at > '9') throw invalid('at', 'is too late');
  return rows[0].at;
}

/** P6 under the names of the price table: the office reads the standard figures, a shop those at its own costs. */
const figuresOf = ({ retailPrice, standard, shop, standardAddOns, total }: ShedPrice, own: boolean) => ({
  retailPrice,
  shopsRetailPercent: standard.shopsRetailPercent,
  shopsRetailPrice: standard.shopsRetailPrice,
  shopOverhead: (own ? shop : standard).shopOverhead,
  standardBoxMaterialCost: standard.materialCost,
  standardLabor: standard.labor,
  standardBoxTotalCost: standard.boxTotalCost,
  standardBoxGrossProfit: standard.boxGrossProfit,
  standardBoxGrossProfitPercent: standard.boxGrossProfitPercent,
  standardAddonsTotalGrossProfit: standardAddOns.grossProfit,
  standardAddonsTotalGrossProfitPercent: standardAddOns.grossProfitPercent,
  totalStandardGrossProfit: total.grossProfit,
  totalStandardGrossProfitPercent: total.percent,
  shopBoxMaterialCost: shop.materialCost,
  shopLabor: shop.labor,
  shopBoxTotalCost: shop.boxTotalCost,
  shopBoxGrossProfit: shop.boxGrossProfit,
  shopBoxGrossProfitPercent: shop.boxGrossProfitPercent,
});

export const listSheds = service({
  summary: 'The sheds of a category with their retail prices',
  permission: 'catalogue.view',
  effect: 'read',
  input: Listing.extend(RecordId.shape),
  output: listOf(SizeRow),
  run: async (ctx, { id, ...listing }) =>
    pageOf((await selectSheds(ctx.db).where('c.id', id)) as Size[], listing, ['model', 'width', 'length']),
});

export const listForPriceChange = service({
  summary: 'The sheds of a category, to change their retail prices',
  permission: 'catalogue.labor',
  effect: 'read',
  input: Listing.extend(RecordId.shape).extend({ size: Listing.shape.size.default(5000) }),
  output: listOf(SizeRow),
  run: async (ctx, { id, ...listing }) =>
    pageOf((await selectSheds(ctx.db).where('c.id', id)) as Size[], listing, ['model', 'width', 'length']),
});
