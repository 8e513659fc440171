import { z } from 'zod';
import { addOnTypes } from '../../pricing/case/case.js';
import { Id, NamedRecord, Ref, RequiredText, UnitPrice } from '../../kernel/records/fields.js';

const LaborType = z.enum(addOnTypes, 'Choose a labor type');
/** Dollars per piece, square foot or linear foot with up to four decimals, or a percent of the line (P4). */
const Labor = UnitPrice('Enter the labor amount');

const MOST_PERCENT = 1000;
const isLabor = (type: string, total: number): boolean => type !== 'percent' || total <= MOST_PERCENT;
const tooMuch = (path: string) => ({ path: [path], message: 'must be at most 1,000%' });

const fields = z.object({
  name: RequiredText('Enter a name'),
  standardLaborType: LaborType,
  standardLaborTotal: Labor,
  category: Ref('Choose a category'),
});

export const AddOnLaborFields = fields.refine(
  ({ standardLaborType, standardLaborTotal }) => isLabor(standardLaborType, standardLaborTotal),
  tooMuch('standardLaborTotal'),
);

/** A change; without a category, the stored one is unchanged. */
export const ChangeAddOnLabor = fields
  .extend({ category: fields.shape.category.optional(), id: Id, revision: z.int().optional() })
  .refine(
    ({ standardLaborType, standardLaborTotal }) => isLabor(standardLaborType, standardLaborTotal),
    tooMuch('standardLaborTotal'),
  );

/** A shop's own labor: both type and amount, or neither to use the standard labor. */
export const ChangeShopLabor = z
  .object({
    id: Id,
    revision: z.int().optional(),
    /** The shop; a shop user may only change their own. */
    shop: Id.optional(),
    laborType: LaborType.nullable(),
    laborTotal: Labor.nullable(),
  })
  .refine(({ laborType, laborTotal }) => laborType !== null || laborTotal === null, {
    path: ['laborType'],
    message: 'Choose a labor type',
  })
  .refine(({ laborType, laborTotal }) => laborTotal !== null || laborType === null, {
    path: ['laborTotal'],
    message: 'Enter the labor amount',
  })
  .refine(({ laborType, laborTotal }) => isLabor(laborType ?? 'piece', laborTotal ?? 0), tooMuch('laborTotal'));

/** Copies all labor of a category into others. */
export const CopyAddOnLabor = z
  .object({
    from: Ref('Choose the category to copy from'),
    to: z.array(Ref('is not a valid ID')).min(1, 'Choose a category to copy to').max(500),
  })
  .refine(({ from, to }) => !to.includes(from), { path: ['to'], message: 'must be a different category' });

/** Labor at standard values. */
export const AddOnLabor = z.object({
  _id: z.uuid(),
  name: z.string(),
  category: NamedRecord.nullable(),
  standardLaborType: LaborType,
  standardLaborTotal: z.number(),
  revision: z.int(),
});

/** A shop's own labor. */
export const OwnAddOnLabor = z.object({ laborType: LaborType, laborTotal: z.number() });

/**
 * Labor as it applies to a shop: its own, or else the standard one. With a shop, `revision` is that of the shop's own
 * values (0 if it has none); otherwise, that of the record.
 */
export const ShopAddOnLabor = AddOnLabor.extend({ ...OwnAddOnLabor.shape, own: OwnAddOnLabor.nullable() });

export const addOnLaborSorts = ['name', 'category', 'standardLaborType', 'standardLaborTotal'] as const;
export const shopLaborSorts = ['name', 'laborType', 'laborTotal'] as const;
