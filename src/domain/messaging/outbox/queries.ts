import type { Knex } from 'knex';
import type { z } from 'zod';
import { notFound } from '../../kernel/errors.js';
import { likeText } from '../../kernel/database/like.js';
import type { ListOutbox, OutboxMessage } from './schema.js';
import { queryOnlyRow, queryFirstRow, queryRows } from '../../kernel/database/rows.js';

type Message = z.output<typeof OutboxMessage>;

const TEXTS = ["m.payload ->> 'to'", "m.payload ->> 'subject'", "m.payload ->> 'text'", 'm.error'];

/** The requested page of messages, newest first, and the number of matches. */
export async function findOutboxMessages(db: Knex, { page, size, ...filter }: z.output<typeof ListOutbox>) {
  const matching = matchingMessages(db, filter);
  const countRow = await queryOnlyRow<{ total: number }>(matching.clone().count({ total: '*' }));
  const items = await queryRows<Message>(
    selectOutbox(db, matching)
      .orderBy([
        { column: 'm.created_at', order: 'desc' },
        { column: 'm.id', order: 'desc' },
      ])
      .limit(size)
      .offset((page - 1) * size),
  );
  return { items, total: countRow.total };
}

export async function findMessage(db: Knex, id: string): Promise<Message> {
  const message = await queryFirstRow<Message>(selectOutbox(db, db('outbox_messages as m').where('m.id', id)).first());
  if (!message) throw notFound('Message');
  return message;
}

/** A message with its row locked, so that no other process sends or changes it. */
export async function lockMessage(db: Knex, id: string): Promise<Pick<Message, 'status' | 'error' | 'attempts'>> {
  const row = await queryFirstRow<Pick<Message, 'status' | 'error' | 'attempts'>>(
    db('outbox_messages').where({ id }).forUpdate().first('status', 'error', 'attempts'),
  );
  if (!row) throw notFound('Message');
  return row;
}

type Filter = Omit<z.output<typeof ListOutbox>, 'page' | 'size'>;

const matchingMessages = (db: Knex, { status, kind, search, shop }: Filter): Knex.QueryBuilder =>
  db('outbox_messages as m').modify((query) => {
    if (status) void query.where('m.status', status);
    if (kind) void query.where('m.kind', kind);
    if (shop) void query.where('m.shop_id', shop);
    if (!search) return;
    const like = TEXTS.map((text) => `${text} ilike ?`).join(' or ');
    void query.whereRaw(
      `(${like})`,
      TEXTS.map(() => likeText(search)),
    );
  });

const selectOutbox = (db: Knex, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query
    .clone()
    .leftJoin('shops as s', 's.id', 'm.shop_id')
    .select({ _id: 'm.id', kind: 'm.kind', status: 'm.status', attempts: 'm.attempts', error: 'm.error' })
    .select({ createdAt: 'm.created_at', sentAt: 'm.sent_at' })
    .select(db.raw(`m.payload ->> 'to' as "to", m.payload ->> 'subject' as subject, m.payload ->> 'text' as text`))
    .select(db.raw(`case when s.id is null then null else json_build_object('_id', s.id, 'name', s.name) end as shop`))
    .select(
      db.raw(`(select coalesce(json_agg(json_build_object('at', a.at, 'outcome', a.outcome, 'answer', a.answer) order by a.at, a.id), '[]')
        from outbox_attempts a where a.message_id = m.id) as log`),
    );
