import type { Person, WriteCtx } from '../../kernel/context.js';
import { notify } from '../../kernel/notices/notify.js';
import { enqueueMail } from '../outbox/enqueue.js';

const ADVICE =
  'If you did not expect this, ask your administrator to reset your second factors, and change your password.';

/** Notifies a person, by mail too, that their second factors changed. */
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
