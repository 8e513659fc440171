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

interface Wanted<R> {
  /** As people say it: `payment`. */
  readonly what: string;
  /** What a search for the name finds. */
  readonly find: (name: string) => Promise<{ readonly items: readonly R[] }>;
  readonly nameOf: (record: R) => string;
  /** Tells apart those that have the same name. */
  readonly tell: (record: R) => string;
  /** The shop that it was asked for of. */
  readonly of?: string | undefined;
  /** What to give instead of a name that several have. */
  readonly instead?: string;
}

/** The ID itself, or that of the one record of a name, whatever the case; a part of the name is not enough. Throws for none and for several. */
export async function idOf<R extends { readonly _id: string }>(
  name: string,
  { what, find, nameOf, tell, of, instead = 'an ID' }: Wanted<R>,
): Promise<string> {
  if (isId(name)) return name;
  const wanted = name.trim().toLowerCase();
  const [found, ...more] = (await find(name.trim())).items.filter((one) => nameOf(one).toLowerCase() === wanted);
  if (!found) throw new UsageError(`there is no ${what} ${name}${of ? ` of ${of}` : ''}`);
  if (more.length === 0) return found._id;
  const all = [found, ...more].map((one) => `${tell(one)} (${one._id})`).join(', ');
  throw new UsageError(`there are several ${what}s ${name}, give ${instead}: ${all}`);
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
