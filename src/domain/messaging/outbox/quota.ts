import type { WriteCtx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { queryRows } from '../../kernel/database/rows.js';

const HOUR_MS = 3_600_000;

/** The most emails per hour to recipients that users chose: by one user, by one shop or the office, and in total. */
export const mailQuotas = { user: 100, side: 300, company: 2000 } as const;
type QuotaOwner = keyof typeof mailQuotas;

/** The user who chose the recipients and their side: a shop, or null for the office. */
export interface Sender {
  readonly senderId: string | null;
  readonly shopId: string | null;
}

/**
 * Throws if `count` more emails would exceed an hourly quota of the sender, its side or the company. Counts the
 * messages in the outbox, one transaction at a time, so that all processes share the quota. The command line has no
 * quota.
 */
export async function refuseOverQuota(
  { db, clock }: Pick<WriteCtx, 'db' | 'clock'>,
  { senderId, shopId }: Sender,
  count: number,
): Promise<void> {
  if (senderId === null) return;
  await db.raw(`select pg_advisory_xact_lock(hashtextextended('mail quotas', 0))`);
  const now = clock.now().getTime();
  const sentMails = await queryRows<Sender & { readonly at: string }>(
    db('outbox_messages')
      .whereNotNull('sender_id')
      .where('created_at', '>', new Date(now - HOUR_MS))
      .orderBy('created_at', 'desc')
      .select({ senderId: 'sender_id', shopId: 'shop_id', at: 'created_at' }),
  );
  const mailsBySource: Readonly<Record<QuotaOwner, typeof sentMails>> = {
    user: sentMails.filter((mail) => mail.senderId === senderId),
    side: sentMails.filter((mail) => mail.shopId === shopId),
    company: sentMails,
  };
  for (const whose of ['user', 'side', 'company'] as const) {
    const most = mailQuotas[whose];
    if (mailsBySource[whose].length + count <= most) continue;
    const blocking = mailsBySource[whose][most - count];
    const retryAfter = blocking ? Math.ceil((Date.parse(blocking.at) + HOUR_MS - now) / 1000) : HOUR_MS / 1000;
    throw new DomainError('mail-quota', { whose, most, retryAfter: Math.max(1, retryAfter) });
  }
}
