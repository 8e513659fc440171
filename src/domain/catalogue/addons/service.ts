import { z } from 'zod';
import { OneLine } from '../../kernel/records/fields.js';
import { type ActorCtx, getScope, type WriteCtx } from '../../kernel/context.js';
import { invalid } from '../../kernel/errors.js';
import { paysNoShop } from '../../pricing/allocation.js';
import { addOnPrices } from '../prices/add-on-prices.js';
import { copyName } from '../../kernel/records/copy-name.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { createRecord, updateRecord, findRecord, RecordId, publishCatalogue } from '../../kernel/records/record.js';
import { serviceToDelete } from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { findOfShop, findWithItems, putItems } from './items.js';
import { addOnKind, findShopItems, selectAddOns } from './queries.js';
import {
  AddOn,
  AddOnFields,
  ChangedAddOn,
  getModes,
  OfficePricedAddOn,
  ShopAddOn,
  ShopItemsQuery,
  ShopPricedAddOn,
} from './schema.js';
import { queryColumn, queryRows } from '../../kernel/database/rows.js';

type Fields = z.output<typeof AddOnFields>;
const Input = Listing.extend(RecordId.shape).extend({ shop: z.uuid('is not a valid ID').optional() });
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
  input: RecordId.extend({ shop: z.uuid('is not a valid ID').optional() }),
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

/** The columns of an add-on, without its items. */
export const addOnRow = (addOn: Fields) => ({
  name: addOn.name,
  category_id: addOn.category,
  type: addOn.type,
  ss_id: addOn.ssId || null,
  retail_price: addOn.retailPrice,
  shop_percent: addOn.shopPercent,
  mode: getModes(addOn)[0] ?? null,
  discount: addOn.discount,
  steeper_pitch: addOn.steeperPitch,
  on_site_fee: addOn.onSiteFee,
  non_inventory: addOn.nonInventory,
  standard_non_inv_cost: addOn.nonInventory ? addOn.standardNonInvCost : null,
  addon_labor_id: addOn.addOnLabor,
});

/** The names that steeper-pitch add-ons must have. */
const STEEPER_PITCH = /^Steeper Pitch \d{3}$/;

function formatWarning(addOn: Fields): string | null {
  const isNamedWrong = addOn.steeperPitch && !STEEPER_PITCH.test(addOn.name);
  const warnings = [
    isNamedWrong ? `${addOn.name} must have a name such as Steeper Pitch 812` : null,
    unpaidCost(addOn),
  ];
  return warnings.filter((warning) => warning !== null).join('. ') || null;
}

/** P4: true for a mode that pays the shop nothing, which leaves the shop with costs but no revenue. */
function unpaidCost(addOn: Fields): string | null {
  const hasCost = addOn.standardItems.length > 0 || addOn.addOnLabor !== null || addOn.nonInventory;
  if (!paysNoShop.has(getModes(addOn)[0]) || !hasCost) return null;
  return 'The shop is not paid for this add-on but still bears the cost of its items and labor.';
}

const SaveResult = z.object({ msg: z.string(), warning: z.string().nullable(), item: AddOn });
const write = { permission: 'catalogue.write', effect: 'write' } as const;

export const createAddOn = service({
  ...write,
  summary: 'Add an add-on',
  input: AddOnFields,
  output: SaveResult,
  run: async (ctx, input) => {
    const item = await createRecord(ctx, addOnKind, async (id) => {
      await refuseTakenName(ctx, input, id);
      await ctx.db('add_ons').insert({ id, ...addOnRow(input) });
      await putItems(ctx, id, null, input.standardItems);
    });
    return { msg: 'Add-on is created', warning: formatWarning(input), item };
  },
});

export const updateAddOn = service({
  ...write,
  summary: 'Change an add-on; existing orders keep their prices',
  input: ChangedAddOn,
  output: SaveResult,
  run: async (ctx, { id, revision, ...addOn }) => {
    const item = await updateRecord(ctx, addOnKind, { id, revision }, async () => {
      await refuseTakenName(ctx, addOn, id);
      await ctx.db('add_ons').where({ id }).update(addOnRow(addOn));
      await putItems(ctx, id, null, addOn.standardItems);
    });
    return { msg: 'Addon is updated', warning: formatWarning(addOn), item };
  },
});

export const deleteAddOn = serviceToDelete({
  kind: addOnKind,
  ...write,
  summary: 'Delete an add-on that no shed or model uses; existing orders keep their prices',
  msg: 'AddOn is deleted',
});

