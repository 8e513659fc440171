import type { CaseAddOn, CaseCustomAddOn, CaseOrder, PricingCase } from '../../pricing/case/case.js';
import { mulDiv, tenThousandths } from '../../pricing/exact.js';
import type { IncomingLine, IncomingOrder } from '../intake/incoming.js';
import type { StoredLine, StoredOrder, TypedCosts } from './locked-orders.js';

const dollars = (amount: number | null): number | null => (amount === null ? null : amount / 100);

/** The parts of a stored order that pricing reads. */
export type PricedFields = Pick<
  StoredOrder,
  'type' | 'width' | 'length' | 'shopPercent' | 'basePrice' | 'adjustment' | 'typedCosts' | 'content' | 'lines'
>;

/** The pricing input of a stored order. Pricing it again yields the stored figures. */
export function toCase(order: PricedFields): PricingCase {
  const ofKind = (kind: StoredLine['kind']) => order.lines.filter((line) => line.kind === kind);
  return {
    ...order.content,
    order: {
      type: order.type,
      width: order.width,
      length: order.length,
      retailPrice: order.basePrice / 100,
      shopPercent: order.shopPercent,
      adjustment: { shop: order.adjustment.shop / 100, company: order.adjustment.company / 100 },
      typedCosts: inDollars(order.typedCosts),
    },
    addOns: ofKind('addOn').map(toAddOn),
    customAddOns: ofKind('custom').map(toCustom),
  };
}

const inDollars = (costs: TypedCosts | null): CaseOrder['typedCosts'] =>
  costs && Object.fromEntries(Object.entries(costs).map(([name, amount]) => [name, amount / 100]));

const toAddOn = (line: StoredLine): CaseAddOn => ({
  ...(line.content ?? { type: 'piece' }),
  quantity: line.quantity,
  retailPrice: line.retailPrice,
  shopPercent: line.shopPercent,
  extendedPrice: dollars(line.extendedPrice),
});

const toCustom = (line: StoredLine): CaseCustomAddOn => ({
  unknown: line.unknown,
  quantity: line.quantity,
  retailPrice: line.retailPrice,
  shopPercent: line.shopPercent,
  extendedPrice: dollars(line.extendedPrice),
  materialCost: { shop: dollars(line.materialShop), standard: dollars(line.materialStandard) },
  laborCost: { shop: dollars(line.laborShop), standard: dollars(line.laborStandard) },
});

/** A stored New order as an incoming order, so that it can be matched again with its chosen names and edited values. */
export function toIncoming(order: StoredOrder): IncomingOrder {
  const lines = order.lines.map((line) => ({ line, incoming: incomingLine(line, order) }));
  return {
    index: 0,
    serialNumber: order.serialNumber,
    externalId: order.externalId,
    orderNumber: order.orderNumber,
    shop: order.shopId ?? order.shopName,
    dealer: order.dealerName,
    dealerId: order.dealerId,
    shed: order.shedId ? { id: order.shedId, isGuess: isShedGuess(order) } : null,
    salesRep: order.salesRep,
    customer: order.customer,
    type: order.type,
    category: order.categoryName,
    modelId: order.modelId,
    model: order.modelName,
    width: order.width,
    length: order.length,
    basePrice: order.basePrice / 100,
    shopPercent: order.percentGiven ? order.shopPercent : null,
    total: dollars(order.shedSuiteTotal),
    adjustment: { shop: order.adjustment.shop / 100, company: order.adjustment.company / 100 },
    typedCosts: inDollars(order.typedCosts),
    adjustmentNote: order.adjustmentNote,
    sidingType: order.sidingType,
    sidingColor: order.sidingColor,
    sidingPaint: { color: order.sidingPaintColor, quantity: order.sidingPaintQuantity },
    roofType: order.roofType,
    roofColor: order.roofColor,
    trimColor: order.trimColor,
    trimPaint: { color: order.trimPaintColor, quantity: order.trimPaintQuantity },
    condition: order.condition,
    colors: getColors(order),
    dateOrdered: order.dateOrdered,
    isDated: true,
    addOns: lines.filter(({ line }) => line.kind === 'addOn' || line.unknown).map(({ incoming }) => incoming),
    customAddOns: lines.filter(({ line }) => line.kind === 'custom' && !line.unknown).map(({ incoming }) => incoming),
    facts: order.facts,
    canceledOn: null,
    fileAlerts: order.alerts.filter((alert) => fromTheFile.has(alert.code)),
    source: null,
  };
}

/** Whether the base price is an open alert; a pushed order has none. */
const isShedGuess = ({ alerts }: StoredOrder): boolean =>
  alerts.some(({ code, accepted }) => code === 'base-price' && !accepted);

const fromTheFile: ReadonlySet<string> = new Set(['tax', 'word', 'duplicate', 'canceled']);

/** A feed order has no trim color, so a blank one raises an alert only if it did before. */
const getColors = (order: StoredOrder): IncomingOrder['colors'] =>
  order.trimColor !== null || order.alerts.some((a) => a.text.startsWith('Trim'))
    ? ['Roof', 'Siding', 'Trim']
    : ['Roof', 'Siding'];

function incomingLine(line: StoredLine, { status }: StoredOrder): IncomingLine {
  const { addOnId, extendedPrice, foundBy, quantity } = line;
  const price = extendedPrice !== null && quantity > 0 ? unitPrice(extendedPrice, quantity) : line.retailPrice;
  return {
    addOn: addOnId === null ? null : { id: addOnId, foundBy, isKept: foundBy === 'user' || status !== 'New' },
    name: line.name,
    ssId: line.ssId,
    quantity,
    asSold: line.asSold,
    included: line.included,
    price: line.priceGiven ? price : null,
    shopPercent: line.percentGiven ? line.shopPercent : null,
    materialCost: pair(line.materialShop, line.materialStandard),
    laborCost: pair(line.laborShop, line.laborStandard),
  };
}

/** Dollars per unit of an amount in cents, with the four decimals of a price. */
const unitPrice = (amount: number, quantity: number): number =>
  mulDiv(amount, 1_000_000, tenThousandths(quantity)) / 10_000;

const pair = (shop: number | null, standard: number | null) =>
  shop === null && standard === null ? null : { shop: dollars(shop), standard: dollars(standard) };
