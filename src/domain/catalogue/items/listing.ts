import { z } from 'zod';
import type { ActorCtx } from '../../kernel/context.js';
import { Listing, pageOf, refuseHiddenSort } from '../../kernel/records/page.js';
import type { ItemRow } from './queries.js';
import { itemSort } from './schema.js';

/** What a list of items takes. */
export const ItemListing = Listing.extend({
  size: Listing.shape.size.default(5000),
  sort: itemSort,
  /** `low`: below an order point. */
  stock: z.enum(['low', '']).default(''),
  /** `yes`: inventory items alone. */
  inventory: z.enum(['yes', '']).default(''),
});

const money: ReadonlySet<string> = new Set(['subTotal', 'freight', 'total']);

/** The page of items a listing asks for; searches names and types. A builder's is not sorted by prices. */
export function pageOfItems(
  ctx: ActorCtx,
  rows: readonly ItemRow[],
  { stock, inventory, ...listing }: z.output<typeof ItemListing>,
) {
  refuseHiddenSort(ctx, listing.sort, (field) => !money.has(field));
  const wanted = rows.filter((row) => (!stock || row.stock !== null) && (!inventory || row.inventoryItem));
  return pageOf(wanted, listing, ['name', 'type']);
}
