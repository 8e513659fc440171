import { z } from 'zod';
import type { Ctx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { recordAudit } from '../../kernel/trail/model.js';
import { type OpenWriteCtx, service } from '../../kernel/service.js';
import { recordAccess } from '../access-log/record.js';
import { requireSessions, startSession } from '../sessions/start-session.js';
import { getActor, toAccount, type UserRow } from '../users/queries.js';
import { plural } from '../../kernel/text/plural.js';
import { findStep, isCode } from './authenticator.js';
import { findAuthenticator, findUnusedCodes } from './queries.js';
import { hashCode } from './recovery-codes.js';
import { Code, NewAuthenticator, SignInTicket } from './schema.js';
import { acceptAuthenticator, offerAuthenticator, readFirstCode } from './service.js';
import { openSecret, takeRecoveryCode, takeStep } from './store.js';
import { findTicketUser, takeTicket } from './tickets.js';

/** What a correct code uses up: a time step of the authenticator, or a recovery code. */
type Proof = { readonly step: number } | { readonly hash: string };

/** What a code proves; null if it is wrong, used or too old. */
async function findProof(ctx: Ctx, { _id }: UserRow, code: string): Promise<Proof | null> {
  if (!isCode(code)) {
    const hash = hashCode(_id, code);
    return (await findUnusedCodes(ctx.db, _id)).includes(hash) ? { hash } : null;
  }
  const authenticator = await findAuthenticator(ctx.db, _id);
  const secret = authenticator ? openSecret(ctx, _id, authenticator) : null;
  if (authenticator && secret === null)
    ctx.logger.error(
      { user: _id },
      'an authenticator was encrypted with another SHEDWORKS_SECRET, so its codes are refused',
    );
  const step =
    authenticator && secret !== null ? findStep(secret, code, ctx.clock.now(), authenticator.lastStep) : null;
  return step === null ? null : { step };
}

/** Uses up what a code proved. Returns false if another request was first, because each code works only once. */
const takeProof = (ctx: OpenWriteCtx, { _id }: UserRow, proof: Proof): Promise<boolean> =>
  'step' in proof ? takeStep(ctx, _id, proof.step) : takeRecoveryCode(ctx, _id, proof.hash);

export const enterCode = service({
  summary: 'Finish signing in: with a code of the authenticator app, or a recovery code',
  permission: 'anyone',
  effect: 'personal',
  input: z.object({ ticket: SignInTicket, code: Code }),
  output: z.object({ token: z.string() }),
  prepare: async (ctx, { ticket, code }) => {
    const { attemptCode, reportGuesses } = requireSessions(ctx);
    const user = await findTicketUser(ctx, ticket, 'code');
    const { result, isLastGuess, isNewDevice } = await attemptCode(user?.userName.toLowerCase() ?? null, async () => {
      const proof = user ? await findProof(ctx, user, code) : null;
      if (!proof) await recordWrongCode(ctx, user);
      return user && proof ? { user, proof } : null;
    });
    if (isLastGuess && user) await reportGuesses(ctx, user.userName, 'code');
    if (!result) throw new DomainError('invalid-code', undefined);
    return { ...result, isNewDevice };
  },
  run: async (ctx, { ticket }, { user, proof, isNewDevice }) => {
    if (!(await takeProof(ctx, user, proof)) || !(await takeTicket(ctx, ticket)))
      throw new DomainError('invalid-code', undefined);
    if ('hash' in proof) await recordRecovery(ctx, user);
    const how = `by password and ${'hash' in proof ? 'recovery code' : 'authenticator app'}`;
    return startSession(ctx, toAccountWith(user), { how, isNewDevice });
  },
});

const toAccountWith = (user: UserRow) => ({ ...toAccount(user), generation: user.generation });

async function recordWrongCode(ctx: Ctx, user: UserRow | undefined): Promise<void> {
  ctx.logger.warn({ requestId: ctx.requestId, user: user?._id ?? null }, 'a sign-in code failed');
  if (user)
    await recordAccess(ctx, { kind: 'sign-in', result: 'refused', user: toAccount(user), detail: 'wrong code' });
}

async function recordRecovery(ctx: OpenWriteCtx, user: UserRow): Promise<void> {
  const { length: codesLeft } = await findUnusedCodes(ctx.db, user._id);
  await recordAs(ctx, user, 'use recovery code');
  const content = `A recovery code was used to sign in to your account. ${codesLeft} ${plural(codesLeft, 'code')} left.`;
  await requireSessions(ctx).reportFactors(ctx, user, content);
}

/** Records an action of a user who is not signed in yet. */
export const recordAs = (ctx: OpenWriteCtx, user: UserRow, action: string) =>
  recordAudit({ ...ctx, actor: getActor(user) }, [
    { action, entity: 'user', id: user._id, shopId: user.shop?._id ?? null },
  ]);

/** The user who must set up a second factor before the first session. */
export async function getEnrolling(ctx: Ctx, ticket: string): Promise<UserRow> {
  const user = await findTicketUser(ctx, ticket, 'enroll');
  if (!user || user.secondFactor) throw new DomainError('ticket-over', undefined);
  return user;
}

export const beginRequiredAuthenticator = service({
  summary: 'Start setting up the authenticator app that a role requires before the first session',
  permission: 'anyone',
  effect: 'personal',
  input: z.object({ ticket: SignInTicket }),
  output: NewAuthenticator,
  prepare: (ctx, { ticket }) => getEnrolling(ctx, ticket),
  run: (ctx, _, user) => offerAuthenticator(ctx, user),
});

export const confirmRequiredAuthenticator = service({
  summary: 'Confirm the authenticator app that a role requires, get recovery codes, and sign in',
  permission: 'anyone',
  effect: 'personal',
  input: z.object({ ticket: SignInTicket, code: Code }),
  output: z.object({ token: z.string(), recoveryCodes: z.array(z.string()) }),
  prepare: async (ctx, { ticket, code }) => {
    const user = await getEnrolling(ctx, ticket);
    const { attemptCode } = requireSessions(ctx);
    const { result: step, isNewDevice } = await attemptCode(user.userName.toLowerCase(), () =>
      readFirstCode(ctx, user._id, code),
    );
    if (step === null) throw new DomainError('invalid-code', undefined);
    return { user, step, isNewDevice };
  },
  run: async (ctx, { ticket }, { user, step, isNewDevice }) => {
    if (!(await takeTicket(ctx, ticket))) throw new DomainError('ticket-over', undefined);
    const recoveryCodes = (await acceptAuthenticator(ctx, user, step)) ?? [];
    await recordAs(ctx, user, 'set up authenticator');
    const how = 'by password, after setting up an authenticator app';
    return { ...(await startSession(ctx, toAccountWith(user), { how, isNewDevice })), recoveryCodes };
  },
});
