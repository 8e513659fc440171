import type { Knex } from 'knex';
import { invalid } from '../errors.js';
import { newId } from '../ids.js';
import { findItems } from '../items/queries.js';
import { rateOf, type Rated } from './rules.js';
import type { LineInput } from './schema.js';

/** A line of an invoice: the item as it was called, and what it is billed at; rates in cents. */
export interface Line extends Rated {
  readonly _id: string;
  readonly item: { readonly _id: string | null; readonly name: string };
}

/**
 * The lines as they are stored. A line that was there keeps its name and standard rate; a new one takes them from the
 * catalogue, its rate from the shop's item total unless typed, and counts one unit unless told. Throws `invalid-input`
 * for a line without an item.
 */
export async function linesOf(
  db: Knex,
  shop: string,
  inputs: readonly LineInput[],
  earlier: readonly Line[],
): Promise<Line[]> {
  const kept = inputs.map((input) => keptLine(input, earlier));
  const wanted = inputs.flatMap((input, n) => (kept[n] ? [] : (itemOf(input) ?? [])));
  const items = new Map((await findItems(db, { shop, ids: wanted })).map((item) => [item._id, item]));
  return inputs.map((input, n) => {
    const { quantity, rate } = input;
    const before = kept[n];
    if (before) return { ...before, quantity: quantity ?? before.quantity, rate: rate ?? before.rate };
    const item = items.get(itemOf(input) ?? '');
    if (!item) throw invalid(`items.${n}.item`, 'Please choose the item!');
    return {
      _id: newId(),
      item: { _id: item._id, name: item.name },
      quantity: quantity ?? 1,
      rate: rate ?? rateOf(item.total),
      standardRate: rateOf(item.standard.total),
    };
  });
}

const itemOf = ({ item }: LineInput): string | null => (typeof item === 'string' ? item : (item?._id ?? null));

/** The line of before that an input names, unless it names another item for it. */
function keptLine(input: LineInput, earlier: readonly Line[]): Line | undefined {
  const line = earlier.find(({ _id }) => _id === input._id);
  const item = itemOf(input);
  return line && (item === null || item === line.item._id) ? line : undefined;
}
