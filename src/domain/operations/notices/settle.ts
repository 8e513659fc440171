import type { WriteCtx } from '../../kernel/context.js';
import { queryRows } from '../../kernel/database/rows.js';
import type { NoticeKind } from '../../kernel/notices/kinds.js';
import { publishNotices } from '../../kernel/notices/notify.js';

/**
 * SQL: whether the record that notice `n` names still waits for someone. Notices of other kinds end when they are
 * read.
 */
const stillWaiting: Readonly<Partial<Record<NoticeKind, string>>> = {
  canceledSales: `exists (select from order_proposals p where p.order_id = n.subject_id and p.state = 'open')`,
  denied: `exists (select from invoices i where i.id = n.subject_id and i.status = 'Denied' and i.deleted_at is null)`,
  refusedMail: `exists (select from outbox_messages m where m.id = n.subject_id and m.status = 'refused')`,
  mentions: `exists (select from comments c where c.id = n.subject_id)`,
  webhooks: `exists (select from webhook_endpoints e where e.id = n.subject_id and (e.paused or e.warned))`,
  commands: `exists (select from expected_commands e where e.id = n.subject_id and e.problem is not null)`,
  sources: `coalesce((select r.state <> 'done' from feed_runs r where r.source_id = n.subject_id
    and r.finished_at is not null order by r.finished_at desc, r.id desc limit 1), false)`,
  // by the newest run whose emails all have an outcome, or one of them a bad one; a good one must be newer than the notice
  schedules: `coalesce((select r.status = 'failed' or m.unsent or greatest(r.finished_at, m.sent_at) <= n.at
    from schedule_runs r cross join lateral (
      select coalesce(bool_or(status = 'waiting'), false) as waiting, max(sent_at) as sent_at,
        coalesce(bool_or(status not in ('waiting', 'sent')), false) as unsent
      from outbox_messages where batch_id = r.outbox_id) m
    where r.schedule_id = n.subject_id and r.finished_at is not null and (m.unsent or not m.waiting)
    order by r.finished_at desc, r.id desc limit 1), false)`,
};

interface SettledNotice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly shop_id: string | null;
}

/** Ends the notices whose record was resolved: they count as read, and no email lists them. */
export async function settleNotices(tx: WriteCtx): Promise<void> {
  for (const [kind, sql] of Object.entries(stillWaiting)) {
    const settledRows = await queryRows<SettledNotice>(
      tx.db.raw(
        `update notifications n set settled_at = ?
          where n.kind = ? and n.subject_id is not null and n.settled_at is null and not (${sql})
          returning n.id, n.kind, n.shop_id`,
        [tx.clock.now(), kind],
      ),
    );
    if (settledRows.length > 0) await publishNotices(tx, settledRows);
  }
}
