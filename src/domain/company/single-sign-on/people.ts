import { present } from '../../kernel/objects.js';
import { systemActor, type WriteCtx } from '../../kernel/context.js';
import { grantsFor, isShopRole } from '../../kernel/rights/roles.js';
import type { OpenWriteCtx } from '../../kernel/service.js';
import { recordAudit } from '../../kernel/trail/model.js';
import { recordAccess } from '../access-log/record.js';
import { storeNewUser } from '../users/new-user.js';
import { NO_PASSWORD } from '../users/passwords.js';
import { findUser, toAccount, type UserRow } from '../users/queries.js';
import { updateUserRow, lockUser, recordUserChange } from '../users/user-writes.js';
import type { SsoRow } from './queries.js';
import { type Claims, readName } from './rules.js';
import type { SsoRights } from './schema.js';

/** A write context for the provider: no one is signed in yet, and the history names the provider. */
function asProvider(tx: OpenWriteCtx, { name }: SsoRow): WriteCtx {
  const actor = systemActor(`${name} (single sign-on)`);
  return { ...tx, actor, audit: (entries) => recordAudit({ ...tx, actor }, [entries].flat()) };
}

/** Admits people who sign in for the first time one at a time, so that no two of them get the same user. */
export const lockFirstArrivals = ({ db }: Pick<OpenWriteCtx, 'db'>, { _id: id }: SsoRow) =>
  db('single_sign_on').where({ id }).forUpdate().first('id');

/** Records that a user belongs to an identity of the provider, and when it last signed in. */
export async function bindUser(
  tx: OpenWriteCtx,
  sso: SsoRow,
  { user, subject }: { readonly user: UserRow; readonly subject: string },
): Promise<void> {
  const now = tx.clock.now();
  const row = { issuer: sso.issuer, subject, user_id: user._id };
  const updatedCount = await tx.db('sign_in_identities').where(row).update({ used_at: now });
  if (updatedCount > 0) return;
  await tx.db('sign_in_identities').insert({ ...row, created_at: now, used_at: now });
  const provider = asProvider(tx, sso);
  await provider.audit({
    action: 'link to single sign-on',
    entity: 'user',
    id: user._id,
    shopId: user.shop?._id ?? null,
  });
  await recordAccess(provider, { kind: 'account', user: toAccount(user), detail: `linked to ${sso.name}` });
}

interface Newcomer {
  readonly rights: SsoRights;
  readonly claims: Claims & { readonly sub: string };
  readonly userName: string;
}

/** Adds a user without a password for an identity of the provider. */
export async function createBoundUser(
  tx: OpenWriteCtx,
  sso: SsoRow,
  { rights, claims, userName }: Newcomer,
): Promise<UserRow> {
  const fields = { name: readName(claims) ?? userName, userName, password: null, passwordHash: NO_PASSWORD };
  const standing = { viewOnly: false, superAdmin: false, superRole: null, grants: [] };
  const user = await storeNewUser(
    asProvider(tx, sso),
    { ...fields, ...standing, role: rights.role },
    rights.shopId,
    'email',
  );
  await bindUser(tx, sso, { user, subject: claims.sub });
  return user;
}

/**
 * Gives a user the role and the shop that the provider decides, which ends their sessions. Super admins keep theirs.
 */
export async function followRights(
  tx: OpenWriteCtx,
  sso: SsoRow,
  { user, rights: { role, shopId } }: { readonly user: UserRow; readonly rights: SsoRights },
): Promise<UserRow> {
  if (user.superAdmin || (user.role === role && (user.shop?._id ?? null) === shopId)) return user;
  const provider = asProvider(tx, sso);
  const before = await lockUser(provider, user._id);
  const allowedGrants = grantsFor(role);
  await updateUserRow(provider, before, {
    ...{ role, shop_id: shopId, session_generation: before.generation + 1 },
    ...{ grants: before.grants.filter((grant) => allowedGrants.includes(grant)) },
    super_role: isShopRole(role) ? null : before.superRole,
  });
  await recordUserChange(provider, 'change', before);
  return present(await findUser(tx.db, user._id)); // locked above
}
