import type { Screen } from '../../../lib/screens.js';

/** The office's version of the screen that a ticket was written on; null if there is none. */
export function officeScreen(screens: readonly Screen[], page: string): string | null {
  const [path = '', query] = page.replace(/^\/shop\//, '/company/').split('?');
  if (!screens.some((screen) => screen.path === path && screen.side === 'company')) return null;
  return query ? `${path}?${query}` : path;
}
