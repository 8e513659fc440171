import type { WriteCtx } from '../../../kernel/context.js';
import type { OrderBefore } from './write-orders.js';

/** A decided proposal: what was accepted, and what its order was before. */
export interface Closed {
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
  proposals: readonly Closed[],
): Promise<void> {
  await tx.db.raw(
    `update order_proposals p set state = ?, decided_at = ?, decided_by = ?, revision = p.revision + 1,
        taken = array(select jsonb_array_elements_text(x.taken)), before = x.before, order_revision = x.revision,
        effect = coalesce(x.effect, p.effect)
       from jsonb_to_recordset(?) as x(id uuid, taken jsonb, before jsonb, revision int, effect jsonb) where p.id = x.id`,
    [state, tx.clock.now(), tx.actor.name, JSON.stringify(proposals)],
  );
}
