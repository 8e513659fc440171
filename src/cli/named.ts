import { type Ctx, getScope } from '../domain/kernel/context.js';
import { getCurrentShop, listShops } from '../domain/company/shops/service.js';
import { isId } from '../domain/kernel/ids.js';
import { UsageError } from './run.js';

export interface NamedRecord {
  readonly _id: string;
  readonly name: string;
}

/** Whether a record has this name (ignoring case) or ID. */
export const isNamed = ({ _id, name }: NamedRecord, nameOrId: string): boolean =>
  _id === nameOrId || name.toLowerCase() === nameOrId.toLowerCase();

/**
 * The record with this ID, or else the only one with this name (ignoring case). Throws if none or several match;
 * `distinguish` describes each of several.
 */
export function findByName<R extends NamedRecord>(
  items: readonly R[],
  nameOrId: string,
  what: string,
  distinguish: (item: R) => string = ({ name }) => name,
): R {
  const matches = items.filter((one) => isNamed(one, nameOrId));
  const match = matches.find(({ _id }) => _id === nameOrId) ?? matches[0];
  if (!match) throw new UsageError(`there is no ${what} "${nameOrId}"`);
  if (matches.length === 1 || match._id === nameOrId) return match;
  const all = matches.map((one) => `${distinguish(one)} (${one._id})`).join(', ');
  throw new UsageError(`more than one ${what} is named "${nameOrId}"; use an ID: ${all}`);
}

interface NumberedRecord {
  readonly _id: string;
  /** Distinguishes records with the same number. */
  readonly distinction: string;
}

interface NumberLookup {
  /** The display name of the kind: `payment`. */
  readonly what: string;
  /** The records with exactly this number. */
  readonly find: (number: string) => Promise<{ readonly items: readonly NumberedRecord[] }>;
  /** The name of the shop that was searched. */
  readonly of?: string | undefined;
  /** What to enter instead of an ambiguous number. */
  readonly instead?: string;
}

/**
 * The ID itself, or the ID of the only record with this number; a part of a number is not enough. Throws if none or
 * several match.
 */
export async function getId(name: string, { what, find, of, instead = 'an ID' }: NumberLookup): Promise<string> {
  if (isId(name)) return name;
  const [match, ...more] = (await find(name)).items;
  if (!match) throw new UsageError(`there is no ${what} ${name}${of ? ` of ${of}` : ''}`);
  if (more.length === 0) return match._id;
  const all = [match, ...more].map((one) => `${one.distinction} (${one._id})`).join(', ');
  throw new UsageError(`several ${what}s match ${name}; use ${instead}: ${all}`);
}

/** The ID of a shop, by name or ID. */
export const shopNamed = async (ctx: Ctx, shop: string): Promise<string> =>
  findByName((await listShops(ctx, {})).items, shop, 'shop')._id;

/**
 * The ID of the shop that a command is about: that of `--shop`, or else the acting user's shop. Throws if it is missing
 * for the office, or is another shop than the one of a shop's user.
 */
export async function getShop(ctx: Ctx, nameOrId: string | undefined): Promise<string> {
  if (!ctx.actor || getScope(ctx.actor) === null) {
    if (nameOrId === undefined) throw new UsageError('add --shop');
    return shopNamed(ctx, nameOrId);
  }
  const ownShop = await getCurrentShop(ctx, {});
  if (nameOrId === undefined || isNamed(ownShop, nameOrId)) return ownShop._id;
  throw new UsageError(`--shop: "${nameOrId}" is not the shop of the acting user`);
}
