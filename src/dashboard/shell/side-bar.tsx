import { useEffect, useRef } from 'react';
import { Button } from '../components/ui/button.js';
import { Icon } from '../components/ui/icon.js';
import type { Me } from '../lib/server/session.js';
import { Bell } from './notices/bell.js';
import { Brand } from './brand.js';
import type { MenuGroup } from './menu/menu.js';
import { SideMenu } from './menu/side-menu.js';
import { PersonalMenu } from './personal-menu.js';
import styles from './shell.module.css';

interface SideBarProps {
  readonly me: Me;
  readonly menu: readonly MenuGroup[];
  readonly narrow: boolean;
  readonly onNarrow: () => void;
  readonly onSearch: () => void;
}

/** The sidebar of every screen: company, search, menu and user. */
export function SideBar({ me, menu, narrow, onNarrow, onSearch }: SideBarProps) {
  return (
    <header className={narrow ? `${styles['side-bar']} ${styles['rail']}` : styles['side-bar']}>
      <div className={styles['head']}>
        <Brand me={me} brief={narrow} />
        <Bell />
      </div>
      <button
        type="button"
        className={styles['search']}
        aria-keyshortcuts="Control+K Meta+K"
        title={narrow ? 'Search or jump to…' : undefined}
        onClick={onSearch}
      >
        {narrow && <Icon name="search" />}
        <span className={narrow ? 'sr-only' : 'grow'}>Search or jump to…</span>
        {!narrow && <kbd>Ctrl K</kbd>}
      </button>
      <SideMenu me={me} menu={menu} narrow={narrow} onNarrow={onNarrow} />
      <PersonalMenu me={me} brief={narrow} />
    </header>
  );
}

interface DrawerProps {
  readonly me: Me;
  readonly menu: readonly MenuGroup[];
  readonly onClose: () => void;
}

/** The menu on a phone, which covers the screen until it is closed. */
export function Drawer({ me, menu, onClose }: DrawerProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('button')?.focus(), []);
  return (
    <>
      <div className={styles['scrim']} onClick={onClose} />
      <div ref={box} className={styles['drawer']} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
        <div className={styles['drawer-head']}>
          <Brand me={me} brief={false} />
          <Button kind="text" icon="close" iconOnly onClick={onClose}>
            Close menu
          </Button>
        </div>
        <SideMenu me={me} menu={menu} narrow={false} onNarrow={null} />
      </div>
    </>
  );
}
