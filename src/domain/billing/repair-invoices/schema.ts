import { z } from 'zod';
import { Day, Id, Named, OneLine, PlainText, RefTo, Search } from '../../kernel/records/fields.js';
import { TableFormat } from '../../files/table-format.js';
import { Money, Total } from '../../kernel/money.js';
import { paidMethods, repairStatuses, repairTypes } from './rules.js';

const Status = z.enum(repairStatuses);
const Type = z.enum(repairTypes);

const Row = z.object({
  _id: z.uuid(),
  revision: z.int(),
  invoiceNumber: z.string(),
  invoicedDate: z.string(),
  type: Type,
  status: Status,
  shop: Named,
  invoiceTotal: Total,
  standardInvoiceTotal: Total,
});

const Line = z.object({
  _id: z.uuid(),
  /** `_id` is null once the item is gone from the catalogue. */
  item: z.object({ _id: z.uuid().nullable(), name: z.string() }),
  /** Why a free line is billed: it has no item, a quantity of 1 and an amount of either sign; null for a line with an item. */
  reason: z.string().nullable(),
  quantity: z.number(),
  rate: Total,
  standardRate: Total,
  amount: Total,
  standardAmount: Total,
});

const Place = { streetAddress: z.string(), city: z.string(), state: z.string(), zipCode: z.string() };
const Whole = Row.extend({
  shop: Named.extend(Place),
  billTo: z.string(),
  statusSince: z.string(),
  /** The payment it is in; null unless one paid it. */
  payment: z.object({ _id: z.uuid(), paymentNumber: z.string() }).nullable(),
  /** When and how the office paid it outside a payment; null unless it did. */
  paid: z.object({ date: z.string(), method: z.enum(paidMethods), reference: z.string() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string().nullable(),
  items: z.array(Line),
  messages: z.array(z.object({ _id: z.uuid(), madeBy: z.string(), date: z.string(), msg: z.string() })),
});

/** The same for office and shop; nothing for a builder, who sees no money. */
const forDesks = <S extends z.ZodType>(schema: S) => ({ office: schema, shop: schema });

/** A repair or driver invoice with its lines and messages. */
export const RepairInvoice = forDesks(Whole);
export const RepairAnswer = forDesks(z.object({ msg: z.string(), repairInvoice: Whole }));
export type RepairRow = z.output<typeof Row>;
export type RepairDetail = z.output<typeof Whole>;

const totals = z.object({ invoiceTotal: Total, standardInvoiceTotal: Total });
/** A page of invoices with the sums of all that match. */
export const RepairList = forDesks(z.object({ items: z.array(Row), total: z.int(), totals }));
export const FoundRepairs = forDesks(z.object({ items: z.array(Row), total: z.int() }));

const ChartPoint = z.object({ type: Type, status: Status, count: z.int(), ...totals.shape });
/** Count and amounts of the live invoices by type and status. */
export const RepairChart = forDesks(z.object({ items: z.array(ChartPoint) }));

const Choice = z.object({
  _id: z.uuid(),
  name: z.string(),
  category: z.string(),
  rate: Total,
  standardRate: Total,
});
/** What the form of a new invoice starts with; `window` holds the days a shop may choose from, null for the office. */
export const RepairDraft = forDesks(
  z.object({
    shop: Named,
    billTo: z.string(),
    invoicedDate: z.string(),
    window: z.object({ from: z.string(), to: z.string() }).nullable(),
    items: z.array(Choice),
  }),
);

export const RepairId = z.object({ id: z.uuid('is not a valid ID') });

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

/** A line as it is typed: amounts are computed, the standard rate is the catalogue's. A line of before is named by its `_id`. A free line has a text, an amount and a reason in place of the item, quantity and rate. */
const LineInput = z.object({
  _id: Id.optional(),
  item: z.union([Id, z.object({ _id: Id.nullish() })], ITEM).nullish(),
  quantity: Quantity.optional(),
  rate: Money.optional(),
  text: text('Enter the text', 200).nullish(),
  /** Dollars of either sign; of a free line alone. */
  amount: Money.refine((amount) => amount !== 0, 'must not be 0').nullish(),
  reason: lines('A reason is required', 500).nullish(),
});
export type LineInput = z.output<typeof LineInput>;

const Fields = z.object({
  invoiceNumber: text('Invoice number is required', 60),
  invoicedDate: InvoiceDay,
  billTo: lines('Bill to is required', 300),
  items: z.array(LineInput).min(1, 'Add at least one item').max(200, 'must have at most 200 items'),
});

/** The shop defaults to the user's own, the date to today, and Bill To to the company. */
export const CreateRepair = Fields.extend({
  type: Type,
  shop: RefTo().nullish(),
  invoicedDate: InvoiceDay.optional(),
  billTo: Fields.shape.billTo.optional(),
});

/** What is not named stays; `revision` and `originalStatus` are what the change started from. */
export const ChangeRepair = Fields.partial().extend({
  id: Id,
  revision: z.int().optional(),
  originalStatus: Status.optional(),
  status: Status.optional(),
  /** With the status Paid: when and how it was paid outside a payment; today unless a day is given. */
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

const columns = ['invoiceNumber', 'invoicedDate', 'shop', 'amount', 'status'] as const;
export type RepairColumn = (typeof columns)[number];

export const ListRepairs = z.object({
  status: Status,
  type: Type,
  shop: Id.optional(),
  search: Search,
  sort: z.enum(columns.flatMap((column) => [column, `-${column}`] as const)).default('-invoicedDate'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(200),
});
export type ListRepairs = z.output<typeof ListRepairs>;

export const SearchRepairs = z.object({ number: z.string().trim().min(1, 'is required').max(100) });
export const FilterRepairs = z.object({ shop: Id.optional() });
/** The whole list as a file; without a type or a status the invoices of any. */
export const ExportRepairs = ListRepairs.omit({ page: true, size: true }).extend({
  type: Type.optional(),
  status: Status.optional(),
  format: TableFormat,
});
