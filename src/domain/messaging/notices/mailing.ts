import { findCompany } from '../../company/company/queries.js';
import { systemActor, type Ctx, type WriteCtx } from '../../kernel/context.js';
import { queryRows } from '../../kernel/database/rows.js';
import { getNoticeRule, type NoticeKind } from '../../kernel/notices/kinds.js';
import { findNoticeAction, findNoticePath, type StoredLink } from '../../kernel/notices/places.js';
import type { TaskCtx } from '../../kernel/queue/task.js';
import { isShopRole } from '../../kernel/rights/roles.js';
import { inTransaction } from '../../kernel/service.js';
import { plural } from '../../kernel/text/plural.js';
import { enqueueMail } from '../outbox/enqueue.js';
import { linkChoices, OWN_ACCOUNT } from '../outbox/account-mail.js';
import type { MailContent, MailLink } from '../outbox/layout.js';
import { endQuiet } from './quiet-rules.js';
import { findReaders, getNoticeDelivery, type Reader } from './reader-queries.js';

type Task = Pick<TaskCtx, 'db' | 'clock' | 'logger'>;

const asSystem = ({ db, clock, logger }: Task): Ctx => ({
  ...{ db, clock, logger, actor: systemActor('notices'), via: 'job' as const, requestId: 'notices' },
});

interface NewNotice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly shopId: string | null;
  readonly userId: string | null;
  readonly type: string;
}

/** Recoveries are only in the list, because no one has to act on them. */
const isAllClear = ({ kind, type }: NewNotice): boolean =>
  type === 'success' && getNoticeRule(kind).group === 'Operations';

/**
 * Plans the emails of new notices, one for each user who gets their kind by email immediately or after the user's
 * quiet hours, then sends those that are due. Safe to run twice.
 */
export const mailNotices = (task: Task, ids: readonly string[]): Promise<void> =>
  inTransaction(
    asSystem(task),
    async (tx) => {
      const zone = (await findCompany(tx.db))?.timeZone ?? 'UTC';
      const notices = await queryRows<NewNotice>(
        tx
          .db('notifications')
          .whereRaw('id = any(?)', [[...ids]])
          .whereNull('settled_at')
          .select({ id: 'id', kind: 'kind', shopId: 'shop_id', userId: 'user_id', type: 'type' }),
      );
      for (const { id, kind, shopId, userId } of notices.filter((one) => !isAllClear(one))) {
        const readers = await findReaders(tx.db, { shopId, userId });
        const rows = readers
          .filter((reader) => getNoticeDelivery(reader, kind) === 'mail')
          .map(({ id: user, quiet }) => ({
            ...{ notice_id: id, user_id: user, due_at: endQuiet(tx.clock.now(), zone, quiet) },
          }));
        if (rows.length > 0) await tx.db('notice_mails').insert(rows).onConflict(['notice_id', 'user_id']).ignore();
      }
      await sendDue(tx);
    },
    false,
  );

/** Sends the notice emails that are due. */
export const sendDueNotices = (task: Task): Promise<void> => inTransaction(asSystem(task), sendDue, false);

interface DueNotice {
  readonly userId: string;
  readonly noticeId: string;
  readonly shopId: string | null;
  readonly kind: NoticeKind;
  readonly msg: string;
  readonly content: string;
  readonly link: StoredLink | null;
  /** Resolved or read in the meantime. */
  readonly isOver: boolean;
}

const AT_ONCE = 500;

/** Sends one email per user, without what was read or resolved in the meantime, or is no longer for the user. */
async function sendDue(tx: WriteCtx): Promise<void> {
  const now = tx.clock.now();
  const dueRows = await queryRows<DueNotice>(
    tx
      .db('notice_mails as m')
      .join('notifications as n', 'n.id', 'm.notice_id')
      .whereNull('m.done_at')
      .where('m.due_at', '<=', now)
      .orderBy(['m.user_id', 'n.at', 'n.id'])
      .limit(AT_ONCE)
      .forUpdate('m')
      .skipLocked()
      .select({ userId: 'm.user_id', noticeId: 'n.id', shopId: 'n.shop_id' })
      .select({ kind: 'n.kind', msg: 'n.msg', content: 'n.content' })
      .select(
        tx.db.raw(
          `case when n.link_to is not null then json_build_object('to', n.link_to, 'id', n.link_id) end as link`,
        ),
        tx.db.raw(`(n.settled_at is not null or exists (select from notification_reads r
            where r.notification_id = n.id and r.user_id = m.user_id)) as "isOver"`),
      ),
  );
  for (const userId of new Set(dueRows.map((one) => one.userId))) {
    const all = dueRows.filter((one) => one.userId === userId);
    const [reader] = await findReaders(tx.db, { userId });
    const news = reader ? all.filter((one) => !one.isOver && isStillFor(reader, one)) : [];
    const outbox = reader && news.length > 0 ? await mailNews(tx, reader, news) : null;
    await tx
      .db('notice_mails')
      .where({ user_id: userId })
      .whereRaw('notice_id = any(?)', [all.map(({ noticeId }) => noticeId)])
      .update({ done_at: now, outbox_id: outbox });
  }
}

/** Whether a user is still on the side of a notice and gets its kind in any way. */
const isStillFor = (reader: Reader, { shopId, kind }: DueNotice): boolean =>
  shopId === reader.shopId && getNoticeDelivery(reader, kind) !== 'off';

function mailNews(tx: WriteCtx, reader: Reader, news: readonly DueNotice[]): Promise<string> {
  const [first] = news;
  const content = news.length === 1 && first ? noticeMail(reader, first) : newsMail(reader, news);
  return enqueueMail(tx, { to: reader.email, subject: content.heading, content, shopId: reader.shopId });
}

/** All notices of a user. */
export const linkNotices = ({ role }: Pick<Reader, 'role'>): MailLink => ({
  label: 'Open all notices',
  path: `/${isShopRole(role) ? 'shop' : 'company'}/notices`,
  menu: 'the bell',
});

/** The email about one notice. */
export function noticeMail(
  reader: Reader,
  { kind, msg, content, link }: Omit<DueNotice, 'userId' | 'noticeId' | 'shopId' | 'isOver'>,
): MailContent {
  return {
    heading: msg.replace(/\.$/, ''),
    parts: [{ kind: 'text', text: content }],
    action: (link && findNoticeAction(link, reader)) ?? linkNotices(reader),
    why: getNoticeRule(kind).always
      ? OWN_ACCOUNT
      : `You get this email immediately because you chose that for "${getNoticeRule(kind).label}", or because it is your role's default.`,
    change: linkChoices(isShopRole(reader.role)),
  };
}

/** The email about several notices that are due at the same time. */
function newsMail(reader: Reader, news: readonly DueNotice[]): MailContent {
  const items = news.map(({ content, link }) => ({ text: content, path: link && findNoticePath(link, reader) }));
  const labels = [...new Set(news.map(({ kind }) => `"${getNoticeRule(kind).label}"`))].join(', ');
  return {
    heading: `${news.length} ${plural(news.length, 'notice')}`,
    parts: [{ kind: 'list', title: 'Since your quiet hours began, or at the same time:', items }],
    action: linkNotices(reader),
    why: `You get these by email because you chose that for ${labels}, or because it is your role's default.`,
    change: linkChoices(isShopRole(reader.role)),
  };
}
