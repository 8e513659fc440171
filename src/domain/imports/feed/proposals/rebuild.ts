import type { StoredLine, StoredOrder } from '../../../orders/pricing/locked-orders.js';
import type { BuiltLine, BuiltOrder } from '../../../orders/pricing/build.js';
import type { AlertCode, IncomingLine } from '../../../orders/intake/incoming.js';
import type { ActorCtx } from '../../../kernel/context.js';
import { toCents } from '../../../kernel/cents.js';
import { DomainError } from '../../../kernel/errors.js';
import type { OrderFigures } from '../../../pricing/order.js';
import { storedAlerts } from '../../../orders/intake/insert-rows.js';
import { loadNamesWithoutSheds } from '../../../orders/intake/names.js';
import { buildOrders } from '../../../orders/intake/rematch.js';
import { present } from '../../../kernel/objects.js';
import { toFigures } from '../../../orders/pricing/reprice.js';
import { soldAmount } from '../../../orders/pricing/sold-amount.js';
import { keepsAmount } from '../../../pricing/uses/as-sold.js';
import type { Difference, MergedOrder } from './differences.js';
import { saleFields } from './fields.js';
import { soldAs, toStoredLine } from '../../../orders/pricing/line-rows.js';

/** An order as it would be after accepting, or why that is impossible. */
export interface RebuiltOrder {
  readonly after: StoredOrder;
  /** Null if its figures stay the same. */
  readonly figures: OrderFigures | null;
  /** What the catalogue reports about the accepted values, for users to read before they accept. */
  readonly warnings: readonly string[];
}

/** Differences after which the shed is matched again. */
const shedKeys = ['shop', 'type', 'model', 'size'] as const;

/** Fields without which an order that its shop already has cannot be built or paid. */
const matchAlerts: ReadonlySet<AlertCode> = new Set(['shop', 'shop-missing', 'model', 'size']);

/** The alerts that a difference may raise. */
const alertsByKey: Readonly<Record<string, readonly AlertCode[]>> = {
  shop: ['shop', 'shop-missing', 'shop-percent', 'shed-labor', 'dealer'],
  type: ['word', 'shop-percent', 'customer-missing'],
  model: ['model', 'size', 'base-price', 'roof-type', 'siding-type', 'haul-base', 'shed-labor', 'shop-percent'],
  size: ['size', 'base-price', 'haul-base', 'shed-labor', 'shop-percent', 'serial-size'],
  dealer: ['dealer'],
  basePrice: ['base-price'],
  roofType: ['roof-type', 'roof-type-missing'],
  sidingType: ['siding-type', 'siding-type-missing'],
  roofColor: ['color', 'color-missing'],
  sidingColor: ['color', 'color-missing'],
  trimColor: ['color', 'color-missing'],
};

/**
 * Matches and prices orders with the accepted values. Returns, for each, the order as it would be, or as a sentence
 * why it is impossible. Stores nothing.
 */
export async function rebuildOrders(ctx: ActorCtx, orders: readonly MergedOrder[]): Promise<(RebuiltOrder | string)[]> {
  const repriced = orders.filter((one) => !isFactsOnly(one));
  const incoming = repriced.map((one) => one.incoming);
  const results =
    incoming.length > 0 ? await buildOrders(ctx.db, incoming, await loadNamesWithoutSheds(ctx.db), 'buildStored') : [];
  const rebuilt = new Map(
    repriced.map((one, n) => {
      const result = present(results[n]);
      return [one, typeof result === 'string' ? result : rebuild(one, result)];
    }),
  );
  return orders.map((one) => rebuilt.get(one) ?? withFacts(one));
}

/** Whether a part changes neither the shed nor its figures. */
export const isFactPart = (part: Difference['part']): boolean => part === 'facts' || part === 'cancel';

const facts: ReadonlySet<string> = new Set(saleFields.filter(({ part }) => isFactPart(part)).map(({ key }) => key));

