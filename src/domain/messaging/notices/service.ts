import { z } from 'zod';
import { notFound } from '../../kernel/errors.js';
import { service } from '../../kernel/service.js';
import { notify } from '../../kernel/notices/notify.js';
import { findNoticePath } from '../../kernel/notices/places.js';
import { markNoticeRead } from './list.js';
import { CreateAlert, UnreadAlert } from './schema.js';
import { findOwnNotices } from './visible-query.js';
import { queryCount, queryFirstRow, queryRows } from '../../kernel/database/rows.js';

const MOST = 200;

export const listUnreadAlerts = service({
  summary: 'List the notices the signed-in user has not read, newest first',
  permission: 'alerts.read',
  effect: 'read',
  input: z.object({}),
  output: z.object({ items: z.array(UnreadAlert), total: z.int() }),
  run: async (ctx) => {
    const { unread } = await findOwnNotices(ctx.db, ctx.actor);
    const total = await queryCount(unread());
    const items = await queryRows<Omit<z.output<typeof UnreadAlert>, 'href'>>(
      unread()
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
    return { items: items.map((item) => ({ ...item, href: href(item) })), total };
  },
});

/** The call that older clients use. */
export const markAlertRead = markNoticeRead;

export const createAlert = service({
  summary: 'Send a notice to the shop of an invoice',
  permission: 'alerts.create',
  effect: 'write',
  input: CreateAlert,
  output: z.object({ _id: z.uuid(), msg: z.string() }),
  run: async (ctx, { alert, invoice }) => {
    const id = typeof invoice === 'string' ? invoice : invoice._id;
    const invoiceRow = await queryFirstRow<{ shop_id: string }>(
      ctx.db('invoices').where({ id }).whereNull('deleted_at').first('shop_id'),
    );
    if (!invoiceRow) throw notFound('Invoice');
    const _id = await notify(ctx, {
      ...{ kind: 'invoices', shopId: invoiceRow.shop_id, type: 'info', msg: alert, content: alert },
      link: { to: 'invoice', id },
    });
    await ctx.audit({
      action: 'add',
      entity: 'alert',
      id: _id,
      shopId: invoiceRow.shop_id,
      after: { content: alert, invoice: id },
    });
    return { _id, msg: 'Notice sent.' };
  },
});
