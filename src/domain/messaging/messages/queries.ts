import type { Knex } from 'knex';
import type { z } from 'zod';
import { type Actor, getScope, type WriteCtx } from '../../kernel/context.js';
import { readsAlone, getSide } from './rules.js';
import type { Comment, CommentPage, ShopMessages } from './schema.js';
import { queryOnlyRow, queryRows } from '../../kernel/database/rows.js';

type Query = Knex.QueryBuilder;
type Page = { items: Comment[]; total: number };

/** The messages an actor may see: for a shop its own, for the office all. */
export function visibleComments(db: Knex, actor: Actor): Query {
  const shop = getScope(actor);
  const query = db('comments as c');
  return shop ? query.where('c.shop_id', shop) : query;
}

/** The visible messages that the actor's side has not read yet. */
export const unreadComments = (db: Knex, actor: Actor): Query =>
  visibleComments(db, actor)
    .where('c.for_type', getSide(actor.role))
    .whereRaw(`not ${readBy(db, actor).toQuery()}`);

/** Whether the actor's side has read a message; for a Builder also true if they read it themselves. */
const readBy = (db: Knex, actor: Actor): Knex.Raw =>
  readsAlone(actor.role)
    ? db.raw(
        `(c.read_at is not null or exists (select from comment_reads r where r.comment_id = c.id and r.user_id = ?))`,
        [actor.id],
      )
    : db.raw('(c.read_at is not null)');

/** Marks the found messages as read, for the actor's side or, for a Builder, only for themselves; returns them. */
export async function markRead(tx: WriteCtx, comments: Query): Promise<{ id: string; shop_id: string }[]> {
  const { db, actor, clock } = tx;
  const rows = await queryRows<{ id: string; shop_id: string }>(comments.clone().select('c.id', 'c.shop_id'));
  const ids = rows.map(({ id }) => id);
  if (readsAlone(actor.role)) {
    const marks = ids.map((id) => ({ comment_id: id, user_id: actor.id }));
    if (marks.length > 0) await db('comment_reads').insert(marks).onConflict(['comment_id', 'user_id']).ignore();
  } else {
    const reading = { read_at: clock.now(), read_by: actor.name };
    await db('comments').whereIn('id', ids).whereNull('read_at').update(reading);
  }
  return rows;
}

/** Adds what a message shows. For an order that its shop may not open, that is only the serial number. */
function selectMessages(db: Knex, actor: Actor, query: Query): Query {
  const openable = getScope(actor) ? `and o.shop_id = c.shop_id and o.status <> 'New'` : '';
  return query
    .join('shops as s', 's.id', 'c.shop_id')
    .joinRaw(`left join orders o on o.id = c.order_id ${openable}`)
    .select({
      _id: 'c.id',
      author: 'c.author_name',
      content: 'c.content',
      datetime: 'c.at',
      commentForType: 'c.for_type',
    })
    .select(
      db.raw(`case when c.serial_number is not null then json_build_object('_id', o.id,
        'serialNumber', coalesce(o.serial_number, c.serial_number)) end as "order"`),
      db.raw(`json_build_object('_id', s.id, 'name', s.name) as shop`),
      db.raw(`case c.for_type when 'Shop' then c.shop_id else (select id from companies) end as "commentFor"`),
      db.raw(`case c.for_type when 'Shop' then 'Company' else 'Shop' end as "commentFromType"`),
      db.raw(`json_build_object('_id', c.author_id, 'name', c.author_name) as "commentFrom"`),
      db.raw(`json_build_object('name', c.author_name) as sender`),
      db.raw(`${readBy(db, actor).toQuery()} as read`),
    );
}

/** A page of messages, newest first. */
export const findNewest = (db: Knex, actor: Actor, comments: Query, page: CommentPage): Promise<Page> =>
  getPage(comments, page, selectMessages(db, actor, comments.clone()).orderBy('c.id', 'desc'));

/**
 * A page of messages grouped by order: first those without an order, then by the order with the latest message;
 * newest first.
 */
export const findByOrder = (db: Knex, actor: Actor, comments: Query, page: CommentPage): Promise<Page> =>
  getPage(
    comments,
    page,
    selectMessages(db, actor, comments.clone()).orderByRaw(
      `(c.serial_number is null) desc,
       max(c.id::text) over (partition by coalesce(c.order_id::text, c.serial_number)) desc, c.id desc`,
    ),
  );

async function getPage(comments: Query, { page, size }: CommentPage, sortedQuery: Query): Promise<Page> {
  const countRow = await queryOnlyRow<{ total: number }>(comments.clone().count({ total: '*' }));
  const items = await queryRows<Comment>(sortedQuery.limit(size).offset((page - 1) * size));
  return { items, total: countRow.total };
}

/**
 * The shops by name, each with the number of its messages the office has not read and the time of the latest message.
 */
export async function findShopMessages(db: Knex): Promise<z.output<typeof ShopMessages>[]> {
  const counts = db('comments')
    .groupBy('shop_id')
    .select('shop_id')
    .select(db.raw(`count(*) filter (where for_type = 'Company' and read_at is null) as unread, max(at) as latest`))
    .as('m');
  return queryRows<z.output<typeof ShopMessages>>(
    db('shops as s')
      .leftJoin(counts, 'm.shop_id', 's.id')
      .select({ _id: 's.id', name: 's.name', latest: 'm.latest' })
      .select(db.raw('coalesce(m.unread, 0) as unread'))
      .orderByRaw('lower(s.name), s.id'),
  );
}
