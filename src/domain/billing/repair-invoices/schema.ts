import { z } from 'zod';
import { Day, Id, NamedRecord, OneLine, PlainText, RefTo, Search, officeAndShop } from '../../kernel/records/fields.js';
import { next, paging } from '../../kernel/records/long-list.js';
import { TableFormat } from '../../files/table-format.js';
import { toCents } from '../../kernel/cents.js';
import { Money, Total } from '../../kernel/money.js';
import { paidMethods } from './rules.js';
import { repairStatuses, repairTypes } from './status.js';

const Status = z.enum(repairStatuses);
const Type = z.enum(repairTypes);

const Row = z.object({
  _id: z.uuid(),
  revision: z.int(),
  invoiceNumber: z.string(),
  invoicedDate: z.string(),
  type: Type,
  status: Status,
  shop: NamedRecord,
  invoiceTotal: Total,
  standardInvoiceTotal: Total,
});

const Line = z.object({
  _id: z.uuid(),
  /** `_id` is null if the item is no longer in the catalogue. */
  item: z.object({ _id: z.uuid().nullable(), name: z.string() }),
  /**
   * The reason for a free line, which has no item, a quantity of 1 and a positive or negative amount; null for a line
   * with an item.
   */
  reason: z.string().nullable(),
  quantity: z.number(),
  rate: Total,
  standardRate: Total,
  amount: Total,
  standardAmount: Total,
});

const Place = { streetAddress: z.string(), city: z.string(), state: z.string(), zipCode: z.string() };
const RepairRecord = Row.extend({
  shop: NamedRecord.extend(Place),
  billTo: z.string(),
  statusSince: z.string(),
  /** The payment that includes it; null if none does. */
  payment: z.object({ _id: z.uuid(), paymentNumber: z.string() }).nullable(),
  /** When and how the office paid it without a payment; otherwise null. */
  paid: z.object({ date: z.string(), method: z.enum(paidMethods), reference: z.string() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string().nullable(),
  items: z.array(Line),
  messages: z.array(z.object({ _id: z.uuid(), madeBy: z.string(), date: z.string(), msg: z.string() })),
});

/** A repair or driver invoice with its lines and messages. */
export const RepairInvoice = officeAndShop(RepairRecord);
export const RepairAnswer = officeAndShop(z.object({ msg: z.string(), repairInvoice: RepairRecord }));
export type RepairRow = z.output<typeof Row>;
export type RepairDetail = z.output<typeof RepairRecord>;

const totals = z.object({ invoiceTotal: Total, standardInvoiceTotal: Total });
/** A page of invoices with the sums over all matches. */
export const RepairList = officeAndShop(z.object({ items: z.array(Row), total: z.int(), totals, ...next }));
export const FoundRepairs = officeAndShop(z.object({ items: z.array(Row), total: z.int() }));

const ChartPoint = z.object({ type: Type, status: Status, count: z.int(), ...totals.shape });
/** Count and amounts of the live invoices by type and status. */
export const RepairChart = officeAndShop(z.object({ items: z.array(ChartPoint) }));

const Choice = z.object({
  _id: z.uuid(),
  name: z.string(),
  category: z.string(),
  rate: Total,
  standardRate: Total,
});
/**
 * The initial values of the form for a new invoice; `window` has the days a shop may choose from, null for the office.
 */
export const RepairDraft = officeAndShop(
  z.object({
    shop: NamedRecord,
    billTo: z.string(),
    invoicedDate: z.string(),
    window: z.object({ from: z.string(), to: z.string() }).nullable(),
    items: z.array(Choice),
  }),
);

export const RepairId = z.object({ id: Id });

const InvoiceDay = z.string('Invoice date is required').pipe(Day);
const text = (message: string, most: number) =>
  OneLine(message).min(1, message).max(most, `must be at most ${most} characters`);
const lines = (message: string, most: number) =>
  PlainText(message).min(1, message).max(most, `must be at most ${most} characters`);

const ITEM = 'Choose an item';
const hundredths = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
const Quantity = z
  .number('must be a number')
  .gt(0, 'must be more than 0')
  .lt(100_000, 'must be less than 100,000')
  .refine(hundredths, 'must have at most 2 decimals');

/**
 * A line as entered. Its amounts are calculated, and its standard rate comes from the catalogue. An existing line has
 * its `_id`. A free line has a text, an amount and a reason instead of item, quantity and rate.
 */
const RepairLineInput = z.object({
  _id: Id.optional(),
  item: z.union([Id, z.object({ _id: Id.nullish() })], ITEM).nullish(),
  quantity: Quantity.optional(),
  rate: Money.optional(),
  text: text('Enter the text', 200).nullish(),
  /** Dollars, positive or negative; only for a free line. That of a line with an item is calculated, whatever is sent. */
  amount: z
    .number()
    .refine((amount) => toCents(amount) !== null, 'must be an amount in dollars with at most 2 decimals')
    .pipe(Total)
    .nullish(),
  reason: lines('A reason is required', 500).nullish(),
});
export type RepairLineInput = z.output<typeof RepairLineInput>;

const Fields = z.object({
  invoiceNumber: text('Invoice number is required', 60),
  invoicedDate: InvoiceDay,
  billTo: lines('Bill to is required', 300),
  items: z.array(RepairLineInput).min(1, 'Add at least one item').max(200, 'must have at most 200 items'),
});

/** The shop defaults to the user's shop, the date to today, and Bill To to the company. */
export const CreateRepair = Fields.extend({
  type: Type,
  shop: RefTo().nullish(),
  invoicedDate: InvoiceDay.optional(),
  billTo: Fields.shape.billTo.optional(),
});

/** Fields left out are unchanged; `revision` and `originalStatus` identify the version the change is based on. */
export const ChangeRepair = Fields.partial().extend({
  id: Id,
  revision: z.int().optional(),
  originalStatus: Status.optional(),
  status: Status.optional(),
  /** When and how it was paid without a payment; only with the status Paid. The date defaults to today. */
  paid: z
    .object({
      date: InvoiceDay.optional(),
      method: z.enum(paidMethods, 'Choose how it was paid'),
      reference: OneLine().max(100, 'must be at most 100 characters').optional(),
    })
    .nullish(),
  newMessage: PlainText().max(2000, 'must be at most 2,000 characters').nullish(),
});

export const DraftRepair = z.object({ type: Type, shop: Id.optional() });

const columns = ['invoiceNumber', 'invoicedDate', 'shop', 'amount', 'status', 'updatedAt'] as const;
export type RepairColumn = (typeof columns)[number];

export const ListRepairs = z.object({
  status: Status,
  type: Type,
  shop: Id.optional(),
  search: Search,
  sort: z.enum(columns.flatMap((column) => [column, `-${column}`] as const)).default('-invoicedDate'),
  ...paging,
});
/** Any type and status. */
export const ListAnyRepairs = ListRepairs.extend({ type: Type.optional(), status: Status.optional() });
export type ListRepairs = z.output<typeof ListAnyRepairs>;

export const SearchRepairs = z.object({ number: z.string().trim().min(1, 'is required').max(100) });
export const FilterRepairs = z.object({ shop: Id.optional() });
/** The whole list, for export to a file; all types and statuses by default. */
export const ExportRepairs = ListRepairs.omit({ page: true, size: true, cursor: true }).extend({
  type: Type.optional(),
  status: Status.optional(),
  format: TableFormat,
});
