import type { Knex } from 'knex';
import { z } from 'zod';
import { Logo } from '../company/logo-schema.js';
import { findLogo } from '../company/logo.js';
import { findProductName } from '../company/product.js';
import { findCompany } from '../company/queries.js';
import type { Ctx, WriteCtx } from '../../kernel/context.js';
import { isDemoAddress } from '../../kernel/platform/demo-address.js';
import { DomainError, invalid } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { JsonValue } from '../../kernel/records/json-fields.js';
import { preferencesLimit, writeKept } from '../../kernel/records/limits.js';
import { service } from '../../kernel/service.js';
import { recordAccess } from '../access-log/record.js';
import { endSession, openSession, requireSessions, startSession } from '../sessions/start-session.js';
import { revokeLinks } from '../links/links.js';
import { findPasskeyHost } from '../passkeys/host.js';
import { refuseBesideSso } from '../single-sign-on/only.js';
import { findSso } from '../single-sign-on/queries.js';
import { SsoOffer } from '../single-sign-on/schema.js';
import { StepLeft } from '../factors/schema.js';
import { createSignInTicket, findStepLeft } from '../factors/tickets.js';
import { findMe } from './me.js';
import { hashPassword, isOutdated, passwordFits } from './passwords.js';
import { refuseGuessable } from './new-password.js';
import { storeNewUser, insertUser } from './new-user.js';
import { confirmPassword } from './own-password.js';
import { findBuilders, findUser, findUserByName, toAccount, type UserRow } from './queries.js';
import { Me, NewUser, Password, SetUp, SignIn, User } from './schema.js';
import { queryFirstRow } from '../../kernel/database/rows.js';

export const signIn = service({
  summary: 'Sign in with email and password',
  permission: 'anyone',
  effect: 'personal',
  input: SignIn,
  output: z.union([z.object({ token: z.string() }), StepLeft]),
  prepare: async (ctx, input) => {
    const { attempt, mayUseDemo, reportGuesses } = requireSessions(ctx);
    const userName = (input.userName || input.email || '').toLowerCase();
    if (!mayUseDemo && isDemoAddress(userName)) throw new DomainError('demo-account', undefined);
    const check = async () => {
      const user = await findUserByName(ctx.db, userName);
      const fits = await passwordFits(user?.active ? user.passwordHash : null, input.password);
      if (!fits) await recordFailure(ctx, userName, user);
      return user && fits ? { user, step: await findStepLeft(ctx.db, user) } : null;
    };
    const { result, ...outcome } = await attempt(userName, check, ({ step }) => step === null);
    if (outcome.isLastGuess) await reportGuesses(ctx, userName, 'password');
    if (!result) throw new DomainError('invalid-credentials', undefined);
    const { user, step } = result;
    await refuseBesideSso(ctx, user);
    const newHash = isOutdated(user.passwordHash) ? await hashPassword(input.password) : null;
    return { user, step, rehashed: newHash, isNewDevice: outcome.isNewDevice };
  },
  run: async (ctx, _, { user, step, rehashed, isNewDevice }) => {
    const { _id: id, passwordHash } = user;
    if (rehashed) await ctx.db('users').where({ id, password_hash: passwordHash }).update({ password_hash: rehashed });
    if (step !== null) return createSignInTicket(ctx, user, step);
    return startSession(ctx, { ...user, id }, { how: 'by password', isNewDevice });
  },
});

/** Logs a failed sign-in, doing the same work whether or not the user exists, so that its duration reveals nothing. */
async function recordFailure(ctx: Ctx, userName: string, foundUser: UserRow | undefined): Promise<void> {
  ctx.logger.warn({ requestId: ctx.requestId, user: foundUser?._id ?? null }, 'a sign-in failed');
  const why = foundUser
    ? foundUser.active
      ? 'wrong password'
      : 'the account is deactivated'
    : 'no account has this address';
  const user = { id: foundUser?._id ?? null, userName: foundUser?.userName ?? userName };
  await recordAccess(ctx, { kind: 'sign-in', result: 'refused', user, detail: why });
}

/** The answer to signing out. */
export const SIGNED_OUT = { msg: 'Signed out' };

export const signOut = service({
  summary: 'Sign out and revoke the token on every server',
  permission: 'account.own',
  effect: 'personal',
  input: z.object({}),
  output: z.object({ msg: z.string() }),
  run: async (ctx) => {
    const { session } = requireSessions(ctx);
    if (!session) throw new DomainError('not-signed-in', undefined);
    await endSession(ctx, session);
    const { userName = '' } = (await findUser(ctx.db, session.userId)) ?? {};
    await recordAccess(ctx, { kind: 'sign-out', user: { id: session.userId, userName } });
    return SIGNED_OUT;
  },
});

export const getCurrentUser = service({
  summary: 'Get the signed-in user',
  permission: 'session.use',
  effect: 'read',
  input: z.object({}),
  output: Me,
  run: (ctx) => findMe(ctx),
});

/** Throws if first set-up is over because there is a user. */
async function refuseSecond(db: Knex): Promise<void> {
  if (await db('users').where({ is_key: false }).first('id')) throw new DomainError('already-set-up', undefined);
}

