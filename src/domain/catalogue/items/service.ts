import { z } from 'zod';
import { can } from '../../kernel/rights/permissions.js';
import { getScope, type WriteCtx } from '../../kernel/context.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import { setCause } from '../../stock/movements.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import { updateRecord, findRecord, RecordId } from '../../kernel/records/record.js';
import { serviceToCreate, serviceToDelete, serviceToPreviewDeletion } from '../../kernel/records/writes.js';
import { changeShopValues } from '../../kernel/records/shop-values.js';
import { readInput, service } from '../../kernel/service.js';
import { findShopFilter, findRequestedShop } from '../../kernel/rights/requested-shop.js';
import { ItemListing, pageOfItems } from './listing.js';
import { findItemsToOrder, findShopItem, type ItemRow, itemKind, ownItemKind, selectItemChoices } from './queries.js';
import { ChangeItem, Item, ItemChoice, ItemFields, ItemStock, ShopValues, StandardValues } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';
import { Id } from '../../kernel/records/fields.js';

export const listItemNames = service({
  summary: 'List all items to choose from, each with its category, unit and cost; a shop gets its own costs',
  permission: 'catalogue.view',
  effect: 'read',
  input: Listing.extend({
    size: Listing.shape.size.default(5000),
    /** The shop whose costs are listed; by default the standard ones. Shop users always get their own. */
    shop: Id.optional(),
  }),
  output: getList(ItemChoice),
  run: async (ctx, { shop, ...listing }) => {
    const rows = await queryRows<z.output<typeof ItemChoice>>(
      selectItemChoices(ctx.db, await findShopFilter(ctx, shop)),
    );
    return getPage(rows, listing, ['name']);
  },
});

const lists = { office: getList(Item), shop: getList(Item), builder: getList(ItemStock) };
const look = { permission: 'catalogue.names', effect: 'read', output: lists } as const;

const STANDARD = 'standard';
const ALL = 'all';
const Side = z.union([z.literal(STANDARD), z.uuid()], 'must be "standard" or a shop ID');

export const listItems = service({
  ...look,
  summary: 'List all items at standard values; a shop gets its own',
  input: ItemListing,
  run: async (ctx, listing) => pageOfItems(ctx, await findItemsToOrder(ctx.db, { shop: getScope(ctx.actor) }), listing),
});

export const listChoosableItems = service({
  ...look,
  summary: 'List the items of one category or all, at standard or shop values',
  input: ItemListing.extend({
    categoryId: z.union([z.literal(ALL), z.uuid()], 'must be "all" or an ID'),
    shopId: Side,
  }),
  run: async (ctx, { categoryId, shopId, ...listing }) => {
    const shop = await findRequestedShop(ctx, shopId);
    const category = categoryId === ALL ? undefined : categoryId;
    return pageOfItems(ctx, await findItemsToOrder(ctx.db, { shop, category }), listing);
  },
});

export const listShopItems = service({
  ...look,
  summary: "List all items at a shop's values",
  input: ItemListing.extend({ shopId: Id, category: Id.optional() }),
  run: async (ctx, { shopId, category, ...listing }) =>
    pageOfItems(ctx, await findItemsToOrder(ctx.db, { shop: await findRequestedShop(ctx, shopId), category }), listing),
});

export const getItem = service({
  summary: 'Get one item at standard or shop values; a shop gets its own',
  permission: 'catalogue.view',
  effect: 'read',
  input: RecordId.extend({ shop: Id.optional() }),
  output: Item,
  run: async (ctx, { id, shop }) => {
    const of = await findShopFilter(ctx, shop);
    return of ? findShopItem(ctx.db, { shop: of, id }) : findRecord(ctx.db, itemKind, id);
  },
});

const SaveResult = z.object({ msg: z.string(), item: Item });
const write = { permission: 'catalogue.write', effect: 'write' } as const;

export const createItem = serviceToCreate({
  kind: itemKind,
  ...write,
  summary: 'Add an item at standard values; shops use them until they set their own',
  input: ItemFields,
  msg: 'Item is created',
  write: async (ctx, id, { name, type, subTotal, freight, category, inventoryItem }) => {
    const prices = { sub_total: subTotal, freight: freight ?? 0 };
    await ctx.db('items').insert({ id, name, type, ...prices, category_id: category, inventory_item: inventoryItem });
  },
});

export const updateItem = service({
  summary: 'Change the standard or shop values of an item',
  permission: 'items.change',
  effect: 'write',
  input: ChangeItem,
  output: SaveResult,
  run: async (ctx, { discount, ...change }) => {
    const fields = { ...change, inventoryItem: change.inventoryItem ?? discount ?? undefined };
    const item = change.param === STANDARD ? await changeStandard(ctx, fields) : await changeOwn(ctx, fields);
    return { msg: 'Item is updated', item };
  },
});

type Change = Omit<z.output<typeof ChangeItem>, 'discount'>;

async function changeStandard(ctx: WriteCtx, { id, revision, ...fields }: Change): Promise<ItemRow> {
  if (!can(ctx.actor, 'catalogue.write')) throw new DomainError('permission-denied', undefined);
  const { name, type, subTotal, freight, category, inventoryItem } = readInput(StandardValues, fields);
  const row = { sub_total: subTotal, category_id: category, inventory_item: inventoryItem };
  const cost = freight === undefined ? {} : { freight: freight ?? 0 };
  return updateRecord(ctx, itemKind, { id, revision }, () =>
    ctx
      .db('items')
      .where({ id })
      .update({ name, type, ...cost, ...toNamed(row) }),
  );
}

const toNamed = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));

/**
 * Changes a shop's own values. A name or flag that equals the standard one is not stored and follows it from then on.
 */
async function changeOwn(ctx: WriteCtx, { id, revision, param, ...fields }: Change): Promise<ItemRow> {
  const shop = await findRequestedShop(ctx, param);
  if (!shop) throw notFound('Shop');
  const { standard } = await findShopItem(ctx.db, { shop, id });
  const { name, inventoryItem, ...values } = readInput(ShopValues, fields);
  const flag = inventoryItem === standard.inventoryItem ? null : inventoryItem;
  const shopValues = { ...values, name: name === standard.name ? null : name, inventoryItem: flag };
  await setCause(ctx, { why: 'entered manually' });
  await changeShopValues(ctx, ownItemKind, { shop, id, revision }, toNamed(shopValues));
  return findShopItem(ctx.db, { shop, id });
}

export const previewItemDeletion = serviceToPreviewDeletion({
  kind: itemKind,
  summary: 'Preview deleting an item: what prevents it and what is deleted with it',
  permission: 'catalogue.write',
});

export const deleteItem = serviceToDelete({
  kind: itemKind,
  ...write,
  summary: 'Delete an item that nothing uses; existing orders keep their prices',
  msg: 'Item is deleted',
});