/**
 * The names of a category's other add-ons in lower case. Locks the category so that no add-on can be added in the
 * meantime.
 */
async function namesIn({ db }: WriteCtx, category: string, id: string): Promise<Set<string>> {
  await db('addon_categories').where({ id: category }).forUpdate().first('id');
  const names = await queryColumn<string>(
    db('add_ons').where({ category_id: category }).whereNot({ id }).pluck('name'),
  );
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Throws if another add-on of the category has the name, because orders find add-ons by name. */
async function refuseTakenName(ctx: WriteCtx, { name, category }: { name: string; category: string }, id: string) {
  if ((await namesIn(ctx, category, id)).has(name.toLowerCase()))
    throw invalid('name', 'Add-on: this name already exists');
}

const copying = { permission: 'addons.copy', effect: 'write' } as const;

export const copyAddOn = service({
  ...copying,
  summary: 'Copy an add-on with its items under a new name',
  input: RecordId.extend({ name: OneLine().min(1).max(200).optional() }),
  output: z.object({ msg: z.string(), item: AddOn }),
  run: async (ctx, { id: from, name }) => {
    const old = await findRecord(ctx.db, addOnKind, from);
    const category = old.category._id;
    const item = await createRecord(ctx, addOnKind, async (id) => {
      const newName = name ?? copyName(old.name, await namesIn(ctx, category, id));
      await refuseTakenName(ctx, { name: newName, category }, id);
      await copyInto(ctx, from, [{ id, category }], newName);
    });
    return { msg: 'Add-on is copied', item };
  },
});

export const createAddOnForAllCategories = service({
  ...copying,
  summary: 'Copy an add-on to all categories of the same name or origin under other parents that do not have it',
  input: RecordId,
  output: z.object({ msg: z.string(), created: z.int(), skipped: z.int() }),
  run: async (ctx, { id: from }) => {
    const old = await findRecord(ctx.db, addOnKind, from);
    const matching = await queryRows<{ id: string; has: boolean }>(
      ctx
        .db('addon_categories as c')
        .join('addon_categories as own', 'own.id', ctx.db.raw('?::uuid', [old.category._id]))
        .whereRaw('c.id <> own.id')
        .whereRaw('(lower(c.name) = lower(own.name) or coalesce(c.family, c.id) = coalesce(own.family, own.id))')
        .select('c.id')
        .select(
          ctx.db.raw(
            'exists (select 1 from add_ons a where a.category_id = c.id and lower(a.name) = lower(?)) as "has"',
            [old.name],
          ),
        ),
    );
    const targets = matching.filter(({ has }) => !has);
    const copies = targets.map(({ id: category }) => ({ id: crypto.randomUUID(), category }));
    await copyInto(ctx, from, copies, old.name);
    const after = { name: old.name, created: copies.length, skipped: matching.length - copies.length };
    await ctx.audit({
      action: 'create for all categories',
      entity: 'add-on',
      ids: [from, ...copies.map(({ id }) => id)],
      after,
    });
    await publishCatalogue(ctx);
    const { created, skipped } = after;
    if (matching.length === 0) return { msg: 'No matching categories found', created, skipped };
    return { msg: `Add-ons created for ${created} matching categories`, created, skipped };
  },
});

/** Creates copies of an add-on, one for each given ID and category. */
async function copyInto(
  ctx: WriteCtx,
  from: string,
  copies: readonly { id: string; category: string }[],
  name: string,
) {
  const ids = copies.map(({ id }) => id);
  const categories = copies.map(({ category }) => category);
  await ctx.db.raw(
    `insert into add_ons (id, name, category_id, type, ss_id, retail_price, shop_percent, mode, discount, steeper_pitch, on_site_fee, non_inventory, standard_non_inv_cost, addon_labor_id)
     select n.id, ?, n.category, x.type, null, x.retail_price, x.shop_percent, x.mode, x.discount, x.steeper_pitch, x.on_site_fee, x.non_inventory, x.standard_non_inv_cost, x.addon_labor_id
       from add_ons x cross join unnest(?::uuid[], ?::uuid[]) as n(id, category) where x.id = ?`,
    [name, ids, categories, from],
  );
  await ctx.db.raw(
    `insert into add_on_items (id, add_on_id, shop_id, item_id, description, quantity, replace_item, replacement_item_id, position)
     select gen_random_uuid(), n.id, x.shop_id, x.item_id, x.description, x.quantity, x.replace_item, x.replacement_item_id, x.position
       from add_on_items x cross join unnest(?::uuid[]) as n(id) where x.add_on_id = ?`,
    [ids, from],
  );
}
