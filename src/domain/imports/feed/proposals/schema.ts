import { z } from 'zod';
import { getPaging } from '../../../kernel/records/fields.js';
import { Total } from '../../../kernel/money.js';
import { orderStatuses } from '../../../kernel/order/status.js';

/** An amount before and after a change, in dollars. */
const MovedAmount = z.object({ before: Total, after: Total });

/** A field or line that a newer row of the sales system changes. */
const ProposedChange = z.object({
  key: z.string(),
  label: z.string(),
  part: z.enum(['facts', 'build', 'money', 'match', 'lines', 'cancel']),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The order's own value, if it was changed here since. */
  ours: z.string().nullable().optional(),
  /** Why it cannot be accepted now; null if it can. */
  blocked: z.string().nullable(),
  /** Whether the shop is already building what it would change. */
  isBuilt: z.boolean(),
});

export const proposalStates = ['open', 'accepted', 'declined', 'replaced'] as const;

/** What a newer row of the sales system would change in an order. Only the office sees proposals. */
export const Proposal = z.object({
  _id: z.uuid(),
  revision: z.int(),
  state: z.enum(proposalStates),
  /** Whether it needs an urgent decision: the sale is canceled, and the shop has started building. */
  urgent: z.boolean(),
  /** The source that sent the row. */
  source: z.string(),
  order: z.object({
    _id: z.uuid(),
    serialNumber: z.string(),
    status: z.enum(orderStatuses),
    customer: z.string().nullable(),
    model: z.string(),
    size: z.string(),
    shop: z.object({ _id: z.uuid(), name: z.string() }).nullable(),
  }),
  changes: z.array(ProposedChange),
  /** The keys of the changes that were accepted. */
  taken: z.array(z.string()),
  /** The effect of accepting all of it on the order's figures; null if it cannot be priced. */
  effect: z.object({ retail: MovedAmount, shopAmount: MovedAmount, cost: MovedAmount, profit: MovedAmount }).nullable(),
  /** What the catalogue reports about it: names it lacks, prices that differ. */
  warnings: z.array(z.string()),
  /** Why it cannot be accepted as it is; null if it can. */
  refusal: z.string().nullable(),
  /** What the order's material and labor have cost so far, for a canceled sale that was built. */
  spent: z.object({ company: Total, shop: Total }).nullable(),
  createdAt: z.iso.datetime({ offset: true }),
  decidedAt: z.iso.datetime({ offset: true }).nullable(),
  decidedBy: z.string().nullable(),
  /** Why the decision cannot be undone; null if it can. */
  undoRefusal: z.string().nullable(),
});
export type Proposal = z.output<typeof Proposal>;

export const ListProposals = z.object({
  state: z.enum(proposalStates).default('open'),
  order: z.uuid('is not a valid ID').optional(),
  shop: z.uuid('is not a valid ID').optional(),
  /** Only changes of one part, such as `cancel` or `money`. */
  part: ProposedChange.shape.part.optional(),
  search: z.string().trim().max(100).optional(),
  ...getPaging(50),
});
export type ListProposals = z.output<typeof ListProposals>;

export const ProposalList = z.object({
  items: z.array(Proposal),
  total: z.int(),
  /** How many proposals wait, and how many of them are urgent. */
  open: z.int(),
  urgent: z.int(),
});

/**
 * Proposals to accept: everything of each that can be accepted and is not built yet, or the changes with these keys.
 */
export const AcceptProposals = z.strictObject({
  items: z
    .array(z.strictObject({ id: z.uuid('is not a valid ID'), keys: z.array(z.string().max(500)).max(500).optional() }))
    .min(1, 'must have at least 1 proposal')
    .max(1000, 'must have at most 1,000 proposals'),
});

export const DeclineProposals = z.strictObject({
  ids: z.array(z.uuid('is not a valid ID')).min(1, 'must have at least 1 proposal').max(1000),
});

/** The result of a decision on several proposals. Those that could not be decided stay open. */
export const DecidedProposals = z.object({
  msg: z.string(),
  decided: z.int(),
  refused: z.array(z.object({ _id: z.uuid(), serialNumber: z.string(), reason: z.string() })),
});
