import { createContext, type ComponentType, useContext } from 'react';
import type { Holder, Permission } from '../../domain/kernel/rights/permissions.js';
import type { Role } from '../../domain/kernel/rights/roles.js';

/** The first level of the side menu, in its order; each role sees those it has a screen in. */
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

/** Where a screen stands in the side menu and the palette. */
export interface MenuPlace {
  readonly group: MenuGroup;
  /** Its name among the screens of the group; without one it is what the group opens. */
  readonly label?: string;
  /** Smaller ones come first; those without one come last, as they are listed. */
  readonly place?: number;
  /** Tells how many records wait there. */
  readonly counted?: true;
}

/** A screen behind the sign-in: where it is, who may see it, and how it is loaded. */
export interface Screen {
  readonly path: string;
  readonly side: 'company' | 'shop';
  readonly permission: Permission;
  /** Roles that hold the permission, yet not this screen. */
  readonly not?: readonly Role[];
  /** In the menu of those who may open it; without one only links lead there. */
  readonly menu?: MenuPlace | undefined;
  readonly load: () => Promise<ComponentType>;
}

/** All screens, as the app hands them to the parts of a screen: those must not import the features themselves. */
export interface Screens {
  readonly all: readonly Screen[];
  /** What a user meets at an address: the screen, the refusal, or nothing. */
  readonly screenFor: (path: string, user: Holder) => Screen | 'denied' | null;
  /** Loads a screen's code before it is asked for; a failure shows when it is opened. */
  readonly prefetch: (path: string) => void;
}

const Context = createContext<Screens | null>(null);
export const ScreensProvider = Context.Provider;

export function useScreens(): Screens {
  const screens = useContext(Context);
  if (!screens) throw new Error('the screens are handed in by the app');
  return screens;
}
