import { useEffect, useMemo } from 'react';
import { usePreference } from '../../lib/preferences.js';
import type { Me } from '../../lib/server/session.js';
import { isOpenTo } from './favorites.js';
import type { MenuLink } from '../menu/menu.js';

const MOST = 8;
const none: readonly MenuLink[] = [];

/** The pages of this visit, the last one first: saved when the palette shows them, not with every step. */
let visited: { readonly user: string; readonly pages: readonly MenuLink[] } = { user: '', pages: none };

const withFirst = (pages: readonly MenuLink[], page: MenuLink): MenuLink[] =>
  [page, ...pages.filter(({ path }) => path !== page.path)].slice(0, MOST + 1);

/** Notes that a user opened a page; a page already noted gets its new title. */
export function noteVisit(user: string, page: MenuLink): void {
  visited = { user, pages: withFirst(visited.user === user ? visited.pages : none, page) };
}

/** The last pages a user opened, on any device, without the one that is open. */
export function useRecents(me: Me): readonly MenuLink[] {
  const [kept, save] = usePreference('palette:recent', none);
  const recent = useMemo(() => {
    const here = visited.user === me._id ? visited.pages : none;
    const earlier = kept.filter(({ path }) => !here.some((page) => page.path === path));
    return [...here, ...earlier].slice(0, MOST + 1);
    // the list stays as it was when the palette opened
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [me._id]);
  useEffect(() => {
    if (JSON.stringify(recent) !== JSON.stringify(kept)) save(recent);
  }, [recent]); // eslint-disable-line react-hooks/exhaustive-deps
  const address = window.location.pathname + window.location.search;
  return recent.filter((page) => page.path !== address && isOpenTo(me, page)).slice(0, MOST);
}
