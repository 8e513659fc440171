import { useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from '../components/ui/button.js';
import { Icon } from '../components/ui/icon.js';
import type { MenuEntry, MenuLink } from './menu.js';
import { prefetch } from '../screens.js';
import { WaitingCount } from './waiting-count.js';
import styles from './shell.module.css';

interface SideMenuProps {
  readonly menu: readonly MenuEntry[];
  /** Icons only. */
  readonly narrow: boolean;
  readonly onWiden: () => void;
  /** On a phone, the menu covers the screen until it is closed. */
  readonly onClose: (() => void) | null;
}

/** The screens of a role; groups expand to their screens. */
export function SideMenu({ menu, narrow, onWiden, onClose }: SideMenuProps) {
  const nav = useRef<HTMLElement>(null);
  const isDrawer = onClose !== null;
  useEffect(() => {
    if (isDrawer) nav.current?.querySelector<HTMLElement>('button, a')?.focus();
  }, [isDrawer]);
  return (
    <>
      {onClose && <div className={styles['scrim']} onClick={onClose} />}
      <nav
        ref={nav}
        aria-label="Screens"
        className={isDrawer ? `${styles['side-menu']} ${styles['drawer']}` : styles['side-menu']}
        onKeyDown={(event) => event.key === 'Escape' && onClose?.()}
      >
        {onClose && (
          <Button kind="text" icon="close" iconOnly onClick={onClose}>
            Close menu
          </Button>
        )}
        <ul>
          {menu.map((entry) => (
            <li key={entry.label}>
              {entry.items ? (
                <Group entry={entry} items={entry.items} narrow={narrow} onWiden={onWiden} />
              ) : (
                <Item link={{ label: entry.label, path: entry.path ?? '/' }} entry={entry} narrow={narrow} />
              )}
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

interface GroupProps {
  readonly entry: MenuEntry;
  readonly items: readonly MenuLink[];
  readonly narrow: boolean;
  readonly onWiden: () => void;
}

function Group({ entry, items, narrow, onWiden }: GroupProps) {
  const id = useId();
  const [path] = useLocation();
  const isHere = items.some((item) => item.path === path);
  const [open, setOpen] = useState(true);
  const shown = open && !narrow;
  return (
    <>
      <button
        type="button"
        className={isHere && !shown ? `${styles['menu-link']} ${styles['here']}` : styles['menu-link']}
        aria-expanded={shown}
        aria-controls={shown ? id : undefined}
        title={narrow ? entry.label : undefined}
        onClick={() => {
          if (narrow) onWiden();
          setOpen(narrow || !open);
        }}
      >
        <Icon name={entry.icon} size={18} />
        <span className={narrow ? 'sr-only' : 'grow'}>{entry.label}</span>
        {!narrow && <Icon name={shown ? 'up' : 'down'} size={14} />}
      </button>
      {shown && (
        <ul id={id}>
          {items.map((item) => (
            <li key={item.path}>
              <Item link={item} narrow={false} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Item({ link, entry, narrow }: { link: MenuLink; entry?: MenuEntry; narrow: boolean }) {
  const [path] = useLocation();
  return (
    <Link
      href={link.path}
      className={entry ? styles['menu-link'] : `${styles['menu-link']} ${styles['sub']}`}
      aria-current={path === link.path ? 'page' : undefined}
      title={narrow ? link.label : undefined}
      onPointerEnter={() => prefetch(link.path)}
      onFocus={() => prefetch(link.path)}
    >
      {entry && <Icon name={entry.icon} size={18} />}
      <span className={narrow ? 'sr-only' : 'grow'}>{link.label}</span>
      {entry?.counted && <WaitingCount />}
    </Link>
  );
}
