import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { Id, NamedRecord } from '../../kernel/records/fields.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { RecordVersion, createRecord, findRecord, RecordId } from '../../kernel/records/record.js';
import { serviceToCreate, serviceToDelete, serviceToUpdate } from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { findShopFilter } from '../../kernel/rights/requested-shop.js';
import { addOnCategoryKind, PARENT_OF_SHOP, parentKind, selectAddOnCategories, selectParents } from './queries.js';
import { AddOnCategory, AddOnCategoryFields, CopyParent, ParentCategory, ParentFields } from './schema.js';
import { queryRows, countWritten } from '../../kernel/database/rows.js';

const yes = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => value === true || value === 'true')
  .default(false);

export const listAddOnParents = service({
  summary: 'List add-on parent categories for new builds, off lot or both, or those that a shop uses',
  permission: 'catalogue.names',
  effect: 'read',
  input: Listing.extend({ newBuildChecked: yes, offLotChecked: yes, shop: Id.optional() }),
  output: { office: getList(ParentCategory), shop: getList(ParentCategory), builder: getList(NamedRecord) },
  run: async (ctx, { newBuildChecked, offLotChecked, shop: requestedShop, ...listing }) => {
    const query = selectParents(ctx.db);
    if (requestedShop) void query.whereRaw(PARENT_OF_SHOP, { shop: await findShopFilter(ctx, requestedShop) });
    const rows = await queryRows<z.output<typeof ParentCategory>>(query);
    const isWanted = (row: z.output<typeof ParentCategory>) =>
      (newBuildChecked && row.newBuild) || (offLotChecked && row.offLot) || newBuildChecked === offLotChecked;
    return getPage(rows.filter(isWanted), listing, ['name']);
  },
});

const savedParent = z.object({ msg: z.string(), item: ParentCategory });
const parentRow = ({ name, newBuild, offLot }: z.output<typeof ParentFields>) => ({
  name,
  new_build: newBuild,
  off_lot: offLot,
});

export const createAddOnParent = serviceToCreate({
  kind: parentKind,
  summary: 'Add an add-on parent category',
  permission: 'catalogue.write',
  input: ParentFields,
  msg: 'AddonParentCategory is created',
  write: (ctx, id, fields) => ctx.db('addon_parent_categories').insert({ id, ...parentRow(fields) }),
});

export const updateAddOnParent = serviceToUpdate({
  kind: parentKind,
  summary: 'Change an add-on parent category',
  permission: 'catalogue.write',
  input: ParentFields.extend(RecordVersion.shape),
  msg: 'AddonParentCategory is updated',
  write: (ctx, id, fields) => ctx.db('addon_parent_categories').where({ id }).update(parentRow(fields)),
});

export const deleteAddOnParent = serviceToDelete({
  kind: parentKind,
  summary: 'Delete an unused add-on parent category',
  permission: 'catalogue.write',
  msg: 'AddonParentCategory is deleted',
});

export const copyAddOnParent = service({
  permission: 'catalogue.write',
  effect: 'write',
  summary: 'Copy an add-on parent category with all its categories and add-ons',
  input: CopyParent,
  output: savedParent.extend({ created: z.object({ categories: z.int(), addOns: z.int() }) }),
  run: async (ctx, { name, existingAddonParentCategory: from, categoryNameSuffix }) => {
    let counts = { categories: 0, addOns: 0 };
    const original = await findRecord(ctx.db, parentKind, from);
    const item = await createRecord(ctx, parentKind, async (id) => {
      await ctx.db('addon_parent_categories').insert({ id, ...parentRow({ ...original, name }) });
      counts = await copyInto(ctx, from, id, categoryNameSuffix);
    });
    return { msg: 'AddonParentCategory is created', item, created: counts };
  },
});

/**
 * Copies categories, add-ons and their items, both standard ones and the shops' own, in a constant number of
 * statements.
 */
