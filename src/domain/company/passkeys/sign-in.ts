import { z } from 'zod';
import type { Ctx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { isDemoAddress } from '../../kernel/platform/demo-address.js';
import { service } from '../../kernel/service.js';
import { recordAccess } from '../access-log/record.js';
import { SignInTicket } from '../factors/schema.js';
import { getEnrolling, recordAs } from '../factors/sign-in-steps.js';
import { findTicketUser, hashTicket, takeTicket } from '../factors/tickets.js';
import { isChallengeUsed, takeChallenge } from '../sessions/challenge.js';
import { refuseBesideSso } from '../single-sign-on/only.js';
import { requireSessions, startSession } from '../sessions/start-session.js';
import { findUser, toAccount, type UserRow } from '../users/queries.js';
import { offerPasskey, readNewPasskey, readSignedChallenge, requestPasskey } from './ceremony.js';
import { CreationOptions, NewCredential, PasskeyName, RequestOptions, SignedCredential } from './schema.js';
import { storePasskey } from './service.js';
import { findPasskey, findPasskeys, type PasskeyRow } from './queries.js';
import { notePasskeyUse } from './store.js';

/**
 * After the password, the passkey must belong to the ticket's user. Without a ticket, the passkey identifies its
 * user.
 */
const MaybeTicket = z.object({ ticket: SignInTicket.optional() });

/** The subject of a challenge. It is valid only for the ticket it was issued with. */
const forSignIn = (ticket: string | undefined): string =>
  ticket === undefined ? 'sign in' : `sign in with ticket ${hashTicket(ticket)}`;

export const offerSignIn = service({
  summary: 'Get what a browser needs to sign in with a passkey: after the password, or in place of it',
  permission: 'anyone',
  effect: 'read',
  input: MaybeTicket,
  output: RequestOptions,
  run: async (ctx, { ticket }) => {
    if (ticket === undefined) return requestPasskey(ctx, [], forSignIn(ticket));
    const user = await findTicketUser(ctx, ticket, 'code');
    if (!user) throw new DomainError('ticket-over', undefined);
    return requestPasskey(ctx, await findPasskeys(ctx.db, user._id), forSignIn(ticket));
  },
});

export const signInWithPasskey = service({
  summary: 'Sign in with a passkey: after the password, or in place of it',
  permission: 'anyone',
  effect: 'personal',
  input: MaybeTicket.extend({ credential: SignedCredential }),
  output: z.object({ token: z.string() }),
  prepare: async (ctx, input) => {
    const { attemptProof } = requireSessions(ctx);
    const { result, isNewDevice } = await attemptProof(() => findProven(ctx, input));
    if (!result) throw new DomainError('invalid-passkey', undefined);
    return { ...result, isNewDevice };
  },
  run: async (ctx, { ticket }, { user, passkey, signed, isNewDevice }) => {
    const isFirst =
      (await takeChallenge(ctx, signed.challenge)) &&
      (await notePasskeyUse(ctx, passkey, signed.counter)) &&
      (ticket === undefined || (await takeTicket(ctx, ticket)));
    if (!isFirst) throw new DomainError('invalid-passkey', undefined);
    const how = ticket === undefined ? 'by passkey' : 'by password and passkey';
    const account = { ...toAccount(user), generation: user.generation };
    return startSession(ctx, account, { how: `${how}: ${passkey.name}`, isNewDevice });
  },
});

/** The user that a passkey signs in; null if it is refused. */
async function findProven(
  ctx: Ctx,
  { ticket, credential }: { readonly ticket?: string | undefined; readonly credential: SignedCredential },
) {
  const passkey = await findPasskey(ctx.db, credential.id);
  const user = passkey && (await findUser(ctx.db, passkey.userId));
  if (!passkey || !user?.active || !(await mayUse(ctx, user, ticket))) return null;
  const challenge = await readSignedChallenge(ctx, passkey, { credential, purpose: forSignIn(ticket) });
  if (!challenge) await recordRefusal(ctx, user, `the passkey ${passkey.name} was not accepted`);
  if (challenge?.isCopy && !(await isChallengeUsed(ctx, challenge.challenge))) await reportCopy(ctx, user, passkey); // otherwise the same answer was sent again
  if (!challenge || challenge.isCopy) return null;
  if (ticket === undefined) await refuseBesideSso(ctx, user);
  return { userName: user.userName.toLowerCase(), user, passkey, signed: challenge };
}

async function mayUse(ctx: Ctx, user: UserRow, ticket: string | undefined): Promise<boolean> {
  if (ticket !== undefined) return (await findTicketUser(ctx, ticket, 'code'))?._id === user._id;
  if (!requireSessions(ctx).mayUseDemo && isDemoAddress(user.userName))
    throw new DomainError('demo-account', undefined);
  return true;
}

const recordRefusal = (ctx: Ctx, user: UserRow, detail: string): Promise<void> =>
  recordAccess(ctx, { kind: 'sign-in', result: 'refused', user: toAccount(user), detail });

/**
 * Handles a counter that went backward: someone has a copy of the passkey, so its owner is notified and it is logged.
 */
async function reportCopy(ctx: Ctx, user: UserRow, { name }: PasskeyRow): Promise<void> {
  await recordRefusal(ctx, user, `the passkey ${name} has a counter that went backward; it may have been copied`);
  await requireSessions(ctx).reportCopy(ctx, user, name);
}

export const beginRequiredPasskey = service({
  summary: 'Start setting up the passkey that a role requires before the first session',
  permission: 'anyone',
  effect: 'read',
  input: z.object({ ticket: SignInTicket }),
  output: CreationOptions,
  run: async (ctx, { ticket }) => offerPasskey(ctx, await getEnrolling(ctx, ticket), forEnrolling(ticket)),
});

const forEnrolling = (ticket: string): string => `new passkey with ticket ${hashTicket(ticket)}`;

export const confirmRequiredPasskey = service({
  summary: 'Store the passkey that a role requires, get recovery codes, and sign in',
  permission: 'anyone',
  effect: 'personal',
  input: z.object({ ticket: SignInTicket, name: PasskeyName, credential: NewCredential }),
  output: z.object({ token: z.string(), recoveryCodes: z.array(z.string()) }),
  prepare: async (ctx, { ticket, credential }) => {
    const user = await getEnrolling(ctx, ticket);
    const { result, isNewDevice } = await requireSessions(ctx).attemptProof(async () => {
      const passkey = await readNewPasskey(ctx, credential, forEnrolling(ticket));
      return passkey && { userName: user.userName.toLowerCase(), made: passkey };
    });
    if (!result) throw new DomainError('invalid-passkey', undefined);
    return { user, made: result.made, isNewDevice };
  },
  run: async (ctx, { ticket, name, credential }, { user, made: passkey, isNewDevice }) => {
    const { transports } = credential.response;
    const codes = (await takeTicket(ctx, ticket))
      ? await storePasskey(ctx, user, { name, passkey, transports })
      : 'refused';
    if (codes === 'refused') throw new DomainError('ticket-over', undefined);
    await recordAs(ctx, user, 'add passkey');
    const account = { ...toAccount(user), generation: user.generation };
    const how = 'by password, after setting up a passkey';
    return { ...(await startSession(ctx, account, { how, isNewDevice })), recoveryCodes: codes ?? [] };
  },
});
