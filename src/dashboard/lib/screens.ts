import { createContext, type ComponentType, useContext } from 'react';
import type { Holder, Permission } from '../../domain/kernel/rights/permissions.js';
import type { Role } from '../../domain/kernel/rights/roles.js';

/** A screen behind the sign-in: where it is, who may see it, and how it is loaded. */
export interface Screen {
  readonly path: string;
  readonly side: 'company' | 'shop';
  readonly permission: Permission;
  /** Roles that hold the permission, yet not this screen. */
  readonly not?: readonly Role[];
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