async function copyInto({ db }: WriteCtx, from: string, to: string, suffix: string) {
  await db.raw(
    `create temp table copied_categories on commit drop as
     select id as old_id, gen_random_uuid() as new_id from addon_categories where parent_id = ?::uuid`,
    [from],
  );
  await db.raw(`create temp table copied_add_ons on commit drop as
    select id as old_id, gen_random_uuid() as new_id from add_ons where category_id in (select old_id from copied_categories)`);
  const rows = (sql: string, values: readonly string[] = []) => countWritten(db.raw(sql, [...values]));
  const categories = await rows(
    `insert into addon_categories (id, name, parent_id, family)
     select c.new_id, x.name || ' ' || ?::text, ?::uuid, coalesce(x.family, x.id) from addon_categories x join copied_categories c on c.old_id = x.id`,
    [suffix, to],
  );
  const addOns = await rows(
    `insert into add_ons (id, name, category_id, type, ss_id, retail_price, shop_percent, mode, discount, steeper_pitch, on_site_fee, non_inventory, standard_non_inv_cost, addon_labor_id)
     select a.new_id, x.name, c.new_id, x.type, null, x.retail_price, x.shop_percent, x.mode, x.discount, x.steeper_pitch, x.on_site_fee, x.non_inventory, x.standard_non_inv_cost, x.addon_labor_id
       from add_ons x join copied_add_ons a on a.old_id = x.id join copied_categories c on c.old_id = x.category_id`,
  );
  await rows(`insert into add_on_items (id, add_on_id, shop_id, item_id, description, quantity, replace_item, replacement_item_id, position)
    select gen_random_uuid(), a.new_id, x.shop_id, x.item_id, x.description, x.quantity, x.replace_item, x.replacement_item_id, x.position
      from add_on_items x join copied_add_ons a on a.old_id = x.add_on_id`);
  await db.raw('drop table copied_categories, copied_add_ons');
  return { categories, addOns };
}

type Category = z.output<typeof AddOnCategory>;
const lists = { office: getList(AddOnCategory), shop: getList(AddOnCategory), builder: getList(NamedRecord) };

export const listAllAddOnCategories = service({
  summary: 'List add-on categories by parent category and name, or those that a shop uses',
  permission: 'catalogue.names',
  effect: 'read',
  input: Listing.extend({ size: Listing.shape.size.default(5000), shop: Id.optional() }),
  output: lists,
  run: async (ctx, { shop: requestedShop, ...listing }) => {
    const query = selectAddOnCategories(ctx.db);
    if (requestedShop) void query.whereRaw(PARENT_OF_SHOP, { shop: await findShopFilter(ctx, requestedShop) });
    return getPage(await queryRows<Category>(query), listing, ['name', 'addonParentCategory']);
  },
});

export const listAddOnCategories = service({
  summary: 'List the add-on categories of a parent category',
  permission: 'catalogue.names',
  effect: 'read',
  input: Listing.extend(RecordId.shape),
  output: lists,
  run: async (ctx, { id, ...listing }) =>
    getPage(await queryRows<Category>(selectAddOnCategories(ctx.db).where('p.id', id)), listing, ['name']),
});

const categoryRow = ({ name, addonParentCategory }: z.output<typeof AddOnCategoryFields>) => ({
  name,
  parent_id: addonParentCategory,
});

export const createAddOnCategory = serviceToCreate({
  kind: addOnCategoryKind,
  summary: 'Add an add-on category',
  permission: 'catalogue.write',
  input: AddOnCategoryFields,
  msg: 'AddonCategory is created',
  write: (ctx, id, fields) => ctx.db('addon_categories').insert({ id, ...categoryRow(fields) }),
});

export const updateAddOnCategory = serviceToUpdate({
  kind: addOnCategoryKind,
  summary: 'Change an add-on category',
  permission: 'catalogue.write',
  input: AddOnCategoryFields.extend(RecordVersion.shape),
  msg: 'AddonCategory is updated',
  write: (ctx, id, fields) => ctx.db('addon_categories').where({ id }).update(categoryRow(fields)),
});

export const deleteAddOnCategory = serviceToDelete({
  kind: addOnCategoryKind,
  summary: 'Delete an add-on category without add-ons',
  permission: 'catalogue.write',
  msg: 'AddonCategory is deleted',
});
