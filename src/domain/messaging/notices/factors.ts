import { z } from 'zod';
import { findUser } from '../../company/users/queries.js';
import type { Person, WriteCtx } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { notify } from '../../kernel/notices/notify.js';
import { service } from '../../kernel/service.js';
import { describeOwnAccount } from '../outbox/account-mail.js';
import { enqueueMail } from '../outbox/enqueue.js';

const ADVICE =
  'If you did not expect this, ask your administrator to reset your second factors, and change your password.';

/** Notifies a user that their second factors changed, by email at once, regardless of quiet hours. */
export async function reportFactors(tx: Omit<WriteCtx, 'actor'>, person: Person, text: string): Promise<void> {
  const { _id: userId, userName: to, shop } = person;
  const shopId = shop?._id ?? null;
  const notice = { kind: 'account', type: 'info', msg: 'Second factors changed', content: text } as const;
  const noticeId = await notify(tx, { ...notice, shopId, userId, link: { to: 'security' } });
  const subject = 'Your second factors changed';
  const content = describeOwnAccount(person, subject, [text, ADVICE]);
  const outboxId = await enqueueMail(tx, { to, subject, content, shopId });
  const now = tx.clock.now();
  const delivery = { notice_id: noticeId, user_id: userId, due_at: now, done_at: now, outbox_id: outboxId };
  await tx.db('notice_mails').insert(delivery); // or the notice would be mailed, too
}

/** Its own write, because a refused sign-in rolls back its transaction. */
export const reportCopy = service({
  summary: 'Report that a passkey may have been copied',
  permission: 'anyone',
  effect: 'personal',
  input: z.object({ id: z.uuid(), passkey: z.string() }),
  output: z.object({}),
  run: async (ctx, { id, passkey }) => {
    const user = await findUser(ctx.db, id);
    if (!user) throw notFound('User');
    const content = `Someone tried to sign in with a copy of your passkey ${passkey}, and was refused. Remove this passkey and add a new one.`;
    await reportFactors(ctx, user, content);
    await ctx.audit({ action: 'report copied passkey', entity: 'user', id, shopId: user.shop?._id ?? null });
    return {};
  },
});
