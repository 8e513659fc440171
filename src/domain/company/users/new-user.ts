import type { WriteCtx } from '../../kernel/context.js';
import { DomainError, invalid } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import type { OpenWriteCtx } from '../../kernel/service.js';
import { refuseGuessable } from './new-password.js';
import { findUser, findUserByName, toAccount, type UserRow } from './queries.js';
import { lockUsers } from './user-writes.js';
import { describeRights, type UserStanding, standingProblems } from './users-rules.js';
import { recordAccess } from '../access-log/record.js';
import { queryFirstRow } from '../../kernel/database/rows.js';
import { databaseError } from '../../kernel/database/errors.js';
import { present } from '../../kernel/objects.js';

interface NewUserFields extends Omit<UserStanding, 'shop'> {
  readonly name: string;
  readonly userName: string;
  /** Null for a user who sets it with a link. */
  readonly password: string | null;
  /** Computed before the transaction because hashing may have to wait; `NO_PASSWORD` without a password. */
  readonly passwordHash: string;
}

/**
 * Adds a user (of a shop if given), records it in the history and publishes it. Reports an address that is already
 * used at `path`. Throws permission-denied if the actor has lost the right in the meantime.
 */
export async function storeNewUser(
  tx: WriteCtx,
  user: NewUserFields,
  shopId: string | null,
  path: 'email' | 'userName',
): Promise<UserRow> {
  await lockUsers(tx);
  const errors = standingProblems({ ...user, shop: shopId });
  if (errors.length > 0) throw new DomainError('invalid-input', { errors });
  if (await findUserByName(tx.db, user.userName)) throw invalid(path, 'is already in use');
  const id = await nameTaken(path, () => insertUser(tx, user, shopId));
  const { name, userName, role, viewOnly, superAdmin, superRole, grants } = user;
  const newUser = present(await findUser(tx.db, id)); // inserted above
  const after = { name, email: userName, role, shop: newUser.shop, viewOnly, superAdmin, superRole, grants };
  await tx.audit({ action: 'add', entity: 'user', id, shopId, after });
  await recordAccess(tx, { kind: 'account', user: toAccount(newUser), detail: `added as ${describeRights(newUser)}` });
  await tx.publish({ topic: 'users', shopIds: [shopId], ids: [id] });
  return newUser;
}

/** Inserts a user and returns the new ID; refuses a password that is easy to guess. */
export async function insertUser(
  { db }: Pick<OpenWriteCtx, 'db'>,
  user: NewUserFields,
  shopId: string | null,
): Promise<string> {
  const id = newId();
  const { name, userName, passwordHash, role, viewOnly, superAdmin, superRole, grants } = user;
  const shop = await queryFirstRow<{ name: string }>(db('shops').where({ id: shopId }).first('name'));
  if (user.password !== null) await refuseGuessable(db, user.password, { name, userName, shop }, 'password');
  const standing = { role, view_only: viewOnly, super_admin: superAdmin, super_role: superRole, grants };
  const account = { id, name, user_name: userName, password_hash: passwordHash, shop_id: shopId };
  await db('users').insert({ ...account, ...standing });
  return id;
}

/** Runs a write. If another user takes the address at the same moment, refuses it with a message. */
export async function nameTaken<T>(path: 'email' | 'userName', write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw databaseError(error).constraint === 'users_name' ? invalid(path, 'is already in use') : error;
  }
}
