import { z } from 'zod';
import { NamedRecord } from '../../kernel/records/fields.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { RecordVersion } from '../../kernel/records/record.js';
import { serviceToCreate, serviceToDelete, serviceToUpdate } from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { itemCategoryKind, selectItemCategories } from './queries.js';
import { ItemCategory, ItemCategoryFields } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

export const listItemCategories = service({
  summary: 'List item categories by name, with item counts',
  permission: 'catalogue.names',
  effect: 'read',
  input: Listing.extend({ size: Listing.shape.size.default(500) }),
  output: { office: getList(ItemCategory), shop: getList(ItemCategory), builder: getList(NamedRecord) },
  run: async (ctx, listing) => {
    const rows = await queryRows<z.output<typeof ItemCategory>>(selectItemCategories(ctx.db));
    return getPage(rows, listing, ['name']);
  },
});

export const createItemCategory = serviceToCreate({
  kind: itemCategoryKind,
  summary: 'Add an item category',
  permission: 'catalogue.write',
  input: ItemCategoryFields,
  msg: 'ItemCategory is created',
  write: (ctx, id, { name }) => ctx.db('item_categories').insert({ id, name }),
});

export const updateItemCategory = serviceToUpdate({
  kind: itemCategoryKind,
  summary: 'Change an item category',
  permission: 'catalogue.write',
  input: ItemCategoryFields.extend(RecordVersion.shape),
  msg: 'ItemCategory is updated',
  write: (ctx, id, { name }) => ctx.db('item_categories').where({ id }).update({ name }),
});

export const deleteItemCategory = serviceToDelete({
  kind: itemCategoryKind,
  summary: 'Delete an item category that has no items',
  permission: 'catalogue.write',
  msg: 'ItemCategory is deleted',
});
