import type { Actor, Ctx } from '../../kernel/context.js';

/** The same context with a user of the shop as its actor: a shop's work is done by its own users. */
export function asShop(ctx: Ctx, shop: { readonly _id: string; readonly name: string } | null): Ctx {
  const actor: Actor = {
    id: null,
    name: shop?.name ?? '',
    role: 'Shop Admin',
    shopId: shop?._id ?? null,
    viewOnly: false,
    superAdmin: false,
    superRole: null,
    grants: [],
  };
  return { ...ctx, actor };
}
