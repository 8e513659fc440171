import { expect, test } from 'vitest';
import type { AuditEntry } from '../context.js';
import { newId } from '../ids.js';
import { inTransaction } from '../service.js';
import { useWorld } from '../../testing/world.js';

const world = useWorld();

async function record(entries: readonly AuditEntry[]): Promise<object[]> {
  const ctx = world.ctx('office.user');
  await inTransaction(ctx, (tx) => tx.audit(entries));
  const columns = ['actor_name', 'via', 'origin', 'action', 'entity', 'entity_ids', 'shop_id', 'before', 'after', 'at'];
  return world.db('audit_entries').where({ request_id: ctx.requestId }).orderBy('id').select(columns);
}

test('many entries are stored exactly like a few, whatever they contain', async () => {
  const shopId = await world.findShopId('Ridge Line Barns');
  const oddText = 'tab\t, line\n, back\\slash, "quotes", \\N, {}, Müller 🛖';
  const entries: AuditEntry[] = [
    { action: 'change', entity: 'order', id: newId(), shopId, before: { note: oddText }, after: { file: oddText } },
    { action: 'delete', entity: 'order', ids: [newId(), newId()], before: { note: null } },
    { action: oddText, entity: 'company', after: { amount: -0.01, list: [oddText, [1, null]] } },
  ];
  const few = await record(entries);
  expect(few).toHaveLength(3);
  const many = await record(Array.from({ length: 40 }, () => entries).flat());
  expect(many).toHaveLength(120);
  expect(many).toEqual(Array.from({ length: 40 }, () => few).flat());
});
