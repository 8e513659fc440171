import type { z } from 'zod';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { fingerprint } from '../../kernel/records/fingerprint.js';
import { replaceRows } from '../../kernel/records/record.js';
import { selectWholeAddOns } from './queries.js';
import type { AddOn, AddOnFields, ShopAddOn } from './schema.js';
import { queryFirstRow } from '../../kernel/database/rows.js';

export type Items = z.output<typeof AddOnFields>['standardItems'];
type WithItems = z.output<typeof AddOn> & z.output<typeof ShopAddOn>;

/** An add-on with its standard items and a shop's own; throws not-found. */
export async function findWithItems(ctx: ActorCtx, id: string, shop: string | null): Promise<WithItems> {
  const addOn = await queryFirstRow<WithItems>(selectWholeAddOns(ctx.db, shop).where('a.id', id).first());
  if (!addOn) throw notFound('Add-on');
  return addOn;
}

/** An add-on as a shop sees it. Its revision changes when the items that apply there change. */
export async function findOfShop(ctx: ActorCtx, id: string, shop: string): Promise<WithItems> {
  const addOn = await findWithItems(ctx, id, shop);
  const counting = addOn.items.length > 0 || addOn.noItems ? addOn.items : addOn.standardItems;
  return { ...addOn, revision: fingerprint(counting) };
}

/** Replaces an add-on's standard items, or a shop's own. */
export async function putItems(ctx: WriteCtx, id: string, shop: string | null, items: Items) {
  const rows = items.map((line, position) => ({
    id: crypto.randomUUID(),
    item_id: line.item,
    description: line.description,
    quantity: line.quantity,
    replace_item: line.replaceItem,
    replacement_item_id: line.replaceItem ? line.replacementItem : null,
    position,
  }));
  await replaceRows(ctx.db, 'add_on_items', { add_on_id: id, shop_id: shop }, rows);
}

/** Records that an add-on has no items at a shop, by replacing the shop's own items with one empty line. */
export const putNoItems = (ctx: WriteCtx, id: string, shop: string): Promise<void> =>
  replaceRows(ctx.db, 'add_on_items', { add_on_id: id, shop_id: shop }, [
    { id: crypto.randomUUID(), item_id: null, quantity: 0, position: 0 },
  ]);
