import { z } from 'zod';
import type { ActorCtx } from '../../kernel/context.js';
import { Listing, getPage, refuseHiddenSort } from '../../kernel/records/page.js';
import type { ItemRow } from './queries.js';
import { itemSort } from './schema.js';

/** The options of a list of items. */
export const ItemListing = Listing.extend({
  size: Listing.shape.size.default(5000),
  sort: itemSort,
  /** `low`: below an order point. */
  stock: z.enum(['low', '']).default(''),
  /** `yes`: only inventory items. */
  inventory: z.enum(['yes', '']).default(''),
});

const money: ReadonlySet<string> = new Set(['subTotal', 'freight', 'total']);

/** The requested page of items. Searches names and types. Builders cannot sort by price. */
export function pageOfItems(
  ctx: ActorCtx,
  rows: readonly ItemRow[],
  { stock, inventory, ...listing }: z.output<typeof ItemListing>,
) {
  refuseHiddenSort(ctx, listing.sort, (field) => !money.has(field));
  const matching = rows.filter((row) => (!stock || row.stock !== null) && (!inventory || row.inventoryItem));
  return getPage(matching, listing, ['name', 'type']);
}
