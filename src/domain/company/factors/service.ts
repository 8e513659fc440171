import { z } from 'zod';
import type { ActorCtx, Ctx } from '../../kernel/context.js';
import { DomainError, invalid, notFound } from '../../kernel/errors.js';
import { type OpenWriteCtx, service } from '../../kernel/service.js';
import { findProductName } from '../company/product.js';
import { confirmPassword } from '../users/own-password.js';
import { findUser, toAccount, type UserRow } from '../users/queries.js';
import { recordAccess } from '../access-log/record.js';
import { lockAccount } from '../links/links.js';
import { requireSessions } from '../sessions/start-session.js';
import { describeAuthenticator, findStep, toTime } from './authenticator.js';
import { findAuthenticator, findUnusedCodes, isFactorRequired } from './queries.js';
import { findPasskeyHost } from '../passkeys/host.js';
import { findPasskeys } from '../passkeys/queries.js';
import { Code, CurrentPassword, Factors, NewAuthenticator, ShownCodes } from './schema.js';
import {
  addMissingCodes,
  beginAuthenticator,
  confirmAuthenticator,
  openSecret,
  removeAuthenticator,
  removeCodes,
  replaceCodes,
} from './store.js';

/** For calls about one's own account. A call that changes it requires the password, and wrong guesses are counted. */
const forSelf = { permission: 'account.own', effect: 'personal' } as const;

export async function getSelf({ db, actor }: ActorCtx): Promise<UserRow> {
  const user = await findUser(db, actor.id ?? '');
  if (!user) throw notFound('User');
  return user;
}

export const getFactors = service({
  summary: 'Get your second factors: authenticator, passkeys, recovery codes left, and whether the role needs one',
  permission: 'account.own',
  effect: 'read',
  input: z.object({}),
  output: Factors,
  run: async (ctx) => {
    const { _id, role } = await getSelf(ctx);
    const [authenticator, passkeys, codes, isRequired] = await Promise.all([
      findAuthenticator(ctx.db, _id),
      findPasskeys(ctx.db, _id),
      findUnusedCodes(ctx.db, _id),
      isFactorRequired(ctx.db, role),
    ]);
    const usedAt = authenticator?.lastStep ? new Date(toTime(authenticator.lastStep)).toISOString() : null;
    return {
      authenticator: authenticator ? { createdAt: authenticator.createdAt, usedAt } : null,
      passkeys,
      passkeyHost: findPasskeyHost(ctx)?.id ?? null,
      recoveryCodesLeft: codes.length,
      isRequired,
    };
  },
});

/**
 * Completes the removal of a factor of a locked user: throws if it was the last one and the role requires one; deletes
 * the recovery codes with the last factor.
 */
export async function endFactor(tx: Pick<Ctx, 'db'>, { _id, role }: UserRow): Promise<void> {
  const user = await findUser(tx.db, _id);
  if (user?.secondFactor) return;
  if (await isFactorRequired(tx.db, role)) throw new DomainError('factor-required', undefined);
  await removeCodes(tx, _id);
}

/** Starts setting up an authenticator, which does not work until confirmed; returns what an app needs. */
export async function offerAuthenticator(tx: Ctx, { _id, userName }: UserRow) {
  const secret = await beginAuthenticator(tx, _id);
  return describeAuthenticator(secret, await findProductName(tx.db), userName);
}

export const beginOwnAuthenticator = service({
  ...forSelf,
  summary: 'Start setting up an authenticator app; it takes effect when one of its codes confirms it',
  input: CurrentPassword,
  output: NewAuthenticator,
  answersSecret: true,
  prepare: (ctx, { currentPassword }) => confirmPassword(ctx, currentPassword),
  run: (ctx, _, user) => offerAuthenticator(ctx, user),
});

/** The time step of a code from the authenticator being set up. Throws for a wrong code. */
export async function readFirstCode(ctx: Ctx, userId: string, code: string): Promise<number> {
  const newAuthenticator = await findAuthenticator(ctx.db, userId, false);
  if (!newAuthenticator) throw new DomainError('no-factor', undefined);
  const secret = openSecret(ctx, userId, newAuthenticator);
  const step = secret === null ? null : findStep(secret, code, ctx.clock.now(), null);
  if (step === null) throw invalid('code', 'does not match the code that the app shows now');
  return step;
}

