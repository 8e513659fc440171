import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { landingOf } from '../../domain/access/roles.js';
import { Button } from '../components/button.js';
import { Icon } from '../components/icon.js';
import { Menu, type MenuItem } from '../components/menu.js';
import { PRODUCT } from '../lib/product.js';
import { type Me, useSession } from '../lib/session.js';
import { chooseTheme, type Theme, useTheme } from '../lib/theme.js';
import { mayLeave } from '../lib/unsaved.js';

const PasswordDialog = lazy(() => import('./password-dialog.js').then((m) => ({ default: m.PasswordDialog })));

interface HeaderProps {
  readonly me: Me;
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
  readonly onSearch: () => void;
}

export function Header({ me, menuOpen, onMenu, onSearch }: HeaderProps) {
  return (
    <header className="header">
      <Button kind="text" icon="menu" iconOnly aria-expanded={menuOpen} onClick={onMenu}>
        Menu
      </Button>
      <Link className="product" href={landingOf(me.role)}>
        {PRODUCT}
      </Link>
      <Button
        className="search-button"
        kind="secondary"
        icon="search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
      >
        <span className="search-words">Search</span> <kbd>Ctrl K</kbd>
      </Button>
      <span className="grow" />
      <span className="who">
        <span className="who-place">{me.shop?.name ?? me.companyName}</span>
        <span className="who-name">{me.name}</span>
      </span>
      <Link className="btn btn-text btn-icon" href={landingOf(me.role)} title="Home">
        <Icon name="home" />
        <span className="sr-only">Home</span>
      </Link>
      <SettingsMenu />
    </header>
  );
}

const themeNames: Readonly<Record<Theme, string>> = {
  system: 'Theme: as the system',
  light: 'Theme: light',
  dark: 'Theme: dark',
};

function SettingsMenu() {
  const { signOut } = useSession();
  const theme = useTheme();
  const [password, setPassword] = useState(false);
  const [, navigate] = useLocation();
  const leave = async () => {
    if (!(await mayLeave())) return;
    signOut();
    navigate('/login', { replace: true });
  };
  const items: MenuItem[] = [
    ...(Object.keys(themeNames) as Theme[]).map((one) => ({
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
