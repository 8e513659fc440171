import { isShopRole, type Grant, type Role } from './roles.js';

const office = ['Office Admin', 'Office User'] as const;
const shopDesk = ['Shop Admin', 'Shop User'] as const;
const everyone = [...office, ...shopDesk, 'Builder'] as const;

interface Rule {
  readonly label: string;
  readonly roles: readonly Role[];
  readonly superAdmin?: true;
  readonly grant?: Grant;
}

/** The single table of who may do what, used by the API, the CLI and the dashboard. */
export const permissions = {
  'session.use': { label: 'Be signed in', roles: everyone },
  'account.own': { label: 'Change own password and preferences', roles: everyone },
  'home.view': { label: 'View home figures', roles: everyone },
  'company.read': { label: 'View the company and its settings', roles: office },
  'company.profile': { label: "View the company's name, address and colors", roles: everyone },
  'company.create': { label: 'Set up the company', roles: ['Office Admin'] },
  'company.write': { label: 'Change the company, its settings and colors', roles: ['Office Admin'] },
  'shops.list': { label: 'View all shops', roles: office },
  'shops.own': { label: 'View own shop', roles: [...shopDesk, 'Builder'] },
  'shops.write': { label: 'Change shops', roles: ['Office Admin'] },
  'sample.manage': { label: 'Add and remove the sample catalogue', roles: [], superAdmin: true },
  'company.manage': { label: 'Delete the company or the values of shops', roles: [], superAdmin: true },
  'shops.change': { label: 'Change shops or own shop', roles: ['Office Admin', 'Shop Admin'] },
  'shops.manage': { label: 'Add and delete shops', roles: [], superAdmin: true },
  'shops.settings': { label: "View own shop's settings", roles: shopDesk },
  'catalogue.read': { label: 'Look up names in the catalogue', roles: office },
  'catalogue.view': { label: 'View the catalogue', roles: [...office, ...shopDesk] },
  'catalogue.names': { label: 'View names in the catalogue', roles: everyone },
  'catalogue.write': { label: 'Change standard values, prices and categories', roles: ['Office Admin'] },
  'catalogue.own': { label: "Change own shop's values", roles: shopDesk },
  'base-styles.own': { label: "Change a shop's base styles", roles: ['Office Admin', ...shopDesk] },
  'labor.own': { label: "Change a shop's labor", roles: ['Office Admin', ...shopDesk] },
  'labor.import': { label: "Import a shop's labor", roles: ['Office Admin', 'Shop Admin'] },
  'catalogue.labor': { label: 'View standard labor and haul bases', roles: office },
  'addons.copy': { label: 'Copy add-ons and create them for all categories', roles: [], grant: 'addons.copy' },
  'components.ids': {
    label: 'Export IDs and categories',
    roles: [],
    grant: 'bom.extra-columns',
  },
  'items.change': { label: 'Change items and their shop values', roles: ['Office Admin', ...shopDesk] },
  'prices.view': { label: 'View catalogue prices and costs', roles: [...office, ...shopDesk] },
  'prices.change': { label: 'Change retail prices and re-price open orders', roles: ['Office Admin'] },
  'orders.read': { label: 'View orders', roles: everyone },
  'orders.import': { label: 'Upload orders, check them again and accept alerts', roles: office },
  'orders.mapping': { label: 'Change how uploads of other formats are read', roles: ['Office Admin'] },
  'orders.push': { label: 'Push orders to shops', roles: office },
  'orders.delete-new': { label: 'Delete New orders', roles: office },
  'orders.duplicates': { label: 'View duplicate orders', roles: office },
  'orders.edit': { label: 'Change the figures, colors and lines of an order', roles: office },
  'orders.edit-shop-part': {
    label: 'Change builder, metal ordered, paint and shop costs',
    roles: [...office, ...shopDesk],
  },
  'orders.change-status': { label: 'Move an order to its next status', roles: everyone },
  'orders.set-any-status': { label: 'Set any status', roles: office },
  'orders.delete': { label: 'Delete an order', roles: office },
  'orders.history': { label: "View an order's history", roles: [...office, ...shopDesk] },
  'invoices.read': { label: 'View invoices', roles: [...office, ...shopDesk] },
  'invoices.create': { label: 'Create an invoice', roles: [...office, ...shopDesk] },
  'invoices.decide': { label: 'Approve, deny and reopen invoices', roles: office },
  'invoices.adjust': { label: 'Adjust a denied invoice', roles: shopDesk },
  'invoices.update': { label: 'Change the status of an invoice', roles: [...office, ...shopDesk] },
  'invoices.delete': { label: 'Delete an invoice', roles: office },
  'invoices.delete-approved': { label: 'Delete an approved invoice', roles: [], grant: 'invoices.delete-approved' },
  'payments.read': { label: 'View payments', roles: [...office, ...shopDesk] },
  'payments.write': { label: 'Create, change, recalculate and delete payments', roles: office },
  'payments.haul': { label: 'Change the haul of a payment', roles: office },
  'corrections.read': { label: 'View payment corrections', roles: [...office, ...shopDesk] },
  'corrections.write': { label: 'Correct payments to shops', roles: office },
  'repairs.read': { label: 'View repair and driver invoices', roles: [...office, ...shopDesk] },
  'repairs.write': { label: 'Create, change and delete repair and driver invoices', roles: [...office, ...shopDesk] },
  'repairs.decide': { label: 'Approve repair and driver invoices and mark them paid', roles: office },
  'repairs.reopen': { label: 'Reopen a paid repair or driver invoice', roles: [], superAdmin: true },
  'approvals.read': { label: 'View approvals', roles: office },
  'comments.read': { label: 'Read messages about orders', roles: everyone },
  'comments.write': { label: 'Write messages about orders', roles: [...office, ...shopDesk] },
  'announcements.read': { label: 'Read announcements', roles: everyone },
  'announcements.write': { label: 'Write announcements', roles: ['Office Admin'] },
  'tickets.create': { label: 'Ask for support', roles: everyone },
  'tickets.list': { label: 'View support tickets', roles: [], superAdmin: true },
  'tickets.answer': { label: 'Answer support tickets', roles: [], superAdmin: true },
  'alerts.read': { label: 'Read alerts', roles: everyone },
  'alerts.create': { label: 'Alert a shop', roles: office },
  'imports.read': { label: 'View imports', roles: [...office, ...shopDesk] },
  'imports.apply': { label: 'Import spreadsheets', roles: [...office, ...shopDesk] },
  'imports.undo': { label: 'Undo an import', roles: [...office, ...shopDesk] },
  'purchasing.read': { label: 'View vendors, purchase orders and receipts', roles: [...office, ...shopDesk] },
  'purchasing.write': { label: 'Order from vendors and receive material', roles: shopDesk },
  'inventory.read': { label: 'View stock', roles: everyone },
  'reports.view': { label: 'Run reports', roles: [...office, ...shopDesk] },
  'reports.company': { label: "Run the company's reports", roles: office },
  'reports.shop': { label: "Run own shop's reports", roles: shopDesk },
  'calculators.company': { label: "Use the company's price calculator", roles: office },
  'calculators.shop': { label: "Use own shop's price calculator", roles: shopDesk },
  'views.use': { label: 'Save report views and schedule them', roles: [...office, ...shopDesk] },
  'views.share': { label: 'Share saved views with own side', roles: ['Office Admin', 'Shop Admin'] },
  'users.list': { label: 'View users', roles: [...office, 'Shop Admin'] },
  'webhook.manage': { label: 'Manage webhooks', roles: ['Office Admin'] },
  'users.manage': { label: 'Add and change users', roles: [], superAdmin: true },
  'keys.manage': { label: 'Manage API keys', roles: ['Office Admin', 'Shop Admin'] },
  'admin.view': { label: "View a shop's Admin screen", roles: [], grant: 'admin.view' },
  'logs.view': { label: 'View the error log', roles: [], grant: 'logs.view' },
  'outbox.view': { label: 'View outgoing messages and jobs', roles: [], superAdmin: true },
  'runs.manage': { label: 'View runs of commands and set which are expected', roles: [], superAdmin: true },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof permissions;

/** The fields of a user that the table needs. */
export interface Holder {
  readonly role: Role;
  readonly superAdmin: boolean;
  readonly grants: readonly string[];
  /** The only permissions of an API key; a person has no such limit. */
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