/** Confirms the authenticator with its first code; creates recovery codes if the user has none. */
export async function acceptAuthenticator(tx: OpenWriteCtx, user: UserRow, step: number): Promise<string[] | null> {
  if (!(await confirmAuthenticator(tx, user._id, step))) throw new DomainError('no-factor', undefined);
  return acceptFactor(tx, user, {
    did: 'set up an authenticator app',
    notice: 'An authenticator app was set up for your account.',
  });
}

/** Completes the addition of a factor: creates recovery codes if the user has none, and notifies the user. */
export async function acceptFactor(tx: OpenWriteCtx, user: UserRow, change: Change): Promise<string[] | null> {
  const codes = await addMissingCodes(tx, user._id);
  await announceFactor(tx, user, change);
  return codes;
}

interface Change {
  /** The text for the access log. */
  readonly did: string;
  /** The text for the user. */
  readonly notice: string;
}

/** Logs a change of a user's factors, notifies the user, and makes every server reload what it holds about the user. */
export async function announceFactor(tx: OpenWriteCtx, user: UserRow, { did, notice }: Change) {
  await tx.publish({ topic: 'users', shopIds: [user.shop?._id ?? null], ids: [user._id] });
  await recordAccess(tx, { kind: 'factor', user: toAccount(user), detail: did });
  await requireSessions(tx).reportFactors(tx, user, notice);
}

export const trace = ({ _id, shop }: UserRow) => ({ entity: 'user', id: _id, shopId: shop?._id ?? null });

export const confirmOwnAuthenticator = service({
  ...forSelf,
  summary: 'Confirm an authenticator app with a code; the first one also gets recovery codes',
  input: z.object({ code: Code }),
  output: ShownCodes,
  answersSecret: true,
  run: async (ctx, { code }) => {
    const user = await getSelf(ctx);
    const recoveryCodes = await acceptAuthenticator(ctx, user, await readFirstCode(ctx, user._id, code));
    await ctx.audit({ action: 'set up authenticator', ...trace(user) });
    return { msg: 'Authenticator app set up.', recoveryCodes };
  },
});

export const removeOwnAuthenticator = service({
  ...forSelf,
  summary:
    'Remove your authenticator app; the last second factor also removes the recovery codes, and is refused while the role needs one',
  input: CurrentPassword,
  output: z.object({ msg: z.string() }),
  prepare: (ctx, { currentPassword }) => confirmPassword(ctx, currentPassword),
  run: async (ctx, _, user) => {
    await lockAccount(ctx.db, user._id);
    if (!(await findAuthenticator(ctx.db, user._id))) throw new DomainError('no-factor', undefined);
    await removeAuthenticator(ctx, user._id);
    await endFactor(ctx, user);
    await ctx.audit({ action: 'remove authenticator', ...trace(user) });
    const notice = 'The authenticator app was removed from your account.';
    await announceFactor(ctx, user, { did: 'removed the authenticator app', notice });
    return { msg: 'Authenticator app removed.' };
  },
});

export const renewRecoveryCodes = service({
  ...forSelf,
  summary: 'Get new recovery codes; the old ones stop working',
  input: CurrentPassword,
  output: ShownCodes,
  answersSecret: true,
  prepare: (ctx, { currentPassword }) => confirmPassword(ctx, currentPassword),
  run: async (ctx, _, user) => {
    if (!user.secondFactor) throw new DomainError('no-factor', undefined);
    const recoveryCodes = await replaceCodes(ctx, user._id);
    await ctx.audit({ action: 'renew recovery codes', ...trace(user) });
    const notice = 'New recovery codes were created for your account.';
    await announceFactor(ctx, user, { did: 'created new recovery codes', notice });
    return { msg: 'New recovery codes created. The old ones no longer work.', recoveryCodes };
  },
});
