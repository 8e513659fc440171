import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { getLanding } from '../../domain/kernel/rights/roles.js';
import { Button } from '../components/ui/button.js';
import { Icon } from '../components/ui/icon.js';
import { Menu, type MenuItem } from '../components/ui/overlay/menu.js';
import { useProduct } from '../lib/product.js';
import type { Me } from '../lib/server/session.js';
import { chooseTheme, themeNames, useTheme } from '../lib/theme.js';
import { UnreadMessages } from './unread-messages.js';
import { useSignOut } from './use-sign-out.js';
import styles from './shell.module.css';
import { toKeys } from '../../domain/kernel/objects.js';

const PasswordDialog = lazy(() => import('./password-dialog.js').then((m) => ({ default: m.PasswordDialog })));

interface HeaderProps {
  readonly me: Me;
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
  readonly onSearch: () => void;
}

export function Header({ me, menuOpen, onMenu, onSearch }: HeaderProps) {
  const product = useProduct();
  return (
    <header className={styles['header']}>
      <Button kind="text" icon="menu" iconOnly aria-expanded={menuOpen} onClick={onMenu}>
        Menu
      </Button>
      <Link className={styles['product']} href={getLanding(me.role)}>
        {product}
      </Link>
      <Button
        className={styles['search-button']}
        kind="secondary"
        icon="search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
      >
        <span className={styles['search-words']}>Search</span> <kbd>Ctrl K</kbd>
      </Button>
      <span className="grow" />
      <span className={styles['who']}>
        <span className={styles['who-place']}>{me.shop?.name ?? me.companyName}</span>
        <span className={styles['who-name']}>{me.name}</span>
      </span>
      <UnreadMessages />
      <Link className="btn btn-text btn-icon" href={getLanding(me.role)} title="Home">
        <Icon name="home" />
        <span className="sr-only">Home</span>
      </Link>
      <SettingsMenu />
    </header>
  );
}

function SettingsMenu() {
  const leave = useSignOut();
  const theme = useTheme();
  const [password, setPassword] = useState(false);
  const items: MenuItem[] = [
    ...toKeys(themeNames).map((one) => ({
      label: themeNames[one],
      checked: one === theme,
      onSelect: () => chooseTheme(one),
    })),
    { label: 'Change password', icon: 'key', onSelect: () => setPassword(true) },
    { label: 'Sign out', icon: 'signOut', onSelect: () => void leave() },
  ];
  return (
    <>
      <Menu label="Settings" items={items} icon="settings" iconOnly kind="text" align="end" />
      {password && (
        <Suspense>
          <PasswordDialog onClose={() => setPassword(false)} />
        </Suspense>
      )}
    </>
  );
}
