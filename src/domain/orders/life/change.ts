import { can, type Permission } from '../../kernel/rights/permissions.js';
import type { Actor } from '../../kernel/context.js';
import { DomainError, invalid } from '../../kernel/errors.js';
import { sellingCosts } from '../../pricing/case/case.js';
import { factPermissions, isFact, listTouchedFacts, withFacts } from './change-facts.js';
import { findLocks, type LockedBy, type OrderPart } from './editable.js';
import type { ChangeOrder, LineInput } from '../change-schema.js';
import type { StoredLine, StoredOrder, TypedCosts } from '../pricing/locked-orders.js';
import { toKeys } from '../../kernel/objects.js';

/** The permission each field of a change needs, according to the strictest rule. */
const needed = {
  ...factPermissions,
  shop: 'orders.edit',
  model: 'orders.edit',
  category: 'orders.edit',
  type: 'orders.edit',
  width: 'orders.edit',
  length: 'orders.edit',
  dealer: 'orders.edit',
  shopPercent: 'orders.edit',
  adjustment: 'orders.edit',
  companyAdjustment: 'orders.edit',
  sellingCosts: 'orders.edit',
  adjustmentNote: 'orders.edit',
  basePrice: 'orders.edit',
  addOns: 'orders.edit',
  roofColor: 'orders.edit',
  sidingColor: 'orders.edit',
  trimColor: 'orders.edit',
  customer: 'orders.edit',
  roofType: 'orders.edit',
  sidingType: 'orders.edit',
  alerts: 'orders.import',
  customAddOns: 'orders.edit',
  customCosts: 'orders.edit-shop-part',
  standardCosts: 'orders.edit',
  builder: 'orders.edit-shop-part',
  metalOrdered: 'orders.edit-shop-part',
  sidingPaint: 'orders.edit-shop-part',
  trimPaint: 'orders.edit-shop-part',
  status: 'orders.change-status',
  holdReason: 'orders.change-status',
} as const satisfies Record<string, Permission>;
export type TouchedPart = keyof typeof needed;

/**
 * The part of an order that a field belongs to, which may be locked. A field without one depends only on its
 * permission.
 */
const partOf: Readonly<Partial<Record<TouchedPart, OrderPart>>> = {
  shop: 'matching',
  model: 'matching',
  category: 'matching',
  type: 'matching',
  width: 'matching',
  length: 'matching',
  dealer: 'companyFacts',
  companyAdjustment: 'companyFacts',
  sellingCosts: 'companyFacts',
  shopPercent: 'figures',
  adjustment: 'figures',
  basePrice: 'figures',
  addOns: 'figures',
  customAddOns: 'figures',
  standardCosts: 'figures',
  customCosts: 'costs',
  builder: 'shopPart',
  metalOrdered: 'shopPart',
  sidingPaint: 'shopPart',
  trimPaint: 'shopPart',
};
const priced: ReadonlySet<OrderPart | undefined> = new Set(['matching', 'companyFacts', 'figures', 'costs']);
/** Whether a change affects what an order is priced from. */
export const needsPricing = (found: ReadonlySet<TouchedPart>): boolean =>
  [...found].some((field) => priced.has(partOf[field]));
const shopPart: ReadonlySet<TouchedPart> = new Set([
  'builder',
  'metalOrdered',
  'sidingPaint',
  'trimPaint',
  'customCosts',
]);
/**
 * Fields that cannot be emptied once they have a value. Roof and siding type can be corrected while the order is New.
 */
const fillable: ReadonlySet<TouchedPart> = new Set(['customer', 'roofType', 'sidingType']);
const rightWhileNew: ReadonlySet<TouchedPart> = new Set(['roofType', 'sidingType']);

/** Whether saving a change matches and prices the order again: it is New, or the change sets it to New. */
export const isMatchedOnSave = (order: StoredOrder, input: ChangeOrder): boolean =>
  order.status === 'New' || input.status === 'New';

