import { type Permission, permissions } from '../../kernel/rights/permissions.js';
import { type Role, roles } from '../../kernel/rights/roles.js';
import { isOneOf } from '../../kernel/objects.js';

/** How many recovery codes a user gets. */
export const RECOVERY_CODES = 10;

const decidesMoney: readonly Permission[] = ['invoices.decide', 'repairs.decide', 'payments.write'];

/** The roles that can approve or pay, which is the suggested choice of roles that require a second factor. */
export const moneyRoles: readonly Role[] = roles.filter((role) =>
  decidesMoney.some((permission) => isOneOf(permissions[permission].roles, role)),
);
