import { z } from 'zod';
import { findUser } from '../../company/users/queries.js';
import type { Person, WriteCtx } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { notify } from '../../kernel/notices/notify.js';
import { service } from '../../kernel/service.js';
import { enqueueMail } from '../outbox/enqueue.js';

const ADVICE =
  'If you did not expect this, ask your administrator to reset your second factors, and change your password.';

/** Notifies a user, also by email, that their second factors changed. */
export async function reportFactors(
  tx: Omit<WriteCtx, 'actor'>,
  { _id, userName, shop }: Person,
  content: string,
): Promise<void> {
  const shopId = shop?._id ?? null;
  await notify(tx, { kind: 'account', type: 'info', msg: 'Second factors changed', content, shopId, userId: _id });
  const text = `${content}\n\n${ADVICE}`;
  await enqueueMail(tx, { to: userName, subject: 'Your second factors changed', text, shopId });
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
