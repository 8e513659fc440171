import { z } from 'zod';
import { Id, NamedRecord } from '../../kernel/records/fields.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { RecordVersion } from '../../kernel/records/record.js';
import { serviceToCreate, serviceToDelete, serviceToUpdate } from '../../kernel/records/writes.js';
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
    shedCategory: Id.optional(),
  }),
  output: { office: getList(ComponentCategory), shop: getList(ComponentCategory), builder: getList(NamedRecord) },
  run: async (ctx, { shedCategory, ...listing }) =>
    getPage(await queryRows<Category>(selectComponentCategories(ctx.db, shedCategory ?? null)), listing, ['name']),
});

export const createComponentCategory = serviceToCreate({
  kind: componentCategoryKind,
  summary: 'Add a component category; without a priority, it goes last',
  permission: 'catalogue.write',
  input: NewCategory,
  msg: 'ComponentCategory is created',
  write: async (ctx, id, { name, priority }) => {
    const last = ctx.db.raw('(select coalesce(max(priority) + 1, 1) from component_categories)');
    await ctx.db('component_categories').insert({ id, name, priority: priority ?? last });
  },
});

export const updateComponentCategory = serviceToUpdate({
  kind: componentCategoryKind,
  summary: 'Change a component category',
  permission: 'catalogue.write',
  input: ComponentCategoryFields.extend(RecordVersion.shape),
  msg: (item) => `Component Category "${item.name}" updated successfully!`,
  write: (ctx, id, { name, priority }) => ctx.db('component_categories').where({ id }).update({ name, priority }),
});

export const deleteComponentCategory = serviceToDelete({
  kind: componentCategoryKind,
  summary: 'Delete a component category without components',
  permission: 'catalogue.write',
  msg: 'ComponentCategory is deleted',
});
