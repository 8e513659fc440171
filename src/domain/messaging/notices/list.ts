import { z } from 'zod';
import { queryColumn, queryCount, queryRows } from '../../kernel/database/rows.js';
import { notFound } from '../../kernel/errors.js';
import type { WriteCtx } from '../../kernel/context.js';
import { getNoticeRule, type NoticeKind } from '../../kernel/notices/kinds.js';
import { findNoticePath, type StoredLink } from '../../kernel/notices/places.js';
import { getList } from '../../kernel/records/page.js';
import { RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { plural } from '../../kernel/text/plural.js';
import { ListNotices, MarkNotices, Notice } from './list-schema.js';
import { findOwnNotices, isRead } from './visible-query.js';

type Row = Omit<z.output<typeof Notice>, 'label' | 'href'> & {
  readonly kind: NoticeKind;
  readonly link: StoredLink | null;
};

export const listNotices = service({
  summary: 'List the notices of the signed-in user, newest first, and how many are unread',
  permission: 'alerts.read',
  effect: 'read',
  input: ListNotices,
  output: getList(Notice).extend({ unread: z.int() }),
  run: async ({ db, actor }, { show, page, size }) => {
    const notices = await findOwnNotices(db, actor);
    const query = show === 'unread' ? notices.unread : notices.visible;
    const rows = await queryRows<Row>(
      query()
        .select({ _id: 'n.id', kind: 'n.kind', type: 'n.type', msg: 'n.msg', content: 'n.content', at: 'n.at' })
        .select(
          db.raw(`${isRead} as read, n.settled_at is not null as settled`, [actor.id]),
          db.raw(
            `case when n.link_to is not null then json_build_object('to', n.link_to, 'id', n.link_id) end as link`,
          ),
        )
        .orderBy([
          { column: 'n.at', order: 'desc' },
          { column: 'n.id', order: 'desc' },
        ])
        .limit(size)
        .offset((page - 1) * size),
    );
    return {
      items: rows.map(({ link, ...row }) => ({
        ...{ ...row, label: getNoticeRule(row.kind).label, href: link && findNoticePath(link, actor) },
      })),
      total: await queryCount(query()),
      unread: await queryCount(notices.unread()),
    };
  },
});

export const countUnreadNotices = service({
  summary: 'Count the unread notices of the signed-in user',
  permission: 'alerts.read',
  effect: 'read',
  input: z.object({}),
  output: z.object({ unread: z.int() }),
  run: async ({ db, actor }) => ({ unread: await queryCount((await findOwnNotices(db, actor)).unread()) }),
});

const MarkAnswer = z.object({ msg: z.string() });

export const markNoticeRead = service({
  summary: 'Mark a notice as read for the signed-in user',
  permission: 'alerts.read',
  effect: 'personal',
  input: RecordId,
  output: MarkAnswer,
  run: async (ctx, { id }) => {
    await refuseInvisible(ctx, id);
    await markRead(ctx, [id]);
    return { msg: 'Notice marked as read.' };
  },
});

export const markNoticeUnread = service({
  summary: 'Mark a notice as unread for the signed-in user',
  permission: 'alerts.read',
  effect: 'personal',
  input: RecordId,
  output: MarkAnswer,
  run: async (ctx, { id }) => {
    await refuseInvisible(ctx, id);
    await ctx.db('notification_reads').where({ notification_id: id, user_id: ctx.actor.id }).delete();
    await publishToSelf(ctx);
    return { msg: 'Notice marked as unread.' };
  },
});

export const markNoticesRead = service({
  summary: 'Mark all unread notices of the signed-in user as read',
  permission: 'alerts.read',
  effect: 'personal',
  input: MarkNotices,
  output: MarkAnswer.extend({ marked: z.int() }),
  run: async (ctx, { upTo }) => {
    const unread = (await findOwnNotices(ctx.db, ctx.actor)).unread();
    if (upTo) void unread.where('n.at', '<=', upTo);
    const ids = await queryColumn<string>(unread.pluck('n.id'));
    await markRead(ctx, ids);
    return { msg: `${ids.length} ${plural(ids.length, 'notice')} marked as read.`, marked: ids.length };
  },
});

async function refuseInvisible({ db, actor }: WriteCtx, id: string): Promise<void> {
  const { visible } = await findOwnNotices(db, actor);
  if (!(await visible().where('n.id', id).first('n.id'))) throw notFound('Notice');
}

/** Marks notices as read for the actor. Does nothing for the command line, which has no notices. */
async function markRead(ctx: WriteCtx, ids: readonly string[]): Promise<void> {
  const { id: user_id } = ctx.actor;
  if (user_id === null) return;
  const marks = ids.map((notification_id) => ({ notification_id, user_id }));
  if (marks.length > 0)
    await ctx.db('notification_reads').insert(marks).onConflict(['notification_id', 'user_id']).ignore();
  await publishToSelf(ctx);
}

async function publishToSelf(ctx: WriteCtx): Promise<void> {
  if (ctx.actor.id !== null) await ctx.publish({ topic: 'alerts', shopIds: [], to: ctx.actor.id });
}
