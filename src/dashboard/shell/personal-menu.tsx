import { useState } from 'react';
import { useLocation } from 'wouter';
import { toKeys } from '../../domain/kernel/objects.js';
import { Menu, type MenuItem } from '../components/ui/overlay/menu.js';
import type { Me } from '../lib/server/session.js';
import { chooseTheme, themeNames, useTheme } from '../lib/theme.js';
import { useSide } from '../lib/use-side.js';
import { useSignOut } from './use-sign-out.js';
import styles from './shell.module.css';
import { loadLazily } from '../components/ui/load-lazily.js';

const SessionsDialog = loadLazily(() => import('./sessions-dialog.js').then((m) => m.SessionsDialog));
const PasswordDialog = loadLazily(() => import('./password-dialog.js').then((m) => m.PasswordDialog));

/** The first letters of a person's first and last name. */
const getInitials = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => [...word][0] ?? '').join('');
};

/** The signed-in user's menu: theme, password, sessions, sign-out. `brief` shows only the initials. */
export function PersonalMenu({ me, brief }: { me: Me; brief: boolean }) {
  const leave = useSignOut();
  const side = useSide();
  const [, navigate] = useLocation();
  const theme = useTheme();
  const [open, setOpen] = useState<'password' | 'sessions' | null>(null);
  const close = () => setOpen(null);
  const items: MenuItem[] = [
    ...toKeys(themeNames).map((one) => ({
      label: themeNames[one],
      checked: one === theme,
      onSelect: () => chooseTheme(one),
    })),
    { label: 'Notifications', icon: 'bell', onSelect: () => navigate(`/${side}/notifications`) },
    { label: 'Change password', icon: 'key', onSelect: () => setOpen('password') },
    { label: 'Security', icon: 'lock', onSelect: () => navigate(`/${side}/security`) },
    { label: 'Sessions', icon: 'screen', onSelect: () => setOpen('sessions') },
    { label: 'Sign out', icon: 'signOut', onSelect: () => void leave() },
  ];
  const face = (
    <span className={styles['person']}>
      <span className={styles['avatar']} aria-hidden="true">
        {getInitials(me.name)}
      </span>
      <span className={brief ? 'sr-only' : styles['person-name']}>
        {me.name} <span className={styles['role']}>{me.viewOnly ? `${me.role}, view-only` : me.role}</span>
      </span>
    </span>
  );
  return (
    <>
      <Menu
        className={styles['person-button'] ?? ''}
        label={me.name}
        face={face}
        items={items}
        kind="text"
        align={brief ? 'end' : 'start'}
      />
      {open === 'password' && <PasswordDialog onClose={close} />}
      {open === 'sessions' && <SessionsDialog onClose={close} />}
    </>
  );
}