const isFactsOnly = ({ takenKeys }: MergedOrder): boolean => [...takenKeys].every((key) => facts.has(key));

/** Facts do not affect prices. */
const withFacts = (merge: MergedOrder): RebuiltOrder => ({ after: withFields(merge), figures: null, warnings: [] });

function rebuild(merge: MergedOrder, builtOrder: BuiltOrder): RebuiltOrder | string {
  const { order, takenKeys, lines } = merge;
  if (order.status === 'New' && builtOrder.percentProblem !== null) return builtOrder.percentProblem;
  const codes = new Set([...takenKeys].flatMap((key) => alertsByKey[key] ?? []));
  if (lines.some(({ storedLine }) => storedLine === null)) codes.add('add-on').add('add-on-price');
  const knownIds = new Set(order.alerts.map(({ _id }) => _id));
  const newAlerts = storedAlerts(builtOrder.alerts, order.alerts).filter(
    ({ _id, code }) => codes.has(code) && !knownIds.has(_id),
  );
  const blockingAlert = order.status === 'New' ? undefined : newAlerts.find(({ code }) => matchAlerts.has(code));
  if (blockingAlert) return `${blockingAlert.text}. Add it to the catalogue first`;
  const warnings = newAlerts.map(({ text }) => text);
  if (order.status === 'New') return { after: withBuilt(merge, builtOrder), figures: builtOrder.figures, warnings };
  const acceptedAlerts = newAlerts.map((alert) => ({ ...alert, accepted: true }));
  const after = { ...withTaken(merge, builtOrder), alerts: [...order.alerts, ...acceptedAlerts] };
  try {
    return { after, figures: toFigures(after), warnings };
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

/** The plain fields of the accepted values. */
function withFields({ order, incoming }: MergedOrder): StoredOrder {
  const { serialNumber, orderNumber, dateOrdered, customer, salesRep, condition, adjustmentNote } = incoming;
  const { type, width, length, sidingType, sidingColor, roofType, roofColor, trimColor, adjustment } = incoming;
  return {
    ...order,
    ...{ serialNumber, orderNumber, dateOrdered, customer, salesRep, condition, adjustmentNote },
    ...{ type, width, length, sidingType, sidingColor, roofType, roofColor, trimColor },
    basePrice: toCents(incoming.basePrice) ?? order.basePrice,
    adjustment: { ...order.adjustment, company: toCents(adjustment.company) ?? order.adjustment.company },
    shedSuiteTotal: incoming.total === null ? order.shedSuiteTotal : toCents(incoming.total),
    shopPercent: incoming.shopPercent ?? order.shopPercent,
    percentGiven: incoming.shopPercent !== null,
    facts: incoming.facts,
  };
}

/** A New order, matched and priced completely, as on upload. */
const withBuilt = (merge: MergedOrder, { matchedOrder, alerts, snapshot, lines }: BuiltOrder): StoredOrder => ({
  ...withFields(merge),
  ...matchedNames(merge, matchedOrder),
  shopPercent: matchedOrder.shopPercent,
  customer: matchedOrder.customer,
  alerts: storedAlerts(alerts, merge.order.alerts),
  content: snapshot.content,
  lines: lines.map((line, n) => ({ ...toStoredLine(line), lineNo: n + 1 })),
});

/** An order that its shop has: only what changed is taken from today's catalogue. */
function withTaken(merge: MergedOrder, builtOrder: BuiltOrder): StoredOrder {
  const { order, takenKeys } = merge;
  const { matchedOrder } = builtOrder;
  const isOtherShed = shedKeys.some((key) => takenKeys.has(key));
  const fields = withFields(merge);
  const newContent = builtOrder.snapshot.content;
  const names = isOtherShed || takenKeys.has('dealer') ? matchedNames(merge, matchedOrder) : {};
  const isOtherSale = takenKeys.has('dealer') || takenKeys.has('type');
  return {
    ...fields,
    ...names,
    customer: isOtherSale ? matchedOrder.customer : fields.customer,
    content: isOtherShed
      ? newContent
      : takenKeys.has('dealer')
        ? { ...order.content, dealer: newContent.dealer }
        : order.content,
    shopPercent: isOtherShed && !fields.percentGiven ? matchedOrder.shopPercent : fields.shopPercent,
    lines: withLines(merge, builtOrder),
  };
}

function matchedNames(
  { order }: MergedOrder,
  { incoming, shop, dealer, category, model, shed }: BuiltOrder['matchedOrder'],
) {
  const ofBefore = shop?.id === order.shopId ? {} : { builderId: null, metalOrdered: false };
  return {
    ...ofBefore,
    ...{ shopId: shop?.id ?? null, shopName: shop?.name ?? incoming.shop },
    ...{ dealerId: dealer?.id ?? null, dealerName: dealer?.name ?? incoming.dealer },
    ...{ categoryId: category?.id ?? null, categoryName: model ? (category?.name ?? null) : incoming.category },
    ...{ modelId: model?.id ?? null, modelName: model?.name ?? incoming.model, shedId: shed?.id ?? null },
  };
}

/**
 * The lines: unchanged ones stay, changed ones get their new sale, and new ones, or all if the shop changes, come
 * from the catalogue.
 */
function withLines({ lines, takenKeys }: MergedOrder, builtOrder: BuiltOrder): StoredLine[] {
  const storedLines = lines.map(({ line, storedLine, isChanged }) => {
    const builtLine = builtOrder.lines.find(({ matchedLine }) => matchedLine.incoming === line);
    if (!builtLine) throw new Error('a line was not built');
    if (!storedLine || takenKeys.has('shop')) return toStoredLine(builtLine);
    return isChanged
      ? { ...storedLine, ...soldAsStored(storedLine, builtLine), ...enteredAs(storedLine, line) }
      : storedLine;
  });
  const sortedLines = [
    ...storedLines.filter(({ kind }) => kind === 'addOn'),
    ...storedLines.filter(({ kind }) => kind === 'custom'),
  ];
  return sortedLines.map((line, n) => ({ ...line, lineNo: n + 1 }));
}

/**
 * P4: the new sale of a stored line. A line that never had a price of its own keeps the catalogue's. A price as sold is
 * an amount or a price per piece by the type that the line was priced with, even if the catalogue has another one since.
 */
function soldAsStored(storedLine: StoredLine, builtLine: BuiltLine): Partial<StoredLine> {
  const sale = soldAs(builtLine);
  const { incoming } = builtLine.matchedLine;
  if (!sale.priceGiven && !storedLine.priceGiven) return { ...sale, retailPrice: storedLine.retailPrice };
  if (!incoming.asSold || incoming.included || incoming.price === null) return sale;
  if (!keepsAmount(storedLine.type)) return { ...sale, retailPrice: incoming.price, extendedPrice: null };
  const retailPrice = storedLine.included ? sale.retailPrice : storedLine.retailPrice;
  return { ...sale, retailPrice, extendedPrice: soldAmount(incoming) };
}

/** What is entered into a line besides its sale: its percent, and the costs of a custom line. */
const enteredAs = ({ kind }: StoredLine, { shopPercent, materialCost, laborCost }: IncomingLine) => ({
  ...(shopPercent === null ? {} : { shopPercent, percentGiven: true }),
  ...(kind === 'custom' &&
    materialCost && { materialShop: inCents(materialCost.shop), materialStandard: inCents(materialCost.standard) }),
  ...(kind === 'custom' &&
    laborCost && { laborShop: inCents(laborCost.shop), laborStandard: inCents(laborCost.standard) }),
});

const inCents = (dollars: number | null): number | null => (dollars === null ? null : toCents(dollars));
