import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { NamedRecord } from '../../kernel/records/fields.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { createRecord, RecordVersion, findRecord, replaceRows, writeOrRefuse } from '../../kernel/records/record.js';
import {
  serviceToCreate,
  serviceToDelete,
  serviceToGet,
  serviceToPreviewDeletion,
  serviceToUpdate,
} from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { copyCategory, notePercents } from './copy.js';
import { categoryKind, selectShedCategories } from './queries.js';
import { ShedCategoryFields, CopyCategory, ShedCategory } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

type Category = z.output<typeof ShedCategory>;

export const listShedCategories = service({
  summary: 'List shed categories by name',
  permission: 'catalogue.names',
  effect: 'read',
  input: Listing.extend({ size: Listing.shape.size.default(500) }),
  output: { office: getList(ShedCategory), shop: getList(ShedCategory), builder: getList(NamedRecord) },
  run: async (ctx, listing) => getPage(await queryRows<Category>(selectShedCategories(ctx.db)), listing, ['name']),
});

export const getShedCategory = serviceToGet({
  kind: categoryKind,
  summary: 'Get one shed category',
  permission: 'catalogue.view',
});

const SaveResult = z.object({ msg: z.string(), item: ShedCategory });

async function putParents(ctx: WriteCtx, id: string, parents: readonly string[]): Promise<void> {
  const rows = [...new Set(parents)].map((parent) => ({ addon_parent_category_id: parent }));
  await replaceRows(ctx.db, 'shed_category_addon_parents', { shed_category_id: id }, rows);
}

const typeColumns = ({
  sidingTypes,
  roofTypes,
}: Pick<z.output<typeof ShedCategoryFields>, 'sidingTypes' | 'roofTypes'>) => ({
  ...(sidingTypes && { siding_types: sidingTypes }),
  ...(roofTypes && { roof_types: roofTypes }),
});

export const createShedCategory = serviceToCreate({
  kind: categoryKind,
  summary: 'Add a shed category',
  permission: 'catalogue.write',
  input: ShedCategoryFields,
  msg: 'ShedCategory is created',
  write: async (ctx, id, { name, addonParentCategories, ...types }) => {
    await ctx.db('shed_categories').insert({ id, name, ...typeColumns(types) });
    await putParents(ctx, id, addonParentCategories);
  },
});

export const updateShedCategory = serviceToUpdate({
  kind: categoryKind,
  summary: 'Change a shed category and the source of its add-ons',
  permission: 'catalogue.write',
  input: ShedCategoryFields.extend(RecordVersion.shape),
  msg: 'ShedCategory is updated',
  write: async (ctx, id, { name, addonParentCategories, ...types }) => {
    await ctx
      .db('shed_categories')
      .where({ id })
      .update({ name, ...typeColumns(types) });
    await putParents(ctx, id, addonParentCategories);
  },
});

export const previewCategoryDeletion = serviceToPreviewDeletion({
  kind: categoryKind,
  summary: 'Preview deleting a shed category: what prevents it and what is deleted with it',
  permission: 'catalogue.write',
});

export const deleteShedCategory = serviceToDelete({
  kind: categoryKind,
  summary: 'Delete a shed category without models, components or shop percentages',
  permission: 'catalogue.write',
  msg: 'ShedCategory is deleted',
});

/** Copies the siding and roof types of a category to its copy. */
const copyTypes = (ctx: WriteCtx, from: string, to: string) =>
  ctx.db.raw(
    `update shed_categories c set siding_types = f.siding_types, roof_types = f.roof_types from shed_categories f where c.id = ? and f.id = ?`,
    [to, from],
  );

const CategoryCopy = SaveResult.extend({
  created: z.object({
    models: z.int(),
    sheds: z.int(),
    components: z.int(),
    labor: z.int(),
    haulBases: z.int(),
  }),
  /** How many shops now have percents for the copy, because they have them for the original. */
  shopPercentages: z.int(),
});

export const copyShedCategory = service({
  summary: 'Copy a shed category with its models, sheds, components, labor, haul bases and shop percentages',
  permission: 'catalogue.write',
  effect: 'write',
  input: CopyCategory,
  output: CategoryCopy,
  run: async (ctx, { existingCategoryId, newCategoryName, codePrefix, modelSuffix, addonParentCategories }) => {
    const { name: from } = await findRecord(ctx.db, categoryKind, existingCategoryId);
    const copies: Awaited<ReturnType<typeof copyCategory>>[] = [];
    const item = await createRecord(ctx, categoryKind, async (id) => {
      await ctx.db('shed_categories').insert({ id, name: newCategoryName });
      await copyTypes(ctx, existingCategoryId, id);
      await putParents(ctx, id, addonParentCategories);
      copies.push(
        await writeOrRefuse(categoryKind, () =>
          copyCategory(ctx, { from: existingCategoryId, to: id, codePrefix, modelSuffix }),
        ),
      );
    });
    const [copy] = copies;
    if (!copy) throw new Error('a category was added without its copy');
    const { created, shops } = copy;
    await notePercents(ctx, shops, { from, to: newCategoryName });
    const msg = `ShedCategory is copied: ${created.models} models and ${created.sheds} sheds are created`;
    return { msg, item, created, shopPercentages: shops.length };
  },
});
