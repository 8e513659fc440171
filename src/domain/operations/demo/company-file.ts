import { z } from 'zod';
import { SettingsFields } from '../../company/company/schema.js';
import { isTimeZone } from '../../company/users/schema.js';
import { Money } from '../../kernel/money.js';
import { addOnTypes, allocationFlags } from '../../pricing/case/case.js';
import { isObject } from '../../kernel/objects.js';

const Name = z.string().trim().min(1, 'is required').max(200);
const Text = z.string().trim().max(200);
const Decimal = z.number().refine((value) => Number(value.toFixed(4)) === value, 'must have at most 4 decimals');
const Percent = Decimal.min(0, 'must not be negative').max(1000, 'must be at most 1,000');
const Quantity = Decimal.refine((value) => value > 0, 'must be more than 0');
const LaborValue = z.strictObject({ value: Decimal, type: z.enum(['percent', 'piece']) });
const Type = z.enum(addOnTypes);
const Mode = z.enum(allocationFlags);

const size = { model: Name, baseStyle: Name, width: Quantity, length: Quantity };
const labor = { buildBase: Decimal, roofBase: Decimal, trussCount: Decimal, paintHours: Decimal };
const styleLabor = { buildPercent: LaborValue, roofPercent: LaborValue, trussCost: LaborValue, paintCost: LaborValue };
const place = { streetAddress: Text, city: Text, state: Text, zipCode: Text };

const Company = z.strictObject({
  name: Name,
  ...place,
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as America/Chicago'),
  mailDomains: z.array(z.string()).default([]),
  overheadPercentCompany: Percent,
  overheadPercentShop: Percent,
  dealerCommissionPercent: Percent,
  salesRepCommissionPercent: Percent,
  lotToCustomerPercent: Percent,
  shopToLotPercent: Percent,
  fourteenWideEscort: Money,
  sixteenWideEscort: Money,
  fuelSurcharge: Money,
  roofColors: z.array(Name),
  sidingColors: z.array(Name),
  trimColors: z.array(Name),
  metalPanelStandard: Decimal.nullable(),
  woodRakeStandard: Decimal.nullable(),
  metalRakeStandard: Decimal.nullable(),
  ridgeCapStandard: Decimal.nullable(),
  jChanStandard: Decimal.nullable(),
  angleTwoByTwoStandard: Decimal.nullable(),
  oaThreeByThreeStandard: Decimal.nullable(),
  cornerThreeByThreeStandard: Decimal.nullable(),
  dripEdgeStandard: Decimal.nullable(),
  doorTrimStandard: Decimal.nullable(),
});

const AddOnItem = z.strictObject({
  item: Name,
  quantity: Quantity,
  description: Text.default(''),
  replaceItem: z.boolean(),
  replacementItem: Name.nullable(),
});
export type AddOnItem = z.output<typeof AddOnItem>;

const AddOn = z.strictObject({
  name: Name,
  category: Name,
  type: Type,
  ssId: Text.nullable(),
  retailPrice: Decimal,
  shopPercent: Percent.nullable(),
  mode: Mode.nullable(),
  discount: z.boolean(),
  steeperPitch: z.boolean(),
  onSiteFee: z.boolean(),
  nonInventory: z.boolean(),
  standardNonInvCost: Decimal.nullable(),
  labor: Name.nullable(),
  items: z.array(AddOnItem),
});

const StandardAddOns = z.array(z.strictObject({ addOn: Name, quantity: Quantity }));

const percents = {
  eightTenTwelveNBPercent: Percent.nullable(),
  eightTenTwelveINVPercent: Percent.nullable(),
  fourteenSixteenNBPercent: Percent.nullable(),
  fourteenSixteenINVPercent: Percent.nullable(),
  standardEightTenTwelveNBPercent: Percent.nullable(),
  standardEightTenTwelveINVPercent: Percent.nullable(),
  standardFourteenSixteenNBPercent: Percent.nullable(),
  standardFourteenSixteenINVPercent: Percent.nullable(),
};

const Shop = z.strictObject({
  name: Name,
  defaultEmail: Text,
  ...place,
  overhead: Percent.nullable(),
  shopAddOnPercent: Percent.nullable(),
  defaultCategory: Name.nullable(),
  nbAddonCategory: Name.nullable(),
  olAddonCategory: Name.nullable(),
  percents: z.strictObject({
    default: z.strictObject(percents),
    categories: z.array(z.strictObject({ category: Name, ...percents })),
    models: z.array(z.strictObject({ model: Name, ...percents })),
  }),
  itemValues: z.array(z.strictObject({ item: Name, subTotal: Decimal.optional(), freight: Decimal.optional() })),
  baseStyles: z.array(
    z
      .strictObject({ ...styleLabor, doorCost: Money })
      .partial()
      .extend({ name: Name }),
  ),
  shedLabor: z.array(
    z
      .strictObject({ ...labor, doorCost: Money })
      .partial()
      .extend(size),
  ),
  addOnLabor: z.array(z.strictObject({ name: Name, type: Type, total: Decimal })),
  addOnItems: z.array(z.strictObject({ addOn: Name, items: z.array(AddOnItem) })),
});

