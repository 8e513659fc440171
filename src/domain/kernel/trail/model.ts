import type { AuditEntry, WriteCtx } from '../context.js';
import { newId } from '../ids.js';

const AT_ONCE = 1000;

/** Writes history entries inside the transaction of the change they describe. */
export async function recordAudit(tx: WriteCtx, entries: readonly AuditEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    await tx.db('audit_entries').insert(entries.slice(at, at + AT_ONCE).map((entry) => toRow(tx, entry)));
  }
}

const toRow = (tx: WriteCtx, entry: AuditEntry) => ({
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
