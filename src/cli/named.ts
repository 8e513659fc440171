import { type Ctx, scopeOf } from '../domain/kernel/context.js';
import { listShops } from '../domain/company/shops/service.js';
import { isId } from '../domain/kernel/ids.js';
import { UsageError } from './run.js';

export interface Named {
  readonly _id: string;
  readonly name: string;
}

/** Whether a name, whatever the case, or an id is that of a record. */
export const isNamed = ({ _id, name }: Named, asked: string): boolean =>
  _id === asked || name.toLowerCase() === asked.toLowerCase();

/** The record of a name, whatever the case, or id; throws for none. */
export function named<R extends Named>(items: readonly R[], asked: string, what: string): R {
  const found = items.find((one) => isNamed(one, asked));
  if (!found) throw new UsageError(`there is no ${what} "${asked}"`);
  return found;
}

interface Numbered {
  readonly _id: string;
  /** Tells apart those that have the same number. */
  readonly distinction: string;
}

interface Wanted {
  /** As people say it: `payment`. */
  readonly what: string;
  /** The records that have exactly this number. */
  readonly find: (number: string) => Promise<{ readonly items: readonly Numbered[] }>;
  /** The name of the shop that was searched. */
  readonly of?: string | undefined;
  /** What to give instead of a number that several have. */
  readonly instead?: string;
}

/** The ID itself, or that of the one record of a number; a part of it is not enough. Throws for none and for several. */
export async function idOf(name: string, { what, find, of, instead = 'an ID' }: Wanted): Promise<string> {
  if (isId(name)) return name;
  const [found, ...more] = (await find(name)).items;
  if (!found) throw new UsageError(`there is no ${what} ${name}${of ? ` of ${of}` : ''}`);
  if (more.length === 0) return found._id;
  const all = [found, ...more].map((one) => `${one.distinction} (${one._id})`).join(', ');
  throw new UsageError(`several ${what}s match ${name}; use ${instead}: ${all}`);
}

/** The ID of a shop, by name or ID. */
export const shopNamed = async (ctx: Ctx, shop: string): Promise<string> =>
  named((await listShops(ctx, {})).items, shop, 'shop')._id;

/** The ID of the shop that a command is about: the acting user's shop, else that of `--shop`. */
export async function shopOf(ctx: Ctx, asked: string | undefined): Promise<string> {
  const own = ctx.actor && scopeOf(ctx.actor);
  if (own) return own;
  if (asked === undefined) throw new UsageError('add --shop');
  return shopNamed(ctx, asked);
}
