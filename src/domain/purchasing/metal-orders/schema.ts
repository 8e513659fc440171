import { z } from 'zod';
import { TableFormat } from '../../files/table-format.js';
import { orderStatuses } from '../../kernel/order/status.js';
import { Day, Id, NamedRecord, OptionalText, Quantity, RefTo, RequiredText } from '../../kernel/records/fields.js';

const text = (most: number) => OptionalText(most).unwrap();
/** A choice as forms send it, `{ label, value }` or only its text; empty for none. */
const ChoiceText = (most: number) =>
  z
    .union([text(most), z.object({ value: text(most) }).transform(({ value }) => value)], 'must be text')
    .nullish()
    .transform((value) => value ?? '');

/** Without `_id`, the item is matched to the catalogue item with this name, if there is one. */
const ItemInput = z.object({
  _id: Id.nullish(),
  name: RequiredText('Enter the item name'),
  quantity: Quantity(),
});

/**
 * A package as entered. Without `items`, it gets what its component needs for the order with the serial number, minus
 * what is already ordered. If there is no such order, it is sized for `shed`, a shed of the catalogue.
 */
const PackageInput = z.object({
  shedCategory: z
    .union([Id, z.object({ _id: Id.nullish() }).transform(({ _id }) => _id)], 'is not a valid ID')
    .nullish(),
  metalPackage: z
    .object({
      _id: Id.nullish(),
      name: ChoiceText(200),
      items: z.array(ItemInput).max(500, 'must have at most 500 items').optional(),
    })
    .nullish(),
  shed: z.union([Id, z.object({ _id: Id.nullish() }).transform(({ _id }) => _id)], 'is not a valid ID').nullish(),
  serialNumber: RequiredText('Serial number is required', 100),
  roofColor: ChoiceText(100),
  sidingColor: ChoiceText(100),
  trimColor: ChoiceText(100),
});
export type PackageInput = z.output<typeof PackageInput>;

const fields = {
  vendor: RefTo('Please select a vendor'),
  purchaseOrderNumber: RequiredText('Purchase order number is required', 60),
  orderedDate: Day,
  metalOrder: z
    .array(PackageInput, 'Add at least one metal package')
    .min(1, 'Add at least one metal package')
    .max(200, 'must have at most 200 packages'),
};

/** A new metal order, ordered today by default. */
export const NewMetalOrder = z.object(fields).extend({
  orderedDate: Day.nullish().transform((day) => day ?? undefined),
  shop: Id.optional(),
  repeatNumber: z.boolean().default(false),
});

/** A change of a metal order; fields left out are unchanged. */
export const ChangeMetalOrder = z
  .object(fields)
  .partial()
  .extend({
    id: Id,
    revision: z.int().optional(),
    recieved: z.boolean().optional(),
    recievedDate: Day.nullish(),
    repeatNumber: z.boolean().default(false),
  });

const Choice = z.object({ label: z.string(), value: z.string() });

const Package = z.object({
  _id: z.uuid(),
  /** `_id` is null if the category no longer exists. */
  shedCategory: z.object({ _id: z.uuid().nullable(), name: z.string() }).nullable(),
  metalPackage: z.object({
    /** The component it was made from; null if that no longer exists or the items were entered by hand. */
    _id: z.uuid().nullable(),
    name: Choice,
    /** `_id` is the catalogue item; null if there is none. */
    items: z.array(z.object({ _id: z.uuid().nullable(), name: z.string(), quantity: z.number() })),
  }),
  /** The size it was made for if no order had the serial number; `_id` is null if the shed no longer exists. */
  shed: z.object({ _id: z.uuid().nullable(), name: z.string() }).nullable(),
  serialNumber: z.string(),
  roofColor: Choice.nullable(),
  sidingColor: Choice.nullable(),
  trimColor: Choice.nullable(),
  /** The shop's order with that serial number. */
  order: z.object({ _id: z.uuid(), status: z.enum(orderStatuses), metalOrdered: z.boolean() }).nullable(),
});

/** A metal order in a list; days as `2026-03-02`. */
export const MetalOrderRow = z.object({
  _id: z.uuid(),
  revision: z.int(),
  shop: NamedRecord,
  purchaseOrderNumber: z.string(),
  vendor: NamedRecord,
  orderedDate: z.string(),
  recieved: z.boolean(),
  recievedDate: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The serial numbers of its packages, in order. */
  serialNumbers: z.array(z.string()),
});
export type MetalOrderRow = z.output<typeof MetalOrderRow>;

/** A metal order with its packages and their items. */
export const MetalOrder = MetalOrderRow.omit({ serialNumbers: true }).extend({ metalOrder: z.array(Package) });
export type MetalOrder = z.output<typeof MetalOrder>;

const metalOrderSorts = ['purchaseOrderNumber', 'vendor', 'orderedDate', 'recievedDate', 'shop'] as const;
export type MetalOrderSort = (typeof metalOrderSorts)[number];

export const ListMetalOrders = z.object({
  search: z.string().trim().max(100).default(''),
  sort: z.enum(metalOrderSorts.flatMap((field) => [field, `-${field}`] as const)).default('-orderedDate'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(40),
  shop: Id.optional(),
  /** `yes`: only received orders; `no`: only those not received. */
  received: z.enum(['yes', 'no', '']).default(''),
});
export const ExportMetalOrders = ListMetalOrders.omit({ page: true, size: true }).extend({ format: TableFormat });

/** A component that is ordered as a metal package; `items` are for one unit, under the shop's names. */
export const MetalPackageChoice = z.object({
  _id: z.uuid(),
  name: z.string(),
  shedCategory: NamedRecord,
  items: z.array(z.object({ _id: z.uuid(), name: z.string(), quantity: z.number() })),
});

/**
 * The package to size, for the order with a serial number or else for a shed of the catalogue, minus what other metal
 * orders have.
 */
export const SizeMetalPackage = z.object({
  component: Id,
  serialNumber: z.string().trim().max(100).default(''),
  shed: Id.optional(),
  /** The metal order being edited; its own packages do not count as already ordered. */
  except: Id.optional(),
  shop: Id.optional(),
});

/** A package sized to a shed. */
export const SizedPackage = z.object({
  /** What the quantities are based on; with `none`, the user must choose the size of the shed. */
  sizedBy: z.enum(['order', 'shed', 'none']),
  items: z.array(
    z.object({
      _id: z.uuid(),
      name: z.string(),
      type: z.string(),
      /** How much of it the shed needs. */
      needed: z.number(),
      /** Already on metal orders for the serial number, in this component. */
      ordered: z.number(),
      /** What the whole order still needs beyond all purchases; null if no order is known. */
      left: z.number().nullable(),
      /** The quantity to order. */
      quantity: z.number(),
    }),
  ),
  /** The catalogue's sheds that have this package. */
  sheds: z.array(NamedRecord),
});
export type SizedPackage = z.output<typeof SizedPackage>;

/** One of the shop's orders that needs metal. */
export const MetalOrderFor = z.object({
  _id: z.uuid(),
  serialNumber: z.string(),
  status: z.enum(orderStatuses),
  shedCategory: NamedRecord.nullable(),
  model: z.string(),
  width: z.number(),
  length: z.number(),
  roofColor: z.string().nullable(),
  sidingColor: z.string().nullable(),
  trimColor: z.string().nullable(),
  metalOrdered: z.boolean(),
});
