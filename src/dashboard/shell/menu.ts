import { can, type Holder, type Permission } from '../../domain/kernel/rights/permissions.js';
import { isShopRole, type Role } from '../../domain/kernel/rights/roles.js';
import type { IconName } from '../components/ui/icon.js';

export interface MenuLink {
  readonly label: string;
  readonly path: string;
  /** Shown to those alone who hold it. */
  readonly permission?: Permission;
}

/** An entry of the side menu: a screen, or a group of screens. */
export interface MenuEntry {
  readonly label: string;
  readonly icon: IconName;
  readonly path?: string;
  readonly permission?: Permission;
  readonly items?: readonly MenuLink[];
  /** Tells how many records wait there. */
  readonly counted?: true;
}

const links = (base: string, names: Readonly<Record<string, string>>): MenuLink[] =>
  Object.entries(names).map(([label, end]) => ({ label, path: `${base}/${end}` }));

const invoiceLists = { New: 'new', Denied: 'denied', Adjusted: 'adjusted', Approved: 'approved', Paid: 'paid' };
const repairLists = { New: 'new', Approved: 'approved', Paid: 'paid' };
const work = { InQueue: 'inqueue', Building: 'building', Finished: 'finished', 'On Hold': 'onhold' };
const after = { Invoiced: 'invoiced', Canceled: 'canceled' };

const company: readonly MenuEntry[] = [
  { label: 'Home', icon: 'home', path: '/company/home' },
  {
    label: 'Orders',
    icon: 'orders',
    items: links('/company/orders', { New: 'add', ...work, ...after, Duplicates: 'duplicates', Board: 'board' }),
  },
  { label: 'Invoices', icon: 'invoices', items: links('/company/invoices', invoiceLists) },
  { label: 'Approvals', icon: 'check', path: '/company/approvals', counted: true },
  { label: 'Repair Invoices', icon: 'hammer', items: links('/company/repair/invoices', repairLists) },
  { label: 'Driver Invoices', icon: 'file', items: links('/company/driver/invoices', repairLists) },
  { label: 'Payments', icon: 'payments', path: '/company/payments' },
  { label: 'Messages', icon: 'message', path: '/company/messages' },
  {
    label: 'Announcements',
    icon: 'megaphone',
    items: links('/company/announcements', { 'For shops': 'shop', 'For the company': 'company' }),
  },
  {
    label: 'Catalogue',
    icon: 'rows',
    items: links('/company', {
      Sheds: 'shed/category/all',
      'Price Tables': 'shed/model/all',
      'Shed Labor': 'sheds/labor/category/all',
      'Haul Bases': 'haulbase/category/all',
      'Add-on Parents': 'addon/parent-categories',
      'Add-ons': 'addon/category/shop/all',
      'Add-on Labor': 'addonlabor/parent-categories',
      Components: 'component/category/shop/all',
      'Component Categories': 'component/categories',
      Items: 'items/shops',
      Dealers: 'dealers',
      'Retail Price Change': 'price/change',
      Imports: 'imports',
    }),
  },
  {
    label: 'Reports',
    icon: 'file',
    items: links('/company', {
      Invoices: 'reports/invoices',
      'Top 100': 'reports/orders/top100',
      Inventory: 'reports/orders/inventory',
      'Add-ons': 'reports/addons',
      'Price Calculator': 'projection/price/sheds',
      Schedules: 'reports/schedules',
    }),
  },
  { label: 'Settings', icon: 'settings', items: links('/company', { Company: 'settings', Shops: 'shops' }) },
  {
    label: 'Admin',
    icon: 'key',
    items: [
      { label: 'Logs', path: '/company/admin/logs', permission: 'logs.view' },
      { label: 'Support Tickets', path: '/company/admin/tickets', permission: 'tickets.list' },
      { label: 'Outbox', path: '/company/admin/outbox', permission: 'outbox.view' },
      { label: 'Jobs', path: '/company/admin/jobs', permission: 'outbox.view' },
    ],
  },
];

const shop: readonly MenuEntry[] = [
  { label: 'Home', icon: 'home', path: '/shop/home' },
  { label: 'Orders', icon: 'orders', items: links('/shop/orders', { ...work, ...after, Board: 'board' }) },
  { label: 'Invoices', icon: 'invoices', items: links('/shop/invoices', invoiceLists) },
  { label: 'Repair Invoices', icon: 'hammer', items: links('/shop/repair/invoices', repairLists) },
  { label: 'Driver Invoices', icon: 'file', items: links('/shop/driver/invoices', repairLists) },
  { label: 'Payments', icon: 'payments', path: '/shop/payments' },
  { label: 'Messages', icon: 'message', path: '/shop/messages' },
  { label: 'Announcements', icon: 'megaphone', path: '/shop/announcements' },
  {
    label: 'Catalogue',
    icon: 'rows',
    items: links('/shop', {
      Sheds: 'shed/model/all',
      'Shed Labor': 'sheds/labor/models',
      'Add-ons': 'addon/category/all',
      'Add-on Labor': 'addonlabor/categories',
      Components: 'component/category/all',
      Imports: 'imports',
    }),
  },
  { label: 'Inventory', icon: 'queue', path: '/shop/items/category/all' },
  {
    label: 'Purchasing',
    icon: 'cash',
    items: links('/shop/purchase', {
      'Metal Orders': 'metal',
      'Material Orders': 'material',
      Demand: 'demand',
      Vendors: 'vendors',
    }),
  },
  {
    label: 'Reports',
    icon: 'file',
    items: links('/shop', {
      'Order Profit': 'reports/orders',
      'Top 100': 'reports/orders/top100',
      'Price Calculator': 'projection/price/sheds',
      Schedules: 'reports/schedules',
    }),
  },
  { label: 'Settings', icon: 'settings', path: '/shop/settings' },
  { label: 'Admin', icon: 'key', path: '/shop/admin', permission: 'admin.view' },
  { label: 'Logs', icon: 'warning', path: '/shop/logs', permission: 'logs.view' },
];

const builder: readonly MenuEntry[] = [
  { label: 'Home', icon: 'home', path: '/shop/home' },
  { label: 'Orders', icon: 'orders', items: links('/shop/orders', { ...work, Board: 'board' }) },
  { label: 'Messages', icon: 'message', path: '/shop/messages' },
  { label: 'Announcements', icon: 'megaphone', path: '/shop/announcements' },
  { label: 'Inventory', icon: 'queue', path: '/shop/items/category/all' },
];

/** The side menu of a user: the screens of the role, and those that a grant or a super admin's rank opens. */
export const menuOf = (user: Holder): readonly MenuEntry[] => {
  const mayOpen = ({ permission }: { readonly permission?: Permission }): boolean =>
    permission === undefined || can(user, permission);
  return entriesOf(user.role)
    .filter(mayOpen)
    .map((entry) => (entry.items ? { ...entry, items: entry.items.filter(mayOpen) } : entry))
    .filter(({ items }) => items?.length !== 0);
};

const entriesOf = (role: Role): readonly MenuEntry[] =>
  role === 'Builder' ? builder : isShopRole(role) ? shop : company;

/** Every screen of a menu by its full name, `Orders: Building`. */
export const screensOf = (menu: readonly MenuEntry[]): MenuLink[] =>
  menu.flatMap(({ label, path, items = [] }) => [
    ...(path ? [{ label, path }] : []),
    ...items.map((item) => ({ label: `${label}: ${item.label}`, path: item.path })),
  ]);
