import { itemTotal } from '../../catalogue/items/rules.js';
import { type Cents, sum } from '../../kernel/cents.js';
import { asCents, mulDiv, tenThousandths } from '../../pricing/exact.js';

/** P11: quantity × unit price in dollars, rounded half away from zero to the cent. */
export const lineTotal = (quantity: number, newPrice: number): Cents =>
  asCents(mulDiv(tenThousandths(quantity), tenThousandths(newPrice), 1e6));

/**
 * P11: the unit price (dollars with four decimals) that results from an entered total in cents; unchanged if the
 * quantity is 0.
 */
export const priceFromTotal = (total: number, quantity: number, newPrice: number): number =>
  quantity === 0 ? newPrice : mulDiv(total, 1e6, tenThousandths(quantity)) / 1e4;

/** The price of a line: dollars per unit, and its total in cents. */
export interface PricedLine {
  readonly newPrice: number;
  readonly total: Cents;
}

/**
 * P11: prices a line by its unit price or by an entered total. An entered total is kept, even if rounding makes it
 * differ from quantity × price, when no price is entered or when the price is the one that the total yields. A
 * quantity of 0 costs nothing.
 */
export function priceLine(
  quantity: number,
  typedPrices: { readonly newPrice: number | null; readonly total: number | null },
  defaultPrice: number,
): PricedLine {
  const newPrice = typedPrices.newPrice ?? defaultPrice;
  if (quantity === 0 || typedPrices.total === null) return { newPrice, total: lineTotal(quantity, newPrice) };
  const computedPrice = priceFromTotal(typedPrices.total, quantity, newPrice);
  if (typedPrices.newPrice === null || typedPrices.newPrice === computedPrice)
    return { newPrice: computedPrice, total: asCents(typedPrices.total) };
  return { newPrice, total: lineTotal(quantity, newPrice) };
}

interface OrderedLine extends PricedLine {
  readonly quantity: number;
}

interface EstimatedLine extends OrderedLine {
  readonly freightEstimate: number;
}

/** What a price may still be: the stored price of the line, or the shop's cost of the item, in dollars per unit. */
interface KnownPrices {
  readonly stored?: { readonly newPrice: number; readonly freightEstimate: number } | undefined;
  readonly cost?: { readonly freight: number; readonly total: number } | undefined;
}

/**
 * P11: the estimate of freight that the price of a line contains, in dollars per unit. A line starts at the shop's cost
 * of the item, which includes one, and keeps it as long as its price stays the same, whatever the item costs later. A
 * price or total typed otherwise is what the vendor charges and contains none.
 */
export function getFreightEstimate({ quantity, newPrice, total }: OrderedLine, { stored, cost }: KnownPrices): number {
  if (total !== lineTotal(quantity, newPrice)) return 0;
  if (newPrice === stored?.newPrice) return stored.freightEstimate;
  return newPrice === cost?.total ? cost.freight : 0;
}

/**
 * P11: the price and total of a line as its vendor reads them: without the estimate of freight that its price contains,
 * because the order states its freight apart.
 */
export function priceForVendor({ quantity, newPrice, total, freightEstimate }: EstimatedLine): PricedLine {
  if (freightEstimate === 0) return { newPrice, total };
  const vendorPrice = (tenThousandths(newPrice) - tenThousandths(freightEstimate)) / 1e4;
  return { newPrice: vendorPrice, total: lineTotal(quantity, vendorPrice) };
}

/** The cost of one unit of an item, in dollars. */
interface UnitCost {
  readonly subTotal: number;
  readonly freight: number;
  readonly total: number;
}

/**
 * P11: what an item costs the shop once a line is moved to stock: the price without the estimate of freight that it
 * contains, and the line's share of the order's freight instead. The estimate stays while the line has no such share.
 */
