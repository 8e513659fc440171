import type { Ctx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { recordAccess } from '../access-log/record.js';
import { toAccount, type UserRow } from '../users/queries.js';
import { findSso } from './queries.js';

/**
 * Throws if the company requires single sign-on and the user signed in another way. Super admins are always allowed;
 * otherwise an outage of the provider would lock everyone out.
 */
export async function refuseBesideSso(ctx: Ctx, user: UserRow): Promise<void> {
  const sso = user.superAdmin ? undefined : await findSso(ctx.db);
  if (!sso || sso.allowsPasswords) return;
  const detail = `only ${sso.name} can be used to sign in`;
  await recordAccess(ctx, { kind: 'sign-in', result: 'refused', user: toAccount(user), detail });
  throw new DomainError('sso-only', { name: sso.name });
}
