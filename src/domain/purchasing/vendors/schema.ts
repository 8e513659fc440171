import { z } from 'zod';
import { TableFormat } from '../../files/table-format.js';
import { Id, NamedRecord, OptionalText, PlainText, Quantity, RequiredText } from '../../kernel/records/fields.js';
import { Listing } from '../../kernel/records/page.js';

const isEmail = (value: string): boolean => value === '' || z.email().safeParse(value).success;
const text = (most?: number) => OptionalText(most).unwrap();

/**
 * How many of an item the vendor sells in one pack; null for any quantity. If left out, the stored value is
 * unchanged.
 */
const Pack = Quantity().gt(0, 'must be more than 0').nullable().optional();

/** Items as IDs or as the API returns them; repeated items count once. */
const ItemRefs = z
  .array(z.union([Id.transform((_id) => ({ _id, pack: undefined })), z.object({ _id: Id, pack: Pack })]))
  .max(2000, 'must have at most 2,000 items')
  .transform((items) => items.filter(({ _id }, n) => items.findIndex((item) => item._id === _id) === n));

const fields = {
  name: RequiredText('Enter the vendor name'),
  email: z.string('must be text').trim().max(254).refine(isEmail, 'is not a valid email address'),
  address: PlainText().max(200, 'must be at most 200 characters'),
  city: text(100),
  state: text(60),
  zipCode: text(20),
  terms: text(100),
  defaultItems: ItemRefs,
};

/** A new vendor of a shop; only its name is required. */
export const NewVendor = z.object(fields).partial().extend({ name: fields.name, shop: Id.optional() });

/** A change of a vendor; fields left out are unchanged. */
export const ChangeVendor = z.object(fields).partial().extend({ id: Id, revision: z.int().optional() });
export type VendorValues = Omit<z.output<typeof ChangeVendor>, 'id' | 'revision'>;

/** An item usually ordered from a vendor, under the shop's name; `total` in dollars with four decimals. */
const DefaultItem = NamedRecord.extend({
  type: z.string(),
  category: NamedRecord,
  total: z.number(),
  pack: z.number().nullable(),
  shopValues: z.array(z.object({ shop: z.uuid(), name: z.string(), total: z.number() })),
});

const Row = z.object({
  _id: z.uuid(),
  revision: z.int(),
  shop: NamedRecord,
  name: z.string(),
  email: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  /** The payment terms, such as `Net 30`. */
  terms: z.string(),
});

/** A vendor in a list, with the number of its default items. */
export const VendorRow = Row.extend({ items: z.int() });
export type VendorRow = z.output<typeof VendorRow>;

/** A vendor with its default items, in order. */
export const Vendor = Row.extend({ defaultItems: z.array(DefaultItem) });
export type Vendor = z.output<typeof Vendor>;

const vendorSorts = ['name', 'email', 'address', 'city', 'items', 'shop'] as const;
const sort = z.enum(vendorSorts.flatMap((field) => [field, `-${field}`] as const)).default('name');

export const ListVendors = Listing.extend({ sort, size: Listing.shape.size.default(40), shop: Id.optional() });
export const ExportVendors = ListVendors.pick({ search: true, sort: true, shop: true }).extend({ format: TableFormat });
