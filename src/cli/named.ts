import { type Ctx, scopeOf } from '../domain/kernel/context.js';
import { listShops } from '../domain/company/shops/service.js';
import { UsageError } from './run.js';

export interface Named {
  readonly _id: string;
  readonly name: string;
}

/** The record of a name, whatever the case, or id; throws for none. */
export function named<R extends Named>(items: readonly R[], asked: string, what: string): R {
  const found = items.find(({ _id, name }) => _id === asked || name.toLowerCase() === asked.toLowerCase());
  if (!found) throw new UsageError(`there is no ${what} "${asked}"`);
  return found;
}

/** The id of the shop of a name or id. */
export const shopNamed = async (ctx: Ctx, shop: string): Promise<string> =>
  named((await listShops(ctx, {})).items, shop, 'shop')._id;

/** The id of the shop that a command is about: the own one of who acts as a user of a shop, else that of `--shop`. */
export async function shopOf(ctx: Ctx, asked: string | undefined): Promise<string> {
  const own = ctx.actor && scopeOf(ctx.actor);
  if (own) return own;
  if (asked === undefined) throw new UsageError('say --shop');
  return shopNamed(ctx, asked);
}
