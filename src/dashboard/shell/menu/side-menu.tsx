import { useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Icon } from '../../components/ui/icon.js';
import { count } from '../../lib/format.js';
import { usePreference } from '../../lib/preferences.js';
import type { Me } from '../../lib/server/session.js';
import { isOpenTo, useFavorites } from '../page/favorites.js';
import { useEntryPath } from '../page/last-tabs.js';
import { useWaiting } from './counts.js';
import { findPlace, menuIcons, type MenuEntry, type MenuGroup } from './menu.js';
import { MenuItem } from './menu-item.js';
import { MenuSection } from './menu-section.js';
import { useRoving } from './use-roving.js';
import styles from './side-menu.module.css';
import { isKeyOf } from '../../../domain/kernel/objects.js';

interface SideMenuProps {
  readonly me: Me;
  readonly menu: readonly MenuGroup[];
  /** Whether only icons are shown, with groups that open beside them. */
  readonly narrow: boolean;
  /** Narrows or widens the menu; null on a phone. */
  readonly onNarrow: (() => void) | null;
}

const MOST_SHOWN = 99;
const closedGroups: Readonly<Record<string, boolean>> = {};

/** The screens of a role by group, and the user's favorites. A single tab stop; arrow keys move inside it. */
export function SideMenu({ me, menu, narrow: isNarrow, onNarrow }: SideMenuProps) {
  const nav = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const waitingCounts = useWaiting();
  const toPath = useEntryPath();
  const place = findPlace(path, me);
  const sections = useSections(isNarrow);
  const roving = useRoving(nav, path);
  const item = (entry: MenuEntry, top: boolean) => {
    const isHere = place?.entry.label === entry.label;
    const state = waitingCounts[entry.label];
    return (
      <li key={entry.label}>
        <MenuItem
          href={toPath(entry)}
          label={entry.label}
          stop={entry.label}
          {...(top && isKeyOf(menuIcons, entry.label) && { icon: menuIcons[entry.label] })}
          current={isHere ? (place.isEntry ? 'page' : 'true') : undefined}
          narrow={isNarrow && top}
          name={state?.name}
          count={state && <Count value={state.count} />}
        />
      </li>
    );
  };
  return (
    <nav ref={nav} aria-label="Screens" className={styles['menu']} {...roving}>
      <ul>
        {menu.map(({ name, entries }) =>
          name === 'Top' ? (
            <li key={name}>
              <ul>{entries.map((entry) => item(entry, true))}</ul>
              <Favorites me={me} narrow={isNarrow} {...sections('Favorites', true)} />
            </li>
          ) : (
            <MenuSection
              key={name}
              name={name}
              icon={menuIcons[name]}
              isHere={place?.group === name}
              narrow={isNarrow}
              {...sections(name, place?.group === name)}
            >
              {entries.map((entry) => item(entry, false))}
            </MenuSection>
          ),
        )}
      </ul>
      {onNarrow && (
        <button
          type="button"
          data-stop="narrow"
          className={styles['narrow']}
          aria-expanded={!isNarrow}
          title={isNarrow ? 'Expand menu' : undefined}
          onClick={onNarrow}
        >
          <Icon name="sidebar" size={18} />
          <span className={isNarrow ? 'sr-only' : undefined}>{isNarrow ? 'Expand menu' : 'Collapse menu'}</span>
        </button>
      )}
    </nav>
  );
}

/** Which groups are open: stored in the wide menu; one at a time in the narrow one. */
function useSections(isNarrow: boolean) {
  const [storedGroups, keep] = usePreference('menu:groups', closedGroups);
  const [openFlyout, setOpenFlyout] = useState<{ at: string; name: string } | null>(null);
  const [path] = useLocation();
  return (name: string, isOpenByDefault: boolean) => ({
    open: isNarrow ? openFlyout?.name === name && openFlyout.at === path : (storedGroups[name] ?? isOpenByDefault),
    onOpen: (open: boolean) => {
      if (!isNarrow) keep({ ...storedGroups, [name]: open });
      else setOpenFlyout((now) => (open ? { at: path, name } : now?.name === name ? null : now));
    },
  });
}

interface FavoritesProps {
  readonly me: Me;
  readonly narrow: boolean;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

function Favorites({ me, narrow: isNarrow, open, onOpen }: FavoritesProps) {
  const [path] = useLocation();
  const search = useSearch();
  const visiblePages = useFavorites().favorites.filter((page) => isOpenTo(me, page));
  if (visiblePages.length === 0) return null;
  return (
    <ul>
      <MenuSection
        name="Favorites"
        icon={menuIcons.Favorites}
        isHere={false}
        narrow={isNarrow}
        open={open}
        onOpen={onOpen}
      >
        {visiblePages.map((page) => (
          <li key={page.path}>
            <MenuItem
              href={page.path}
              label={page.label}
              stop={`favorite-${page.path}`}
              current={page.path === path || page.path === `${path}?${search}` ? 'true' : undefined}
            />
          </li>
        ))}
      </MenuSection>
    </ul>
  );
}

const Count = ({ value }: { value: number }) =>
  value > 0 && (
    <span className={styles['count']} aria-hidden="true">
      {value > MOST_SHOWN ? `${MOST_SHOWN}+` : count(value)}
    </span>
  );
