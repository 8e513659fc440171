import { isShopRole, type Role } from '../../domain/access/roles.js';
import type { IconName } from '../components/icon.js';

export interface MenuLink {
  readonly label: string;
  readonly path: string;
}

/** An entry of the side menu: a screen, or a group of screens. */
export interface MenuEntry {
  readonly label: string;
  readonly icon: IconName;
  readonly path?: string;
  readonly items?: readonly MenuLink[];
}

const links = (base: string, names: Readonly<Record<string, string>>): MenuLink[] =>
  Object.entries(names).map(([label, end]) => ({ label, path: `${base}/${end}` }));

const invoiceLists = { New: 'new', Denied: 'denied', Adjusted: 'adjusted', Approved: 'approved', Paid: 'paid' };
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
  { label: 'Payments', icon: 'payments', path: '/company/payments' },
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
  { label: 'Settings', icon: 'settings', items: links('/company', { Company: 'settings', Shops: 'shops' }) },
];

const shop: readonly MenuEntry[] = [
  { label: 'Home', icon: 'home', path: '/shop/home' },
  { label: 'Orders', icon: 'orders', items: links('/shop/orders', { ...work, ...after, Board: 'board' }) },
  { label: 'Invoices', icon: 'invoices', items: links('/shop/invoices', invoiceLists) },
  { label: 'Payments', icon: 'payments', path: '/shop/payments' },
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
  { label: 'Settings', icon: 'settings', path: '/shop/settings' },
];

const builder: readonly MenuEntry[] = [
  { label: 'Home', icon: 'home', path: '/shop/home' },
  { label: 'Orders', icon: 'orders', items: links('/shop/orders', { ...work, Board: 'board' }) },
  { label: 'Inventory', icon: 'queue', path: '/shop/items/category/all' },
];

/** The side menu of a role. */
export const menuOf = (role: Role): readonly MenuEntry[] =>
  role === 'Builder' ? builder : isShopRole(role) ? shop : company;

/** Every screen of a menu by its full name, `Orders: Building`. */
export const screensOf = (menu: readonly MenuEntry[]): MenuLink[] =>
  menu.flatMap(({ label, path, items = [] }) => [
    ...(path ? [{ label, path }] : []),
    ...items.map((item) => ({ label: `${label}: ${item.label}`, path: item.path })),
  ]);
