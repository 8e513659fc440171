import { z } from 'zod';
import { NamedUser } from '../users/user-names.js';
import { MetalFields, StandardMetalFields } from '../company/metal-prices.js';
import {
  Id,
  NamedRecord,
  noneTwice,
  OptionalText,
  PercentStep,
  PlainText,
  Ref,
  RequiredText,
} from '../../kernel/records/fields.js';
import { type PercentName, percentNames, shopSorts } from './rules.js';
import { toRecord } from '../../kernel/objects.js';

const eight = <V>(of: () => V): Record<PercentName, V> => toRecord(percentNames, of);

/** The highest overhead and add-on percent of a shop. Forms also check it. */
export const MOST_PERCENT = 100;

const inputPercents = eight(() => PercentStep(100).nullable());
/** The eight percents of a row; 0 if empty or left out. */
const RowPercents = eight(() => PercentStep(100).nullable().default(0));

const CategoryRow = z.object({ category: Ref('Choose a category'), ...RowPercents });
const ModelRow = z.object({ model: Ref('Choose a model'), ...RowPercents });

const text = () => OptionalText().unwrap();
const isEmail = (value: string): boolean => value === '' || z.email().safeParse(value).success;
const optionalId = () => Id.nullable();

const fields = {
  name: RequiredText('Enter the shop name'),
  defaultEmail: z.string('must be text').trim().max(254).refine(isEmail, 'is not a valid email address'),
  streetAddress: PlainText().max(200, 'must be at most 200 characters'),
  city: text(),
  state: text(),
  zipCode: text(),
  overhead: PercentStep(MOST_PERCENT).nullable(),
  shopAddOnPercent: PercentStep(MOST_PERCENT).nullable(),
  defaultCategory: optionalId(),
  nbAddonCategory: optionalId(),
  olAddonCategory: optionalId(),
  takesStockWhenFinished: z.boolean('must be true or false'),
  ...inputPercents,
  categories: z.array(CategoryRow).max(500).superRefine(noneTwice('category')),
  defaultModels: z.array(ModelRow).max(2000).superRefine(noneTwice('model')),
};

/** A new shop; only its name is required. */
export const ShopFields = z.object(fields).partial().extend({ name: fields.name });

/** A change of a shop; fields left out are unchanged. */
export const ChangeShop = z.object(fields).partial().extend({ id: Id, revision: z.int().optional() });

/** What a Shop Admin may change in their own shop. The office changes the rest. */
export const ownFields = ['streetAddress', 'city', 'state', 'zipCode', 'overhead', 'takesStockWhenFinished'] as const;

const Percents = eight(() => z.number());

/** A shop as its form shows it. The percents of its default category are fields of the shop itself. */
export const Shop = z.object({
  _id: z.uuid(),
  name: z.string(),
  defaultEmail: z.string(),
  streetAddress: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  overhead: z.number().nullable(),
  shopAddOnPercent: z.number().nullable(),
  defaultCategory: NamedRecord.nullable(),
  nbAddonCategory: NamedRecord.nullable(),
  olAddonCategory: NamedRecord.nullable(),
  /** Whether setting an order to Finished removes its items from stock. */
  takesStockWhenFinished: z.boolean(),
  ...Percents,
  categories: z.array(z.object({ category: NamedRecord, ...Percents })),
  defaultModels: z.array(z.object({ model: NamedRecord.extend({ category: NamedRecord }), ...Percents })),
  revision: z.int(),
});

/** A shop with its metal prices and, if the actor may list them, its users. */
export const ShopDetail = Shop.extend({
  ...MetalFields,
  ...StandardMetalFields,
  shopUsers: z.array(NamedUser).optional(),
});

export const ShopName = NamedRecord;

/** A row of the list of shops. */
export const ShopRow = Shop.pick({
  _id: true,
  name: true,
  defaultEmail: true,
  streetAddress: true,
  city: true,
  state: true,
  zipCode: true,
  overhead: true,
  revision: true,
}).extend({
  /** Invoices ÷ payments over the payments of the last six months, rounded up; 0 without payments (P12). */
  averageInvoicesPerWeek: z.int(),
});

export const shopSort = z.enum([...shopSorts, ...shopSorts.map((field) => `-${field}` as const)]).default('name');
