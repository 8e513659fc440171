import { useState } from 'react';
import { usePreference } from '../../lib/preferences.js';
import type { Me } from '../../lib/server/session.js';
import { isOpenTo } from './favorites.js';
import type { MenuLink } from '../menu/menu.js';

const MOST = 8;
const none: readonly MenuLink[] = [];

/** The pages of this visit, latest first. They are saved only when the palette opens a page, not with every step. */
let visited: { readonly user: string; readonly pages: readonly MenuLink[] } = { user: '', pages: none };

const withFirst = (pages: readonly MenuLink[], page: MenuLink): MenuLink[] =>
  [page, ...pages.filter(({ path }) => path !== page.path)].slice(0, MOST + 1);

/** Records that a user opened a page; updates the title of a page already recorded. */
export function noteVisit(user: string, page: MenuLink): void {
  visited = { user, pages: withFirst(visited.user === user ? visited.pages : none, page) };
}

/**
 * The pages a user opened last, on any device, except the current one; and a function that saves the page opened next,
 * in case the browser is closed there.
 */
export function useRecents(me: Me) {
  const [storedLinks, save] = usePreference('palette:recent', none);
  const [pages] = useState(() => {
    const here = visited.user === me._id ? visited.pages : none;
    return here.toReversed().reduce<readonly MenuLink[]>(withFirst, storedLinks);
  });
  const address = window.location.pathname + window.location.search;
  const recents = pages.filter((page) => page.path !== address && isOpenTo(me, page)).slice(0, MOST);
  return { recents, keep: (page: MenuLink) => save(withFirst(pages, page)) };
}
