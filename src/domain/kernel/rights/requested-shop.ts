import { type ActorCtx, getScope } from '../context.js';
import { notFound } from '../errors.js';

const STANDARD: ReadonlySet<string | undefined> = new Set([undefined, 'all', 'standard']);

/**
 * The shop whose values a request is for; null for the standard ones (no shop, `all` or `standard`). Shop users get
 * their own shop if they name none. Throws not-found for a shop that does not exist or is not theirs.
 */
export async function findRequestedShop(ctx: ActorCtx, requestedShop: string | undefined): Promise<string | null> {
  const scope = getScope(ctx.actor);
  if (requestedShop === undefined || STANDARD.has(requestedShop)) return scope;
  const shop = requestedShop;
  if (scope !== null && scope !== shop) throw notFound('Shop');
  if (!(await ctx.db('shops').where({ id: shop }).first('id'))) throw notFound('Shop');
  return shop;
}

/** Like `findRequestedShop`, for a shop filter; shop users always get their own shop. */
export const findShopFilter = async (ctx: ActorCtx, shop: string | undefined): Promise<string | null> =>
  getScope(ctx.actor) ?? findRequestedShop(ctx, shop);
