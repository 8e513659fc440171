import { isShopRole, type Grant, type Role } from './roles.js';

const office = ['Office Admin', 'Office User'] as const;
const shopDesk = ['Shop Admin', 'Shop User'] as const;
const everyone = [...office, ...shopDesk, 'Builder'] as const;

interface Rule {
  readonly roles: readonly Role[];
  readonly superAdmin?: true;
  readonly grant?: Grant;
}

/** The single table of all permissions and their holders, used by the API, the CLI and the dashboard. */
export const permissions = {
  'session.use': { roles: everyone },
  'account.own': { roles: everyone },
  'home.view': { roles: everyone },
  'company.read': { roles: office },
  'company.profile': { roles: everyone },
  'company.create': { roles: ['Office Admin'] },
  'company.write': { roles: ['Office Admin'] },
  'shops.list': { roles: office },
  'shops.own': { roles: [...shopDesk, 'Builder'] },
  'shops.write': { roles: ['Office Admin'] },
  'sample.manage': { roles: [], superAdmin: true },
  'company.manage': { roles: [], superAdmin: true },
  'shops.change': { roles: ['Office Admin', 'Shop Admin'] },
  'shops.manage': { roles: [], superAdmin: true },
  'shops.settings': { roles: shopDesk },
  'catalogue.read': { roles: office },
  'catalogue.view': { roles: [...office, ...shopDesk] },
  'catalogue.names': { roles: everyone },
  'catalogue.write': { roles: ['Office Admin'] },
  'catalogue.own': { roles: shopDesk },
  'base-styles.own': { roles: ['Office Admin', ...shopDesk] },
  'labor.own': { roles: ['Office Admin', ...shopDesk] },
  'labor.import': { roles: ['Office Admin', 'Shop Admin'] },
  'catalogue.labor': { roles: office },
  'addons.copy': { roles: [], grant: 'addons.copy' },
  'components.ids': {
    roles: [],
    grant: 'bom.extra-columns',
  },
  'items.change': { roles: ['Office Admin', ...shopDesk] },
  'prices.view': { roles: [...office, ...shopDesk] },
  'prices.change': { roles: ['Office Admin'] },
  'orders.read': { roles: everyone },
  'orders.import': { roles: office },
  'orders.mapping': { roles: ['Office Admin'] },
  'orders.push': { roles: office },
  'orders.delete-new': { roles: office },
  'orders.duplicates': { roles: office },
  'orders.edit': { roles: office },
  'orders.edit-shop-part': {
    roles: [...office, ...shopDesk],
  },
  'orders.change-status': { roles: everyone },
  'orders.set-any-status': { roles: office },
  'orders.delete': { roles: office },
  'orders.history': { roles: [...office, ...shopDesk] },
  'invoices.read': { roles: [...office, ...shopDesk] },
  'invoices.create': { roles: [...office, ...shopDesk] },
  'invoices.decide': { roles: office },
  'invoices.adjust': { roles: shopDesk },
  'invoices.update': { roles: [...office, ...shopDesk] },
  'invoices.delete': { roles: office },
  'invoices.delete-approved': { roles: [], grant: 'invoices.delete-approved' },
  'payments.read': { roles: [...office, ...shopDesk] },
  'payments.write': { roles: office },
  'payments.haul': { roles: office },
  'corrections.read': { roles: [...office, ...shopDesk] },
  'corrections.write': { roles: office },
  'repairs.read': { roles: [...office, ...shopDesk] },
  'repairs.write': { roles: [...office, ...shopDesk] },
  'repairs.decide': { roles: office },
  'repairs.reopen': { roles: [], superAdmin: true },
  'approvals.read': { roles: office },
  'comments.read': { roles: everyone },
  'comments.write': { roles: [...office, ...shopDesk] },
  'announcements.read': { roles: everyone },
  'announcements.write': { roles: ['Office Admin'] },
  'tickets.create': { roles: everyone },
  'tickets.list': { roles: [], superAdmin: true },
  'tickets.answer': { roles: [], superAdmin: true },
  'alerts.read': { roles: everyone },
  'alerts.create': { roles: office },
  'imports.read': { roles: [...office, ...shopDesk] },
  'imports.apply': { roles: [...office, ...shopDesk] },
  'imports.undo': { roles: [...office, ...shopDesk] },
  'purchasing.read': { roles: [...office, ...shopDesk] },
  'purchasing.write': { roles: shopDesk },
  'inventory.read': { roles: everyone },
  'reports.view': { roles: [...office, ...shopDesk] },
  'reports.company': { roles: office },
  'reports.shop': { roles: shopDesk },
  'calculators.company': { roles: office },
  'calculators.shop': { roles: shopDesk },
  'views.use': { roles: [...office, ...shopDesk] },
  'views.share': { roles: ['Office Admin', 'Shop Admin'] },
  'users.list': { roles: [...office, 'Shop Admin'] },
  'webhook.manage': { roles: ['Office Admin'] },
  'users.manage': { roles: [], superAdmin: true },
  'factors.manage': { roles: [], superAdmin: true },
  'keys.manage': { roles: ['Office Admin', 'Shop Admin'] },
  'admin.view': { roles: [], grant: 'admin.view' },
  'logs.view': { roles: [], grant: 'logs.view' },
  'outbox.view': { roles: [], superAdmin: true },
  'access-log.view': { roles: [], superAdmin: true },
  'runs.manage': { roles: [], superAdmin: true },
  'customers.manage': { roles: [], superAdmin: true },
  'trail.view': { roles: ['Office Admin'], superAdmin: true },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof permissions;

/** The fields of a user that decide about permissions. */
export interface Holder {
  readonly role: Role;
  readonly superAdmin: boolean;
  readonly grants: readonly string[];
  /** The permissions to which an API key is limited; undefined for a user. */
  readonly scopes?: readonly Permission[];
}

/** Whether a user has a permission, by role, by grant or as super admin. Does not consider view-only. */
export function can(user: Holder, permission: Permission): boolean {
  if (user.scopes && !user.scopes.includes(permission)) return false;
  const rule: Rule = permissions[permission];
  if (rule.roles.includes(user.role)) return true;
  if (rule.superAdmin === true && user.superAdmin && !isShopRole(user.role)) return true;
  return rule.grant !== undefined && user.grants.includes(rule.grant);
}
