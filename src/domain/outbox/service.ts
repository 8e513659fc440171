import type { Knex } from 'knex';
import { z } from 'zod';
import { service } from '../service.js';
import { ListOutbox, OutboxMessage } from './schema.js';

export const listOutbox = service({
  summary: 'The messages that were sent, wait to be sent or are kept',
  permission: 'outbox.view',
  effect: 'read',
  input: ListOutbox,
  output: z.object({ items: z.array(OutboxMessage), total: z.int() }),
  run: async (ctx, input) => findMessages(ctx.db, input),
});

async function findMessages(db: Knex, { status, page, size }: z.output<typeof ListOutbox>) {
  const matching = db('outbox_messages as m').modify((query) => {
    if (status) void query.where('m.status', status);
  });
  const [counted] = (await matching.clone().count({ total: '*' })) as [{ total: number }];
  const rows = (await matching
    .clone()
    .leftJoin('shops as s', 's.id', 'm.shop_id')
    .select({ _id: 'm.id', kind: 'm.kind', status: 'm.status', attempts: 'm.attempts', error: 'm.error' })
    .select({ createdAt: 'm.created_at', sentAt: 'm.sent_at' })
    .select(db.raw(`m.payload ->> 'to' as "to", m.payload ->> 'subject' as subject, m.payload ->> 'text' as text`))
    .select(db.raw(`case when s.id is null then null else json_build_object('_id', s.id, 'name', s.name) end as shop`))
    .orderBy([
      { column: 'm.created_at', order: 'desc' },
      { column: 'm.id', order: 'desc' },
    ])
    .limit(size)
    .offset((page - 1) * size)) as z.output<typeof OutboxMessage>[];
  return { items: rows, total: counted.total };
}
