import type { Knex } from 'knex';
import { z } from 'zod';
import type { Actor } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { service } from '../../kernel/service.js';
import { receivableKinds } from '../../kernel/notices/kinds.js';
import { notify } from '../../kernel/notices/notify.js';
import { findNoticePath } from '../../kernel/notices/places.js';
import { CreateAlert, UnreadAlert } from './schema.js';
import { queryOnlyRow, queryFirstRow, queryRows } from '../../kernel/database/rows.js';

const MOST = 200;

export const listUnreadAlerts = service({
  summary: 'List the notices the signed-in user has not read, newest first',
  permission: 'alerts.read',
  effect: 'read',
  input: z.object({}),
  output: z.object({ items: z.array(UnreadAlert), total: z.int() }),
  run: async (ctx) => {
    const unread = mine(ctx.db, ctx.actor).whereNotExists(
      ctx
        .db('notification_reads as r')
        .whereRaw('r.notification_id = n.id')
        .where('r.user_id', ctx.actor.id)
        .select(ctx.db.raw('1')),
    );
    const counted = await queryOnlyRow<{ total: number }>(unread.clone().count({ total: '*' }));
    const items = await queryRows<Omit<z.output<typeof UnreadAlert>, 'href'>>(
      unread
        .select({ _id: 'n.id', content: 'n.content', type: 'n.type', msg: 'n.msg', at: 'n.at' })
        .select(
          ctx.db.raw(
            `case when n.link_to is not null then json_build_object('to', n.link_to, 'id', n.link_id) end as link,
           case when n.link_to = 'invoice' and n.link_id is not null then json_build_object('_id', n.link_id) end as invoice,
           false as read`,
          ),
        )
        .orderBy([
          { column: 'n.at', order: 'desc' },
          { column: 'n.id', order: 'desc' },
        ])
        .limit(MOST),
    );
    const href = ({ link }: (typeof items)[number]) => link && findNoticePath(link, ctx.actor);
    return { items: items.map((item) => ({ ...item, href: href(item) })), total: counted.total };
  },
});

export const markAlertRead = service({
  summary: 'Mark a notice as read',
  permission: 'alerts.read',
  effect: 'personal',
  input: z.object({ id: z.uuid('is not a valid ID') }),
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    if (!(await mine(ctx.db, ctx.actor).where('n.id', id).first('n.id'))) throw notFound('Alert');
    if (ctx.actor.id) {
      const read = { notification_id: id, user_id: ctx.actor.id };
      await ctx.db('notification_reads').insert(read).onConflict(['notification_id', 'user_id']).ignore();
      await ctx.publish({ topic: 'alerts', shopIds: [], to: ctx.actor.id });
    }
    return { msg: 'Notice marked as read.' };
  },
});

export const createAlert = service({
  summary: 'Send a notice to the shop of an invoice',
  permission: 'alerts.create',
  effect: 'write',
  input: CreateAlert,
  output: z.object({ _id: z.uuid(), msg: z.string() }),
  run: async (ctx, { alert, invoice }) => {
    const id = typeof invoice === 'string' ? invoice : invoice._id;
    const found = await queryFirstRow<{ shop_id: string }>(
      ctx.db('invoices').where({ id }).whereNull('deleted_at').first('shop_id'),
    );
    if (!found) throw notFound('Invoice');
    const _id = await notify(ctx, {
      ...{ kind: 'invoices', shopId: found.shop_id, type: 'info', msg: alert, content: alert },
      link: { to: 'invoice', id },
    });
    await ctx.audit({
      action: 'add',
      entity: 'alert',
      id: _id,
      shopId: found.shop_id,
      after: { content: alert, invoice: id },
    });
    return { _id, msg: 'Notice sent.' };
  },
});

/** The notices for an actor: those of their shop or the office, of kinds they may receive, that are not for another user. */
const mine = (db: Knex, actor: Actor): Knex.QueryBuilder =>
  db('notifications as n').modify((query) => {
    if (actor.shopId) void query.where('n.shop_id', actor.shopId);
    else void query.whereNull('n.shop_id');
    void query.whereIn('n.kind', receivableKinds(actor)).whereNull('n.settled_at');
    void query.whereRaw('(n.user_id is null or n.user_id = ?::uuid)', [actor.id]);
  });
