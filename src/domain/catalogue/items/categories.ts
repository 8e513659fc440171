import { z } from 'zod';
import { Named } from '../../kernel/records/fields.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { recordWrites } from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { itemCategoryKind, selectItemCategories } from './queries.js';
import { ItemCategory, ItemCategoryFields } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

export const listItemCategories = service({
  summary: 'List item categories by name, with item counts',
  permission: 'catalogue.names',
  effect: 'read',
  input: Listing.extend({ size: Listing.shape.size.default(500) }),
  output: { office: getList(ItemCategory), shop: getList(ItemCategory), builder: getList(Named) },
  run: async (ctx, listing) => {
    const rows = await queryRows<z.output<typeof ItemCategory>>(selectItemCategories(ctx.db));
    return getPage(rows, listing, ['name']);
  },
});

const writes = recordWrites({
  kind: itemCategoryKind,
  permission: 'catalogue.write',
  fields: ItemCategoryFields,
  toRow: ({ name }) => ({ name }),
  summaries: {
    create: 'Add an item category',
    update: 'Change an item category',
    delete: 'Delete an item category that has no items',
  },
  messages: {
    create: 'ItemCategory is created',
    update: 'ItemCategory is updated',
    delete: 'ItemCategory is deleted',
  },
});
export const { create: createItemCategory, update: updateItemCategory, delete: deleteItemCategory } = writes;
