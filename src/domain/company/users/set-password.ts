import { recordAudit } from '../../kernel/trail/model.js';
import type { OpenWriteCtx } from '../../kernel/service.js';
import { recordAccess } from '../access-log/record.js';
import { updateUserRow } from './user-writes.js';
import { getActor, toAccount, type UserRow } from './queries.js';

/** Stores a password that a user set with a link, and ends the user's sessions. The user must be locked. */
export async function setPasswordByLink(tx: OpenWriteCtx, user: UserRow, passwordHash: string): Promise<void> {
  const shopId = user.shop?._id ?? null;
  await updateUserRow(tx, user, { password_hash: passwordHash, session_generation: user.generation + 1 });
  const actor = getActor(user);
  const detail = user.hasPassword ? 'set with a link' : 'first one set with an invitation';
  await recordAudit({ ...tx, actor }, [{ action: 'set password', entity: 'user', id: user._id, shopId }]);
  await recordAccess({ ...tx, actor }, { kind: 'password', user: toAccount(user), detail });
  await tx.publish({ topic: 'users', shopIds: [shopId], ids: [user._id] });
}
