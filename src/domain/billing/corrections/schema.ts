import { z } from 'zod';
import { Id, NamedRecord, PlainText, RefTo } from '../../kernel/records/fields.js';
import { Money, Total } from '../../kernel/money.js';

/**
 * The amount by which a shop was overpaid or underpaid for an order, settled with its next payment: dollars, positive
 * or negative.
 */
const CorrectionDetail = z.object({
  _id: z.uuid(),
  amount: Total,
  reason: z.string(),
  shop: NamedRecord,
  order: z.object({ _id: z.uuid(), serialNumber: z.string() }),
  invoice: z.object({ _id: z.uuid(), invoiceNumber: z.string() }),
  /** The payment that includes it; null while it waits for the shop's next payment. */
  payment: z.object({ _id: z.uuid(), paymentNumber: z.string() }).nullable(),
  madeBy: z.string(),
  createdAt: z.string(),
});
export type CorrectionRow = z.output<typeof CorrectionDetail>;

/** The same for office and shop; nothing for builders, who see no money. */
export const Correction = { office: CorrectionDetail, shop: CorrectionDetail };
const listAnswer = z.object({ items: z.array(CorrectionDetail), total: z.int(), totals: z.object({ amount: Total }) });
/** A page of corrections with the sum over all matches. */
export const CorrectionList = { office: listAnswer, shop: listAnswer };
export const CorrectionAnswer = { office: z.object({ msg: z.string(), correction: CorrectionDetail }) };

export const CreateCorrection = z.object({
  order: RefTo(),
  amount: Money.refine((amount) => amount !== 0, 'must not be 0'),
  reason: PlainText('A reason is required').min(1, 'A reason is required').max(500, 'must be at most 500 characters'),
});

export const CorrectionId = z.object({ id: Id });

export const ListCorrections = z.object({
  order: Id.optional(),
  shop: Id.optional(),
  /** `waiting`: only corrections that wait for a payment; `paid`: only those in a payment. */
  state: z.enum(['waiting', 'paid']).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(200),
});
export type ListCorrections = z.output<typeof ListCorrections>;
