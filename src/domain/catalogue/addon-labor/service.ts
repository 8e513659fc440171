import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { invalid, notFound } from '../../kernel/errors.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { RecordId, publishCatalogue } from '../../kernel/records/record.js';
import { serviceToCreate, serviceToDelete, serviceToUpdate } from '../../kernel/records/writes.js';
import { changeShopValues } from '../../kernel/records/shop-values.js';
import { service } from '../../kernel/service.js';
import { findShopFilter, findRequestedShop } from '../../kernel/rights/requested-shop.js';
import { copyLabor } from './copy.js';
import { findAddOnLabor, findOneLabor, addOnLaborKind, ownAddOnLaborKind } from './queries.js';
import {
  AddOnLabor,
  AddOnLaborFields,
  ChangeAddOnLabor,
  ChangeShopLabor,
  CopyAddOnLabor,
  ShopAddOnLabor,
} from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';
import { Id } from '../../kernel/records/fields.js';

const OfShop = RecordId.extend({ shop: Id.optional() });

export const listStandardAddOnLabor = service({
  summary: 'List all add-on labor at standard values, by name',
  permission: 'catalogue.labor',
  effect: 'read',
  input: Listing,
  output: getList(AddOnLabor),
  run: async (ctx, listing) => getPage(await findAddOnLabor(ctx.db, { shop: null }), listing, ['name', 'category']),
});

export const listAddOnLabor = service({
  summary: 'List the add-on labor of a category at standard values, or get one by its ID',
  permission: 'catalogue.labor',
  effect: 'read',
  input: Listing.extend(RecordId.shape),
  output: getList(AddOnLabor),
  run: async (ctx, { id, ...listing }) => {
    const standard = await findAddOnLabor(ctx.db, { shop: null, ids: [id] });
    const rows = standard.length > 0 ? standard : await findAddOnLabor(ctx.db, { shop: null, category: id });
    return getPage(rows, listing, ['name']);
  },
});

export const listShopAddOnLabor = service({
  summary:
    "List the add-on labor of a category at a shop's values; the office can choose a shop; the default is standard values",
  permission: 'catalogue.view',
  effect: 'read',
  input: Listing.extend(OfShop.shape),
  output: getList(ShopAddOnLabor),
  run: async (ctx, { id, shop, ...listing }) =>
    getPage(await findAddOnLabor(ctx.db, { shop: await findShopFilter(ctx, shop), category: id }), listing, ['name']),
});

export const getAddOnLabor = service({
  summary:
    "Get one add-on labor record at a shop's values; the office can choose a shop; the default is standard values",
  permission: 'catalogue.view',
  effect: 'read',
  input: OfShop,
  output: ShopAddOnLabor,
  run: async (ctx, { id, shop }) => findOneLabor(ctx.db, await findShopFilter(ctx, shop), id),
});

const write = { permission: 'catalogue.write', effect: 'write' } as const;
/**
 * Throws if the name already exists in the category, ignoring case. Locks the category, so that no other write can
 * take the name first.
 */
async function claimName(
  { db }: WriteCtx,
  name: string,
  category: string | null,
  exceptId: string | null,
): Promise<void> {
  if (!category) return;
  await db('addon_categories').where({ id: category }).forUpdate().first('id');
  const namesake: unknown = await db('addon_labor')
    .where({ category_id: category })
    .whereRaw('lower(name) = lower(?) and id is distinct from ?::uuid', [name, exceptId])
    .first('id');
  if (namesake) throw invalid('name', 'Add-on labor: this name already exists');
}

export const createAddOnLabor = serviceToCreate({
  kind: addOnLaborKind,
  ...write,
  summary: 'Add add-on labor at standard values; shops use them until they set their own',
  input: AddOnLaborFields,
  msg: 'Option is created',
  write: async (ctx, id, { name, category, standardLaborType: type, standardLaborTotal: total }) => {
    await claimName(ctx, name, category, null);
    await ctx.db('addon_labor').insert({ id, name, category_id: category, type, total });
  },
});

export const updateAddOnLabor = serviceToUpdate({
  kind: addOnLaborKind,
  ...write,
  summary: 'Change the standard values of an add-on labor record; existing orders keep their prices',
  input: ChangeAddOnLabor,
  msg: 'AddonLabor is updated',
  write: async (ctx, id, { name, category, standardLaborType: type, standardLaborTotal: total }, before) => {
    const place = category ?? before.category?._id ?? null;
    await claimName(ctx, name, place, id);
    await ctx.db('addon_labor').where({ id }).update({ name, type, total, category_id: place });
  },
});

export const updateShopAddOnLabor = service({
  summary: "Change a shop's values of an add-on labor record; without any, standard values apply again",
  permission: 'labor.own',
  effect: 'write',
  input: ChangeShopLabor,
  output: z.object({ msg: z.string(), item: ShopAddOnLabor }),
  run: async (ctx, { id, revision, shop: requestedShop, laborType, laborTotal }) => {
    const shop = await findRequestedShop(ctx, requestedShop);
    if (!shop) throw notFound('Shop');
    await findOneLabor(ctx.db, shop, id);
    const ownValues = laborType === null || laborTotal === null ? null : { laborType, laborTotal };
    await changeShopValues(ctx, ownAddOnLaborKind, { shop, id, revision }, ownValues);
    return { msg: 'AddonLabor is updated', item: await findOneLabor(ctx.db, shop, id) };
  },
});

export const deleteAddOnLabor = serviceToDelete({
  kind: addOnLaborKind,
  ...write,
  summary: 'Delete an add-on labor record that no add-on uses; existing orders keep their prices',
  msg: 'AddOnLabor is deleted',
});

export const copyAddOnLabor = service({
  ...write,
  summary:
    'Copy the add-on labor of a category, with shop overrides, to other categories; names they already have are skipped',
  input: CopyAddOnLabor,
  output: z.object({ msg: z.string(), created: z.int(), skipped: z.int() }),
  run: async (ctx, { from, to }) => {
    await checkCategories(ctx, [from, ...to]);
    const { ids, skipped } = await copyLabor(ctx, from, [...new Set(to)]);
    const counts = { created: ids.length, skipped };
    await ctx.audit({
      action: 'copy',
      entity: 'addon-labor',
      ids: [from, ...to, ...ids],
      after: { from, to, ...counts },
    });
    await publishCatalogue(ctx);
    return { msg: 'ADDON_LABOR are copied', ...counts };
  },
});

async function checkCategories({ db }: WriteCtx, categories: readonly string[]): Promise<void> {
  const ids = [...new Set(categories)];
  const rows = await queryRows<{ id: string }>(db('addon_categories').whereRaw('id = any(?)', [ids]).select('id'));
  if (rows.length < ids.length) throw notFound('Add-on category');
}
