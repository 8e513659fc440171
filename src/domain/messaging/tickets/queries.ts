import type { Knex } from 'knex';
import type { z } from 'zod';
import { likeText } from '../../kernel/database/like.js';
import type { ListMyTickets, ListTickets, Ticket } from './schema.js';
import { queryOnlyRow, queryRows } from '../../kernel/database/rows.js';

const STATE = `case when t.outbox_id is null then 'stored' else coalesce(m.status, 'stored') end`;

const ANSWERS = `coalesce((select json_agg(json_build_object('_id', a.id, 'author', a.author_name,
    'content', a.content, 'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by a.id)
  from ticket_answers a where a.ticket_id = t.id), '[]')`;

/** The requested page of tickets, newest first, and the number of matches. */
export async function findTickets(db: Knex, { page, size, ...filter }: z.output<typeof ListTickets>) {
  return getPage(db, matchingTickets(db, filter), page, size);
}

/** The tickets that a user submitted, newest first. */
export const findTicketsBy = (db: Knex, user: string | null, { page, size }: z.output<typeof ListMyTickets>) =>
  getPage(db, matchingTickets(db, {}).where('t.created_by', user), page, size);

/** A ticket by its ID; undefined if it does not exist. */
export async function findTicket(db: Knex, id: string): Promise<z.output<typeof Ticket> | undefined> {
  const { items } = await getPage(db, matchingTickets(db, {}).where('t.id', id), 1, 1);
  return items[0];
}

async function getPage(db: Knex, matching: Knex.QueryBuilder, page: number, size: number) {
  const countRow = await queryOnlyRow<{ total: number }>(matching.clone().count({ total: '*' }));
  const items = await queryRows<z.output<typeof Ticket>>(
    matching
      .clone()
      .select({ _id: 't.id', itemName: 't.item_name', name: 't.created_by_name', email: 't.email' })
      .select({ description: 't.description', serialNumber: 't.serial_number', priority: 't.priority' })
      .select({ status: 't.status', revision: 't.revision', page: 't.page', pageTitle: 't.page_title' })
      .select({ error: 'm.error', createdAt: 't.created_at', state: db.raw(STATE), answers: db.raw(ANSWERS) })
      .select(db.raw(`case when s.id is not null then json_build_object('_id', s.id, 'name', s.name) end as shop`))
      .orderBy([
        { column: 't.created_at', order: 'desc' },
        { column: 't.id', order: 'desc' },
      ])
      .limit(size)
      .offset((page - 1) * size),
  );
  return { items, total: countRow.total };
}

type Filter = Omit<z.output<typeof ListTickets>, 'page' | 'size'>;

const matchingTickets = (db: Knex, { search, priority, status, state, shop }: Filter): Knex.QueryBuilder =>
  db('support_tickets as t')
    .leftJoin('outbox_messages as m', 'm.id', 't.outbox_id')
    .leftJoin('shops as s', 's.id', 't.shop_id')
    .modify((query) => {
      if (priority) void query.where('t.priority', priority);
      if (shop) void query.where('t.shop_id', shop);
      if (status) void query.where('t.status', status);
      if (state) void query.whereRaw(`${STATE} = ?`, [state]);
      if (!search) return;
      const text = likeText(search);
      void query.whereRaw(
        '(t.description ilike ? or t.serial_number ilike ? or t.created_by_name ilike ? or t.email ilike ? or t.item_name ilike ?)',
        [text, text, text, text, text],
      );
    });
