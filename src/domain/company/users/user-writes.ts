import type { WriteCtx } from '../../kernel/context.js';
import { DomainError, invalid, notFound } from '../../kernel/errors.js';
import { isKeyOf, present } from '../../kernel/objects.js';
import { difference } from '../../kernel/records/record.js';
import { recordAccess } from '../access-log/record.js';
import { findUser, hasManagerWithoutSso, hasOtherManager, toAccount, type UserRow } from './queries.js';
import { ListedUser } from './schema.js';
import { canManageUsers, describeRights } from './users-rules.js';

/**
 * Locks all users until the transaction ends: one change at a time, so that two super admins cannot remove each other.
 * Throws permission-denied if the actor has lost the right in the meantime.
 */
export async function lockUsers(tx: WriteCtx): Promise<void> {
  await tx.db.raw(`select pg_advisory_xact_lock(hashtextextended('users', 0))`);
  const actor = tx.actor.id ? await findUser(tx.db, tx.actor.id) : undefined;
  if (actor && !canManageUsers(actor)) throw new DomainError('permission-denied', undefined);
}

/** Locks all users like `lockUsers`, and returns one of them. Throws not-found if there is none. */
export async function lockUser(tx: WriteCtx, id: string): Promise<UserRow> {
  await lockUsers(tx);
  const row: unknown = await tx.db('users').where({ id }).forUpdate().first('id');
  const user = row ? await findUser(tx.db, id) : undefined;
  if (!user) throw notFound('User');
  return user;
}

/** Throws invalid-input when the shop does not exist. */
export async function checkShop(tx: WriteCtx, id: string): Promise<void> {
  if (!(await tx.db('shops').where({ id }).first('id'))) throw invalid('shop', 'does not exist');
}

type Manager = Parameters<typeof canManageUsers>[0];

/** Throws last-super-admin if a change would leave no user who can manage users and sign in. */
export async function keepManager(tx: WriteCtx, before: UserRow, after: Manager): Promise<void> {
  if (!canManageUsers(before) || canManageUsers(after) || (await hasOtherManager(tx.db, before._id))) return;
  throw new DomainError('last-super-admin', { name: before.name });
}

/**
 * Locks all users. Throws if none who can manage users could sign in without the single sign-on provider, and
 * permission-denied if the actor has lost the right in the meantime.
 */
export async function keepManagerWithoutSso(tx: WriteCtx): Promise<void> {
  await lockUsers(tx);
  if (await hasManagerWithoutSso(tx.db)) return;
  throw invalid('', 'No super admin could sign in without the current provider. Set a password for one of them first.');
}

/** The columns of a user that change after it was added. */
type UserColumn =
  | 'name'
  | 'user_name'
  | 'password_hash'
  | 'role'
  | 'shop_id'
  | 'view_only'
  | 'super_admin'
  | 'super_role'
  | 'grants'
  | 'active'
  | 'session_generation';

/** Stores columns of a locked user and increments the revision. */
export async function updateUserRow(
  tx: Pick<WriteCtx, 'db' | 'clock'>,
  { _id, revision }: UserRow,
  columns: { readonly [C in UserColumn]?: unknown },
): Promise<void> {
  await tx
    .db('users')
    .where({ id: _id })
    .update({ ...columns, revision: revision + 1, updated_at: tx.clock.now() });
}

const inTrail = ListedUser.omit({ userName: true, hasPassword: true, invitedUntil: true });

/**
 * Records a user's change in the history and publishes it to every server and open dashboard; returns the stored
 * user.
 */
export async function recordUserChange(tx: WriteCtx, action: string, before: UserRow): Promise<UserRow> {
  const after = present(await findUser(tx.db, before._id)); // the row is locked, and users are never deleted
  const shopId = after.shop?._id ?? null;
  const changes = difference(inTrail.parse(before), inTrail.parse(after));
  const isRepeatable = action === 'change' || action === 'activate';
  if (isRepeatable && after.userName === before.userName && Object.keys(changes.after).length === 0) {
    tx.unchanged();
    return before;
  }
  await tx.audit({ action, entity: 'user', id: after._id, shopId, ...changes });
  await recordAccountChange(tx, action, { before, after });
  await tx.publish({ topic: 'users', shopIds: [before.shop?._id ?? null, shopId], ids: [after._id] });
  return after;
}

const loggedActions = {
  deactivate: { kind: 'account', detail: 'deactivated' },
  activate: { kind: 'account', detail: 'activated' },
  'reset password': { kind: 'password', detail: 'set by an administrator' },
  'reset second factors': { kind: 'factor', detail: 'reset by an administrator' },
} as const;

/** Logs changes of a user's rights and of how the user signs in. */
async function recordAccountChange(
  tx: WriteCtx,
  action: string,
  { before, after }: { readonly before: UserRow; readonly after: UserRow },
): Promise<void> {
  const user = toAccount(after);
  if (isKeyOf(loggedActions, action)) await recordAccess(tx, { ...loggedActions[action], user });
  if (before.userName !== after.userName)
    await recordAccess(tx, { kind: 'account', user, detail: `the address was ${before.userName}` });
  const [from, to] = [describeRights(before), describeRights(after)];
  if (from !== to) await recordAccess(tx, { kind: 'role', user, detail: `from ${from} to ${to}` });
}
