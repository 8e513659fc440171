import { createHash } from 'node:crypto';
import { formatCents, formatDollars, toCents, toDollars } from '../../kernel/cents.js';
import { percentProblem, startingPercent } from '../../pricing/allocation.js';
import { keepsAmount } from '../../pricing/uses/as-sold.js';
import type { CaseAddOn, CaseCustomAddOn, PricingCase } from '../../pricing/case/case.js';
import { UnreadableValue } from '../../imports/reading/values.js';
import { priceOrder, type OrderFigures } from '../../pricing/order.js';
import { CaseError, parseCase } from '../../pricing/case/validate.js';
import type { FoundAlert, MatchedOrder } from '../intake/match.js';
import type { MatchedLine } from '../intake/match-lines.js';
import type { Names, ShopEntry } from '../intake/names.js';
import type { Parts } from './parts.js';
import { soldAmount } from './sold-amount.js';

/** What an order or a line was priced with, stored once under its hash. */
export interface Snapshot<T extends object = object> {
  readonly hash: string;
  readonly content: T;
}

export interface BuiltLine {
  readonly matchedLine: MatchedLine;
  /** The source of a line's price: an add-on of the catalogue, or one that the file describes. */
  readonly addOn: CaseAddOn | null;
  readonly custom: CaseCustomAddOn | null;
  readonly snapshot: Snapshot<AddOnBase> | null;
}

/** An order matched, priced and ready to store. */
export interface BuiltOrder {
  readonly matchedOrder: MatchedOrder;
  readonly case: PricingCase;
  readonly figures: OrderFigures;
  readonly snapshot: Snapshot<ShedBase>;
  readonly lines: readonly BuiltLine[];
  readonly alerts: readonly FoundAlert[];
  /** P4: which line gives the shop more than today's split of its add-on allows; null if none does. */
  readonly percentProblem: string | null;
}

/**
 * Builds and prices matched orders. Each shed and add-on of a shop is looked up only once, however many orders have
 * it.
 */
export class OrderBuilder {
  private readonly sheds = new Map<string, { base: ShedBase; snapshot: Snapshot<ShedBase> }>();
  private readonly addOns = new Map<string, { base: AddOnBase; snapshot: Snapshot<AddOnBase> }>();

  constructor(
    private readonly names: Names,
    private readonly parts: Parts,
  ) {}

  /** Builds an order whose lines are all new. Throws UnreadableValue if a value is invalid. */
  build(match: MatchedOrder): BuiltOrder {
    const builtOrder = this.buildStored(match);
    if (builtOrder.percentProblem !== null) throw new UnreadableValue(builtOrder.percentProblem);
    return builtOrder;
  }

  /** Like `build`, for an order whose stored lines may keep their earlier split: its percents are not refused. */
  buildStored(match: MatchedOrder): BuiltOrder {
    const { incoming, shop } = match;
    const { base, snapshot } = this.shedBase(match);
    const lines = match.lines.map((line) => this.line(line, shop));
    const ofKind = (kind: 'addOn' | 'custom') => lines.filter((line) => line.matchedLine.kind === kind);
    const pricingCase: PricingCase = {
      order: {
        type: incoming.type,
        width: incoming.width,
        length: incoming.length,
        retailPrice: incoming.basePrice,
        shopPercent: match.shopPercent,
        adjustment: incoming.adjustment,
        typedCosts: incoming.typedCosts,
      },
      addOns: lines.flatMap(({ addOn }) => addOn ?? []),
      customAddOns: lines.flatMap(({ custom }) => custom ?? []),
      ...base, // last, which is ten times as fast
    };
    const figures = priceChecked(pricingCase);
    const alerts = [
      ...match.alerts,
      ...this.costAlerts(match, base),
      ...priceAlerts(match, pricingCase, figures),
      ...totalAlert(match, figures),
    ];
    return {
      matchedOrder: match,
      case: pricingCase,
      figures,
      snapshot,
      lines: [...ofKind('addOn'), ...ofKind('custom')],
      alerts,
      percentProblem: findPercentProblem(lines),
    };
  }

