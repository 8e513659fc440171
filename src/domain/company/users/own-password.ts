import type { Ctx } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { recordAccess } from '../access-log/record.js';
import { passwordFits, wrongPassword } from './passwords.js';
import { findUser, toAccount, type UserRow } from './queries.js';

/** The signed-in user, who must enter their password again. Throws for a wrong one; the caller counts guesses. */
export async function confirmPassword(ctx: Ctx, currentPassword: string): Promise<UserRow> {
  const user = await findUser(ctx.db, ctx.actor?.id ?? '');
  if (!user) throw notFound('User');
  if (await passwordFits(user.passwordHash, currentPassword)) return user;
  const detail = 'the current password was wrong';
  await recordAccess(ctx, { kind: 'password', result: 'refused', user: toAccount(user), detail });
  throw wrongPassword();
}
