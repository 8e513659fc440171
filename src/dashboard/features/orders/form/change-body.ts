import type { Input } from '../../../lib/server/api.js';
import type { LineValues, OrderValues } from './order-values.js';
import { keysOf, picked } from '../../../../domain/kernel/objects.js';

type Change = Input<'PUT /api/orders/update/:id'>;
/** What a save sends besides the id and the revision. */
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

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What was changed since `start`, in the form of the call: an emptied text or choice is null, lines are sent whole when
 * one of them changed. Empty when nothing was changed.
 */
export function changeBody(start: OrderValues, now: OrderValues): ChangeBody {
  const changed = (field: keyof OrderValues) => now[field] !== undefined && !same(start[field], now[field]);
  const body: ChangeBody = {};
  for (const field of [...texts, ...choices]) if (changed(field)) body[field] = now[field] === '' ? null : now[field];
  if (changed('status')) body.status = now.status;
  if (changed('type')) body.type = now.type;
  if (changed('width')) body.width = now.width ?? 0;
  if (changed('length')) body.length = now.length ?? 0;
  if (changed('metalOrdered')) body.metalOrdered = now.metalOrdered;
  if (changed('sidingPaint')) body.sidingPaint = paint(now.sidingPaint);
  if (changed('trimPaint')) body.trimPaint = paint(now.trimPaint);
  if (changed('shopPercent')) body.shopPercent = now.shopPercent ?? 0;
  if (changed('basePrice')) body.basePrice = { company: now.basePrice.company ?? 0 };
  if (changed('adjustment')) {
    body.adjustment = { shop: now.adjustment.shop ?? 0, company: now.adjustment.company ?? 0 };
  }
  if (changed('sellingCosts')) body.sellingCosts = now.sellingCosts;
  if (changed('addOns')) body.addOns = now.addOns.map(addOnLine);
  if (changed('customAddOns')) body.customAddOns = now.customAddOns.map(customLine);
  return body;
}

/** What a shop may send of its changes: of the custom lines only what they cost it. */
export function shopChangeBody(start: OrderValues, now: OrderValues): ChangeBody {
  const { customAddOns: _lines, ...body } = changeBody(start, now);
  if (same(start.customAddOns, now.customAddOns)) return body;
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
 * What was typed over `start`, put over a newer version: fields left alone are theirs, changed lines are found again
 * among the newer lines, whose numbers may have moved.
 */
export function overNewer(start: OrderValues, now: OrderValues, newer: OrderValues): OrderValues {
  const typed = keysOf(newer).filter((field) => now[field] !== undefined && !same(start[field], now[field]));
  const mine = picked(now, typed);
  const merged = { ...newer, ...mine };
  return {
    ...merged,
    ...(mine.addOns ? { addOns: renumbered(mine.addOns, start, newer) } : {}),
    ...(mine.customAddOns ? { customAddOns: renumbered(mine.customAddOns, start, newer) } : {}),
  };
}

/** Lines with the numbers that what they were has in the newer version; a line that is gone there is a new one. */
function renumbered(lines: Lines, start: OrderValues, newer: OrderValues): LineValues[] {
  const before = [...start.addOns, ...start.customAddOns];
  const free = [...newer.addOns, ...newer.customAddOns];
  return lines.map((line) => {
    const was = line.lineNo === null ? undefined : before.find((one) => one.lineNo === line.lineNo);
    const at = free.findIndex((one) => one.addOn === was?.addOn && one.name === was.name);
    return { ...line, lineNo: at < 0 ? null : (free.splice(at, 1)[0]?.lineNo ?? null) };
  });
}

/** What is saved without the fields that an order must have. */
const movingFields = ['builder', 'metalOrdered', 'sidingPaint', 'trimPaint', 'status', 'holdReason'] as const;
/** What a New order is matched by: saved without the rest of its form. */
export const matchingFields = ['shop', 'model', 'type', 'width', 'length'] as const;
const moving: ReadonlySet<string> = new Set(movingFields);
const matching: ReadonlySet<string> = new Set([...matchingFields, 'roofType', 'sidingType', 'customer']);

/**
 * Whether a change is one that an order may carry only with its types, its three colors and its customer; `isMatched`: it
 * is New, or goes back to New with the change.
 */
export const needsRequired = (body: ChangeBody, isMatched: boolean): boolean =>
  Object.keys(body).some((field) => !moving.has(field) && !(isMatched && matching.has(field)));
