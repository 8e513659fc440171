import type { Actor, Ctx } from '../../kernel/context.js';

/** What a shop does is done by its own people: the same context with somebody of the shop in it. */
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
