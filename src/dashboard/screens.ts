import { createElement, type ReactElement, type ReactNode } from 'react';
import { type LazyComponent, loadLazily } from './components/ui/load-lazily.js';
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

const components = new Map<string, LazyComponent<object>>();

function getComponent({ path, load }: Screen): LazyComponent<object> {
  const component = components.get(path) ?? loadLazily(load);
  components.set(path, component);
  return component;
}

/** A screen, loaded on first render. */
export const renderScreen = (screen: Screen, meanwhile: ReactNode): ReactElement =>
  createElement(getComponent(screen), { key: screen.path, meanwhile });

/** Preloads a screen's code; an error appears when the screen is opened. */
export function prefetch(path: string): void {
  const screen = screens.find((one) => one.path === path);
  if (screen) getComponent(screen).prefetch();
}