/** The parts of a change that differ from the stored order. */
export function listTouched(order: StoredOrder, input: ChangeOrder): Set<TouchedPart> {
  const now = plainFields(order);
  const found = new Set<TouchedPart>();
  for (const field of toKeys(now)) {
    if (input[field] !== undefined && JSON.stringify(input[field]) !== JSON.stringify(now[field])) found.add(field);
  }
  if (differs(input.adjustment?.shop, order.adjustment.shop)) found.add('adjustment');
  if (differs(input.adjustment?.company, order.adjustment.company)) found.add('companyAdjustment');
  if (sellingCosts.some((name) => costDiffers(input.sellingCosts?.[name], order.typedCosts?.[name])))
    found.add('sellingCosts');
  if (input.basePrice && differs(input.basePrice.company, order.basePrice)) found.add('basePrice');
  if (paintDiffers(input.sidingPaint, order.sidingPaintColor, order.sidingPaintQuantity)) found.add('sidingPaint');
  if (paintDiffers(input.trimPaint, order.trimPaintColor, order.trimPaintQuantity)) found.add('trimPaint');
  for (const field of listTouchedFacts(order.facts, input)) found.add(field);
  if (order.alerts.some((alert) => !alert.accepted && accepts(input, alert._id))) found.add('alerts');
  if (input.addOns && linesDiffer(order, 'addOn', input.addOns)) found.add('addOns');
  if (input.customAddOns && linesDiffer(order, 'custom', input.customAddOns)) found.add('customAddOns');
  if (input.customAddOns && costsDiffer(order, input.customAddOns, 'shop')) found.add('customCosts');
  if (input.customAddOns && costsDiffer(order, input.customAddOns, 'standard')) found.add('standardCosts');
  return found;
}

const accepts = (input: ChangeOrder, id: string): boolean =>
  input.alerts?.some((alert) => alert._id === id && alert.accepted) ?? false;

const plainFields = (order: StoredOrder) => ({
  status: order.status,
  shop: order.shopId,
  model: order.modelId,
  type: order.type,
  width: order.width,
  length: order.length,
  dealer: order.dealerId,
  shopPercent: order.shopPercent,
  adjustmentNote: order.adjustmentNote,
  roofColor: order.roofColor,
  sidingColor: order.sidingColor,
  trimColor: order.trimColor,
  customer: order.customer,
  roofType: order.roofType,
  sidingType: order.sidingType,
  builder: order.builderId,
  metalOrdered: order.metalOrdered,
  holdReason: order.holdReason,
});

const costDiffers = (given: number | null | undefined, stored: number | undefined): boolean =>
  given !== undefined && given !== (stored ?? null);
const differs = (given: number | undefined, stored: number): boolean => given !== undefined && given !== stored;
const paintDiffers = (given: ChangeOrder['sidingPaint'], color: string | null, quantity: number | null): boolean =>
  given !== undefined && ((given.color ?? null) !== color || (given.quantity ?? null) !== quantity);

const ofKind = (order: StoredOrder, kind: StoredLine['kind']) => order.lines.filter((line) => line.kind === kind);

function linesDiffer(order: StoredOrder, kind: StoredLine['kind'], lines: readonly LineInput[]): boolean {
  const stored = ofKind(order, kind);
  return stored.length !== lines.length || lines.some((line, n) => lineDiffers(stored[n], line));
}

function lineDiffers(stored: StoredLine | undefined, line: LineInput): boolean {
  if (!stored || stored.lineNo !== line.lineNo) return true;
  return (
    (line.name !== undefined && line.name !== stored.name) ||
    (line.addOn !== undefined && line.addOn !== stored.addOnId) ||
    (line.quantity !== undefined && line.quantity !== stored.quantity) ||
    (line.retailPrice !== undefined && line.retailPrice !== stored.retailPrice) ||
    (line.shopPercent !== undefined && line.shopPercent !== stored.shopPercent)
  );
}

function costsDiffer(order: StoredOrder, lines: readonly LineInput[], view: 'shop' | 'standard'): boolean {
  return lines.some((line) => {
    const stored = order.lines.find((s) => s.lineNo === line.lineNo && s.kind === 'custom');
    if (!stored) return false;
    const before = {
      shop: [stored.materialShop, stored.laborShop],
      standard: [stored.materialStandard, stored.laborStandard],
    };
    const given = [line.materialCost?.[view], line.laborCost?.[view]];
    return given.some((cost, n) => cost !== undefined && cost !== before[view][n]);
  });
}

/** Throws for what the actor may not change, and for what the status of the order or its invoice locks. */
export function checkTouched(
  order: StoredOrder,
  input: ChangeOrder,
  found: ReadonlySet<TouchedPart>,
  actor: Actor,
  invoiceStatus: LockedBy['invoiceStatus'],
): void {
  if (found.has('holdReason') && input.holdReason && (input.status ?? order.status) !== 'On Hold') {
    throw invalid('holdReason', 'can be set only for orders On Hold');
  }
  const isMatched = isMatchedOnSave(order, input);
  const locks = findLocks(actor, { status: isMatched ? 'New' : order.status, invoiceStatus });
  for (const field of found) {
    if (!can(actor, needed[field])) throw new DomainError('permission-denied', undefined);
    const isFilled = fillable.has(field) && order[field as 'customer'] !== null; // one of the columns that may be empty
    if (isFilled && !(isMatched && rightWhileNew.has(field))) throw invalid(field, 'is read-only');
    const part = partOf[field];
    const why = part ? locks[part] : null;
    if (why) throw new DomainError('order-locked', { why });
  }
}

