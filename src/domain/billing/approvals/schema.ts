import { z } from 'zod';
import { Named, PlainText } from '../../kernel/records/fields.js';
import { Total } from '../../kernel/money.js';
import { approvalKinds, decisions } from './rules.js';

const Kind = z.enum(approvalKinds);
/** What the shop is paid, and the company's revenue: null where it has none, as of a repair. */
const sides = z.object({ shop: Total, company: Total.nullable() });

/** A record that waits for the office. */
const Waiting = z.object({
  _id: z.uuid(),
  kind: Kind,
  invoiceNumber: z.string(),
  invoicedDate: z.string(),
  status: z.enum(['New', 'Adjusted']),
  revision: z.int(),
  /** Since when it has its status. */
  waitingSince: z.string(),
  shop: Named,
  /** The order that an invoice bills. */
  order: z.object({ _id: z.uuid(), serialNumber: z.string() }).nullable(),
  grandTotal: sides,
  /** What was corrected and adjusted since the denial of an Adjusted invoice, in sentences. */
  changes: z.array(z.string()),
});

/** A page of what waits, with the totals and the counts by kind of all that match; only the office decides. */
export const ApprovalList = {
  office: z.object({
    items: z.array(Waiting),
    total: z.int(),
    totals: sides,
    counts: z.object({ invoice: z.int(), repair: z.int(), driver: z.int() }),
  }),
};

const columns = ['waitingSince', 'invoiceNumber', 'shop', 'amount'] as const;
export type ApprovalColumn = (typeof columns)[number];

export const ListApprovals = z.object({
  kind: Kind.optional(),
  shop: z.uuid('is not a valid ID').optional(),
  /** In the number of the invoice or the serial number of its order. */
  search: z.string().trim().max(100).optional(),
  /** Only what has waited at least so many days. */
  days: z.coerce.number().int().min(0).max(3650).optional(),
  sort: z.enum(columns.flatMap((column) => [column, `-${column}`] as const)).default('waitingSince'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(200),
});
export type ListApprovals = z.output<typeof ListApprovals>;

const Asked = z.object({
  kind: Kind,
  _id: z.uuid('is not a valid ID'),
  /** The revision the user saw. An invoice that someone changed since is not decided. */
  revision: z.int(),
});
export type Asked = z.output<typeof Asked>;

export const Decide = z
  .object({
    decision: z.enum(decisions),
    /** Why invoices are denied: every shop reads it. */
    reason: PlainText().max(2000, 'must be at most 2,000 characters').nullish(),
    records: z.array(Asked).min(1, 'must have at least 1 invoice').max(500, 'must have at most 500 invoices'),
  })
  .refine(({ decision, reason }) => decision === 'Approved' || reason, {
    path: ['reason'],
    message: 'A reason is required to deny an invoice',
  })
  .refine(({ records }) => new Set(records.map(({ _id }) => _id)).size === records.length, {
    path: ['records'],
    message: 'must list each invoice only once',
  });

/** What became of one record; one that was not decided says why, and what it is now (null when it is gone). */
const Outcome = z.object({
  _id: z.uuid(),
  kind: Kind,
  done: z.boolean(),
  msg: z.string(),
  now: z.object({ status: z.string(), revision: z.int() }).nullable(),
});
export type Outcome = z.output<typeof Outcome>;

export const Decided = { office: z.object({ msg: z.string(), done: z.int(), results: z.array(Outcome) }) };
