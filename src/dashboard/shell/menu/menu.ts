import type { Holder } from '../../../domain/kernel/rights/permissions.js';
import { toKeys } from '../../../domain/kernel/objects.js';
import type { IconName } from '../../components/ui/icon.js';
import { type MenuEntryName, type MenuGroupName, menuGroups, type Screen } from '../../lib/screens.js';
import { mayOpen, screens } from '../../screens.js';

export interface MenuLink {
  readonly label: string;
  readonly path: string;
}

/** An entry of the side menu. */
export interface MenuEntry {
  readonly label: MenuEntryName;
  /** The address of its only screen, or of its first tab. */
  readonly path: string;
  /** Its screens, if it has several as tabs; otherwise empty. */
  readonly tabs: readonly MenuLink[];
}

/** A group of the side menu. */
export interface MenuGroup {
  readonly name: MenuGroupName;
  readonly entries: readonly MenuEntry[];
}

/** The icons of the groups and of the entries above them, all different. */
export const menuIcons = {
  Home: 'home',
  Approvals: 'check',
  Messages: 'message',
  Favorites: 'star',
  Work: 'hammer',
  Money: 'cash',
  Catalogue: 'book',
  Insights: 'chart',
  Admin: 'settings',
} as const satisfies Record<(typeof menuGroups.Top)[number] | Exclude<MenuGroupName, 'Top'> | 'Favorites', IconName>;

/** A user's side menu: the screens the user may open that have a position in it. */
export function buildMenu(user: Holder): readonly MenuGroup[] {
  const openScreens = screens.filter((screen) => mayOpen(screen, user));
  return toKeys(menuGroups)
    .map((name) => ({ name, entries: menuGroups[name].flatMap((entry) => toEntries(entry, openScreens)) }))
    .filter(({ entries }) => entries.length > 0);
}

function toEntries(label: MenuEntryName, openScreens: readonly Screen[]): MenuEntry[] {
  const entries = openScreens.filter(({ menu }) => menu?.entry === label);
  const [first] = entries;
  if (!first) return [];
  const tabs = entries.flatMap(({ path, menu }) => (menu?.tab === undefined ? [] : [{ label: menu.tab, path }]));
  return [{ label, path: first.path, tabs: tabs.length > 1 ? tabs : [] }];
}

/** Every entry of a menu, without the groups. */
export const getEntries = (menu: readonly MenuGroup[]): MenuEntry[] => menu.flatMap(({ entries }) => entries);

/** Whether an address is a screen of an entry. */
export const isAt = ({ path, tabs }: MenuEntry, address: string): boolean =>
  path === address || tabs.some((tab) => tab.path === address);

/** Every screen of a menu by its full name, `Orders: Building`. */
export const getScreens = (menu: readonly MenuGroup[]): MenuLink[] =>
  getEntries(menu).flatMap(({ label, path, tabs }) =>
    tabs.length === 0 ? [{ label, path }] : tabs.map((tab) => ({ label: `${label}: ${tab.label}`, path: tab.path })),
  );

/** A screen's position in the menu: group and entry; null if it has none. */
export interface Place {
  readonly group: MenuGroupName;
  readonly entry: MenuEntry;
  /** Whether the screen itself is in the menu, rather than one of the entry's records. */
  readonly isEntry: boolean;
}

/** Finds the menu position of the screen at an address, for a user. */
export function findPlace(address: string, user: Holder): Place | null {
  const screen = screens.find(({ path }) => path === address);
  const name = screen?.menu?.entry ?? screen?.under;
  for (const { name: group, entries } of name ? buildMenu(user) : []) {
    const entry = entries.find(({ label }) => label === name);
    if (entry) return { group, entry, isEntry: screen?.menu !== undefined };
  }
  return null;
}
