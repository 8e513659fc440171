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
const permissionByField = {
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
export type TouchedPart = keyof typeof permissionByField;

/**
 * The part of an order that a field belongs to, which may be locked. A field without one depends only on its
 * permission.
 */
const partByField: Readonly<Partial<Record<TouchedPart, OrderPart>>> = {
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
const pricedParts: ReadonlySet<OrderPart | undefined> = new Set(['matching', 'companyFacts', 'figures', 'costs']);
/** Whether a change affects what an order is priced from. */
export const needsPricing = (touchedParts: ReadonlySet<TouchedPart>): boolean =>
  [...touchedParts].some((field) => pricedParts.has(partByField[field]));
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
  const touchedParts = new Set<TouchedPart>();
  for (const field of toKeys(now)) {
    if (input[field] !== undefined && JSON.stringify(input[field]) !== JSON.stringify(now[field]))
      touchedParts.add(field);
  }
  if (differs(input.adjustment?.shop, order.adjustment.shop)) touchedParts.add('adjustment');
  if (differs(input.adjustment?.company, order.adjustment.company)) touchedParts.add('companyAdjustment');
  if (sellingCosts.some((name) => costDiffers(input.sellingCosts?.[name], order.typedCosts?.[name])))
    touchedParts.add('sellingCosts');
  if (input.basePrice && differs(input.basePrice.company, order.basePrice)) touchedParts.add('basePrice');
  if (paintDiffers(input.sidingPaint, order.sidingPaintColor, order.sidingPaintQuantity))
    touchedParts.add('sidingPaint');
  if (paintDiffers(input.trimPaint, order.trimPaintColor, order.trimPaintQuantity)) touchedParts.add('trimPaint');
  for (const field of listTouchedFacts(order.facts, input)) touchedParts.add(field);
  if (order.alerts.some((alert) => !alert.accepted && accepts(input, alert._id))) touchedParts.add('alerts');
  if (input.addOns && linesDiffer(order, 'addOn', input.addOns)) touchedParts.add('addOns');
  if (input.customAddOns && linesDiffer(order, 'custom', input.customAddOns)) touchedParts.add('customAddOns');
  if (input.customAddOns && costsDiffer(order, input.customAddOns, 'shop')) touchedParts.add('customCosts');
  if (input.customAddOns && costsDiffer(order, input.customAddOns, 'standard')) touchedParts.add('standardCosts');
  return touchedParts;
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

const costDiffers = (newCost: number | null | undefined, storedCost: number | undefined): boolean =>
  newCost !== undefined && newCost !== (storedCost ?? null);
const differs = (newValue: number | undefined, storedValue: number): boolean =>
  newValue !== undefined && newValue !== storedValue;
const paintDiffers = (newPaint: ChangeOrder['sidingPaint'], color: string | null, quantity: number | null): boolean =>
  newPaint !== undefined && ((newPaint.color ?? null) !== color || (newPaint.quantity ?? null) !== quantity);

const ofKind = (order: StoredOrder, kind: StoredLine['kind']) => order.lines.filter((line) => line.kind === kind);

function linesDiffer(order: StoredOrder, kind: StoredLine['kind'], lines: readonly LineInput[]): boolean {
  const storedLines = ofKind(order, kind);
  return storedLines.length !== lines.length || lines.some((line, n) => lineDiffers(storedLines[n], line));
}

function lineDiffers(storedLine: StoredLine | undefined, line: LineInput): boolean {
  if (!storedLine || storedLine.lineNo !== line.lineNo) return true;
  return (
    (line.name !== undefined && line.name !== storedLine.name) ||
    (line.addOn !== undefined && line.addOn !== storedLine.addOnId) ||
    (line.quantity !== undefined && line.quantity !== storedLine.quantity) ||
    (line.retailPrice !== undefined && line.retailPrice !== storedLine.retailPrice) ||
    (line.shopPercent !== undefined && line.shopPercent !== storedLine.shopPercent)
  );
}

function costsDiffer(order: StoredOrder, lines: readonly LineInput[], view: 'shop' | 'standard'): boolean {
  return lines.some((line) => {
    const storedLine = order.lines.find((s) => s.lineNo === line.lineNo && s.kind === 'custom');
    if (!storedLine) return false;
    const before = {
      shop: [storedLine.materialShop, storedLine.laborShop],
      standard: [storedLine.materialStandard, storedLine.laborStandard],
    };
    const typedCosts = [line.materialCost?.[view], line.laborCost?.[view]];
    return typedCosts.some((cost, n) => cost !== undefined && cost !== before[view][n]);
  });
}

/** Throws for what the actor may not change, and for what the status of the order or its invoice locks. */
export function checkTouched(
  order: StoredOrder,
  input: ChangeOrder,
  touchedParts: ReadonlySet<TouchedPart>,
  actor: Actor,
  invoiceStatus: LockedBy['invoiceStatus'],
): void {
  if (touchedParts.has('holdReason') && input.holdReason && (input.status ?? order.status) !== 'On Hold') {
    throw invalid('holdReason', 'can be set only for orders On Hold');
  }
  const isMatched = isMatchedOnSave(order, input);
  const locks = findLocks(actor, { status: isMatched ? 'New' : order.status, invoiceStatus });
  for (const field of touchedParts) {
    if (!can(actor, permissionByField[field])) throw new DomainError('permission-denied', undefined);
    const isFilled = fillable.has(field) && order[field as 'customer'] !== null; // one of the columns that may be empty
    if (isFilled && !(isMatched && rightWhileNew.has(field))) throw invalid(field, 'is read-only');
    const part = partByField[field];
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
export function checkRequired(order: StoredOrder, input: ChangeOrder, touchedParts: ReadonlySet<TouchedPart>): void {
  const freeStatuses = isMatchedOnSave(order, input) ? matching : moving;
  if (![...touchedParts].some((field) => !shopPart.has(field) && !freeStatuses.has(field) && !isFact(field))) return;
  const type = input.type ?? order.type;
  const requiredFields = [
    ...(['roofType', 'roofColor', 'sidingType', 'sidingColor', 'trimColor'] as const),
    ...(type === 'Customer' ? (['customer'] as const) : []),
  ];
  const errors = requiredFields
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
function typedAfter(before: TypedCosts | null, newCosts: NonNullable<ChangeOrder['sellingCosts']>): TypedCosts | null {
  const all = sellingCosts.flatMap((name) => {
    const amount = newCosts[name] === undefined ? before?.[name] : newCosts[name];
    return amount == null ? [] : [[name, amount] as const];
  });
  return all.length > 0 ? Object.fromEntries(all) : null;
}

/** The order with the plain fields of a change applied; lines are changed separately. */
export function withFields(order: StoredOrder, input: ChangeOrder): StoredOrder {
  const orStored = <T>(newValue: T | undefined, storedValue: T): T => (newValue === undefined ? storedValue : newValue);
  return {
    ...order,
    shopPercent: orStored(input.shopPercent, order.shopPercent),
    percentGiven: order.percentGiven || (input.shopPercent !== undefined && input.shopPercent !== order.shopPercent),
    adjustment: {
      shop: orStored(input.adjustment?.shop, order.adjustment.shop),
      company: orStored(input.adjustment?.company, order.adjustment.company),
    },
    typedCosts: input.sellingCosts ? typedAfter(order.typedCosts, input.sellingCosts) : order.typedCosts,
    basePrice: orStored(input.basePrice?.company, order.basePrice),
    adjustmentNote: orStored(input.adjustmentNote, order.adjustmentNote),
    roofColor: orStored(input.roofColor, order.roofColor),
    sidingColor: orStored(input.sidingColor, order.sidingColor),
    trimColor: orStored(input.trimColor, order.trimColor),
    type: orStored(input.type, order.type),
    width: orStored(input.width, order.width),
    length: orStored(input.length, order.length),
    customer: customerAfter(order, input),
    roofType: orStored(input.roofType, order.roofType),
    sidingType: orStored(input.sidingType, order.sidingType),
    builderId: orStored(input.builder, order.builderId),
    metalOrdered: orStored(input.metalOrdered, order.metalOrdered),
    holdReason: orStored(input.holdReason, order.holdReason),
    sidingPaintColor: input.sidingPaint ? (input.sidingPaint.color ?? null) : order.sidingPaintColor,
    sidingPaintQuantity: input.sidingPaint ? (input.sidingPaint.quantity ?? null) : order.sidingPaintQuantity,
    trimPaintColor: input.trimPaint ? (input.trimPaint.color ?? null) : order.trimPaintColor,
    trimPaintQuantity: input.trimPaint ? (input.trimPaint.quantity ?? null) : order.trimPaintQuantity,
    alerts: alertsAfter(order, input),
    facts: withFacts(order.facts, input),
  };
}
