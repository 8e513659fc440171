import type { Screen } from '../../../lib/screens.js';

/** The office's screen for what a ticket's writer had before them; null where the office has none of that kind. */
export function officeScreen(screens: readonly Screen[], page: string): string | null {
  const [path = '', query] = page.replace(/^\/shop\//, '/company/').split('?');
  if (!screens.some((screen) => screen.path === path && screen.side === 'company')) return null;
  return query ? `${path}?${query}` : path;
}
