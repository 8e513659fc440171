import { z } from 'zod';
import { Day, Id, NamedRecord, OneLine, PlainText } from '../../kernel/records/fields.js';
import { next, paging } from '../../kernel/records/long-list.js';
import { searchScope } from '../../kernel/records/short-search.js';
import { TableFormat } from '../../files/table-format.js';
import { saleColumns } from '../../orders/schema.js';
import { Total } from '../../kernel/money.js';
import { invoiceStatuses } from '../../kernel/order/invoice-status.js';
import { JsonValue } from '../../kernel/records/json-fields.js';

const Status = z.enum(invoiceStatuses);
const shopTotal = z.object({ shop: Total });
const sideTotals = z.object({ shop: Total, company: Total, order: Total });

const Row = z.object({
  _id: z.uuid(),
  invoiceNumber: z.string(),
  invoicedDate: z.string(),
  status: Status,
  shop: NamedRecord,
  revision: z.int(),
  /** Whether it was ever Approved: deleting it then requires a grant. */
  wasApproved: z.boolean(),
});
const RowOrder = z.object({ _id: z.uuid(), serialNumber: z.string(), type: z.enum(['Inventory', 'Customer']) });
const toRow = <T extends z.ZodType>(grandTotal: T) => Row.extend({ order: RowOrder.extend({ grandTotal }) });

/** A list row; the order's totals are those at the time of the invoice. */
export const InvoiceRow = { office: toRow(sideTotals), shop: toRow(shopTotal) };

const DetailOrder = RowOrder.extend({
  status: z.string(),
  ...saleColumns,
});
/** `officeOnly`: whether only the office can read it, for example because it has the company's totals. */
const Message = z.object({
  ...{ _id: z.uuid(), madeBy: z.string(), date: z.string(), msg: z.string() },
  officeOnly: z.boolean(),
});
const Window = z.object({ from: z.string(), to: z.string() });
/** The last denial with its reason, and the corrections and adjustments since. */
const SinceDenial = z.object({
  madeBy: z.string(),
  date: z.string(),
  reason: z.string(),
  changes: z.array(Message),
});
const Detail = Row.extend({
  billTo: z.string(),
  /** The days a shop may choose as the invoice date now; null for the office, which may choose any date. */
  window: Window.nullable(),
  statusSince: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string().nullable(),
  payment: z.object({ _id: z.uuid(), paymentNumber: z.string() }).nullable(),
  messages: z.array(Message),
  /** Only for a Denied or Adjusted invoice; otherwise null. */
  sinceDenial: SinceDenial.nullable(),
  items: z.array(z.object({ item: z.string(), quantity: z.literal(1), rate: Total, amount: Total })),
});
const toDetail = <T extends z.ZodType>(grandTotal: T) => Detail.extend({ order: DetailOrder.extend({ grandTotal }) });

/** A whole invoice. Its only line is the order, at the shop's grand total. */
export const Invoice = { office: toDetail(sideTotals), shop: toDetail(shopTotal) };

const toAnswer = <T extends z.ZodType>(invoice: T) => z.object({ msg: z.string(), invoice });
export const InvoiceAnswer = { office: toAnswer(Invoice.office), shop: toAnswer(Invoice.shop) };

/** A list row. For an Adjusted invoice, the office also reads the changes since its denial, as sentences. */
const ListedInvoice = { office: InvoiceRow.office.extend({ changes: z.array(z.string()) }), shop: InvoiceRow.shop };
export type ListedInvoice = z.output<typeof ListedInvoice.office>;

const getList = <R extends z.ZodType, T extends z.ZodType>(row: R, totals: T) =>
  z.object({
    items: z.array(row),
    total: z.int(),
    totals,
    adjustedCount: z.int().optional(),
    ...next,
    ...searchScope,
  });

/**
 * A page of invoices. `totals` covers all matches; the list of New invoices includes the `adjustedCount` Adjusted
 * ones.
 */
export const InvoiceList = {
  office: getList(ListedInvoice.office, sideTotals),
  shop: getList(ListedInvoice.shop, shopTotal),
};

const toFound = <R extends z.ZodType>(row: R) => z.object({ items: z.array(row), total: z.int(), ...searchScope });
export const FoundInvoices = { office: toFound(ListedInvoice.office), shop: toFound(ListedInvoice.shop) };

