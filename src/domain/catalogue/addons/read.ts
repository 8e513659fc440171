import { z } from 'zod';
import { type ActorCtx, getScope } from '../../kernel/context.js';
import { queryRows } from '../../kernel/database/rows.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { addOnPrices } from '../prices/add-on-prices.js';
import { findOfShop, findWithItems } from './items.js';
import { findShopItems, selectAddOns } from './queries.js';
import { AddOn, OfficePricedAddOn, ShopAddOn, ShopItemsQuery, ShopPricedAddOn } from './schema.js';
import { Id } from '../../kernel/records/fields.js';

const Input = Listing.extend(RecordId.shape).extend({ shop: Id.optional() });
const lists = { office: getList(OfficePricedAddOn), shop: getList(ShopPricedAddOn) };
type Row = Pick<
  z.output<typeof AddOn>,
  '_id' | 'name' | 'type' | 'retailPrice' | 'shopPercent' | 'category' | 'revision'
>;

/** Creates a list of add-ons with prices and costs for a shop: the actor's own or the requested one. */
const listing = (summary: string, where: string) =>
  service({
    summary,
    permission: 'prices.view',
    effect: 'read',
    input: Input,
    output: lists,
    run: async (ctx, { id, shop, ...page }) => {
      const rows = await queryRows<Row>(selectAddOns(ctx.db).whereRaw(where, [id]));
      const { items, total } = getPage(rows, page, ['name', 'category']);
      return { items: await addCosts(ctx, items, getScope(ctx.actor) ?? shop ?? null), total };
    },
  });

export const listAddOns = listing('List the add-ons of a category with prices and costs', 'a.category_id = ?');
export const listAddOnsOfParent = listing(
  'List the add-ons in all categories of a parent category',
  'a.category_id in (select id from addon_categories where parent_id = ?)',
);
export const listAddOnsOfShed = listing(
  'List the add-ons available to a shed category through its parent categories',
  `a.category_id in (select c.id from addon_categories c join shed_category_addon_parents x on x.addon_parent_category_id = c.parent_id
     where x.shed_category_id = ?)`,
);
export const listSteeperPitches = listing(
  'List the steeper pitches of a category',
  'a.steeper_pitch and a.category_id = ?',
);

/**
 * P6: adds figures to the rows. The office gets the standard ones and those of the requested shop, a shop only its
 * own.
 */
async function addCosts(ctx: ActorCtx, rows: readonly Row[], shopId: string | null) {
  const prices = await addOnPrices(ctx.db, { ids: rows.map(({ _id }) => _id), shopId });
  return rows.map((row) => {
    const { standard, shop } = prices.get(row._id) ?? { standard: null, shop: null };
    return {
      ...row,
      addOnStandardTotalCost: standard?.cost ?? null,
      standardAddOnGrossProfit: standard?.grossProfit ?? null,
      standardAddOnGrossProfitPercent: standard?.grossProfitPercent ?? null,
      shopPrice: shop?.shopPrice ?? null,
      addOnShopTotalCost: shop?.cost ?? null,
      grossProfitPercent: shop?.grossProfitPercent ?? null,
    };
  });
}

/** The items of all shops that have their own; for a shop, only its own. */
const ofShops = { shopItems: z.array(ShopItemsQuery) };

export const getAddOn = service({
  summary: 'Get one add-on with its items; a shop also gets its own items',
  permission: 'catalogue.view',
  effect: 'read',
  input: RecordId.extend({ shop: Id.optional() }),
  output: {
    office: AddOn.extend({ items: ShopAddOn.shape.items, noItems: ShopAddOn.shape.noItems, ...ofShops }),
    shop: ShopAddOn.extend(ofShops),
  },
  run: async (ctx, { id, shop }) => {
    const scope = getScope(ctx.actor);
    const of = scope ?? shop;
    const addOn = await (of ? findOfShop(ctx, id, of) : findWithItems(ctx, id, null));
    return { ...addOn, shopItems: await findShopItems(ctx.db, id, scope) };
  },
});
