import { z } from 'zod';
import { Money, Total } from '../../kernel/money.js';
import { CostUnknown } from '../../pricing/unknown-schema.js';
import { Feet, Id, NamedRecord, OptionalText, Quantity, Ref, RequiredText } from '../../kernel/records/fields.js';

/** The parents of the add-on categories that a shed category offers. */
const Parents = z.array(Ref('is not a valid ID')).max(100).default([]);

/** Siding or roof types by name, without duplicates; fields you leave out are unchanged. */
const Types = z
  .array(RequiredText('is required', 100))
  .max(50, 'must have at most 50 types')
  .refine(
    (types) => new Set(types.map((type) => type.toLowerCase())).size === types.length,
    'must list each type only once',
  )
  .optional();

export const ShedCategoryFields = z.object({
  name: RequiredText('Enter the shed category name'),
  addonParentCategories: Parents,
  sidingTypes: Types,
  roofTypes: Types,
});

export const ShedCategory = z.object({
  _id: z.uuid(),
  name: z.string(),
  addonParentCategories: z.array(NamedRecord),
  /**
   * The types its sheds are built with. An order with another type gets an alert. An empty list allows every type
   * that no other category is named after.
   */
  sidingTypes: z.array(z.string()),
  roofTypes: z.array(z.string()),
  models: z.int(),
  revision: z.int(),
});

/** Copies a category: every model gets the prefix before its code and the suffix after its name. */
export const CopyCategory = z.object({
  existingCategoryId: Ref('Choose the existing category'),
  newCategoryName: RequiredText('Enter the new category name'),
  codePrefix: RequiredText('Enter the prefix', 20),
  modelSuffix: RequiredText('Enter the suffix', 50),
  addonParentCategories: Parents,
});

/** Throws if two lines reference the same record. */
const once = <L extends z.ZodType<readonly unknown[]>>(
  lines: L,
  getId: (line: z.output<L>[number]) => unknown,
  what: string,
) => lines.refine((all) => new Set(all.map(getId)).size === all.length, `must list each ${what} only once`);

const AddOnList = z.array(z.object({ addon: Ref(), quantity: Quantity().default(1) })).max(500);
const AddOnLines = once(AddOnList.default([]), (line) => line.addon, 'add-on');
const ComponentLines = once(
  z
    .array(z.object({ component: Ref(), quantity: Quantity().default(1) }))
    .max(500)
    .default([]),
  (line) => line.component,
  'component',
);

export const ModelFields = z.object({
  name: RequiredText('Enter the model name'),
  code: OptionalText(50),
  standardAddOns: AddOnLines,
});
export const NewModel = ModelFields.extend({ shedCategory: Ref('Choose a shed category') });

const AddOnLine = z.object({ addon: NamedRecord, quantity: z.number() });
const ComponentLine = z.object({ component: NamedRecord, quantity: z.number() });

export const ShedModel = z.object({
  _id: z.uuid(),
  name: z.string(),
  code: z.string(),
  shedCategory: NamedRecord,
  sheds: z.int(),
  standardAddOns: z.array(AddOnLine),
  revision: z.int(),
});

/** Copies a model with all its sizes. Every text is trimmed and required. */
const requiredText = 'Please fill in all required fields';
export const CopyModel = z.object({
  id: Id,
  name: RequiredText(requiredText),
  code: RequiredText(requiredText, 50),
  shedCategory: Ref(requiredText).optional(),
});

export const ShedFields = z.object({
  baseStyle: Ref('Choose a base style'),
  width: Feet('Enter the width'),
  length: Feet('Enter the length'),
  ssId: OptionalText(100),
  retailPrice: Money.refine((cents) => cents >= 0, 'must not be negative'),
  components: ComponentLines,
  standardAddOns: AddOnLines,
});
/** A new shed gets the standard add-ons of its model unless it lists its own. */
export const NewShed = ShedFields.extend({
  model: Ref('Choose a model'),
  standardAddOns: once(AddOnList, (line) => line.addon, 'add-on').optional(),
});

export const Shed = z.object({
  _id: z.uuid(),
  category: NamedRecord,
  model: NamedRecord,
  baseStyle: NamedRecord,
  width: z.number(),
  length: z.number(),
  ssId: z.string(),
  retailPrice: Total,
  /** The shed labor and the haul base for its size; null if none is set up. */
  shedLabor: z.uuid().nullable(),
  haulBase: z.uuid().nullable(),
  components: z.array(ComponentLine),
  standardAddOns: z.array(AddOnLine),
  revision: z.int(),
});

/** A cost or a profit; null if it is not known. */
const Cost = Total.nullable();
const Share = z.number().nullable();

const Size = Shed.pick({ _id: true, category: true, model: true, baseStyle: true, width: true, length: true }).extend({
  /** Why the shed's cost is unknown; costs and profits that depend on it are null. Empty if it is known. */
  costUnknown: CostUnknown,
  retailPrice: Total,
  shopsRetailPercent: z.number(),
  shopsRetailPrice: Total,
  shopOverhead: Total,
});

/** A row of the price table for the office: at standard costs. */
export const PricedShed = Size.extend({
  standardBoxMaterialCost: Cost,
  standardLabor: Cost,
  standardBoxTotalCost: Cost,
  standardBoxGrossProfit: Cost,
  standardBoxGrossProfitPercent: Share,
  standardAddonsTotalGrossProfit: Total,
  standardAddonsTotalGrossProfitPercent: z.number(),
  totalStandardGrossProfit: Cost,
  totalStandardGrossProfitPercent: Share,
});

/** A row of the price table for a shop: at its own costs and overhead. */
export const ShopPricedShed = Size.extend({
  shopBoxMaterialCost: Cost,
  shopLabor: Cost,
  shopBoxTotalCost: Cost,
  shopBoxGrossProfit: Cost,
  shopBoxGrossProfitPercent: Share,
});
