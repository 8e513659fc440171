import { permissionLabels } from '../../../../domain/kernel/rights/permission-labels.js';
import type { Permission } from '../../../../domain/kernel/rights/permissions.js';
import { isShopRole, type Role } from '../../../../domain/kernel/rights/roles.js';
import { USUAL_RATE } from '../../../../domain/company/keys/schema.js';
import type { Input, Output } from '../../../lib/server/api.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

export type Key = Output<'GET /api/keys/:id'>;
type Fields = Input<'POST /api/keys'>;

/** The addresses of the screens of a user's side. */
export const getPaths = (role: Role) =>
  isShopRole(role)
    ? { list: '/shop/keys', form: '/shop/key/form' }
    : { list: '/company/keys', form: '/company/key/form' };

export const statusLabels = { active: 'Active', expired: 'Expired', blocked: 'Blocked', revoked: 'Revoked' } as const;

export interface KeyValues {
  readonly name: string;
  readonly shop: string;
  readonly scopes: Permission[];
  readonly readOnly: boolean;
  readonly networks: string;
  readonly rate: number | null;
  /** The last day it works; null for no end. */
  readonly expiresAt: string | null;
}

/** The values of the form of a key, or of a new one. */
export const toValues = (key: Key | null): KeyValues => ({
  name: key?.name ?? '',
  shop: key?.shop?._id ?? '',
  scopes: (key?.scopes ?? []) as Permission[], // a key has only permissions, no role
  readOnly: key?.readOnly ?? false,
  networks: key?.networks.join('\n') ?? '',
  rate: key?.rate ?? USUAL_RATE,
  expiresAt: key?.expiresAt?.slice(0, 10) ?? null,
});

/** The form as request values: a key works until the end of its last day; one that had this day expires as before. */
export const toFields = (
  { networks, rate, expiresAt, shop: _, ...values }: KeyValues,
  before: Key | null,
): Omit<Fields, 'shop'> => ({
  ...values,
  scopes: values.scopes as Fields['scopes'], // the list offers only these
  networks: networks.split(/[\s,]+/).filter(Boolean),
  rate: rate ?? USUAL_RATE,
  ...(expiresAt === toValues(before).expiresAt
    ? {}
    : { expiresAt: expiresAt === null ? null : `${expiresAt}T23:59:59Z` }),
});

/** The permissions of one part of the product, such as `orders.read` and `orders.edit` of `Orders`. */
export interface ScopeGroup {
  readonly label: string;
  readonly options: readonly { readonly value: Permission; readonly label: string }[];
}

/** Groups permissions by part of the product. */
export function groupScopes(scopes: readonly Permission[]): ScopeGroup[] {
  const getName = (scope: Permission): string => scope.split('.')[0] ?? '';
  return [...new Set(scopes.map(getName))].map((name) => ({
    label: `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`,
    options: scopes
      .filter((scope) => getName(scope) === name)
      .map((value) => ({ value, label: permissionLabels[value] })),
  }));
}

export const labels = {
  name: 'Name',
  shop: 'Limited to shop',
  scopes: 'Permissions',
  readOnly: 'Read-only',
  networks: 'Allowed addresses',
  rate: 'Calls per minute',
  expiresAt: 'Valid until',
} as const;

export const historyWords = {
  name: [labels.name],
  maker: ['Created by'],
  scopes: [labels.scopes, (scopes: readonly string[]) => scopes.join(', ')],
  readOnly: [labels.readOnly, formatYesNo],
  networks: [labels.networks, (networks: readonly string[]) => networks.join(', ')],
  rate: [labels.rate],
  expiresAt: [labels.expiresAt],
  status: ['Status', (status: Key['status']) => statusLabels[status]],
  secrets: ['Secrets', (secrets: Key['secrets']) => secrets.map(({ prefix }) => prefix).join(', ')],
} as const;