  private shedBase({ shop, shed, dealer }: MatchedOrder) {
    const key = `${shop?.id}|${shed?.id}|${dealer?.id}`;
    const entry = this.sheds.get(key);
    if (entry) return entry;
    const shopId = shop?.id ?? null;
    const base: ShedBase = {
      company: this.names.settings,
      shop: { overhead: shop?.overhead ?? null },
      dealer: dealer ? { haulPercent: dealer.haulPercent } : null,
      labor: (shed && this.parts.labor(shed, shopId)) ?? { standard: null, shop: null },
      rates: shed ? this.parts.rates(shed.baseStyleId, shopId) : { standard: null, shop: null },
      components: shed ? this.parts.components(shed.id, shopId) : [],
      haulBase: shed ? this.parts.haulBase(shed) : null,
    };
    const newEntry = { base, snapshot: takeSnapshot(base) };
    this.sheds.set(key, newEntry);
    return newEntry;
  }

  private line(matchedLine: MatchedLine, shop: ShopEntry | null): BuiltLine {
    if (!matchedLine.addOn) return { matchedLine, addOn: null, custom: customInput(matchedLine, shop), snapshot: null };
    const { base, snapshot } = this.addOnBase(matchedLine.addOn.id, shop?.id ?? null);
    return { matchedLine, addOn: { ...base, ...addOnInput(matchedLine, shop) } as CaseAddOn, custom: null, snapshot }; // together, the catalogue's part and the order's part are the whole
  }

  private addOnBase(addOnId: string, shopId: string | null) {
    const key = `${addOnId}|${shopId}`;
    const entry = this.addOns.get(key);
    if (entry) return entry;
    const addOn = this.names.addOns.get(addOnId);
    if (!addOn) throw new Error(`add-on ${addOnId} is not loaded`);
    const base: AddOnBase = {
      type: addOn.type,
      ...(addOn.mode ? { [addOn.mode]: true } : {}),
      discount: addOn.discount,
      nonInventory: addOn.nonInventory,
      standardNonInvCost: addOn.standardNonInvCost,
      items: this.parts.addOnItems(addOnId, shopId),
      labor: this.parts.addOnLabor(addOn.laborId, shopId),
    };
    const newEntry = { base, snapshot: takeSnapshot(base) };
    this.addOns.set(key, newEntry);
    return newEntry;
  }

  private costAlerts({ shed, model }: MatchedOrder, base: ShedBase): FoundAlert[] {
    if (!shed || !model) return [];
    const missingAlerts: FoundAlert[] = [];
    if (base.haulBase === null) missingAlerts.push({ code: 'haul-base', text: 'No haul base for this size' });
    if (!base.labor.standard) missingAlerts.push({ code: 'shed-labor', text: 'No shed labor for this size' });
    return missingAlerts;
  }
}

/** P4: which line gives the shop more than the split of its add-on allows, by its number among the order's add-ons. */
function findPercentProblem(lines: readonly BuiltLine[]): string | null {
  for (const [n, { addOn, matchedLine }] of lines.entries()) {
    const terms = { mode: matchedLine.addOn?.mode ?? null, type: addOn?.type ?? 'piece' };
    const problem = percentProblem({ ...terms, shopPercent: addOn?.shopPercent ?? null });
    if (problem) return `addOns[${n}].shopPercent: ${problem}`;
  }
  return null;
}

/** The figures of a case, checked by P0. Throws UnreadableValue for an invalid value. */
function priceChecked(input: PricingCase): OrderFigures {
  try {
    const figures = priceOrder(parseCase(input));
    if (!isTooLarge(figures)) return figures;
  } catch (error) {
    if (error instanceof CaseError) throw new UnreadableValue(error.message);
    throw error;
  }
  throw new UnreadableValue('the amounts are too large');
}

/** In cents, so that the totals of hundreds of orders still sum exactly. */
const MOST = 1e13;
/** Whether an order's totals are too large for lists and reports to sum exactly. */
export const isTooLarge = ({ grandTotal, totalCost }: OrderFigures): boolean =>
  [grandTotal.order, grandTotal.company, grandTotal.shop, totalCost.shop, totalCost.standard, totalCost.company].some(
    (amount) => !(Math.abs(amount) < MOST),
  );

type ShedBase = Pick<PricingCase, 'company' | 'shop' | 'dealer' | 'labor' | 'rates' | 'components' | 'haulBase'>;
type AddOnBase = Omit<CaseAddOn, 'quantity' | 'retailPrice' | 'shopPercent' | 'extendedPrice'>;

/** A snapshot under the hash of its content. */
export const takeSnapshot = <T extends object>(content: T): Snapshot<T> => ({
  hash: createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 32),
  content,
});

/** Whether a price given for the whole line stays the line's amount, because the add-on is not sold by the piece. */
const staysAsSold = ({ incoming, addOn }: MatchedLine): boolean =>
  incoming.asSold && !incoming.included && incoming.price !== null && keepsAmount(addOn?.type ?? 'piece');

