import { z } from 'zod';
import { recordAccess } from '../../company/access-log/record.js';
import { countLinks, lockAccount, makeLink } from '../../company/links/links.js';
import { findUserByName, findUsers, toAccount, type UserRow } from '../../company/users/queries.js';
import { requireSessions } from '../../company/sessions/start-session.js';
import { systemActor, type Ctx, type WriteCtx } from '../../kernel/context.js';
import { notify } from '../../kernel/notices/notify.js';
import { queueTask } from '../../kernel/queue/queue.js';
import type { TaskCtx } from '../../kernel/queue/task.js';
import { inTransaction, service } from '../../kernel/service.js';
import { mailLink, requireOutside } from './mails.js';
import { ForgottenPassword } from './schema.js';

/** The task that sends a password reset link, if a user has the address. */
export const SEND_LINK = 'send-sign-in-link';

const Task = z.object({ email: z.string(), address: z.string(), userAgent: z.string(), requestId: z.string() });

const BY_MAIL =
  'If this address belongs to an account, an email with a link is on its way. The link works once, for one hour.';
const BY_ADMIN =
  'If this address belongs to an account, your administrators were notified. They can give you a link that works once.';

/**
 * Accepts a request for a new password. It only queues a task for the worker, so that answer, work and duration are
 * the same whether or not a user has the address.
 */
export const requestPasswordLink = service({
  summary:
    'Request a link by email to set a new password; the response does not reveal whether the address has an account',
  permission: 'anyone',
  effect: 'personal',
  input: ForgottenPassword,
  output: z.object({ msg: z.string() }),
  prepare: (ctx, { email }) => requireSessions(ctx).admitRequest(email.toLowerCase()),
  run: async (ctx, { email }) => {
    const { address = '', userAgent = '' } = ctx.client ?? {};
    const task = { email: email.toLowerCase(), address, userAgent: userAgent.slice(0, 500), requestId: ctx.requestId };
    await queueTask(ctx.db, SEND_LINK, task, { maxAttempts: 5 });
    return { msg: requireOutside(ctx).people.hasMail ? BY_MAIL : BY_ADMIN };
  },
});

const HOUR_MS = 3_600_000;
/** How many links an account gets per hour, regardless of who requests them. */
const MOST_AN_HOUR = 5;

/** Sends the link. Without a mail server, notifies the super admins instead, who can create one. */
export async function sendLink(task: TaskCtx, payload: unknown): Promise<void> {
  const { email, requestId, ...client } = Task.parse(payload);
  const ctx: Ctx = {
    ...{ db: task.db, clock: task.clock, logger: task.logger, outside: task.outside ?? undefined },
    ...{ actor: systemActor('sign-in'), via: 'job', requestId, client },
  };
  await inTransaction(ctx, (tx) => send(tx, email), false);
}

async function send(tx: WriteCtx, email: string): Promise<void> {
  const foundUser = await findUserByName(tx.db, email);
  const refusal = await findRefusal(tx, foundUser);
  if (!foundUser || refusal !== null) {
    const user = foundUser ? toAccount(foundUser) : { id: null, userName: email };
    const detail = `asked for a new password: ${refusal ?? 'no account has this address'}`;
    await recordAccess({ ...tx, actor: null }, { kind: 'link', result: 'refused', user, detail });
    return;
  }
  if (!requireOutside(tx).people.hasMail) return notifyAdmins(tx, foundUser);
  const link = await makeLink(tx, toAccount(foundUser), foundUser.hasPassword ? 'reset' : 'invitation');
  await mailLink(tx, foundUser, link);
}

async function findRefusal({ db, clock }: WriteCtx, user: UserRow | undefined): Promise<string | null> {
  if (!user) return 'no account has this address';
  if (!user.active) return 'the account is deactivated';
  await lockAccount(db, user._id); // lock so that two simultaneous requests cannot both be the fifth
  const linkCount = await countLinks(db, user._id, new Date(clock.now().getTime() - HOUR_MS));
  return linkCount >= MOST_AN_HOUR ? 'too many links in an hour' : null;
}

/** Without a mail server, someone must pass the link on. */
async function notifyAdmins(tx: WriteCtx, { name, userName, ...user }: UserRow): Promise<void> {
  const account = toAccount({ name, userName, ...user });
  await recordAccess({ ...tx, actor: null }, { kind: 'link', user: account, detail: 'asked for a new password' });
  const msg = `${name} asked for a new password`;
  const content = `${name} (${userName}) asked for a new password. There is no mail server: create a link in the list of users, and pass it on.`;
  const admins = (await findUsers(tx.db, { side: 'company', active: true })).filter(({ superAdmin }) => superAdmin);
  for (const { _id } of admins)
    await notify(tx, { kind: 'guesses', shopId: null, userId: _id, type: 'info', msg, content });
}
