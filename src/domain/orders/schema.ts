import { z } from 'zod';
import { Day, Id, NamedRecord } from '../kernel/records/fields.js';
import { next, paging } from '../kernel/records/long-list.js';
import { searchScope } from '../kernel/records/short-search.js';
import { TableFormat } from '../files/table-format.js';
import { invoiceStatuses } from '../kernel/order/invoice-status.js';
import { Money, Total } from '../kernel/money.js';
import { addOnTypes, sellingCosts } from '../pricing/case/case.js';
import type { AddOnContent, ShedContent } from './pricing/locked-orders.js';
import { orderStatuses } from '../kernel/order/status.js';
import { CostUnknown } from '../pricing/unknown-schema.js';
import { officeFigures, officeLineFigures, shopFigures, shopLineFigures } from './pricing/figure-schema.js';
import { toRecord } from '../kernel/objects.js';

export const Alert = z.object({
  _id: z.string(),
  code: z.string(),
  text: z.string(),
  /** The alert's text, under the field name that the API documents. */
  alert: z.string(),
  accepted: z.boolean(),
});
const Paint = z.object({ color: z.string().nullable(), quantity: z.number().nullable() });

const text = z.string().nullable();

/** What was sold to whom, and when, as every list of orders shows it. */
export const saleColumns = {
  dealer: z.string().nullable(),
  customer: z.string().nullable(),
  model: z.string(),
  width: z.number(),
  length: z.number(),
  dateOrdered: z.string(),
  dateFinished: z.string().nullable(),
};

const ListRow = z.object({
  _id: z.uuid(),
  serialNumber: z.string(),
  status: z.enum(orderStatuses),
  statusSince: z.string(),
  type: z.enum(['Inventory', 'Customer']),
  shop: NamedRecord.nullable(),
  ...saleColumns,
  /** The planned day of delivery. */
  deliveryScheduled: text,
  dateDelivered: text,
  metalOrdered: z.boolean(),
  builder: NamedRecord.nullable(),
  openAlerts: z.int(),
  holdReason: z.string().nullable(),
  revision: z.int(),
});
const shopTotal = z.object({ shop: Total });
const sideTotals = z.object({ shop: Total, company: Total, order: Total });
/** What a list shows of the sale; only the office sees the balance and the rest. */
const deliveryCity = text;
const listedSale = { deliveryCity, driver: text, rtoCompany: text, balance: Total.nullable() };
/** The status of the order's invoice, hidden from builders; null without an invoice. */
const invoiceStatus = z.enum(invoiceStatuses).nullable();
/** The change that the sales system proposes and that waits for a decision, for the office only; null without one. */
const waitingChange = z
  .object({
    _id: z.uuid(),
    urgent: z.boolean(),
    /** Whether the sale was canceled there. */
    canceled: z.boolean(),
  })
  .nullable();
export const OrderListRow = {
  office: ListRow.extend({ grandTotal: sideTotals, invoiceStatus, ...listedSale, waitingChange }),
  shop: ListRow.extend({ grandTotal: shopTotal, invoiceStatus, deliveryCity }),
  builder: ListRow,
};

const list = <T extends z.ZodType>(row: T) => z.object({ items: z.array(row), total: z.int() });

export const OrderList = {
  office: list(OrderListRow.office).extend({
    totals: z.object({ shop: Total, company: Total }).optional(),
    ...next,
    ...searchScope,
  }),
  shop: list(OrderListRow.shop).extend({ totals: shopTotal.optional(), ...next, ...searchScope }),
  builder: list(OrderListRow.builder).extend({ ...next, ...searchScope }),
};

const searchPage = <T extends z.ZodType>(row: T) => list(row).extend({ more: z.boolean(), ...searchScope });
/** Orders that a search found, at most 50; `more` if there are more. */
export const FoundOrders = {
  office: searchPage(OrderListRow.office),
  shop: searchPage(OrderListRow.shop),
  builder: searchPage(OrderListRow.builder),
};

const Line = z.object({
  lineNo: z.int(),
  addOn: z.object({
    _id: z.uuid().nullable(),
    name: z.string(),
    type: z.enum(addOnTypes),
    mode: z.string().nullable(),
    discount: z.boolean(),
    ssId: z.string().nullable(),
  }),
  name: z.string(),
  quantity: z.number(),
  included: z.boolean(),
  unknown: z.boolean(),
});
const PricedLine = Line.extend({
  asSold: z.boolean(),
  /** Whether the price is from the file or a user; otherwise it is the catalogue's. */
  priceGiven: z.boolean(),
  retailPrice: z.number(),
  shopPercent: z.number(),
  extendedPrice: Total.nullable(),
});
const cost = z.object({ shop: Total.nullable(), standard: Total.nullable() });
const CustomLine = PricedLine.extend({ materialCost: cost, laborCost: cost });
/** What a price was calculated from. On the wire it is JSON that pricing wrote in the form of `T`. */
const typeAs = <T>() => z.json() as unknown as z.ZodType<T, T>;
const withPricing = z.object({ pricing: typeAs<AddOnContent>().nullable() });

const LaborValues = z.object({
  buildBase: z.number().nullable(),
  roofBase: z.number().nullable(),
  trussCount: z.number().nullable(),
  paintHours: z.number().nullable(),
  doorCost: z.number().nullable(),
});
/** The labor values the shed was priced from: the standard values and the shop's overrides. */
export const LaborBase = z.object({
  standard: LaborValues.nullable(),
  shop: LaborValues.nullable(),
  shopValues: z.array(LaborValues.extend({ shop: z.uuid().nullable() })),
});