/**
 * A whole catalogue and its shops, with records referenced by name; money in dollars, converted to cents when read.
 */
const Catalogue = z.strictObject({
  baseStyles: z.array(
    z.strictObject({ name: Name, doorType: z.enum(['tall', 'short']), doorCost: Money, ...styleLabor }),
  ),
  itemCategories: z.array(Name),
  items: z.array(
    z.strictObject({
      name: Name,
      type: Text,
      category: Name,
      subTotal: Decimal,
      freight: Decimal,
      inventoryItem: z.boolean(),
    }),
  ),
  componentCategories: z.array(z.strictObject({ name: Name, priority: z.int() })),
  shedCategories: z.array(
    z.strictObject({
      name: Name,
      addonParentCategories: z.array(Name),
      sidingTypes: z.array(Name).default([]),
      roofTypes: z.array(Name).default([]),
    }),
  ),
  components: z.array(
    z.strictObject({
      name: Name,
      category: Name,
      shedCategory: Name,
      metalPackage: z.boolean(),
      items: z.array(z.strictObject({ item: Name, quantity: Quantity, description: Text.default('') })),
    }),
  ),
  addOnParentCategories: z.array(z.strictObject({ name: Name, newBuild: z.boolean(), offLot: z.boolean() })),
  addOnCategories: z.array(z.strictObject({ name: Name, parent: Name })),
  addOnLabor: z.array(z.strictObject({ name: Name, category: Name.nullable(), type: Type, total: Decimal })),
  addOns: z.array(AddOn),
  shedModels: z.array(z.strictObject({ name: Name, code: Text, category: Name, standardAddOns: StandardAddOns })),
  sheds: z.array(
    z.strictObject({
      ...size,
      ssId: Text.nullable(),
      retailPrice: Money,
      components: z.array(z.strictObject({ component: Name, quantity: Quantity })),
      standardAddOns: StandardAddOns,
    }),
  ),
  shedLabor: z.array(z.strictObject({ ...size, ...labor, doorCost: Money.nullable() })),
  haulBases: z.array(z.strictObject({ ...size, haulBase: Money })),
  shops: z.array(Shop),
  dealers: z.array(z.strictObject({ name: Name, shop: Name.nullable(), city: Text, haulPercent: Percent.nullable() })),
});
export type Catalogue = z.output<typeof Catalogue>;

const CompanyFile = Catalogue.extend({ company: Company });
export type CompanyFile = z.output<typeof CompanyFile>;

const SampleFile = Catalogue.extend({
  company: SettingsFields.extend({
    roofColors: z.array(Name),
    sidingColors: z.array(Name),
    trimColors: z.array(Name),
  }),
});
export type SampleFile = z.output<typeof SampleFile>;
export type ShopOfFile = Catalogue['shops'][number];

/**
 * A company file validated by its schema, with dollars converted to cents. Throws an error with at most 10 problems,
 * each naming its record.
 */
export const readCompanyFile = (file: unknown): CompanyFile => readFile(CompanyFile, file);

/** The same for a sample catalogue that is added to a company; of the company, it sets only rates and colors. */
export const readSampleFile = (file: unknown): SampleFile => readFile(SampleFile, file);

function readFile<S extends z.ZodType>(schema: S, file: unknown): z.output<S> {
  const result = schema.safeParse(file);
  if (result.success) return result.data;
  const problems = result.error.issues.slice(0, 10).map((issue) => `${getPlace(file, issue.path)}: ${issue.message}`);
  throw new Error(`The company file cannot be read. ${problems.join('; ')}`);
}

function getPlace(file: unknown, path: readonly PropertyKey[]): string {
  const words: string[] = [];
  let at: unknown = file;
  for (const key of path) {
    at = isObject(at) ? at[String(key)] : undefined;
    words.push(typeof key === 'number' ? (formatLabel(at) ?? `number ${key + 1}`) : String(key));
  }
  return words.join(' ') || 'file';
}

function formatLabel(record: unknown): string | null {
  if (!isObject(record)) return null;
  const { name, model, item, component, addOn, category, baseStyle, width, length } = record;
  if (width !== undefined) return `"${sizeName({ model, baseStyle, width, length })}"`;
  const label = name ?? model ?? item ?? component ?? addOn ?? category;
  return typeof label === 'string' ? `"${label}"` : null;
}

/** The name of a shed with its size, such as `Painted Cabin, Tall Wall, 8x10`. */
export const sizeName = (shed: Record<'model' | 'baseStyle' | 'width' | 'length', unknown>): string =>
  `${String(shed.model)}, ${String(shed.baseStyle)}, ${String(shed.width)}x${String(shed.length)}`;
