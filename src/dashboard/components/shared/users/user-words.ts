import { type Grant, isShopRole, type Role, roles } from '../../../../domain/kernel/rights/roles.js';
import { countHeading } from '../../../lib/format.js';
import type { ListedUser } from './user-types.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

/** Descriptions of what each grant allows. */
export const grantWords: Readonly<Record<Grant, string>> = {
  'logs.view': 'View the error log',
  'admin.view': 'View the Shop Admin screen',
  'invoices.delete-approved': 'Delete approved invoices',
  'addons.copy': 'Copy add-ons and create them for all categories',
  'bom.extra-columns': 'Export IDs and categories',
};

export const labels = {
  name: 'Name',
  email: 'Email',
  role: 'Role',
  viewOnly: 'View-only',
  superAdmin: 'Super admin',
  superRole: 'Super role',
  grants: 'Grants',
  secondFactor: 'Second factor',
} as const;

/** The roles of a side, least powerful first. */
export const roleOptions = (side: 'company' | 'shop'): { value: Role; label: Role }[] =>
  [...roles]
    .reverse()
    .filter((role) => isShopRole(role) === (side === 'shop'))
    .map((role) => ({ value: role, label: role }));

const grantNames = (grants: readonly Grant[]): string => grants.map((grant) => grantWords[grant]).join(', ');
/** Whether a user can sign in: yes, no, or only after accepting the invitation. */
export function formatActive({ active, hasPassword, invitedUntil }: ListedUser): string {
  if (!active || hasPassword) return formatYesNo(active);
  return invitedUntil !== null && Date.parse(invitedUntil) > Date.now() ? 'Invited' : 'Invitation expired';
}

/** A user's additional or missing permissions compared with the role, for the list. */
export const formatFlags = ({ viewOnly, superAdmin, superRole, grants, secondFactor }: ListedUser): string =>
  [
    ...(viewOnly ? [labels.viewOnly] : []),
    ...(superAdmin ? [labels.superAdmin] : []),
    ...(superRole ? [labels.superRole] : []),
    ...(grants.length > 0 ? [countHeading(grants.length, 'grant')] : []),
    ...(secondFactor ? [labels.secondFactor] : []),
  ].join(', ');

/** Formats a value of a user's form. */
export function inWords(_: keyof typeof labels, value: string | boolean | null | readonly Grant[]): string {
  if (typeof value === 'boolean') return formatYesNo(value);
  return typeof value === 'object' ? grantNames(value ?? []) || 'none' : value;
}

export const historyWords = {
  name: [labels.name],
  email: [labels.email],
  role: [labels.role],
  shop: ['Shop', (shop: { readonly name: string }) => shop.name],
  viewOnly: [labels.viewOnly, formatYesNo],
  superAdmin: [labels.superAdmin, formatYesNo],
  superRole: [labels.superRole],
  grants: [labels.grants, grantNames],
  active: ['Active', formatYesNo],
  secondFactor: [labels.secondFactor, formatYesNo],
} as const;
