import type { Knex } from 'knex';
import { type Cents, MAX_CENTS, cents } from '../../../kernel/cents.js';
import { invalid } from '../../../kernel/errors.js';
import { newId } from '../../../kernel/ids.js';
import { findItems, type ItemRow } from '../../../catalogue/items/queries.js';
import {
  freightOfUnit,
  computeGrandTotal,
  getFreightEstimate,
  getLeastQuantity,
  priceLine,
  splitFreight,
} from '../rules.js';
import type { MaterialLineInput, OrderLine } from '../schema.js';

/** A stored line; amounts in cents, unit prices in dollars. */
export type MaterialLine = Omit<OrderLine, 'pushed' | 'inInventory' | 'receivedOn'>;

interface Lines {
  readonly lines: readonly MaterialLine[];
  readonly grandTotal: Cents;
}

const MOST_OF_UNIT = 10_000_000;
const MOST = 'must be less than 10,000,000.00';

/**
 * Computes the lines of an order with their costs and freight (P11). An input with `_id` refers to an existing line:
 * price fields left out are unchanged. A new line defaults to the shop's item total, and each line keeps the estimate of
 * freight that its price contains. Throws `invalid-input` for a line without an item, for removing a line with receipts,
 * and for freight when every quantity is 0.
 */
export async function readMaterialLines(
  db: Knex,
  shop: string,
  inputs: readonly MaterialLineInput[],
  { freight, earlier: earlierLines }: { readonly freight: Cents; readonly earlier: readonly MaterialLine[] },
): Promise<Lines> {
  refuseTwice(inputs);
  const existing = inputs.map((input, n) => findKeptLine(input, n, earlierLines));
  const ids = inputs.map((input, n) => existing[n]?.item._id ?? toItem(input) ?? '').filter(Boolean);
  const items = new Map((await findItems(db, { shop, ids })).map((item) => [item._id, item]));
  const lines = inputs.map((input, n) => {
    const line = existing[n] ?? newLine(n, items.get(toItem(input) ?? ''));
    return toPricedLine(input, n, { line, item: items.get(line.item._id ?? '') });
  });
  for (const goneLine of earlierLines.filter(({ _id }) => !lines.some((line) => line._id === _id)))
    if (goneLine.received > 0)
      throw invalid('items', `${goneLine.item.name} has receipts, so its line cannot be deleted`);
  return { lines: withFreight(lines, freight), grandTotal: computeGrandTotal(lines) };
}

/** P11: splits the freight (cents) over the lines again. */
export function withFreight(lines: readonly MaterialLine[], freight: Cents): MaterialLine[] {
  const parts = splitFreight(freight, lines);
  if (!parts) throw invalid('freight', 'Freight needs at least one item with a quantity');
  return lines.map((line, n) => {
    const part = parts[n] ?? cents(0);
    const newFreight = freightOfUnit(part, line.quantity);
    if (newFreight >= MOST_OF_UNIT)
      throw invalid(`items.${n}.quantity`, `makes the freight per unit too large: it ${MOST}`);
    return { ...line, freight: part, newFreight };
  });
}

const toItem = ({ item }: MaterialLineInput): string | null => (typeof item === 'string' ? item : (item?._id ?? null));

function refuseTwice(inputs: readonly MaterialLineInput[]): void {
  const ids = inputs.map(({ _id }) => _id);
  const n = ids.findIndex((id, at) => id !== undefined && ids.indexOf(id) < at);
  if (n >= 0) throw invalid(`items.${n}._id`, 'is a duplicate');
}

/** The existing line that an input refers to, unless the input changes its item. */
function findKeptLine(
  input: MaterialLineInput,
  n: number,
  earlierLines: readonly MaterialLine[],
): MaterialLine | undefined {
  const line = earlierLines.find(({ _id }) => _id === input._id);
  const item = toItem(input);
  if (!line || item === null || item === line.item._id) return line;
  if (line.received > 0) throw invalid(`items.${n}.item`, `${line.item.name} has receipts, so its item cannot change`);
  return undefined;
}

function newLine(n: number, item: ItemRow | undefined): MaterialLine {
  if (!item) throw invalid(`items.${n}.item`, 'Choose an item');
  const nothing = cents(0);
  const { _id, name, total: newPrice, freight: freightEstimate } = item;
  return {
    ...{ _id: newId(), item: { _id, name }, description: '', newPrice, freightEstimate },
    ...{ quantity: 0, total: nothing, freight: nothing, newFreight: 0, received: 0 },
  };
}

function toPricedLine(
  { quantity, newPrice, total, description }: MaterialLineInput,
  n: number,
  { line, item }: { readonly line: MaterialLine; readonly item: ItemRow | undefined },
): MaterialLine {
  const least = getLeastQuantity(line);
  if (quantity < least)
    throw invalid(
      `items.${n}.quantity`,
      `must be at least ${least}, the quantity ${least < line.received ? 'ordered, because more was received' : 'received'}`,
    );
  const isSame = newPrice === undefined && total === undefined && quantity === line.quantity;
  const cost = isSame ? line : priceLine(quantity, { newPrice: newPrice ?? null, total: total ?? null }, line.newPrice);
  if (cost.total >= MAX_CENTS || cost.newPrice >= MOST_OF_UNIT) throw invalid(`items.${n}.total`, MOST);
  const freightEstimate = getFreightEstimate({ quantity, ...cost }, { stored: line, cost: item });
  return { ...line, ...cost, freightEstimate, quantity, description };
}
