import { type ActorCtx, scopeOf } from '../context.js';
import { notFound } from '../errors.js';

const STANDARD: ReadonlySet<string | undefined> = new Set([undefined, 'all', 'standard']);

/**
 * The shop whose values are asked for, null for the standard ones (no shop, `all` or `standard`): a shop's people get
 * their own, whatever they leave open. Throws not-found for a shop that is none, or not theirs.
 */
export async function shopAsked(ctx: ActorCtx, asked: string | undefined): Promise<string | null> {
  const own = scopeOf(ctx.actor);
  if (asked === undefined || STANDARD.has(asked)) return own;
  const shop = asked;
  if (own !== null && own !== shop) throw notFound('Shop');
  if (!(await ctx.db('shops').where({ id: shop }).first('id'))) throw notFound('Shop');
  return shop;
}

/** The same where the shop is a filter: a shop's people get their own, whatever they ask for. */
export const ownOrAsked = async (ctx: ActorCtx, asked: string | undefined): Promise<string | null> =>
  scopeOf(ctx.actor) ?? shopAsked(ctx, asked);
