import type { Holder } from '../../domain/kernel/rights/permissions.js';
import type { IconName } from '../components/ui/icon.js';
import { type MenuGroup, menuGroups, type Screen } from '../lib/screens.js';
import { mayOpen, screens } from '../screens.js';

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
  /** Returns how many records are waiting there. */
  readonly counted?: true;
}

const icons = {
  Home: 'home',
  Orders: 'orders',
  Invoices: 'invoices',
  Approvals: 'check',
  'Repair Invoices': 'hammer',
  'Driver Invoices': 'file',
  Payments: 'payments',
  Messages: 'message',
  Announcements: 'megaphone',
  Catalogue: 'rows',
  Inventory: 'queue',
  Purchasing: 'cash',
  Reports: 'file',
  Settings: 'settings',
  Admin: 'key',
  Logs: 'warning',
} as const satisfies Record<MenuGroup, IconName>;

/** A user's side menu: the screens the user may open that have a position in it. */
export function buildMenu(user: Holder): readonly MenuEntry[] {
  const open = screens.filter((screen) => mayOpen(screen, user));
  return menuGroups.flatMap((group) => toEntries(group, open));
}

const LAST = Number.MAX_SAFE_INTEGER;

/** The entry of a group: its own screen, or the screens in it; empty if there are none. */
function toEntries(group: MenuGroup, open: readonly Screen[]): MenuEntry[] {
  const placed = open.flatMap(({ path, menu }) => (menu?.group === group ? [{ path, ...menu }] : []));
  const entry = { label: group, icon: icons[group] };
  const own = placed.find(({ label }) => label === undefined);
  if (own) return [{ ...entry, path: own.path, ...(own.counted && { counted: true }) }];
  if (placed.length === 0) return [];
  const items = placed.toSorted((a, b) => (a.place ?? LAST) - (b.place ?? LAST));
  return [{ ...entry, items: items.map(({ label = '', path }) => ({ label, path })) }];
}

/** Every screen of a menu by its full name, `Orders: Building`. */
export const getScreens = (menu: readonly MenuEntry[]): MenuLink[] =>
  menu.flatMap(({ label, path, items = [] }) => [
    ...(path ? [{ label, path }] : []),
    ...items.map((item) => ({ label: `${label}: ${item.label}`, path: item.path })),
  ]);
