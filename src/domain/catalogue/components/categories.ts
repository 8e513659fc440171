import { z } from 'zod';
import { Named } from '../../kernel/records/fields.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { createRecord, Changed, updateRecord, deleteRecord, RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { componentCategoryKind, selectComponentCategories } from './queries.js';
import { ComponentCategoryFields, ComponentCategory, NewCategory } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

type Category = z.output<typeof ComponentCategory>;

export const listComponentCategories = service({
  summary: 'List component categories by priority, with component counts for a shed category',
  permission: 'catalogue.names',
  effect: 'read',
  input: Listing.extend({
    size: Listing.shape.size.default(500),
    shedCategory: z.uuid('is not a valid ID').optional(),
  }),
  output: { office: getList(ComponentCategory), shop: getList(ComponentCategory), builder: getList(Named) },
  run: async (ctx, { shedCategory, ...listing }) =>
    getPage(await queryRows<Category>(selectComponentCategories(ctx.db, shedCategory ?? null)), listing, ['name']),
});

const saved = z.object({ msg: z.string(), item: ComponentCategory });

export const createComponentCategory = service({
  summary: 'Add a component category; without a priority, it goes last',
  permission: 'catalogue.write',
  effect: 'write',
  input: NewCategory,
  output: saved,
  run: async (ctx, { name, priority }) => {
    const last = ctx.db.raw('(select coalesce(max(priority) + 1, 1) from component_categories)');
    const item = await createRecord(ctx, componentCategoryKind, (id) =>
      ctx.db('component_categories').insert({ id, name, priority: priority ?? last }),
    );
    return { msg: 'ComponentCategory is created', item };
  },
});

export const updateComponentCategory = service({
  summary: 'Change a component category',
  permission: 'catalogue.write',
  effect: 'write',
  input: ComponentCategoryFields.extend(Changed.shape),
  output: saved,
  run: async (ctx, { id, revision, name, priority }) => {
    const item = await updateRecord(ctx, componentCategoryKind, { id, revision }, () =>
      ctx.db('component_categories').where({ id }).update({ name, priority }),
    );
    return { msg: `Component Category "${item.name}" updated successfully!`, item };
  },
});

export const deleteComponentCategory = service({
  summary: 'Delete a component category without components',
  permission: 'catalogue.write',
  effect: 'write',
  input: RecordId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    await deleteRecord(ctx, componentCategoryKind, id);
    return { msg: 'ComponentCategory is deleted' };
  },
});
