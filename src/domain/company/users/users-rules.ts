import type { FieldError } from '../../kernel/errors.js';
import { type Grant, grantsFor, isShopRole, type Role } from '../../kernel/rights/roles.js';

/** The fields that decide a user's rights. */
export interface UserStanding {
  readonly role: Role;
  /** The ID of the shop of a shop user. */
  readonly shop: string | null;
  readonly viewOnly: boolean;
  readonly superAdmin: boolean;
  readonly superRole: string | null;
  readonly grants: readonly Grant[];
}

type StandingChange = { readonly [Name in keyof UserStanding]?: UserStanding[Name] | undefined };

/** The fields that the role cannot have: shop, flags and grants. */
export function standingProblems({ role, shop, superAdmin, superRole, grants }: UserStanding): FieldError[] {
  const ofShop = isShopRole(role);
  const allowedGrants = grantsFor(role);
  const unsuitableGrants = grants.filter((grant) => !allowedGrants.includes(grant));
  return [
    ...(ofShop && !shop ? [{ path: 'shop', msg: `is required for a ${role}` }] : []),
    ...(!ofShop && shop ? [{ path: 'shop', msg: `must be empty for a ${role}` }] : []),
    ...(ofShop && superAdmin ? [{ path: 'superAdmin', msg: `is not available to a ${role}` }] : []),
    ...(ofShop && superRole ? [{ path: 'superRole', msg: `is not available to a ${role}` }] : []),
    ...(unsuitableGrants.length > 0
      ? [{ path: 'grants', msg: `${unsuitableGrants.join(', ')}: not available to a ${role}` }]
      : []),
  ];
}

/**
 * The user's fields after a change. Fields left out are unchanged, except that a shop, flags or grants the new role
 * cannot have are removed.
 */
export function changedStanding(before: UserStanding, change: StandingChange): UserStanding {
  const role = change.role ?? before.role;
  const ofShop = isShopRole(role);
  const allowedGrants = grantsFor(role);
  return {
    role,
    shop: change.shop !== undefined ? change.shop : ofShop ? before.shop : null,
    viewOnly: change.viewOnly ?? before.viewOnly,
    superAdmin: change.superAdmin ?? (before.superAdmin && !ofShop),
    superRole: change.superRole !== undefined ? change.superRole : ofShop ? null : before.superRole,
    grants: change.grants ?? before.grants.filter((grant) => allowedGrants.includes(grant)),
  };
}

/** Whether a user can manage users. At least one such user must remain. */
export const canManageUsers = (user: Omit<UserStanding, 'shop' | 'grants'> & { readonly active: boolean }): boolean =>
  user.active && user.superAdmin && !user.viewOnly && !isShopRole(user.role);

/** Whether a change ends the user's sessions: it sets a different role or shop. */
export const endsSessions = (before: UserStanding, after: UserStanding): boolean =>
  before.role !== after.role || before.shop !== after.shop;

/** A user's rights in one line: `Shop Admin of Ridge Line Barns, view-only, logs.view`. */
export const describeRights = (
  user: Omit<UserStanding, 'shop'> & { readonly shop: { readonly name: string } | null },
): string =>
  [
    user.shop ? `${user.role} of ${user.shop.name}` : user.role,
    ...(user.viewOnly ? ['view-only'] : []),
    ...(user.superAdmin ? ['super admin'] : []),
    ...(user.superRole ? [`super role ${user.superRole}`] : []),
    ...user.grants.toSorted(),
  ].join(', ');
