import { z } from 'zod';
import { Id, NamedRecord, PlainText } from '../../kernel/records/fields.js';
import { Total } from '../../kernel/money.js';
import { approvalKinds, decisions } from './rules.js';

const Kind = z.enum(approvalKinds);
/** What the shop is paid, and the company's revenue; null if it has none, as for a repair. */
const sides = z.object({ shop: Total, company: Total.nullable() });

/** A record that waits for the office. */
const WaitingApproval = z.object({
  _id: z.uuid(),
  kind: Kind,
  invoiceNumber: z.string(),
  invoicedDate: z.string(),
  status: z.enum(['New', 'Adjusted']),
  revision: z.int(),
  /** When it entered its current status. */
  waitingSince: z.string(),
  shop: NamedRecord,
  /** The order that the invoice bills. */
  order: z.object({ _id: z.uuid(), serialNumber: z.string() }).nullable(),
  grandTotal: sides,
  /** Corrections and adjustments since the denial of an Adjusted invoice, in sentences. */
  changes: z.array(z.string()),
});

/** A page of waiting records, with totals and counts by kind over all matches. Only the office decides. */
export const ApprovalList = {
  office: z.object({
    items: z.array(WaitingApproval),
    total: z.int(),
    totals: sides,
    counts: z.object({ invoice: z.int(), repair: z.int(), driver: z.int() }),
  }),
};

const columns = ['waitingSince', 'invoiceNumber', 'shop', 'amount'] as const;
export type ApprovalColumn = (typeof columns)[number];

export const ListApprovals = z.object({
  kind: Kind.optional(),
  shop: Id.optional(),
  /** Searches invoice number and the order's serial number. */
  search: z.string().trim().max(100).optional(),
  /** Only records that have waited at least this many days. */
  days: z.coerce.number().int().min(0).max(3650).optional(),
  sort: z.enum(columns.flatMap((column) => [column, `-${column}`] as const)).default('waitingSince'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(200),
});
export type ListApprovals = z.output<typeof ListApprovals>;

const AskedApproval = z.object({
  kind: Kind,
  _id: Id,
  /** The revision the user saw. If someone changed the invoice since, no decision is made. */
  revision: z.int(),
});
export type AskedApproval = z.output<typeof AskedApproval>;

export const Decide = z
  .object({
    decision: z.enum(decisions),
    /** The reason for a denial; every affected shop reads it. */
    reason: PlainText().max(2000, 'must be at most 2,000 characters').nullish(),
    records: z.array(AskedApproval).min(1, 'must have at least 1 invoice').max(500, 'must have at most 500 invoices'),
  })
  .refine(({ decision, reason }) => decision === 'Approved' || reason, {
    path: ['reason'],
    message: 'A reason is required to deny an invoice',
  })
  .refine(({ records }) => new Set(records.map(({ _id }) => _id)).size === records.length, {
    path: ['records'],
    message: 'must list each invoice only once',
  });

/**
 * The result for one record. If no decision was made: why, and the record's current state (null if it no longer
 * exists).
 */
const Outcome = z.object({
  _id: z.uuid(),
  kind: Kind,
  done: z.boolean(),
  msg: z.string(),
  now: z.object({ status: z.string(), revision: z.int() }).nullable(),
});
export type Outcome = z.output<typeof Outcome>;

export const DecisionResult = { office: z.object({ msg: z.string(), done: z.int(), results: z.array(Outcome) }) };
