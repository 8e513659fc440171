import { createContext, type ComponentType, useContext } from 'react';
import type { Holder, Permission } from '../../domain/kernel/rights/permissions.js';
import type { Role } from '../../domain/kernel/rights/roles.js';

/**
 * The side menu: its groups and their entries, in order; `Top` is above the groups. Entry names are unique. A user sees
 * the entries with a screen the user may open.
 */
export const menuGroups = {
  Top: ['Home', 'Approvals', 'Messages'],
  Work: [
    'Orders',
    'Board',
    'Duplicates',
    'Inventory',
    'Metal Orders',
    'Material Orders',
    'Demand',
    'Vendors',
    'Imports',
    'Announcements',
  ],
  Money: ['Invoices', 'Repair Invoices', 'Driver Invoices', 'Payments'],
  Catalogue: [
    'Sheds',
    'Price Tables',
    'Shed Labor',
    'Haul Bases',
    'Add-on Parents',
    'Add-ons',
    'Add-on Labor',
    'Components',
    'Component Categories',
    'Items',
    'Retail Price Change',
  ],
  Insights: [
    'Invoice Report',
    'Order Profit',
    'Top 100',
    'Inventory Report',
    'Add-on Report',
    'Reconciliation',
    'Price Calculator',
    'Schedules',
  ],
  Admin: [
    'Settings',
    'Shops',
    'Dealers',
    'API Keys',
    'Shop Admin',
    'Support Tickets',
    'Outbox',
    'Webhooks',
    'Jobs',
    'Command Runs',
    'Access Log',
    'Single Sign-on',
    'Audit Trail',
    'Customer Data',
    'Logs',
  ],
} as const;
export type MenuGroupName = keyof typeof menuGroups;
export type MenuEntryName = (typeof menuGroups)[MenuGroupName][number];

/** The position of a screen in the side menu and the palette. */
export interface MenuPlace {
  readonly entry: MenuEntryName;
  /** The name of its tab, if the entry has several screens: a status. */
  readonly tab?: string;
}

/** A screen behind sign-in: its address, who may see it, and how to load it. */
export interface Screen {
  readonly path: string;
  readonly side: 'company' | 'shop';
  readonly permission: Permission;
  /** Roles that have the permission but not this screen. */
  readonly not?: readonly Role[];
  /** Shown in the menu of users who may open it; without it, the screen is reached only by links. */
  readonly menu?: MenuPlace | undefined;
  /** For a screen that is not in the menu: the entry it belongs to, for its breadcrumbs. */
  readonly under?: MenuEntryName;
  readonly load: () => Promise<ComponentType>;
}

/** The parts that the shell adds to every page. */
export interface PageFrame {
  /** The breadcrumbs: group, list and page. */
  readonly Breadcrumbs: ComponentType<{ readonly title: string }>;
  /** Adds the page to the user's favorites, or removes it. */
  readonly Star: ComponentType<{ readonly title: string }>;
  /** The other screens of its menu entry, such as the statuses of a list. */
  readonly ScreenTabs: ComponentType;
}

/** All screens, as context for the parts of a screen, which must not import the features themselves. */
export interface Screens {
  readonly all: readonly Screen[];
  /** The result for a user at an address: the screen, a refusal, or nothing. */
  readonly screenFor: (path: string, user: Holder) => Screen | 'denied' | null;
  /** Preloads a screen's code; an error appears when the screen is opened. */
  readonly prefetch: (path: string) => void;
  readonly frame: PageFrame;
}

const Context = createContext<Screens | null>(null);
export const ScreensProvider = Context.Provider;

export function useScreens(): Screens {
  const screens = useContext(Context);
  if (!screens) throw new Error('useScreens needs the screens of the app');
  return screens;
}