export function costInStock(line: EstimatedLine & { readonly newFreight: number }): UnitCost {
  const { newPrice: subTotal } = priceForVendor(line);
  const freight = line.newFreight > 0 ? line.newFreight : line.freightEstimate;
  return { subTotal, freight, total: itemTotal(subTotal, freight) };
}

/** P11: Σ line totals, without freight; cents. */
export const computeGrandTotal = (lines: readonly { readonly total: number }[]): Cents =>
  sum(lines.map(({ total }) => total));

interface PricedQuantity {
  readonly quantity: number;
  /** In cents. */
  readonly total: number;
}

/**
 * P11: splits the freight (cents) over the lines in proportion to their totals, or to their quantities if all totals
 * are 0. Each line gets the whole cents of its share; the remaining cents go one by one to the largest remainders,
 * earlier lines first. The parts sum to the freight. Null if there is freight but every quantity is 0.
 */
export function splitFreight(freight: number, lines: readonly PricedQuantity[]): Cents[] | null {
  const byTotal = lines.map(({ quantity, total }) => (quantity > 0 ? BigInt(total) : 0n));
  const weights = byTotal.some((weight) => weight > 0n)
    ? byTotal
    : lines.map(({ quantity }) => BigInt(tenThousandths(quantity)));
  const totalWeight = weights.reduce((all, weight) => all + weight, 0n);
  if (totalWeight === 0n) return freight === 0 ? lines.map(() => asCents(0)) : null;
  const shares = weights.map((weight, at) => {
    const product = BigInt(freight) * weight;
    return { at, cents: Number(product / totalWeight), rest: product % totalWeight };
  });
  const parts = shares.map(({ cents }) => cents);
  const remainder = freight - sum(parts);
  const largest = [...shares].sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1));
  for (const { at } of largest.slice(0, remainder)) parts[at] = (parts[at] ?? 0) + 1;
  return parts.map(asCents);
}

/** P11: freight per unit (dollars with four decimals) from a line's freight in cents; 0 if the quantity is 0. */
export const freightOfUnit = (lineFreight: number, quantity: number): number =>
  priceFromTotal(lineFreight, quantity, 0);

/** The quantities of a line: ordered and received. */
export interface LineQuantities {
  readonly quantity: number;
  readonly received: number;
}

/** The open quantity of a line: received + open = ordered; 0 if more was received than ordered. */
export const getOpenQuantity = ({ quantity, received }: LineQuantities): number =>
  Math.max(0, tenThousandths(quantity) - tenThousandths(received)) / 1e4;

/** How much more of a line was received than ordered. */
export const getOverQuantity = ({ quantity, received }: LineQuantities): number =>
  Math.max(0, tenThousandths(received) - tenThousandths(quantity)) / 1e4;

/** The received quantity of a line that was not moved to stock yet. */
export const getWaiting = ({ received, pushed }: { readonly received: number; readonly pushed: number }): number =>
  (tenThousandths(received) - tenThousandths(pushed)) / 1e4;

/** The least quantity that a line can be changed to: what was received, but what was ordered if that is less. */
export const getLeastQuantity = ({ quantity, received }: LineQuantities): number => Math.min(quantity, received);

/** P11: whether every line is fully received; never true if every quantity is 0. */
export const isReceived = (lines: readonly LineQuantities[]): boolean =>
  lines.some(({ quantity }) => quantity > 0) && lines.every((line) => getOpenQuantity(line) === 0);

/** The states of an order. */
export const orderStates = ['draft', 'ordered', 'partly', 'received'] as const;

/**
 * The purchase order number after another one: increments its last digits, `PO-0099` → `PO-0100`; the first is 1001.
 */
export function nextNumber(last: string | null): string {
  const [, before = '', digits = '', after = ''] = /^(.*?)(\d+)(\D*)$/s.exec(last ?? '') ?? [];
  if (digits === '') return last ? `${last}-2` : '1001';
  return `${before}${String(BigInt(digits) + 1n).padStart(digits.length, '0')}${after}`;
}
