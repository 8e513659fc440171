import { z } from 'zod';
import { MAX_CENTS, cents } from '../../kernel/cents.js';
import { TableFormat } from '../../files/table-format.js';
import { Money, Total } from '../../kernel/money.js';
import {
  Day,
  Id,
  NamedRecord,
  OptionalText,
  Quantity,
  RefTo,
  RequiredText,
  Search,
  UnitPrice,
  officeAndShop,
} from '../../kernel/records/fields.js';
import { orderStates } from './rules.js';

const State = z.enum(orderStates);

const Row = z.object({
  _id: z.uuid(),
  revision: z.int(),
  purchaseOrderNumber: z.string(),
  vendor: NamedRecord,
  shop: NamedRecord,
  orderedDate: z.string(),
  recievedDate: z.string().nullable(),
  recieved: z.boolean(),
  /** Whether it is not placed yet. A draft does not count as on order. */
  draft: z.boolean(),
  state: State,
  freight: Total,
  grandTotal: Total,
});
export type OrderRow = z.output<typeof Row>;

/** `_id` is null if the item is no longer in the catalogue. */
const LineItem = z.object({ _id: z.uuid().nullable(), name: z.string() });

const Line = z.object({
  _id: z.uuid(),
  item: LineItem,
  description: z.string(),
  quantity: z.number(),
  newPrice: z.number(),
  /** The estimate of freight that `newPrice` contains, per unit; its vendor reads the price without it. */
  freightEstimate: z.number(),
  newFreight: z.number(),
  total: Total,
  /** The line's share of the order's freight. */
  freight: Total,
  /** The received quantity, and how much of it is in current inventory. */
  received: z.number(),
  pushed: z.number(),
  /** The day of its latest receipt. */
  receivedOn: z.string().nullable(),
  /** Whether everything received is in current inventory. */
  inInventory: z.boolean(),
});
export type OrderLine = z.output<typeof Line>;

/** A receipt of a line: the day entered, the user who entered it, and whether it is in current inventory. */
const Receipt = z.object({
  _id: z.uuid(),
  line: z.uuid(),
  item: z.string(),
  quantity: z.number(),
  receivedOn: z.string(),
  by: z.string(),
  inInventory: z.boolean(),
});

/** A material order with its lines; dollars, unit prices with four decimals (P11). */
export const MaterialOrder = Row.extend({
  createdAt: z.string(),
  updatedAt: z.string(),
  items: z.array(Line),
  /** The receipts, newest first. */
  receipts: z.array(Receipt),
});
export type OrderDetail = z.output<typeof MaterialOrder>;
export const OrderAnswer = officeAndShop(z.object({ msg: z.string(), item: MaterialOrder }));

const totals = z.object({ freight: Total, grandTotal: Total });
/** A page of material orders with the sums over all matches. */
export const MaterialOrderList = officeAndShop(z.object({ items: z.array(Row), total: z.int(), totals }));
/** A page of material orders, each with its lines. */
export const DetailedList = z.object({ items: z.array(Row.extend({ items: z.array(Line) })), total: z.int(), totals });

const ReceivedLine = Line.pick({
  _id: true,
  item: true,
  quantity: true,
  newPrice: true,
  newFreight: true,
  received: true,
  pushed: true,
  receivedOn: true,
  inInventory: true,
});
/** Purchase orders with receipts, each with its received lines. */
export const ReceivedOrders = officeAndShop(
  z.object({ items: z.array(Row.extend({ items: z.array(ReceivedLine) })), total: z.int() }),
);

export const OrderId = z.object({ id: Id });

const Moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'is not a valid date')
  .refine((at) => at >= '1990' && at < '2201', 'must be between 1990 and 2200');
const Freight = Money.refine((freight) => freight >= 0, 'must not be negative');

/**
 * A line as entered. Its cost follows from quantity and price, or from an entered total (P11). `_id` refers to an
 * existing line.
 */