const toChart = <T extends z.ZodType>(grandTotal: T) =>
  z.object({ items: z.array(z.object({ status: Status, count: z.int(), grandTotal })) });
/** Count and amount of unpaid invoices, by status. */
export const InvoiceChart = { office: toChart(z.object({ shop: Total, company: Total })), shop: toChart(shopTotal) };

const Count = z.int();
/** How many invoices each status has. */
export const InvoiceCounts = z.object({ New: Count, Denied: Count, Adjusted: Count, Approved: Count, Paid: Count });

/** The initial values of the form for a new invoice. */
export const InvoiceDraft = z.object({
  order: RowOrder.extend({ grandTotal: shopTotal }),
  invoiceNumber: z.string(),
  numberTaken: z.boolean(),
  invoicedDate: z.string(),
  /** The days allowed as invoice date; null for the office, which may choose any date. */
  window: Window.nullable(),
  shop: NamedRecord,
  billTo: z.string(),
  quantity: z.literal(1),
  rate: Total,
});

export const InvoiceId = z.object({ id: Id });
export const DraftQuery = z.object({ orderId: Id });

const requireLine = (name: string) => OneLine(`${name} is required`).min(1, `${name} is required`);
const invoiceNumber = requireLine('Invoice number').max(60, 'must be at most 60 characters');
const invoicedDate = requireLine('Invoice date').pipe(Day);

export const CreateInvoice = z.object({
  order: z.union([z.uuid(), z.object({ _id: z.uuid() })], 'is not a valid order'),
  invoiceNumber: invoiceNumber.optional(),
  invoicedDate: invoicedDate.optional(),
  billTo: PlainText('Bill to is required').min(1, 'Bill to is required').max(300).optional(),
});

/** A field that clients may send back as they read it, but that cannot be changed here; as long as a body may be. */
const asRead = JsonValue(1_000_000).optional();
export const unchangeable = {
  ...{ _id: asRead, shop: asRead, order: asRead, billTo: asRead, items: asRead, payment: asRead, messages: asRead },
  ...{
    statusSince: asRead,
    updatedAt: asRead,
    updatedBy: asRead,
    wasApproved: asRead,
    sinceDenial: asRead,
    window: asRead,
  },
};

/** A change. An unknown field is refused by name. */
export const ChangeInvoice = z.strictObject(
  {
    ...InvoiceId.shape,
    status: Status.optional(),
    invoiceNumber: invoiceNumber.optional(),
    invoicedDate: invoicedDate.optional(),
    /** The message sent with the change: the reason for a denial, or what was adjusted. */
    newMessage: PlainText().max(2000, 'must be at most 2,000 characters').nullish(),
    /** The revision the change is based on. */
    revision: z.int().optional(),
    originalStatus: Status.optional(),
    ...unchangeable,
  },
  {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `${issue.keys.join(', ')}: cannot be changed` : undefined),
  },
);
export type ChangeInvoice = z.output<typeof ChangeInvoice>;

const columns = ['invoiceNumber', 'invoicedDate', 'shop', 'serialNumber', 'amount', 'status', 'updatedAt'] as const;
export type InvoiceColumn = (typeof columns)[number];
const Sort = z.enum(columns.flatMap((column) => [column, `-${column}`] as const));

export const ListInvoices = z.object({
  status: Status,
  shop: z.uuid().optional(),
  /** The latest invoice date to include in the list. */
  cutoff: Day.optional(),
  search: z.string().trim().max(100).optional(),
  sort: Sort.default('-invoicedDate'),
  ...paging,
});
/** Any status. */
export const ListAnyInvoices = ListInvoices.extend({ status: Status.optional() });

export const SearchInvoices = z.object({ number: z.string().trim().min(1, 'is required').max(100) });
export const FilterInvoices = z.object({ shop: z.uuid().optional() });
/** The whole list, for export to a file; all statuses unless one is given. */
export const ExportInvoices = ListInvoices.omit({ page: true, size: true, cursor: true }).extend({
  status: Status.optional(),
  format: TableFormat,
});
export const ExportPaid = ListInvoices.pick({ shop: true, cutoff: true, search: true });
export const ExportedFile = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
