import type { Knex } from 'knex';
import { z } from 'zod';
import { getScope, type WriteCtx } from '../../kernel/context.js';
import { invalid, notFound } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { componentCosts } from '../prices/component-costs.js';
import { copyName } from '../../kernel/records/copy-name.js';
import { OneLine, Named } from '../../kernel/records/fields.js';
import { Listing, getList, getPage, refuseHiddenSort } from '../../kernel/records/page.js';
import { createRecord, Changed, updateRecord, findRecord, RecordId, replaceRows } from '../../kernel/records/record.js';
import { serviceToDelete, serviceToGet, serviceToUpdate } from '../../kernel/records/writes.js';
import { NOTHING_CHANGED, service } from '../../kernel/service.js';
import { findRequestedShop } from '../../kernel/rights/requested-shop.js';
import { componentKind, selectComponents } from './queries.js';
import { Component, ComponentFields, PricedComponent } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

type Fields = z.output<typeof ComponentFields>;
type Row = Omit<z.output<typeof Component>, 'standardItems'>;
const Which = z.union([z.uuid('is not a valid ID'), z.literal('all')]);

export const listComponents = service({
  summary: 'List the components of a category and a shed category, with standard and shop costs',
  permission: 'catalogue.names',
  effect: 'read',
  input: Listing.extend({ category: Which, shedCategory: Which, shop: Which, size: Listing.shape.size.default(500) }),
  output: { office: getList(PricedComponent), shop: getList(PricedComponent), builder: getList(Named) },
  run: async (ctx, { category, shedCategory, shop, ...listing }) => {
    refuseHiddenSort(ctx, listing.sort, (field) => field in Named.shape);
    const query = selectComponents(ctx.db);
    if (category !== 'all') query.where('c.category_id', category);
    if (shedCategory !== 'all') query.where('c.shed_category_id', shedCategory);
    const rows = await addCosts(ctx.db, await queryRows<Row>(query), await findRequestedShop(ctx, shop));
    return getPage(rows, listing, ['name', 'category', 'shedCategory']);
  },
});

/** P3: components with their costs. */
async function addCosts(db: Knex, rows: readonly Row[], shopId: string | null) {
  const costs = await componentCosts(db, { ids: rows.map(({ _id }) => _id), shopId });
  return rows.flatMap((row) => {
    const cost = costs.get(row._id);
    return cost ? [{ ...row, componentStandardTotalCost: cost.standard, componentShopTotalCost: cost.shop }] : [];
  });
}

export const getComponent = serviceToGet({
  kind: componentKind,
  summary: 'Get one component with its standard items',
  permission: 'catalogue.names',
});

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
  input: ComponentFields.extend(Changed.shape),
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

async function pricedOne(db: Knex, component: Row, shopId: string | null): Promise<z.output<typeof PricedComponent>> {
  const [item] = await addCosts(db, [component], shopId);
  if (!item) throw notFound('Component');
  return item;
}

export const updateMetalComponent = service({
  ...write,
  summary: 'Offer a component as a metal package, or stop offering it; returns its cost at a shop',
  input: Changed.extend({ shop: Which, metalPackage: z.boolean().default(true) }),
  output: SavedPriced,
  run: async (ctx, { id, revision, shop, metalPackage }) => {
    const shopId = await findRequestedShop(ctx, shop);
    const component = await updateRecord(ctx, componentKind, { id, revision }, () =>
      ctx.db('components').where({ id }).update({ metal_package: metalPackage }),
    );
    return { msg: 'component is updated', item: await pricedOne(ctx.db, component, shopId) };
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
    return { msg: NOTHING_CHANGED, item: await pricedOne(ctx.db, component, getScope(ctx.actor)) };
  },
});
