import { DateTime } from 'luxon';
import { findCompany } from '../../company/company/queries.js';
import type { Knex } from 'knex';
import type { WriteCtx } from '../../kernel/context.js';
import { queryRows } from '../../kernel/database/rows.js';
import { getNoticeRule, type NoticeKind, receivableKinds } from '../../kernel/notices/kinds.js';
import { findNoticePath, type NoticeLink, type StoredLink } from '../../kernel/notices/places.js';
import type { WaitingRecord } from '../../kernel/notices/waiting.js';
import { isShopRole } from '../../kernel/rights/roles.js';
import { inTransaction } from '../../kernel/service.js';
import { linkNotices } from '../../messaging/notices/mailing.js';
import { linkChoices } from '../../messaging/outbox/account-mail.js';
import { type DigestPeriod, digestPeriods, dueDigests } from '../../messaging/notices/quiet-rules.js';
import { findReaders, kindsWith, type Reader } from '../../messaging/notices/reader-queries.js';
import { enqueueMail } from '../../messaging/outbox/enqueue.js';
import type { MailContent, MailItem, MailPart } from '../../messaging/outbox/layout.js';
import { settleNotices } from './settle.js';
import { waitingKinds } from './sources.js';
import { asSystem, type NoticeTask } from './standing.js';

/**
 * Sends the daily and weekly digests that are due, each once. A digest has what waits when it is sent, and the unread
 * notices since the previous one. Without either, no email is sent.
 */
export async function sendDigests(task: NoticeTask): Promise<void> {
  const now = task.clock.now();
  const zone = (await findCompany(task.db))?.timeZone ?? 'UTC';
  const readers = await findReaders(task.db, {});
  for (const period of digestPeriods) {
    const digests = readers.flatMap((reader) => {
      const kinds = kindsWith(reader, receivableKinds(reader), [period]);
      return kinds.length === 0
        ? []
        : dueDigests(period, now, zone, reader.quiet).map((day) => ({ reader, kinds, day }));
    });
    if (digests.length === 0) continue;
    const sentKeys = await findMade(task.db, period, [...new Set(digests.map(({ day }) => day))]);
    for (const { reader, kinds, day } of digests)
      if (!sentKeys.has(`${reader.id} ${day}`)) await sendOne(task, { period, zone, reader, kinds, day });
  }
}

async function findMade(db: Knex, period: DigestPeriod, days: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await queryRows<{ userId: string; day: string }>(
    db('notice_digests').where({ period }).whereIn('day', days).select({ userId: 'user_id', day: 'day' }),
  );
  return new Set(rows.map(({ userId, day }) => `${userId} ${day}`));
}

interface Digest {
  readonly period: DigestPeriod;
  readonly zone: string;
  readonly reader: Reader;
  readonly kinds: readonly NoticeKind[];
  readonly day: string;
}

/**
 * Stores the row of a digest together with its email or not at all. The row exists only once, so another process
 * sends nothing.
 */
const sendOne = (task: NoticeTask, digest: Digest): Promise<void> =>
  inTransaction(
    asSystem(task),
    async (tx) => {
      const { period, day, reader } = digest;
      const key = { user_id: reader.id, period, day };
      const row = { ...key, made_at: tx.clock.now() };
      const mine = await queryRows(tx.db('notice_digests').insert(row).onConflict().ignore().returning('day'));
      if (mine.length === 0) return;
      await settleNotices(tx);
      const parts = await findParts(tx, digest);
      if (parts.length === 0) return;
      const content = compose(digest, parts);
      const { email: to, shopId } = reader;
      const outbox = await enqueueMail(tx, { to, subject: content.heading, content, shopId });
      await tx.db('notice_digests').where(key).update({ outbox_id: outbox });
    },
    false,
  );

const words = { daily: 'Daily digest', weekly: 'Weekly digest' } as const satisfies Record<DigestPeriod, string>;

