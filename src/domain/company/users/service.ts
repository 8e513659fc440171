import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError, invalid } from '../../kernel/errors.js';
import { RecordVersion, RecordId } from '../../kernel/records/record.js';
import { lastActor, refuseStale } from '../../kernel/records/stale.js';
import { service } from '../../kernel/service.js';
import { revokeLinks } from '../links/links.js';
import { storeNewUser, nameTaken } from './new-user.js';
import { refuseGuessable } from './new-password.js';
import { hashPassword } from './passwords.js';
import { findUserByName, type UserRow } from './queries.js';
import { formatAddress, ListedUser, NewCompanyUser, NewShopUser, PasswordReset, UserChange } from './schema.js';
import { updateUserRow, checkShop, keepManager, lockUser, recordUserChange } from './user-writes.js';
import { changedStanding, endsSessions, type UserStanding, standingProblems } from './users-rules.js';

const Answer = z.object({ msg: z.string(), item: ListedUser });

export const createCompanyUser = service({
  summary: 'Add a user of the company',
  permission: 'users.manage',
  effect: 'write',
  input: NewCompanyUser,
  output: Answer,
  prepare: (_, { password }) => hashPassword(password),
  run: async (ctx, input, passwordHash) => {
    const user = { ...input, passwordHash, userName: formatAddress(input) ?? '', superRole: null, grants: [] };
    return { msg: 'User created', item: await storeNewUser(ctx, user, null, 'email') };
  },
});

export const createShopUser = service({
  summary: 'Add a user of a shop',
  permission: 'users.manage',
  effect: 'write',
  input: NewShopUser,
  output: Answer,
  prepare: (_, { password }) => hashPassword(password),
  run: async (ctx, { shop, ...input }, passwordHash) => {
    await checkShop(ctx, shop);
    const user = { ...input, passwordHash, userName: formatAddress(input) ?? '', superRole: null, grants: [] };
    return { msg: 'User created', item: await storeNewUser(ctx, user, shop, 'email') };
  },
});

export const updateUser = service({
  summary: "Change a user's name, email, role, flags or grants; a new role or shop ends their sessions",
  permission: 'users.manage',
  effect: 'write',
  input: UserChange.extend(RecordVersion.shape),
  output: Answer,
  run: async (ctx, { id, revision, ...change }) => {
    const before = await lockUser(ctx, id);
    await refuseStale(revision, before.revision, async () => ({
      what: `User "${before.name}"`,
      by: await lastActor(ctx.db, id),
      current: ListedUser.parse(before),
    }));
    const from = getStanding(before);
    const to = changedStanding(from, change);
    await checkChange(ctx, before, to, formatAddress(change));
    const { role, viewOnly, superAdmin, superRole, shop, grants } = to;
    await nameTaken('email', () =>
      updateUserRow(ctx, before, {
        name: change.name ?? before.name,
        user_name: formatAddress(change) ?? before.userName,
        ...{ role, view_only: viewOnly, super_admin: superAdmin, super_role: superRole },
        shop_id: shop,
        grants,
        ...(endsSessions(from, to) ? { session_generation: before.generation + 1 } : {}),
      }),
    );
    if ((formatAddress(change) ?? before.userName) !== before.userName) await revokeLinks(ctx, id); // sent to the previous address
    return { msg: 'User updated', item: await recordUserChange(ctx, 'change', before) };
  },
});

export const deactivateUser = service({
  summary: 'Deactivate a user and end their sessions; their history stays',
  permission: 'users.manage',
  effect: 'write',
  input: RecordId,
  output: Answer,
  run: async (ctx, { id }) => {
    const before = await lockUser(ctx, id);
    if (id === ctx.actor.id) throw new DomainError('own-account', { why: 'You cannot deactivate your own account.' });
    await keepManager(ctx, before, { ...before, active: false });
    await updateUserRow(ctx, before, { active: false, session_generation: before.generation + 1 });
    await revokeLinks(ctx, id);
    return { msg: 'User deactivated', item: await recordUserChange(ctx, 'deactivate', before) };
  },
});

export const activateUser = service({
  summary: 'Reactivate a user; the password is unchanged',
  permission: 'users.manage',
  effect: 'write',
  input: RecordId,
  output: Answer,
  run: async (ctx, { id }) => {
    const before = await lockUser(ctx, id);
    await updateUserRow(ctx, before, { active: true });
    return { msg: 'User activated', item: await recordUserChange(ctx, 'activate', before) };
  },
});

export const resetPassword = service({
  summary: 'Set a new password for a user and end their sessions',
  permission: 'users.manage',
  effect: 'write',
  input: PasswordReset.extend(RecordId.shape),
  output: Answer,
  prepare: (_, { password }) => hashPassword(password),
  run: async (ctx, { id, password }, passwordHash) => {
    const before = await lockUser(ctx, id);
    if (id === ctx.actor.id)
      throw new DomainError('own-account', {
        why: 'To change your own password, choose Change password in the Settings menu.',
      });
    await refuseGuessable(ctx.db, password, before, 'password');
    await updateUserRow(ctx, before, { password_hash: passwordHash, session_generation: before.generation + 1 });
    await revokeLinks(ctx, id);
    return { msg: 'Password reset', item: await recordUserChange(ctx, 'reset password', before) };
  },
});

async function checkChange(
  tx: WriteCtx,
  before: UserRow,
  to: UserStanding,
  address: string | undefined,
): Promise<void> {
  const errors = standingProblems(to);
  if (errors.length > 0) throw new DomainError('invalid-input', { errors });
  if (to.shop) await checkShop(tx, to.shop);
  const namesake = address ? await findUserByName(tx.db, address) : undefined;
  if (namesake && namesake._id !== before._id) throw invalid('email', 'is already in use');
  await keepManager(tx, before, { ...to, active: before.active });
}

const getStanding = (user: UserRow): UserStanding => ({ ...user, shop: user.shop?._id ?? null });
