import { Link } from 'wouter';
import { Button } from '../components/ui/button.js';
import { Icon } from '../components/ui/icon.js';
import type { Me } from '../lib/server/session.js';
import { useSide } from '../lib/use-side.js';
import { useUnread } from './menu/counts.js';
import { Badge } from './badge.js';
import { Bell } from './notices/bell.js';
import { PersonalMenu } from './personal-menu.js';
import styles from './shell.module.css';

interface TopBarProps {
  readonly me: Me;
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
  readonly onSearch: () => void;
}

/** The top bar on a phone: menu, page title, search, messages and user. */
export function TopBar({ me, menuOpen, onMenu, onSearch }: TopBarProps) {
  const unread = useUnread();
  return (
    <header className={styles['top-bar']}>
      <Button kind="text" icon="menu" iconOnly aria-expanded={menuOpen} onClick={onMenu}>
        Menu
      </Button>
      <span className={styles['place']}>
        <span>{me.shop?.name ?? me.companyName}</span>
        <small>{me.name}</small>
      </span>
      <Button kind="text" icon="search" iconOnly onClick={onSearch}>
        Search
      </Button>
      <Link
        className={`btn btn-text btn-icon ${styles['messages']}`}
        href={`/${useSide()}/messages`}
        aria-label={unread.name}
      >
        <Icon name="message" />
        <Badge count={unread.count} />
      </Link>
      <Bell align="end" />
      <PersonalMenu me={me} brief />
    </header>
  );
}