function compose({ period, zone, reader, kinds, day }: Digest, parts: readonly MailPart[]): MailContent {
  const date = DateTime.fromISO(day, { zone }).setLocale('en-US').toFormat('EEEE, MMMM d');
  const labels = kinds.map((kind) => `"${getNoticeRule(kind).label}"`).join(', ');
  return {
    heading: `${words[period]}, ${date}`,
    parts,
    action: linkNotices(reader),
    why: `You get this ${words[period].toLowerCase()} because you chose it for ${labels}, or because it is your role's default.`,
    change: linkChoices(isShopRole(reader.role)),
  };
}

/** A list for each kind that has something to show. */
async function findParts(tx: WriteCtx, digest: Digest): Promise<MailPart[]> {
  const since = await findSince(tx, digest);
  const parts: MailPart[] = [];
  for (const kind of digest.kinds) {
    const items =
      (await findWaitingItems(tx, digest.reader, kind)) ?? (await findNewItems(tx, digest.reader, kind, since));
    const title = `${getNoticeRule(kind).label} (${items.length.toLocaleString('en-US')})`;
    if (items.length > 0) parts.push({ kind: 'list', title, items: shorten(items, digest.reader, kind) });
  }
  return parts;
}

const DAYS = { daily: 1, weekly: 7 } as const satisfies Record<DigestPeriod, number>;

/** When the previous digest was sent; if there was none, the length of a period ago. */
async function findSince({ db, clock }: WriteCtx, { reader, period, day }: Digest): Promise<Date> {
  const [before] = await queryRows<{ madeAt: string }>(
    db('notice_digests')
      .where({ user_id: reader.id, period })
      .where('day', '<', day)
      .orderBy('day', 'desc')
      .limit(1)
      .select({ madeAt: 'made_at' }),
  );
  return before ? new Date(before.madeAt) : new Date(clock.now().getTime() - DAYS[period] * 86_400_000);
}

/** What waits for the user right now; null for a kind that is not about waiting records. */
async function findWaitingItems({ db, clock }: WriteCtx, reader: Reader, kind: NoticeKind): Promise<MailItem[] | null> {
  const source = waitingKinds.find((one) => one.kind === kind);
  if (!source) return null;
  const records = (await source.find(db, clock.now())).filter(({ shopId }) => shopId === reader.shopId);
  const getPath = ({ id }: WaitingRecord) => findNoticePath(toStored(source.open?.(id) ?? source.list), reader);
  return records.map((record) => ({ text: record.name, path: getPath(record) }));
}

const toStored = (link: NoticeLink): StoredLink => ({ to: link.to, id: 'id' in link ? link.id : null });

/** The notices of a kind since a moment that the user has not read and that are not resolved. */
async function findNewItems({ db }: WriteCtx, reader: Reader, kind: NoticeKind, since: Date): Promise<MailItem[]> {
  const rows = await queryRows<{ content: string; link: StoredLink | null }>(
    db('notifications as n')
      .where('n.kind', kind)
      .whereRaw('n.shop_id is not distinct from ?::uuid', [reader.shopId])
      .whereRaw('(n.user_id is null or n.user_id = ?::uuid)', [reader.id])
      .where('n.at', '>', since)
      .whereNull('n.settled_at')
      .whereRaw(`not exists (select from notification_reads r where r.notification_id = n.id and r.user_id = ?)`, [
        reader.id,
      ])
      .orderBy(['n.at', 'n.id'])
      .select({ content: 'n.content' })
      .select(
        db.raw(`case when n.link_to is not null then json_build_object('to', n.link_to, 'id', n.link_id) end as link`),
      ),
  );
  return rows.map(({ content, link }) => ({ text: content, path: link && findNoticePath(link, reader) }));
}

const MOST_ITEMS = 10;

/** The first items, and how many more there are. */
function shorten(items: readonly MailItem[], reader: Reader, kind: NoticeKind): MailItem[] {
  const more = items.length - MOST_ITEMS;
  if (more <= 0) return [...items];
  const list = waitingKinds.find((one) => one.kind === kind)?.list;
  const path = list ? findNoticePath(toStored(list), reader) : null;
  return [...items.slice(0, MOST_ITEMS), { text: `and ${more.toLocaleString('en-US')} more`, path }];
}
