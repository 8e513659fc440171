import { systemActor, type Ctx, type WriteCtx } from '../../kernel/context.js';
import { queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import { newId } from '../../kernel/ids.js';
import type { NoticeKind } from '../../kernel/notices/kinds.js';
import { publishNotices, queueMails } from '../../kernel/notices/notify.js';
import type { WaitingRecord } from '../../kernel/notices/waiting.js';
import type { TaskCtx } from '../../kernel/queue/task.js';
import { inTransaction } from '../../kernel/service.js';
import { settleNotices } from './settle.js';
import { describeWaiting, waitingKinds } from './sources.js';

export type NoticeTask = Pick<TaskCtx, 'db' | 'clock' | 'logger'>;

/** The context of automatic work on notices, without a user. */
export const asSystem = ({ db, clock, logger }: NoticeTask): Ctx => ({
  ...{ db, clock, logger, actor: systemActor('notices'), via: 'job' as const, requestId: 'notices' },
});

/**
 * Updates the notices about waiting records: one for each kind and side, which becomes new again when a record is
 * added, and disappears when none is left. Also ends the notices whose record is resolved. Only one process at a
 * time.
 */
export const sweepNotices = (task: NoticeTask): Promise<void> =>
  inTransaction(
    asSystem(task),
    async (tx) => {
      if (!(await isAlone(tx))) return;
      await settleNotices(tx);
      for (const kind of waitingKinds) await refreshKind(tx, kind, await kind.find(tx.db, tx.clock.now()));
    },
    false,
  );

async function isAlone({ db }: WriteCtx): Promise<boolean> {
  const lock = `select pg_try_advisory_xact_lock(hashtextextended('notices', 0)) as "isAlone"`;
  return (await queryOnlyRow<{ isAlone: boolean }>(db.raw(lock))).isAlone;
}

interface StandingNotice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly shop_id: string | null;
  readonly subjectIds: readonly string[];
}

type Kind = (typeof waitingKinds)[number];

async function refreshKind(tx: WriteCtx, kind: Kind, records: readonly WaitingRecord[]): Promise<void> {
  const standing = await queryRows<StandingNotice>(
    tx
      .db('notifications')
      .where({ kind: kind.kind, is_standing: true })
      .select({ id: 'id', kind: 'kind', shop_id: 'shop_id', subjectIds: 'subject_ids' }),
  );
  const sides = new Set([...records.map(({ shopId }) => shopId), ...standing.map((one) => one.shop_id)]);
  for (const side of sides) {
    const waitingRecords = records.filter(({ shopId }) => shopId === side);
    await refresh(tx, kind, {
      side,
      waiting: waitingRecords,
      earlierStanding: standing.find((one) => one.shop_id === side),
    });
  }
}

interface Side {
  readonly side: string | null;
  readonly waiting: readonly WaitingRecord[];
  readonly earlierStanding: StandingNotice | undefined;
}

async function refresh(
  tx: WriteCtx,
  kind: Kind,
  { side, waiting: waitingRecords, earlierStanding }: Side,
): Promise<void> {
  const earlierIds = new Set(earlierStanding?.subjectIds);
  const isMore = waitingRecords.some(({ id }) => !earlierIds.has(id));
  if (!isMore && waitingRecords.length === earlierIds.size) return;
  const words = {
    msg: kind.describe(waitingRecords.length),
    content: describeWaiting(kind, waitingRecords),
    subject_ids: waitingRecords.map(({ id }) => id),
    ...link(kind, waitingRecords),
  };
  if (earlierStanding && !isMore && waitingRecords.length > 0) {
    await tx.db('notifications').where({ id: earlierStanding.id }).update(words);
    return publishNotices(tx, [earlierStanding]);
  }
  if (earlierStanding) await tx.db('notifications').where({ id: earlierStanding.id }).delete();
  if (waitingRecords.length === 0) return earlierStanding && publishNotices(tx, [earlierStanding]);
  const row = { id: newId(), kind: kind.kind, shop_id: side, type: kind.type };
  await tx.db('notifications').insert({ ...row, ...words, is_standing: true, at: tx.clock.now() });
  await publishNotices(tx, [row]);
  await queueMails(tx, [row.id]);
}

function link({ open, list }: Kind, [first, ...rest]: readonly WaitingRecord[]) {
  const to = first && rest.length === 0 && open ? open(first.id) : list;
  return { link_to: to.to, link_id: 'id' in to ? to.id : null };
}
