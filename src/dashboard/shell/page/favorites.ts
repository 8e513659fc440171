import { usePreference } from '../../lib/preferences.js';
import type { Me } from '../../lib/server/session.js';
import { screenFor } from '../../screens.js';
import type { MenuLink } from '../menu/menu.js';

/** The maximum number of favorites; adding another removes the oldest. */
const MOST = 20;
const none: readonly MenuLink[] = [];

/** Whether a user may open the screen at an address. */
export function isOpenTo(me: Me, { path }: MenuLink): boolean {
  const screen = screenFor(path.replace(/\?.*/, ''), me);
  return screen !== null && screen !== 'denied';
}

/** A user's favorite pages in the order they were added, and a function that adds or removes a page. */
export function useFavorites() {
  const [favorites, save] = usePreference('menu:favorites', none);
  const toggle = ({ label, path }: MenuLink) => {
    const rest = favorites.filter((one) => one.path !== path);
    save(rest.length < favorites.length ? rest : [...rest, { label, path }].slice(-MOST));
  };
  return { favorites, toggle };
}
