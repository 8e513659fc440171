import { type ComponentType, createElement, lazy, type LazyExoticComponent, type ReactElement } from 'react';
import { can, type Holder } from '../domain/kernel/rights/permissions.js';
import { isShopRole } from '../domain/kernel/rights/roles.js';
import type { Screen } from './lib/screens.js';

/** Every screen: those exported as `screens` by the features' `-screens.ts` files. */
export const screens: readonly Screen[] = Object.values(
  import.meta.glob<readonly Screen[]>('./features/**/*-screens.ts', { eager: true, import: 'screens' }),
).flat();

/** Whether a user may open a screen. */
export const mayOpen = ({ side, permission, not = [] }: Screen, user: Holder): boolean =>
  isShopRole(user.role) === (side === 'shop') && !not.includes(user.role) && can(user, permission);

/** The result for a user at an address: the screen, a refusal, or nothing. */
export function screenFor(path: string, user: Holder): Screen | 'denied' | null {
  const screen = screens.find((one) => one.path === path.replace(/(.)\/+$/, '$1'));
  if (!screen) return null;
  return mayOpen(screen, user) ? screen : 'denied';
}

const components = new Map<string, LazyExoticComponent<ComponentType>>();

/** A screen, loaded on first render. */
export const renderScreen = (screen: Screen): ReactElement => createElement(getComponent(screen), { key: screen.path });

function getComponent(screen: Screen): LazyExoticComponent<ComponentType> {
  const loadedComponent = components.get(screen.path);
  if (loadedComponent) return loadedComponent;
  const load = () =>
    screen.load().catch((error: unknown) => {
      components.delete(screen.path); // retried on the next visit
      throw error;
    });
  const component = lazy(() => load().then((loaded) => ({ default: loaded })));
  components.set(screen.path, component);
  return component;
}

/** Preloads a screen's code; an error appears when the screen is opened. */
export function prefetch(path: string): void {
  const screen = screens.find((one) => one.path === path);
  screen?.load().catch(() => undefined);
}