function addOnInput(matched: MatchedLine, shop: ShopEntry | null): Partial<CaseAddOn> {
  const { incoming, addOn } = matched;
  const asSold = staysAsSold(matched);
  const price = incoming.included ? 0 : asSold ? addOn?.retailPrice : (incoming.price ?? addOn?.retailPrice);
  return {
    quantity: incoming.quantity,
    retailPrice: price ?? 0,
    shopPercent: incoming.shopPercent ?? startingPercent(addOn, shop?.shopAddOnPercent ?? null),
    ...(asSold ? { extendedPrice: toDollars(soldAmount(incoming)) } : {}),
  };
}

function customInput({ incoming, unknown }: MatchedLine, shop: ShopEntry | null): CaseCustomAddOn {
  return {
    unknown,
    quantity: incoming.quantity,
    retailPrice: incoming.included ? 0 : (incoming.price ?? 0),
    shopPercent: incoming.shopPercent ?? startingPercent(null, shop?.shopAddOnPercent ?? null),
    materialCost: incoming.materialCost,
    laborCost: incoming.laborCost,
  };
}

/** Alerts for lines whose price in the file differs from the catalogue. Amounts as sold are compared as amounts. */
function priceAlerts(matchedOrder: MatchedOrder, pricingCase: PricingCase, figures: OrderFigures): FoundAlert[] {
  const addOns = matchedOrder.lines.filter((line) => line.kind === 'addOn');
  return addOns.flatMap((line, n): FoundAlert[] => {
    const { addOn, incoming } = line;
    if (!addOn || incoming.included || incoming.price === null) return [];
    const difference = staysAsSold(line)
      ? soldDifference(n, pricingCase, figures)
      : unitDifference(incoming.price, addOn.retailPrice, addOn.type);
    if (!difference) return [];
    return [
      {
        difference: amountDifference(n, addOn.retailPrice, pricingCase, figures),
        code: 'add-on-price',
        text: `Add-on "${addOn.name}" price ${difference.given} differs from the catalogue's ${difference.expected}`,
      },
    ];
  });
}

/** How much more a line sells for than at the catalogue price, in cents. */
function amountDifference(n: number, cataloguePrice: number, pricingCase: PricingCase, figures: OrderFigures): number {
  const addOns = pricingCase.addOns.map(({ extendedPrice, ...line }, at) =>
    at === n
      ? { ...line, retailPrice: cataloguePrice }
      : { ...line, ...(extendedPrice == null ? {} : { extendedPrice }) },
  );
  const expectedPrice = priceOrder({ ...pricingCase, addOns }).addOns[n]?.totalSalePrice.order ?? 0;
  return (figures.addOns[n]?.totalSalePrice.order ?? 0) - expectedPrice;
}

const unitDifference = (price: number, expectedPrice: number, type: string) =>
  price === expectedPrice ? null : { given: unitPrice(price, type), expected: unitPrice(expectedPrice, type) };

const unitPrice = (price: number, type: string): string =>
  type === 'percent'
    ? `${price.toFixed(2)}%`
    : Number.isInteger(Math.round(price * 10_000) / 100)
      ? formatDollars(price)
      : `$${price}`;

function soldDifference(n: number, pricingCase: PricingCase, figures: OrderFigures) {
  const line = pricingCase.addOns[n];
  if (!line) return null;
  const { extendedPrice: _, ...catalogue } = line;
  const otherAddOns = pricingCase.addOns.filter((_, i) => i !== n && pricingCase.addOns[i]?.type !== 'percent');
  const expectedPrice =
    priceOrder({ ...pricingCase, addOns: [...otherAddOns, catalogue] }).addOns.at(-1)?.totalSalePrice.order ?? 0;
  const totalSale = figures.addOns[n]?.totalSalePrice.order ?? 0;
  return totalSale === expectedPrice ? null : { given: formatCents(totalSale), expected: formatCents(expectedPrice) };
}

/** An alert if the uploaded total differs from ours by more than a cent. */
function totalAlert({ incoming }: MatchedOrder, figures: OrderFigures): FoundAlert[] {
  if (incoming.total === null) return [];
  const totalCents = toCents(incoming.total) ?? 0;
  const ours = figures.grandTotal.order + figures.adjustment.company;
  if (Math.abs(totalCents - ours) <= 1) return [];
  const text = `Total ${formatCents(totalCents)} differs from the computed ${formatCents(ours)}`;
  return [{ code: 'total', text, difference: totalCents - ours }];
}
