import type { AuditEntry, WriteCtx } from '../context.js';
import { copyRows, toCopy } from '../database/copy-rows.js';
import { keepPlan } from '../database/kept-plan.js';
import { newId } from '../ids.js';
import { isObject } from '../objects.js';

/** From this many entries on, COPY is faster than an INSERT. */
const MANY = 20;

/** Writes history entries inside the transaction of the change they describe. */
export async function recordAudit(tx: WriteCtx, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => toRow(tx, entry));
  if (rows.length >= MANY)
    await copyRows(
      tx.db,
      'audit_entries',
      rows.map((row) => toCopy(row, [], [])),
    );
  else if (rows.length > 0) await keepPlan(tx.db('audit_entries').insert(rows), `audit ${rows.length}`);
}

const LONGEST = 500;

/** The file that an entry names, or the place where the change was made. */
function findOrigin(tx: WriteCtx, { before, after }: AuditEntry): string | null {
  const file = readFile(after) ?? readFile(before) ?? tx.origin;
  return file === undefined ? null : file.slice(0, LONGEST);
}

function readFile(fields: unknown): string | undefined {
  const file = isObject(fields) ? fields['file'] : undefined;
  return typeof file === 'string' && file !== '' ? file : undefined;
}

const toRow = (tx: WriteCtx, entry: AuditEntry) => ({
  id: newId(),
  at: tx.clock.now().toISOString(),
  actor_id: tx.actor?.id ?? null,
  actor_name: tx.actor?.name ?? 'no user',
  via: tx.via,
  origin: findOrigin(tx, entry),
  request_id: tx.requestId,
  action: entry.action,
  entity: entry.entity,
  entity_ids: `{${(entry.ids ?? (entry.id ? [entry.id] : [])).join(',')}}`,
  shop_id: entry.shopId ?? null,
  before: entry.before === undefined ? null : JSON.stringify(entry.before),
  after: entry.after === undefined ? null : JSON.stringify(entry.after),
});
