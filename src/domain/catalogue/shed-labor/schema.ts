import { z } from 'zod';
import { type Cents, toCents } from '../../kernel/cents.js';
import { Money, Total } from '../../kernel/money.js';
import { Feet, NamedRecord, Quantity, Ref } from '../../kernel/records/fields.js';

const REQUIRED = 'This field is required';

/** A base in dollars and cents: it is money, not a unit price, so it has two decimals (P0). */
const BaseAmount = z
  .number(REQUIRED)
  .min(0, 'must not be negative')
  .lt(10_000_000, 'must be less than 10,000,000')
  .refine((dollars) => toCents(dollars) !== null, 'must be an amount in dollars with at most 2 decimals');

/** Null to use the door cost of the base style. */
const DoorCost = Money.refine((cents: Cents) => cents >= 0, 'must not be negative')
  .nullable()
  .default(null);

/**
 * The labor for one size of a model at standard values: dollars for the bases and the door, counts for trusses and
 * paint hours.
 */
export const LaborFields = z.object({
  baseStyle: Ref('Choose a base style'),
  width: Feet(REQUIRED),
  length: Feet(REQUIRED),
  standardBuildBase: BaseAmount,
  standardRoofBase: BaseAmount,
  standardTrussCount: Quantity(REQUIRED),
  standardPaintHours: Quantity(REQUIRED),
  standardDoorCost: DoorCost,
});
export const NewLabor = LaborFields.extend({ model: Ref('Choose a model') });
/** A change; without a model, the stored one is unchanged. */
export const ChangedLabor = LaborFields.extend({ model: Ref('Choose a model').optional() });

/** A shop's own values. One that is null or equals the standard value is not stored and follows it from then on. */
export const OwnLaborFields = z.object({
  buildBase: BaseAmount.nullable(),
  roofBase: BaseAmount.nullable(),
  trussCount: Quantity(REQUIRED).nullable(),
  paintHours: Quantity(REQUIRED).nullable(),
  doorCost: DoorCost,
});

/** A shed labor at standard values, with its total (P2). */
export const ShedLabor = z.object({
  _id: z.uuid(),
  shedCategory: NamedRecord,
  model: NamedRecord,
  baseStyle: NamedRecord,
  width: z.number(),
  length: z.number(),
  standardBuildBase: z.number(),
  standardRoofBase: z.number(),
  standardTrussCount: z.number(),
  standardPaintHours: z.number(),
  standardDoorCost: Total.nullable(),
  standardTotalLaborCost: Total,
  revision: z.int(),
});

/** A shop's own values; null where the standard value applies. */
export const OwnShedLabor = z.object({
  buildBase: z.number().nullable(),
  roofBase: z.number().nullable(),
  trussCount: z.number().nullable(),
  paintHours: z.number().nullable(),
  doorCost: Total.nullable(),
});

/**
 * A shed labor with a shop's values and its total there. `revision` is that of the shop's values, 0 while there are
 * none.
 */
export const ShopShedLabor = ShedLabor.extend({ shopValues: OwnShedLabor, totalLaborCost: Total });
