import { getList } from '../../kernel/records/page.js';
import { service } from '../../kernel/service.js';
import { findRequestedShop } from '../../kernel/rights/requested-shop.js';
import { ItemListing, pageOfItems } from './listing.js';
import { findItemsToOrder, type ItemRow } from './queries.js';
import { Item, ItemStock } from './schema.js';
import { Id } from '../../kernel/records/fields.js';

/** Whether an item is in stock: an inventory item, or any item with a quantity on hand, received or on order. */
const isStocked = ({ inventoryItem, ...row }: ItemRow): boolean =>
  inventoryItem || [row.quantityInCurrent, row.quantityInRecieved, row.quantityOnOrder].some((amount) => amount);

export const getStock = service({
  summary: 'List the stock of a shop: its inventory items and any other items on hand',
  permission: 'inventory.read',
  effect: 'read',
  input: ItemListing.extend({ id: Id }),
  output: { office: getList(Item), shop: getList(Item), builder: getList(ItemStock) },
  run: async (ctx, { id, ...listing }) => {
    const items = await findItemsToOrder(ctx.db, { shop: await findRequestedShop(ctx, id) });
    return pageOfItems(ctx, items.filter(isStocked), listing);
  },
});

export const listShopInventory = service({
  summary: 'List the inventory items of a shop',
  permission: 'catalogue.view',
  effect: 'read',
  input: ItemListing.omit({ inventory: true }).extend({
    shopId: Id,
    category: Id.optional(),
  }),
  output: getList(Item),
  run: async (ctx, { shopId, category, ...listing }) => {
    const items = await findItemsToOrder(ctx.db, { shop: await findRequestedShop(ctx, shopId), category });
    return pageOfItems(ctx, items, { ...listing, inventory: 'yes' });
  },
});
