import { z } from 'zod';
import type { Cents } from '../../kernel/cents.js';
import { Money, Total } from '../../kernel/money.js';
import { rateTypes } from '../../pricing/case/case.js';
import { Id, RequiredText, UnitPrice } from '../../kernel/records/fields.js';

export const doorTypes = ['tall', 'short'] as const;

/** The four rates of a base style, each with the columns `<column>_value` and `<column>_type` (P2). */
export const rates = [
  { name: 'buildPercent', column: 'build', label: 'Build' },
  { name: 'roofPercent', column: 'roof', label: 'Roof' },
  { name: 'trussCost', column: 'truss', label: 'Truss' },
  { name: 'paintCost', column: 'paint', label: 'Paint' },
] as const;
export type RateName = (typeof rates)[number]['name'];

const RateValue = UnitPrice('This field is required');
const RateKind = z.enum(rateTypes, 'must be "percent" or "piece"');
export const MOST_RATE_PERCENT = 1000;
export const tooManyPercent = 'must be at most 1,000%';

/** A value with its type: a percent of the base, or dollars per piece (P2). */
const Rate = z
  .object({ value: RateValue, type: RateKind })
  .refine(({ value, type }) => type === 'piece' || value <= MOST_RATE_PERCENT, {
    path: ['value'],
    message: tooManyPercent,
  });
/** A shop's own rate. Without a type it keeps the shop's type, or else the standard one. */
const OwnRate = z.object({ value: RateValue, type: RateKind.optional() });
const Rates = z.object({ buildPercent: Rate, roofPercent: Rate, trussCost: Rate, paintCost: Rate });

const DoorCost = Money.refine((cents: Cents) => cents >= 0, 'must not be negative');

export const BaseStyleFields = z.object({
  name: RequiredText('Enter the base style name'),
  doorType: z.enum(doorTypes, 'must be "tall" or "short"'),
  doorCost: DoorCost,
  standardValues: Rates,
});

/** A shop's own values. Null restores the standard value; fields left out are unchanged. */
const OwnFields = z
  .object({
    doorCost: DoorCost.nullable(),
    buildPercent: OwnRate.nullable(),
    roofPercent: OwnRate.nullable(),
    trussCost: OwnRate.nullable(),
    paintCost: OwnRate.nullable(),
  })
  .partial();

/**
 * A shop's changes to several base styles. As in the answer of a read, each value stands next to the ID or inside
 * `shopValues`. Other base styles are unchanged.
 */
export const ChangeOwnBaseStyles = z.object({
  baseStyles: z
    .array(
      OwnFields.extend({
        _id: Id,
        revision: z.int().optional(),
        shopValues: OwnFields.optional(),
      }),
    )
    .min(1, 'must have at least one base style')
    .max(500),
});

const ShownRate = z.object({ value: z.number(), type: z.enum(rateTypes) });
const ShownRates = z.object({
  buildPercent: ShownRate,
  roofPercent: ShownRate,
  trussCost: ShownRate,
  paintCost: ShownRate,
});

/** A base style at standard values. */
export const BaseStyle = z.object({
  _id: z.uuid(),
  name: z.string(),
  doorType: z.enum(doorTypes),
  doorCost: Total,
  standardValues: ShownRates,
  revision: z.int(),
});

/** A shop's own values; null where the standard value applies. */
const OwnValues = z.object({
  doorCost: Total.nullable(),
  buildPercent: ShownRate.nullable(),
  roofPercent: ShownRate.nullable(),
  trussCost: ShownRate.nullable(),
  paintCost: ShownRate.nullable(),
});

/** A base style with a shop's values. `revision` is that of the shop's values, 0 while there are none. */
export const ShopBaseStyle = BaseStyle.extend({ shopValues: OwnValues });

export const BaseStyleName = BaseStyle.pick({ _id: true, name: true, doorType: true });

const Value = z.number().nullable();
const Type = z.enum(rateTypes).nullable();

/** A shop's own values as stored. */
export const StoredValues = z.object({
  doorCost: Total.nullable(),
  buildValue: Value,
  buildType: Type,
  roofValue: Value,
  roofType: Type,
  trussValue: Value,
  trussType: Type,
  paintValue: Value,
  paintType: Type,
});
