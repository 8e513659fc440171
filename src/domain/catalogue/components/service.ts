import { z } from 'zod';
import { getScope, type WriteCtx } from '../../kernel/context.js';
import { queryRows } from '../../kernel/database/rows.js';
import { invalid } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { copyName } from '../../kernel/records/copy-name.js';
import { OneLine } from '../../kernel/records/fields.js';
import {
  createRecord,
  RecordVersion,
  updateRecord,
  findRecord,
  RecordId,
  replaceRows,
} from '../../kernel/records/record.js';
import { serviceToDelete, serviceToUpdate } from '../../kernel/records/writes.js';
import { findRequestedShop } from '../../kernel/rights/requested-shop.js';
import { NOTHING_CHANGED, service } from '../../kernel/service.js';
import { componentKind } from './queries.js';
import { priceComponent } from './read.js';
import { Component, ComponentFields, PricedComponent, IdOrAll } from './schema.js';

type Fields = z.output<typeof ComponentFields>;
const SaveResult = z.object({ msg: z.string(), item: Component });
const write = { permission: 'catalogue.write', effect: 'write' } as const;

const toRow = ({ name, category, shedCategory, metalPackage }: Fields) => ({
  name,
  category_id: category,
  shed_category_id: shedCategory,
  metal_package: metalPackage,
});

type Place = Pick<Fields, 'category' | 'shedCategory'>;

/**
 * The names of the other components of a category in a shed category. Locks the shed category until the transaction
 * ends.
 */
async function namesBeside({ db }: WriteCtx, { category, shedCategory }: Place, but: string): Promise<Set<string>> {
  await db('shed_categories').where({ id: shedCategory }).forUpdate().first('id');
  const rows = await queryRows<{ name: string }>(
    db('components')
      .where({ category_id: category, shed_category_id: shedCategory })
      .whereNot({ id: but })
      .select('name'),
  );
  return new Set(rows.map(({ name }) => name.toLowerCase()));
}

async function refuseTakenName(ctx: WriteCtx, component: Fields, id: string): Promise<void> {
  const siblingNames = await namesBeside(ctx, component, id);
  if (siblingNames.has(component.name.toLowerCase())) throw invalid('name', 'Component: this name already exists');
}

async function putItems({ db }: WriteCtx, id: string, items: Fields['standardItems']): Promise<void> {
  const rows = items.map(({ item, ...line }, position) => ({ id: newId(), item_id: item, ...line, position }));
  await replaceRows(db, 'component_items', { component_id: id }, rows);
}

async function saveComponent(ctx: WriteCtx, component: Fields) {
  return createRecord(ctx, componentKind, async (id) => {
    await refuseTakenName(ctx, component, id);
    await ctx.db('components').insert({ id, ...toRow(component) });
    await putItems(ctx, id, component.standardItems);
  });
}

export const createComponent = service({
  ...write,
  summary: 'Add a component',
  input: ComponentFields,
  output: SaveResult,
  run: async (ctx, component) => ({ msg: 'Component is added', item: await saveComponent(ctx, component) }),
});

export const copyComponent = service({
  ...write,
  summary: "Copy a component with its standard items; the copy's name ends in Copy",
  input: RecordId,
  output: SaveResult,
  run: async (ctx, { id }) => {
    const { name, category, shedCategory, metalPackage, standardItems } = await findRecord(ctx.db, componentKind, id);
    const place = { category: category._id, shedCategory: shedCategory._id };
    const item = await saveComponent(ctx, {
      ...place,
      name: copyName(name, await namesBeside(ctx, place, id)),
      metalPackage,
      standardItems: standardItems.map((line) => ({ ...line, item: line.item._id })),
    });
    return { msg: 'Component copied successfully', item };
  },
});

export const updateComponent = serviceToUpdate({
  kind: componentKind,
  ...write,
  summary: 'Change a component; existing orders keep their prices',
  input: ComponentFields.extend(RecordVersion.shape),
  msg: 'component is updated',
  write: async (ctx, id, component) => {
    await refuseTakenName(ctx, component, id);
    await ctx.db('components').where({ id }).update(toRow(component));
    await putItems(ctx, id, component.standardItems);
  },
});

export const deleteComponent = serviceToDelete({
  kind: componentKind,
  ...write,
  summary: 'Delete a component that no shed uses; existing orders keep their prices',
  msg: 'Component is deleted',
});

const SavedPriced = z.object({ msg: z.string(), item: PricedComponent });

export const updateMetalComponent = service({
  ...write,
  summary: 'Offer a component as a metal package, or stop offering it; returns its cost at a shop',
  input: RecordVersion.extend({ shop: IdOrAll, metalPackage: z.boolean().default(true) }),
  output: SavedPriced,
  run: async (ctx, { id, revision, shop, metalPackage }) => {
    const shopId = await findRequestedShop(ctx, shop);
    const component = await updateRecord(ctx, componentKind, { id, revision }, () =>
      ctx.db('components').where({ id }).update({ metal_package: metalPackage }),
    );
    return { msg: 'component is updated', item: await priceComponent(ctx.db, component, shopId) };
  },
});

export const refreshShopComponent = service({
  summary: "Get a component at your shop's current values; only the company can change its name and items",
  permission: 'catalogue.own',
  effect: 'read',
  input: RecordId.extend({ name: OneLine().optional() }),
  output: { office: SavedPriced, shop: SavedPriced },
  run: async (ctx, { id, name }) => {
    const component = await findRecord(ctx.db, componentKind, id);
    if (name !== undefined && name !== component.name) throw invalid('name', 'can be changed only by the company');
    return { msg: NOTHING_CHANGED, item: await priceComponent(ctx.db, component, getScope(ctx.actor)) };
  },
});