const moving: ReadonlySet<TouchedPart> = new Set(['status', 'holdReason', 'alerts']);
/** Fields that can be corrected while a New order is matched, before its form is complete. */
const matching: ReadonlySet<TouchedPart> = new Set([
  ...moving,
  'shop',
  'model',
  'category',
  'type',
  'width',
  'length',
  ...fillable,
  'addOns',
  'customAddOns',
  'roofColor',
  'sidingColor',
  'trimColor',
]);

/**
 * Throws unless the order has the fields it needs when the office saves it. A status change, an accepted alert, a
 * builder or a fact of the sale requires none of them, and a New order may be saved without them while it is matched.
 */
export function checkRequired(order: StoredOrder, input: ChangeOrder, found: ReadonlySet<TouchedPart>): void {
  const free = isMatchedOnSave(order, input) ? matching : moving;
  if (![...found].some((field) => !shopPart.has(field) && !free.has(field) && !isFact(field))) return;
  const type = input.type ?? order.type;
  const required = [
    ...(['roofType', 'roofColor', 'sidingType', 'sidingColor', 'trimColor'] as const),
    ...(type === 'Customer' ? (['customer'] as const) : []),
  ];
  const errors = required
    .filter((field) => !(input[field] === undefined ? order[field] : input[field]))
    .map((path) => ({ path, msg: 'is required' }));
  if (errors.length > 0) throw new DomainError('invalid-input', { errors });
}

/** The customer after a change of type. On an Inventory order, the dealer's name is not a customer. */
function customerAfter(order: StoredOrder, { type, customer }: ChangeOrder): string | null {
  if (customer !== undefined) return customer;
  const becomesCustomers = order.type === 'Inventory' && type === 'Customer';
  return becomesCustomers && order.customer === order.dealerName ? null : order.customer;
}

/**
 * The alerts after a change, including those it accepts. Choosing a type resolves the alert about the type in the
 * file.
 */
function alertsAfter(order: StoredOrder, input: ChangeOrder): StoredOrder['alerts'] {
  const isTypeChosen = input.type !== undefined && input.type !== order.type;
  return order.alerts
    .filter(({ code }) => !(isTypeChosen && code === 'word'))
    .map((alert) => (accepts(input, alert._id) ? { ...alert, accepted: true } : alert));
}

/** The entered costs after a change; for a null cost, the calculated one applies again. */
function typedAfter(stored: TypedCosts | null, given: NonNullable<ChangeOrder['sellingCosts']>): TypedCosts | null {
  const all = sellingCosts.flatMap((name) => {
    const amount = given[name] === undefined ? stored?.[name] : given[name];
    return amount == null ? [] : [[name, amount] as const];
  });
  return all.length > 0 ? Object.fromEntries(all) : null;
}

/** The order with the plain fields of a change applied; lines are changed separately. */
export function withFields(order: StoredOrder, input: ChangeOrder): StoredOrder {
  const set = <T>(given: T | undefined, stored: T): T => (given === undefined ? stored : given);
  return {
    ...order,
    shopPercent: set(input.shopPercent, order.shopPercent),
    percentGiven: order.percentGiven || (input.shopPercent !== undefined && input.shopPercent !== order.shopPercent),
    adjustment: {
      shop: set(input.adjustment?.shop, order.adjustment.shop),
      company: set(input.adjustment?.company, order.adjustment.company),
    },
    typedCosts: input.sellingCosts ? typedAfter(order.typedCosts, input.sellingCosts) : order.typedCosts,
    basePrice: set(input.basePrice?.company, order.basePrice),
    adjustmentNote: set(input.adjustmentNote, order.adjustmentNote),
    roofColor: set(input.roofColor, order.roofColor),
    sidingColor: set(input.sidingColor, order.sidingColor),
    trimColor: set(input.trimColor, order.trimColor),
    type: set(input.type, order.type),
    width: set(input.width, order.width),
    length: set(input.length, order.length),
    customer: customerAfter(order, input),
    roofType: set(input.roofType, order.roofType),
    sidingType: set(input.sidingType, order.sidingType),
    builderId: set(input.builder, order.builderId),
    metalOrdered: set(input.metalOrdered, order.metalOrdered),
    holdReason: set(input.holdReason, order.holdReason),
    sidingPaintColor: input.sidingPaint ? (input.sidingPaint.color ?? null) : order.sidingPaintColor,
    sidingPaintQuantity: input.sidingPaint ? (input.sidingPaint.quantity ?? null) : order.sidingPaintQuantity,
    trimPaintColor: input.trimPaint ? (input.trimPaint.color ?? null) : order.trimPaintColor,
    trimPaintQuantity: input.trimPaint ? (input.trimPaint.quantity ?? null) : order.trimPaintQuantity,
    alerts: alertsAfter(order, input),
    facts: withFacts(order.facts, input),
  };
}
