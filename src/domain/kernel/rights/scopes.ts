import { can, type Holder, type Permission, permissions } from './permissions.js';
import { grantsFor, type Role } from './roles.js';
import { toKeys } from '../objects.js';

/**
 * What no API key may do: act as a person, or make another way in, so that revoking a key ends everything it could do.
 */
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

/** The permissions that an API key can have, beside reading who it is. */
export const scopes: readonly Permission[] = toKeys(permissions).filter((permission) => !personal.has(permission));

/** The role that an API key acts in: it decides which figures it may see, and its scopes what it may do. */
export const getKeyRole = (shopId: string | null): Role => (shopId === null ? 'Office Admin' : 'Shop Admin');

/** The rights of an API key for a shop, or for the company (null), if its maker may do everything that is asked for. */
export function getKeyRights(maker: Holder, shopId: string | null): Omit<Holder, 'scopes'> {
  const role = getKeyRole(shopId);
  const held = new Set<string>(grantsFor(role));
  return {
    role,
    superAdmin: maker.superAdmin && shopId === null,
    grants: maker.grants.filter((grant) => held.has(grant)),
  };
}

/** The scopes that a person can give a key for a shop, or for the company (null): never more than both may do. */
export function getScopes(maker: Holder, shopId: string | null): readonly Permission[] {
  const rights = getKeyRights(maker, shopId);
  return scopes.filter((scope) => can(maker, scope) && can(rights, scope));
}