/** Selling costs that the office entered to replace calculated ones; null for a calculated one. */
const SellingCosts = z.object(toRecord(sellingCosts, () => Money.nullable()));

/** The delivery address of the shed. */
const DeliveryAddress = z.object({ lineOne: text, lineTwo: text, city: text, state: text, zip: text });
/** What the sales system reports about the sale, for the office only. */
const sale = {
  driver: text,
  customerPhone: text,
  customerEmail: text,
  /** Whether the shed is rented to own, from whom, and for how many months. */
  rto: z.boolean(),
  rtoCompany: text,
  rtoMonths: z.int().nullable(),
  /** What the customer still owes the seller, in dollars. */
  balance: Total.nullable(),
  /** The sales system's own name for the state of the order. */
  saleStatus: text,
};

const Detail = ListRow.extend({
  companyId: z.uuid(),
  externalId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  salesRep: z.string().nullable(),
  dealerId: z.uuid().nullable(),
  shopName: z.string().nullable(),
  category: NamedRecord.nullable(),
  modelId: z.uuid().nullable(),
  shed: z.uuid().nullable(),
  sqft: z.number(),
  sidingType: z.string().nullable(),
  sidingColor: z.string().nullable(),
  sidingPaint: Paint,
  roofType: z.string().nullable(),
  roofColor: z.string().nullable(),
  trimColor: z.string().nullable(),
  trimPaint: Paint,
  condition: z.string().nullable(),
  invoicedDate: z.string().nullable(),
  isBuilding: z.boolean(),
  updatedAt: z.string(),
  updatedBy: z.string().nullable(),
  invoice: z.object({ _id: z.uuid(), invoiceNumber: z.string(), status: z.enum(invoiceStatuses) }).nullable(),
});

/**
 * The whole order: for the office with every view and its pricing snapshot, for a shop with its own views, for a
 * builder without money.
 */
export const Order = {
  office: Detail.extend({
    ...sale,
    waitingChange,
    deliveryAddress: DeliveryAddress,
    alerts: z.array(Alert),
    costUnknown: CostUnknown,
    shopPercent: z.number(),
    sellingCosts: SellingCosts,
    adjustmentNote: z.string().nullable(),
    shedSuite: Total.nullable(),
    pricing: typeAs<ShedContent>().nullable(),
    source: z.json().nullable(),
    addOns: z.array(PricedLine.extend({ ...officeLineFigures, ...withPricing.shape })),
    customAddOns: z.array(CustomLine.extend(officeLineFigures)),
    laborBase: LaborBase,
    ...officeFigures,
  }),
  shop: Detail.extend({
    deliveryAddress: DeliveryAddress,
    alerts: z.array(Alert),
    costUnknown: CostUnknown,
    shopPercent: z.number(),
    addOns: z.array(PricedLine.extend(shopLineFigures)),
    customAddOns: z.array(CustomLine.extend(shopLineFigures)),
    laborBase: LaborBase,
    ...shopFigures,
  }),
  builder: Detail.extend({ addOns: z.array(Line), customAddOns: z.array(Line) }),
};

export const ListOrders = z.object({
  status: z.string().optional(),
  search: z.string().trim().max(100).optional(),
  shop: z.uuid().optional(),
  alerts: z.stringbool().optional(),
  /** One or more models, as IDs separated by commas. */
  model: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(Id).max(100, 'must have at most 100 models'))
    .optional(),
  /** The first and the last day of the order date. */
  orderedFrom: Day.optional(),
  orderedTo: Day.optional(),
  /** The first and the last planned day of delivery. */
  deliveryFrom: Day.optional(),
  deliveryTo: Day.optional(),
  /** Whether the planned day of delivery has passed without a delivery. */
  late: z.stringbool().optional(),
  sort: z
    .string()
    .regex(
      /^-?(serialNumber|dateOrdered|shop|dealer|customer|status|model|grandTotal|statusSince|deliveryScheduled|updatedAt)$/,
      'is not a column to sort by',
    )
    .default('-dateOrdered'),
  ...paging,
});

/** The whole list, for export to a file. */
export const ExportOrders = ListOrders.omit({ page: true, size: true, cursor: true }).extend({
  format: TableFormat,
  /** Searches serial number and customer, like the search over all orders. */
  anywhere: z.string().trim().min(1).max(100).optional(),
});
export type ExportOrders = z.output<typeof ExportOrders>;

/** Orders by status, each with count and totals. */
const StatusTotal = <T extends z.ZodType>(total: T) =>
  z.object({ items: z.array(z.object({ status: z.string(), count: z.int(), total })) });
export const OrderTotals = {
  office: StatusTotal(z.object({ shop: Total, company: Total })),
  shop: StatusTotal(shopTotal),
  builder: z.object({ items: z.array(z.object({ status: z.string(), count: z.int() })) }),
};

export const DuplicateGroups = list(
  z.object({
    serialNumber: z.string(),
    count: z.int(),
    orders: z.array(
      z.object({ _id: z.uuid(), status: z.enum(orderStatuses), dateOrdered: z.string(), shop: NamedRecord.nullable() }),
    ),
  }),
);

/** The open alerts of one kind. `difference` sums (file − catalogue) over the alerts that have a price. */
export const AlertSummary = z.object({
  code: z.string(),
  alerts: z.int(),
  orders: z.int(),
  /** Alerts whose difference is known. Older alerts without one get it when the order is matched again. */
  priced: z.int(),
  difference: Total.nullable(),
});

export const OrderById = z.object({ id: Id });
