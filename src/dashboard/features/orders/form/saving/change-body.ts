import type { Input } from '../../../../lib/server/api.js';
import type { LineValues, OrderValues } from './order-values.js';
import { saleChange, saleLabels } from '../fields/sale-values.js';
import { toKeys, pickFields } from '../../../../../domain/kernel/objects.js';

type Change = Input<'PUT /api/orders/update/:id'>;
/** The fields a save sends besides ID and revision. */
export type ChangeBody = Omit<Change, 'id' | 'revision' | 'originalOrder'>;
type Lines = readonly LineValues[];

const texts = [
  'holdReason',
  'customer',
  'roofType',
  'roofColor',
  'sidingType',
  'sidingColor',
  'trimColor',
  'adjustmentNote',
] as const;
const choices = ['shop', 'model', 'dealer', 'builder'] as const;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The changes since `start` as request values: an emptied text or choice is null; if one line changed, all lines are
 * sent. Empty without changes.
 */
export function changeBody(start: OrderValues, now: OrderValues): ChangeBody {
  const isChanged = (field: keyof OrderValues) => now[field] !== undefined && !isSame(start[field], now[field]);
  const body: ChangeBody = saleChange(now, isChanged);
  for (const field of [...texts, ...choices]) if (isChanged(field)) body[field] = now[field] === '' ? null : now[field];
  if (isChanged('status')) body.status = now.status;
  if (isChanged('type')) body.type = now.type;
  if (isChanged('width')) body.width = now.width ?? 0;
  if (isChanged('length')) body.length = now.length ?? 0;
  if (isChanged('metalOrdered')) body.metalOrdered = now.metalOrdered;
  if (isChanged('sidingPaint')) body.sidingPaint = paint(now.sidingPaint);
  if (isChanged('trimPaint')) body.trimPaint = paint(now.trimPaint);
  if (isChanged('shopPercent')) body.shopPercent = now.shopPercent ?? 0;
  if (isChanged('basePrice')) body.basePrice = { company: now.basePrice.company ?? 0 };
  if (isChanged('adjustment')) {
    body.adjustment = { shop: now.adjustment.shop ?? 0, company: now.adjustment.company ?? 0 };
  }
  if (isChanged('sellingCosts')) body.sellingCosts = now.sellingCosts;
  if (isChanged('addOns')) body.addOns = now.addOns.map(addOnLine);
  if (isChanged('customAddOns')) body.customAddOns = now.customAddOns.map(customLine);
  return body;
}

/** The changes a shop may send: for custom lines, only its costs. */
export function shopChangeBody(start: OrderValues, now: OrderValues): ChangeBody {
  const { customAddOns: _lines, ...body } = changeBody(start, now);
  if (isSame(start.customAddOns, now.customAddOns)) return body;
  const costs = now.customAddOns.map(({ lineNo, materialCost, laborCost }) => ({
    lineNo: lineNo ?? 0,
    materialCost,
    laborCost,
  }));
  return { ...body, customAddOns: costs };
}

const paint = ({ color, quantity }: OrderValues['sidingPaint']) => ({ color: color === '' ? null : color, quantity });

const addOnLine = ({ lineNo, addOn, quantity, retailPrice, shopPercent }: LineValues) => ({
  ...(lineNo === null ? {} : { lineNo }),
  ...(addOn === null ? {} : { addOn }),
  quantity: quantity ?? 0,
  retailPrice: retailPrice ?? 0,
  shopPercent: shopPercent ?? 0,
});

const customLine = ({ lineNo, name, quantity, retailPrice, shopPercent, materialCost, laborCost }: LineValues) => ({
  ...(lineNo === null ? {} : { lineNo }),
  name,
  quantity: quantity ?? 0,
  retailPrice: retailPrice ?? 0,
  shopPercent: shopPercent ?? 0,
  materialCost,
  laborCost,
});

/**
 * The input typed over `start`, reapplied to a newer version: untouched fields take the newer values; changed lines are
 * matched with the newer lines, whose numbers may have changed.
 */
export function overNewer(start: OrderValues, now: OrderValues, newerValues: OrderValues): OrderValues {
  const changedFields = toKeys(newerValues).filter(
    (field) => now[field] !== undefined && !isSame(start[field], now[field]),
  );
  const mine = pickFields(now, changedFields);
  const mergedValues = { ...newerValues, ...mine };
  return {
    ...mergedValues,
    ...(mine.addOns ? { addOns: renumber(mine.addOns, start, newerValues) } : {}),
    ...(mine.customAddOns ? { customAddOns: renumber(mine.customAddOns, start, newerValues) } : {}),
  };
}

/** Gives each line the number that its original has in the newer version; a line deleted there becomes a new one. */
function renumber(lines: Lines, start: OrderValues, newerValues: OrderValues): LineValues[] {
  const before = [...start.addOns, ...start.customAddOns];
  const candidates = [...newerValues.addOns, ...newerValues.customAddOns];
  return lines.map((line) => {
    const was = line.lineNo === null ? undefined : before.find((one) => one.lineNo === line.lineNo);
    const at = candidates.findIndex((one) => one.addOn === was?.addOn && one.name === was.name);
    return { ...line, lineNo: at < 0 ? null : (candidates.splice(at, 1)[0]?.lineNo ?? null) };
  });
}

/** Fields that can be saved even if required fields of the order are empty, besides the facts of the sale. */
const movingFields = ['builder', 'metalOrdered', 'sidingPaint', 'trimPaint', 'status', 'holdReason'] as const;
/** Fields that a New order is matched by: saved without the rest of its form. */
export const matchingFields = ['shop', 'model', 'type', 'width', 'length'] as const;
const moving: ReadonlySet<string> = new Set([...movingFields, ...toKeys(saleLabels)]);
const matching: ReadonlySet<string> = new Set([...matchingFields, 'roofType', 'sidingType', 'customer']);

/**
 * Whether a change requires the order to have its types, its three colors and its customer; `isMatched`: the order is
 * New, or the change returns it to New.
 */
export const needsRequired = (body: ChangeBody, isMatched: boolean): boolean =>
  Object.keys(body).some((field) => !moving.has(field) && !(isMatched && matching.has(field)));
