import { z } from 'zod';
import { Named } from '../../kernel/records/fields.js';
import { Listing, listOf, pageOf } from '../../kernel/records/page.js';
import { addRecord, Changed, changeRecord, deleteRecord, RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { itemCategoryKind, selectItemCategories } from './queries.js';
import { ItemCategory, ItemCategoryFields } from './schema.js';
import { rowsOf } from '../../kernel/database/rows.js';

const saved = z.object({ msg: z.string(), item: ItemCategory });
const write = { permission: 'catalogue.write', effect: 'write' } as const;

export const listItemCategories = service({
  summary: 'Item categories by name, with how many items each has',
  permission: 'catalogue.names',
  effect: 'read',
  input: Listing.extend({ size: Listing.shape.size.default(500) }),
  output: { office: listOf(ItemCategory), shop: listOf(ItemCategory), builder: listOf(Named) },
  run: async (ctx, listing) => {
    const rows = await rowsOf<z.output<typeof ItemCategory>>(selectItemCategories(ctx.db));
    return pageOf(rows, listing, ['name']);
  },
});

export const addItemCategory = service({
  ...write,
  summary: 'Add an item category',
  input: ItemCategoryFields,
  output: saved,
  run: async (ctx, { name }) => {
    const item = await addRecord(ctx, itemCategoryKind, (id) => ctx.db('item_categories').insert({ id, name }));
    return { msg: 'ItemCategory is created', item };
  },
});

export const changeItemCategory = service({
  ...write,
  summary: 'Change an item category',
  input: ItemCategoryFields.extend(Changed.shape),
  output: saved,
  run: async (ctx, { id, revision, name }) => {
    const item = await changeRecord(ctx, itemCategoryKind, { id, revision }, () =>
      ctx.db('item_categories').where({ id }).update({ name }),
    );
    return { msg: 'ItemCategory is updated', item };
  },
});

export const deleteItemCategory = service({
  ...write,
  summary: 'Delete an item category that has no items',
  input: RecordId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    await deleteRecord(ctx, itemCategoryKind, id);
    return { msg: 'ItemCategory is deleted' };
  },
});
