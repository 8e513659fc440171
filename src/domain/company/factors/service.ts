import { z } from 'zod';
import type { ActorCtx, Ctx } from '../../kernel/context.js';
import { DomainError, invalid, notFound } from '../../kernel/errors.js';
import { type OpenWriteCtx, service } from '../../kernel/service.js';
import { findProductName } from '../company/product.js';
import { confirmPassword } from '../users/own-password.js';
import { findUser, toAccount, type UserRow } from '../users/queries.js';
import { recordAccess } from '../access-log/record.js';
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

/** Of one's own account; a call that changes it takes the password, whose wrong guesses are counted. */
const own = { permission: 'account.own', effect: 'personal' } as const;

export async function getSelf({ db, actor }: ActorCtx): Promise<UserRow> {
  const user = await findUser(db, actor.id ?? '');
  if (!user) throw notFound('User');
  return user;
}

export const getFactors = service({
  summary: 'Get own second factors: authenticator, passkeys, recovery codes left, and whether the role needs one',
  permission: 'account.own',
  effect: 'read',
  input: z.object({}),
  output: Factors,
  run: async (ctx) => {
    const { _id, role } = await getSelf(ctx);
    const [found, passkeys, codes, isRequired] = await Promise.all([
      findAuthenticator(ctx.db, _id),
      findPasskeys(ctx.db, _id),
      findUnusedCodes(ctx.db, _id),
      isFactorRequired(ctx.db, role),
    ]);
    const usedAt = found?.lastStep ? new Date(toTime(found.lastStep)).toISOString() : null;
    return {
      authenticator: found ? { createdAt: found.createdAt, usedAt } : null,
      passkeys,
      passkeyHost: findPasskeyHost(ctx)?.id ?? null,
      recoveryCodesLeft: codes.length,
      isRequired,
    };
  },
});

/** After a factor was removed: refuses it if it was the last one that the role needs, and ends the recovery codes with it. */
export async function endFactor(tx: Pick<Ctx, 'db'>, { _id, role }: UserRow): Promise<void> {
  const left = await findUser(tx.db, _id);
  if (left?.secondFactor) return;
  if (await isFactorRequired(tx.db, role)) throw new DomainError('factor-required', undefined);
  await removeCodes(tx, _id);
}

/** A new authenticator of a person that does not count yet, as an app needs it. */
export async function offerAuthenticator(tx: Ctx, { _id, userName }: UserRow) {
  const secret = await beginAuthenticator(tx, _id);
  return describeAuthenticator(secret, await findProductName(tx.db), userName);
}

export const beginOwnAuthenticator = service({
  ...own,
  summary: 'Begin to set up an authenticator app; it takes effect when one of its codes confirms it',
  input: CurrentPassword,
  output: NewAuthenticator,
  answersSecret: true,
  prepare: (ctx, { currentPassword }) => confirmPassword(ctx, currentPassword),
  run: (ctx, _, user) => offerAuthenticator(ctx, user),
});

/** The step of a code of the authenticator that is being set up. Throws for a wrong code. */
export async function readFirstCode(ctx: Ctx, userId: string, code: string): Promise<number> {
  const waiting = await findAuthenticator(ctx.db, userId, false);
  if (!waiting) throw new DomainError('no-factor', undefined);
  const secret = openSecret(ctx, userId, waiting);
  const step = secret === null ? null : findStep(secret, code, ctx.clock.now(), null);
  if (step === null) throw invalid('code', 'is not the code that the app shows now');
  return step;
}

/** Lets the authenticator count from its first code on; new recovery codes where the person has none. */
export async function acceptAuthenticator(tx: OpenWriteCtx, user: UserRow, step: number): Promise<string[] | null> {
  if (!(await confirmAuthenticator(tx, user._id, step))) throw new DomainError('no-factor', undefined);
  return acceptFactor(tx, user, {
    did: 'set up an authenticator app',
    told: 'An authenticator app was set up for your account.',
  });
}

/** After a factor was added: new recovery codes where the person has none, and word to the person. */
export async function acceptFactor(tx: OpenWriteCtx, user: UserRow, change: Change): Promise<string[] | null> {
  const codes = await addMissingCodes(tx, user._id);
  await announceFactor(tx, user, change);
  return codes;
}

interface Change {
  /** For the access log. */
  readonly did: string;
  /** For the person. */
  readonly told: string;
}

/** Logs a change of a person's factors and notifies them; every server forgets what it knows of the person. */
export async function announceFactor(tx: OpenWriteCtx, user: UserRow, { did, told }: Change) {
  await tx.publish({ topic: 'users', shopIds: [user.shop?._id ?? null], ids: [user._id] });
  await recordAccess(tx, { kind: 'factor', user: toAccount(user), detail: did });
  await requireSessions(tx).reportFactors(tx, user, told);
}

export const trace = ({ _id, shop }: UserRow) => ({ entity: 'user', id: _id, shopId: shop?._id ?? null });

export const confirmOwnAuthenticator = service({
  ...own,
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
  ...own,
  summary:
    'Remove own authenticator app, and recovery codes with the last second factor; refused for the last one while the role needs one',
  input: CurrentPassword,
  output: z.object({ msg: z.string() }),
  prepare: (ctx, { currentPassword }) => confirmPassword(ctx, currentPassword),
  run: async (ctx, _, user) => {
    if (!(await findAuthenticator(ctx.db, user._id))) throw new DomainError('no-factor', undefined);
    await removeAuthenticator(ctx, user._id);
    await endFactor(ctx, user);
    await ctx.audit({ action: 'remove authenticator', ...trace(user) });
    const told = 'The authenticator app was removed from your account.';
    await announceFactor(ctx, user, { did: 'removed the authenticator app', told });
    return { msg: 'Authenticator app removed.' };
  },
});

export const renewRecoveryCodes = service({
  ...own,
  summary: 'Get new recovery codes; the old ones stop working',
  input: CurrentPassword,
  output: ShownCodes,
  answersSecret: true,
  prepare: (ctx, { currentPassword }) => confirmPassword(ctx, currentPassword),
  run: async (ctx, _, user) => {
    if (!user.secondFactor) throw new DomainError('no-factor', undefined);
    const recoveryCodes = await replaceCodes(ctx, user._id);
    await ctx.audit({ action: 'renew recovery codes', ...trace(user) });
    const told = 'New recovery codes were made for your account.';
    await announceFactor(ctx, user, { did: 'made new recovery codes', told });
    return { msg: 'New recovery codes made. The old ones no longer work.', recoveryCodes };
  },
});
