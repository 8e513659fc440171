import type { WriteCtx } from '../../../kernel/context.js';
import { copyRows, toCopy } from '../../../kernel/database/copy-rows.js';
import { newId } from '../../../kernel/ids.js';
import { toRowText } from '../rows/row-text.js';
import type { Difference } from './differences.js';
import type { ProposalEffect } from './effect.js';
import type { OrderBefore } from './write-orders.js';

/** A proposal as it is stored. */
export interface NewProposal {
  readonly orderId: string;
  readonly source: string;
  readonly urgent: boolean;
  readonly baseRow: unknown;
  readonly row: unknown;
  readonly mapping: Readonly<Record<string, string>> | null;
  readonly differences: readonly Difference[];
  readonly effect: ProposalEffect | null;
  readonly warnings: readonly string[];
  /** Why it cannot be accepted as it is. */
  readonly refusal: string | null;
  /** What a rule accepted automatically; null for a waiting proposal. */
  readonly acceptance: {
    readonly keys: readonly string[];
    readonly before: OrderBefore;
    readonly revision: number;
  } | null;
}

/** Stores proposals. Those they replace must be closed first. */
export const addProposals = async (tx: WriteCtx, proposals: readonly NewProposal[]): Promise<void> =>
  copyRows(
    tx.db,
    'order_proposals',
    proposals.map((one) => toCopy(toRow(tx, one), [], [])),
  );

const toRow = ({ clock, actor }: WriteCtx, one: NewProposal) => ({
  ...{ id: newId(), order_id: one.orderId, source: one.source, state: one.acceptance ? 'accepted' : 'open' },
  urgent: one.urgent,
  base: one.baseRow === null ? null : toRowText(one.baseRow),
  row: toRowText(one.row),
  mapping: toJson(one.mapping),
  differences: JSON.stringify(one.differences),
  taken: toArray(one.acceptance?.keys ?? []),
  effect: toJson(one.effect),
  warnings: toArray(one.warnings),
  refusal: one.refusal,
  created_at: clock.now().toISOString(),
  decided_at: one.acceptance ? clock.now().toISOString() : null,
  decided_by: one.acceptance ? actor.name : null,
  before: toJson(one.acceptance?.before ?? null),
  order_revision: one.acceptance?.revision ?? null,
});

const toJson = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/** A PostgreSQL array of texts. */
const toArray = (texts: readonly string[]): string => `{${texts.map((text) => JSON.stringify(text)).join(',')}}`;

/** Closes open proposals that newer rows have replaced. */
export async function replaceProposals(tx: WriteCtx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .db('order_proposals')
    .whereRaw('id = any(?)', [[...ids]])
    .update({ state: 'replaced', decided_at: tx.clock.now(), decided_by: tx.actor.name });
}

/** A decided proposal: what was accepted, and what its order was before. */
export interface ClosedProposal {
  readonly id: string;
  readonly taken: readonly string[];
  readonly before: OrderBefore | null;
  readonly revision: number | null;
  readonly effect: object | null;
}

/** Stores that the actor decided on proposals. */
export async function closeProposals(
  tx: WriteCtx,
  state: 'accepted' | 'declined',
  proposals: readonly ClosedProposal[],
): Promise<void> {
  await tx.db.raw(
    `update order_proposals p set state = ?, decided_at = ?, decided_by = ?, revision = p.revision + 1,
        taken = array(select jsonb_array_elements_text(x.taken)), before = x.before, order_revision = x.revision,
        effect = coalesce(x.effect, p.effect)
       from jsonb_to_recordset(?) as x(id uuid, taken jsonb, before jsonb, revision int, effect jsonb) where p.id = x.id`,
    [state, tx.clock.now(), tx.actor.name, JSON.stringify(proposals)],
  );
}

/** What an open proposal shows from now on, because its order was changed since. */
type RenewedProposal = Pick<NewProposal, 'differences' | 'effect' | 'warnings' | 'refusal'> & { readonly id: string };

/** Stores what open proposals show from now on. */
export async function renewProposals(tx: WriteCtx, proposals: readonly RenewedProposal[]): Promise<void> {
  await tx.db.raw(
    `update order_proposals p set revision = p.revision + 1, differences = x.differences, effect = x.effect,
        warnings = array(select jsonb_array_elements_text(x.warnings)), refusal = x.refusal
       from jsonb_to_recordset(?) as x(id uuid, differences jsonb, effect jsonb, warnings jsonb, refusal text)
       where p.id = x.id`,
    [JSON.stringify(proposals)],
  );
}
