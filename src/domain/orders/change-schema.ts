import { z } from 'zod';
import { Day, Id, OneLine, PlainText } from '../kernel/records/fields.js';
import { Money } from '../kernel/money.js';
import { sellingCosts } from '../pricing/case/case.js';
import { toRecord } from '../kernel/objects.js';
import { orderStatuses } from '../kernel/order/status.js';
import { MOST_MONTHS } from './sale-facts.js';

/** An ID, or a record with one; clients send references in both forms. */
const Reference = z.union([Id, z.object({ _id: Id }).transform((record) => record._id)]);
const Note = PlainText().max(5000);
const SellingCostsInput = z.object(toRecord(sellingCosts, () => Money.nullish()));
const Color = OneLine().max(100);
const PaintInput = z.object({ color: Color.nullish(), quantity: z.number().min(0).max(99_999.9999).nullish() });
/** Feet, with up to four decimals. */
const Feet = z
  .number()
  .gt(0, 'must be more than 0')
  .lt(1000, 'must be less than 1,000')
  .refine((feet) => Number(feet.toFixed(4)) === feet, 'must have at most 4 decimals');
const Costs = z.object({ shop: Money.nullish(), standard: Money.nullish() });

/** A line of the order form; without `lineNo` it is new. */
const LineInput = z.object({
  lineNo: z.int().optional(),
  addOn: z
    .union([Id, z.object({ _id: Id.nullable() }).transform((record) => record._id)])
    .nullable()
    .optional(),
  name: OneLine().min(1, 'is required').max(5000).optional(),
  quantity: z.number().optional(),
  retailPrice: z.number().optional(),
  shopPercent: z.number().optional(),
  materialCost: Costs.optional(),
  laborCost: Costs.optional(),
});
export type LineInput = Omit<z.output<typeof LineInput>, never> & { extendedPrice?: null };

const Fact = OneLine().max(200, 'must be at most 200 characters').nullable();
/** Fields left out are unchanged. */
const AddressInput = z.object({ lineOne: Fact, lineTwo: Fact, city: Fact, state: Fact, zip: Fact }).partial();

const Blank = z.string().transform(() => undefined);
const AlertChoice = z.object({ _id: z.string(), accepted: z.boolean() });
/**
 * The fields of an order that can be changed; fields left out are unchanged. `revision` or `originalOrder` identify
 * the version the change is based on.
 */
export const ChangeOrder = z.object({
  id: Id,
  revision: z.int().optional(),
  originalOrder: z.object({ status: z.string().optional(), revision: z.int().optional() }).optional(),
  status: z.enum(orderStatuses).optional(),
  holdReason: Note.nullable().optional(),
  shop: Reference.nullable().optional(),
  model: z
    .union([Reference, z.string().transform(() => undefined)])
    .nullable()
    .optional(),
  type: z.enum(['Inventory', 'Customer']).optional(),
  width: Feet.optional(),
  length: Feet.optional(),
  dealer: z.union([Reference, Blank]).nullable().optional(),
  builder: Reference.nullable().optional(),
  metalOrdered: z.boolean().optional(),
  customer: OneLine().max(5000).nullable().optional(),
  roofType: Color.nullable().optional(),
  roofColor: Color.nullable().optional(),
  sidingType: Color.nullable().optional(),
  sidingColor: Color.nullable().optional(),
  sidingPaint: PaintInput.optional(),
  trimColor: Color.nullable().optional(),
  trimPaint: PaintInput.optional(),
  shopPercent: z.number().optional(),
  adjustment: z.object({ shop: Money.optional(), company: Money.optional() }).optional(),
  /** Amounts in dollars that replace calculated costs; null restores the calculated cost. */
  sellingCosts: SellingCostsInput.optional(),
  adjustmentNote: Note.nullable().optional(),
  /** The planned day of delivery. */
  deliveryScheduled: Day.nullable().optional(),
  dateDelivered: Day.nullable().optional(),
  driver: Fact.optional(),
  deliveryAddress: AddressInput.optional(),
  customerPhone: Fact.optional(),
  customerEmail: Fact.optional(),
  /** Whether the shed is rented to own, from whom, and for how many months. */
  rto: z.boolean().optional(),
  rtoCompany: Fact.optional(),
  rtoMonths: z
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(MOST_MONTHS, `must be at most ${MOST_MONTHS}`)
    .nullable()
    .optional(),
  /** What the customer still owes the seller, in dollars. */
  balance: Money.nullable().optional(),
  basePrice: z.object({ company: Money.optional() }).optional(),
  addOns: z.array(LineInput).max(200, 'must have at most 200 lines').optional(),
  customAddOns: z.array(LineInput).max(200, 'must have at most 200 lines').optional(),
  /** Alerts by ID. An accepted alert cannot be set back. */
  alerts: z.array(AlertChoice).max(200).optional(),
});
export type ChangeOrder = Omit<z.output<typeof ChangeOrder>, 'addOns' | 'customAddOns'> & {
  addOns?: LineInput[] | undefined;
  customAddOns?: LineInput[] | undefined;
};
