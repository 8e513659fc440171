import { createContext, type ComponentType, useContext } from 'react';
import type { Holder, Permission } from '../../domain/kernel/rights/permissions.js';
import type { Role } from '../../domain/kernel/rights/roles.js';

/** The first level of the side menu, in order; a role sees the entries it has a screen in. */
export const menuGroups = [
  'Home',
  'Orders',
  'Invoices',
  'Approvals',
  'Repair Invoices',
  'Driver Invoices',
  'Payments',
  'Messages',
  'Announcements',
  'Catalogue',
  'Inventory',
  'Purchasing',
  'Reports',
  'Settings',
  'Admin',
  'Logs',
] as const;
export type MenuGroup = (typeof menuGroups)[number];

/** The position of a screen in the side menu and the palette. */
export interface MenuPlace {
  readonly group: MenuGroup;
  /** Its name within its group; without a name, it is the screen the group itself opens. */
  readonly label?: string;
  /** Smaller numbers come first; screens without one come last, in the order listed. */
  readonly place?: number;
  /** Tells how many records wait there. */
  readonly counted?: true;
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
  readonly load: () => Promise<ComponentType>;
}

/** All screens, as context for the parts of a screen, which must not import the features themselves. */
export interface Screens {
  readonly all: readonly Screen[];
  /** The result for a user at an address: the screen, a refusal, or nothing. */
  readonly screenFor: (path: string, user: Holder) => Screen | 'denied' | null;
  /** Preloads a screen's code; an error appears when the screen is opened. */
  readonly prefetch: (path: string) => void;
}

const Context = createContext<Screens | null>(null);
export const ScreensProvider = Context.Provider;

export function useScreens(): Screens {
  const screens = useContext(Context);
  if (!screens) throw new Error('the screens are handed in by the app');
  return screens;
}
