import { z } from 'zod';
import { getScope } from '../../kernel/context.js';
import { endOfDay } from '../prices/past-day.js';
import { type ShedPrice, shedPrices } from '../prices/shed-prices.js';
import type { ShedBox } from '../../pricing/uses/catalogue.js';
import type { UnknownCost } from '../../pricing/unknown-cost.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { findRequestedShop } from '../../kernel/rights/requested-shop.js';
import { present } from '../../kernel/objects.js';
import { findSizes, type ShedSize } from './queries.js';
import { PricedShed, Shed, ShopPricedShed } from './schema.js';
import { Id } from '../../kernel/records/fields.js';

const SizeRow = Shed.pick({
  _id: true,
  category: true,
  model: true,
  baseStyle: true,
  width: true,
  length: true,
  retailPrice: true,
});

const ModelChoice = z.union([Id, z.literal('all')]);

/** The options of a price table: category, shop and model (`all` for no limit), order type, and date. */
export const PriceTable = Listing.extend({
  category: ModelChoice,
  shop: ModelChoice,
  model: ModelChoice,
  type: z.enum(['NB', 'INV']).default('NB'),
  at: z.iso.date('must be a date such as 2026-03-31').optional(),
});

export const getPriceTable = service({
  summary: 'List sheds with prices, costs and gross profit for a shop, today or as of a past day',
  permission: 'prices.view',
  effect: 'read',
  input: PriceTable,
  output: { office: getList(PricedShed), shop: getList(ShopPricedShed) },
  run: async (ctx, { category, shop, model, type, at, ...listing }) => {
    const past = at ? { at: await endOfDay(ctx, at) } : {};
    const sizes = await findSizes(ctx.db, { category: unlessAll(category), model: unlessAll(model), ...past });
    const { items, total } = getPage(sizes, listing, ['model', 'width', 'length']);
    const shopId = await findRequestedShop(ctx, shop);
    const prices = await shedPrices(ctx.db, { shopId, type, shedIds: items.map(({ _id }) => _id), ...past });
    const isShop = getScope(ctx.actor) !== null;
    return { items: items.map((shed) => toRow(shed, present(prices.get(shed._id)), isShop)), total }; // every requested shed has one
  },
});

const unlessAll = (which: string): string | undefined => (which === 'all' ? undefined : which);

/**
 * P6 under the field names of the price table. The office gets the standard figures, a shop those at its own costs;
 * unknown ones are null (P0). The fields are listed one by one because spreading the size would take longer than the
 * rest of the row.
 */
function toRow(size: ShedSize, price: ShedPrice, isShop: boolean) {
  const { costUnknown, retailPrice, standardAddOns } = price;
  const standard = knownBox(price.standard, costUnknown);
  const shop = knownBox(price.shop, costUnknown);
  const total = costUnknown.length === 0 ? price.total : { grossProfit: null, percent: null };
  return {
    costUnknown,
    _id: size._id,
    category: size.category,
    model: size.model,
    baseStyle: size.baseStyle,
    width: size.width,
    length: size.length,
    retailPrice,
    shopsRetailPercent: standard.shopsRetailPercent,
    shopsRetailPrice: standard.shopsRetailPrice,
    shopOverhead: (isShop ? shop : standard).shopOverhead,
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
  };
}

/** A box with its unknown figures set to null. */
function knownBox(box: ShedBox, unknown: readonly UnknownCost[]) {
  if (unknown.length === 0) return box;
  return {
    ...box,
    materialCost: unknown.includes('material') ? null : box.materialCost,
    labor: unknown.includes('labor') ? null : box.labor,
    boxTotalCost: null,
    boxGrossProfit: null,
    boxGrossProfitPercent: null,
  };
}

export const listSheds = service({
  summary: 'List the sheds of a category with their retail prices',
  permission: 'catalogue.view',
  effect: 'read',
  input: Listing.extend(RecordId.shape),
  output: getList(SizeRow),
  run: async (ctx, { id, ...listing }) =>
    getPage(await findSizes(ctx.db, { category: id }), listing, ['model', 'width', 'length']),
});

export const listShedsForPriceChange = service({
  summary: 'List the sheds of a category for changing their retail prices',
  permission: 'catalogue.labor',
  effect: 'read',
  input: Listing.extend(RecordId.shape).extend({ size: Listing.shape.size.default(5000) }),
  output: getList(SizeRow),
  run: async (ctx, { id, ...listing }) =>
    getPage(await findSizes(ctx.db, { category: id }), listing, ['model', 'width', 'length']),
});