const MaterialLineInput = z.object({
  _id: Id.optional(),
  item: z.union([Id, z.object({ _id: Id.nullish() })], 'Choose an item').nullish(),
  description: OptionalText(500),
  quantity: Quantity(),
  newPrice: UnitPrice().optional(),
  total: Money.refine((total) => total >= 0 && total < MAX_CENTS, 'must not be negative').optional(),
});
export type MaterialLineInput = z.output<typeof MaterialLineInput>;

const Fields = z.object({
  purchaseOrderNumber: RequiredText('Purchase order number is required', 60),
  vendor: RefTo('Please select a vendor'),
  orderedDate: Day.optional(),
  freight: Freight.default(cents(0)),
  items: z.array(MaterialLineInput).max(300, 'must have at most 300 items').default([]),
  draft: z.boolean().default(false),
  /** Whether to allow a number that another order of the shop has. */
  repeatNumber: z.boolean().default(false),
});
export type OrderFields = z.output<typeof Fields>;

/** Ordered today by default; a draft is saved without being placed. */
export const CreateOrder = Fields;
/** Fields left out are unchanged; `revision` is the one the user saw. A placed order cannot become a draft again. */
export const ChangeMaterialOrder = z.object({
  id: Id,
  revision: z.int().optional(),
  purchaseOrderNumber: Fields.shape.purchaseOrderNumber.optional(),
  vendor: Fields.shape.vendor.optional(),
  orderedDate: Day.optional(),
  freight: Freight.optional(),
  items: z.array(MaterialLineInput).max(300, 'must have at most 300 items').optional(),
  draft: z.boolean().optional(),
  repeatNumber: z.boolean().default(false),
});
export type ChangeMaterialOrder = z.output<typeof ChangeMaterialOrder>;

/**
 * A receipt: `receive` for one line, or `recieved` true for everything still open. `recieved` false undoes what was
 * not moved to stock. `inInventory` moves a line to stock. The day defaults to today. Receiving more than the open
 * quantity requires `overDelivery`.
 */
export const ReceiveOrder = z.object({
  id: Id,
  revision: z.int().optional(),
  recieved: z.boolean().optional(),
  recievedDate: Moment.nullish(),
  overDelivery: z.boolean().default(false),
  items: z
    .array(
      z.object({
        _id: Id,
        receive: Quantity()
          .refine((quantity) => quantity > 0, 'must be more than 0')
          .optional(),
        inInventory: z.boolean().optional(),
      }),
    )
    .max(300, 'must have at most 300 items')
    .optional(),
});
export type ReceiveOrder = z.output<typeof ReceiveOrder>;

/** The line to move to stock: `id` is its item. Quantity, price and freight, if given, must be those of the line. */
export const PushLine = z.object({
  id: Id,
  materialOrder: Id,
  line: z.union([Id, z.int().min(0).max(1000)], 'must be the ID of a line or its position, counted from 0'),
  quantity: z.number('must be a number').optional(),
  newPrice: z.number('must be a number').optional(),
  newFreight: z.number('must be a number').optional(),
});
export type PushLine = z.output<typeof PushLine>;

export const orderSorts = ['purchaseOrderNumber', 'vendor', 'orderedDate', 'recievedDate', 'grandTotal'] as const;
export type OrderSort = (typeof orderSorts)[number];

export const orderPaging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(40),
};

export const ListMaterialOrders = z.object({
  shop: Id.optional(),
  vendor: Id.optional(),
  state: State.or(z.literal('')).optional(),
  search: Search,
  sort: z.enum([...orderSorts, ...orderSorts.map((field) => `-${field}` as const)]).default('-orderedDate'),
  ...orderPaging,
});
export type ListMaterialOrders = z.output<typeof ListMaterialOrders>;
export const ExportMaterialOrders = ListMaterialOrders.omit({ page: true, size: true }).extend({ format: TableFormat });

/** Filters by shop; `waiting` lists only what was not moved to stock yet. */
export const ListReceived = z.object({
  id: Id,
  show: z.enum(['waiting', 'all', '']).default('all'),
  search: Search,
  ...orderPaging,
});
export type ListReceived = z.output<typeof ListReceived>;
