import { can, type Holder, type Permission, permissions } from './permissions.js';
import { grantsFor, isShopRole, type Role } from './roles.js';
import { toKeys } from '../objects.js';

/** What no API key may do: act as a person, or create other access, so that revoking a key ends all of its access. */
const personal: ReadonlySet<Permission> = new Set([
  'session.use',
  'account.own',
  'users.manage',
  'factors.manage',
  'webhook.manage',
  'keys.manage',
  'customers.manage',
  'company.create',
  'company.manage',
  'views.use',
  'views.share',
]);

/** The permissions that an API key can have, besides reading its own identity. */
export const scopes: readonly Permission[] = toKeys(permissions).filter((permission) => !personal.has(permission));

/** The highest role in which an API key for a shop, or for the company (null), can act. */
export const getKeyRole = (shopId: string | null): Role => (shopId === null ? 'Office Admin' : 'Shop Admin');

/**
 * The rights of an API key for a shop, or for the company (null), if its creator has all requested permissions. Its
 * role is its creator's own, unless the office created it for a shop. The role decides which figures the key may see,
 * its scopes what it may do.
 */
export function getKeyRights(maker: Holder, shopId: string | null): Omit<Holder, 'scopes'> {
  const isOnSameSide = isShopRole(maker.role) === (shopId !== null);
  const role = isOnSameSide ? maker.role : getKeyRole(shopId);
  const grants = new Set<string>(grantsFor(role));
  return {
    role,
    superAdmin: maker.superAdmin && shopId === null,
    grants: maker.grants.filter((grant) => grants.has(grant)),
  };
}

/** The scopes that a user can give a key for a shop, or for the company (null): only permissions that both may have. */
export function getScopes(maker: Holder, shopId: string | null): readonly Permission[] {
  const rights = getKeyRights(maker, shopId);
  return scopes.filter((scope) => can(maker, scope) && can(rights, scope));
}
