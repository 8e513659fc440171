import { useSyncExternalStore } from 'react';

const KEY = 'shedworks.theme';
const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const themeNames: Readonly<Record<Theme, string>> = {
  system: 'Theme: match system',
  light: 'Theme: light',
  dark: 'Theme: dark',
};

const listeners = new Set<() => void>();

const readTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';

/** Applies the saved theme; call before the first render. */
export function applyTheme(): void {
  const theme = readTheme();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Saves the theme on this device and applies it immediately. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme();
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);
