import type { AuditEntry, WriteCtx } from '../context.js';
import { newId } from '../ids.js';

/** Writes one entry of the trail inside the transaction of what it tells about. */
export async function recordAudit(tx: WriteCtx, entry: AuditEntry): Promise<void> {
  await tx.db('audit_entries').insert({
    id: newId(),
    at: tx.clock.now(),
    actor_id: tx.actor?.id ?? null,
    actor_name: tx.actor?.name ?? 'nobody',
    via: tx.via,
    request_id: tx.requestId,
    action: entry.action,
    entity: entry.entity,
    entity_ids: entry.ids ?? (entry.id ? [entry.id] : []),
    shop_id: entry.shopId ?? null,
    before: entry.before === undefined ? null : JSON.stringify(entry.before),
    after: entry.after === undefined ? null : JSON.stringify(entry.after),
  });
}