export const setUpCompany = service({
  summary: 'Set up the company and its first Office Admin with the setup code, if there are no users yet',
  permission: 'anyone',
  effect: 'write',
  input: SetUp,
  output: z.object({ token: z.string() }),
  prepare: async (ctx, { setupCode: typedCode, password }) => {
    await refuseSecond(ctx.db); // checked before the lock, so that strangers cannot make others wait for it
    const { setupCode } = requireSessions(ctx);
    if (!setupCode?.fits(typedCode)) throw invalid('setupCode', "is not this installation's setup code");
    return { setupCode, passwordHash: await hashPassword(password) };
  },
  run: async (ctx, input, { setupCode, passwordHash }) => {
    await ctx.db.raw('lock table users in exclusive mode');
    await refuseSecond(ctx.db);
    const company = await findCompany(ctx.db);
    const companyId = company?._id ?? newId();
    if (!company)
      await ctx.db('companies').insert({ id: companyId, name: input.companyName, time_zone: input.timeZone });
    const user = {
      ...input,
      passwordHash,
      role: 'Office Admin' as const,
      superAdmin: true,
      superRole: 'admin',
      viewOnly: false,
      grants: [],
      shop: null,
    };
    const id = await insertUser(ctx, user, null);
    await ctx.audit({
      action: 'set up',
      entity: 'company',
      id: companyId,
      after: { name: input.companyName, user: input.userName },
    });
    setupCode.discard();
    const account = { id, userName: input.userName, generation: 1 };
    return startSession(ctx, account, { how: 'during first-time setup', isNewDevice: false });
  },
});

export const checkSetUpNeeded = service({
  summary: 'Check whether first-time setup is needed; also gets what the sign-in page shows',
  permission: 'anyone',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    needed: z.boolean(),
    productName: z.string(),
    logo: Logo.nullable(),
    /** The host for which passkeys work; null if they cannot work here. */
    passkeyHost: z.string().nullable(),
    /** The single sign-on provider; null without one. */
    sso: SsoOffer.nullable(),
  }),
  run: async (ctx) => ({
    needed: !(await ctx.db('users').where({ is_key: false }).first('id')),
    productName: await findProductName(ctx.db),
    logo: await findLogo(ctx.db),
    passkeyHost: findPasskeyHost(ctx)?.id ?? null,
    sso: (await findSso(ctx.db)) ?? null,
  }),
});

export const createUser = service({
  summary: 'Add a user',
  permission: 'users.manage',
  effect: 'write',
  input: NewUser,
  output: User,
  prepare: (_, { password }) => hashPassword(password),
  run: async (ctx, input, passwordHash) => {
    const shop = input.shop ? await findShopNamed(ctx, input.shop) : null;
    const user = { ...input, passwordHash, superRole: input.superRole ?? null };
    return storeNewUser(ctx, user, shop?.id ?? null, 'userName');
  },
});

export const changeOwnPassword = service({
  summary: 'Change your password and end your other sessions',
  permission: 'account.own',
  effect: 'personal',
  answersSecret: true,
  input: z.object({ currentPassword: z.string().max(200), newPassword: Password }),
  output: z.object({ token: z.string(), msg: z.string() }),
  prepare: async (ctx, input) => {
    const user = await confirmPassword(ctx, input.currentPassword);
    await refuseGuessable(ctx.db, input.newPassword, user, 'newPassword');
    return { user, passwordHash: await hashPassword(input.newPassword) };
  },
  run: async (ctx, _, { user, passwordHash }) => {
    const generation = user.generation + 1;
    const rowCount = await ctx
      .db('users')
      .where({ id: user._id, session_generation: user.generation })
      .update({ password_hash: passwordHash, session_generation: generation });
    if (rowCount === 0) throw new DomainError('not-signed-in', undefined); // do not overwrite a reset that happened in the meantime
    await ctx.audit({ action: 'change password', entity: 'user', id: user._id, shopId: user.shop?._id ?? null });
    await revokeLinks(ctx, user._id);
    await recordAccess(ctx, { kind: 'password', user: toAccount(user), detail: 'changed by its owner' });
    await ctx.publish({ topic: 'users', shopIds: [user.shop?._id ?? null], ids: [user._id] });
    return {
      token: await openSession(ctx, { id: user._id, generation }),
      msg: 'Password changed',
    };
  },
});

export const updatePreference = service({
  summary: 'Save a preference of the signed-in user: columns, theme or menu',
  permission: 'account.own',
  effect: 'personal',
  input: z.object({ key: z.string().regex(/^[\w.:/-]{1,80}$/, 'must be a short name'), value: JsonValue(10_000) }),
  output: z.object({ msg: z.string() }),
  run: async (ctx, { key, value }) => {
    const row = { user_id: ctx.actor.id, key, value: JSON.stringify(value) };
    await writeKept(ctx, preferencesLimit, ctx.actor.id ?? '', async () => {
      await ctx.db('user_preferences').insert(row).onConflict(['user_id', 'key']).merge();
      await ctx.publish({ topic: 'preferences', shopIds: [], to: ctx.actor.id ?? '' });
    });
    return { msg: 'Preference saved' };
  },
});

export const listBuilders = service({
  summary: 'List the builders an order can be assigned to',
  permission: 'orders.read',
  effect: 'read',
  input: z.object({ shop: z.uuid().optional() }),
  output: z.object({ items: z.array(z.object({ _id: z.uuid(), name: z.string(), shop: z.uuid() })) }),
  run: async (ctx, { shop }) => ({ items: await findBuilders(ctx.db, ctx.actor.shopId ?? shop ?? null) }),
});

async function findShopNamed(ctx: WriteCtx, shop: string): Promise<{ id: string; name: string }> {
  const shopRow = await queryFirstRow<{ id: string; name: string }>(
    ctx.db('shops').whereRaw('lower(name) = lower(?) or id::text = ?', [shop, shop]).first('id', 'name'),
  );
  if (!shopRow) throw invalid('shop', `"${shop}" not found`);
  return shopRow;
}
