import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon, type IconName } from '../../components/ui/icon.js';
import { prefetch } from '../../screens.js';
import styles from './side-menu.module.css';

interface MenuItemProps {
  readonly href: string;
  readonly label: string;
  /** Identifies the item for keyboard navigation in the menu. */
  readonly stop: string;
  readonly icon?: IconName;
  /** `page` if its screen is open, `true` if one of its records is. */
  readonly current?: 'page' | 'true' | undefined;
  /** Whether only the icon is shown. */
  readonly narrow?: boolean;
  /** The accessible name, if it is more than the label: `Messages: 3 unread`. */
  readonly name?: string | undefined;
  readonly count?: ReactNode;
}

/** A link of the side menu; preloads its screen on hover. */
export function MenuItem({ href, label, stop, icon, current, narrow = false, name, count }: MenuItemProps) {
  return (
    <Link
      href={href}
      data-stop={stop}
      className={icon ? styles['item'] : `${styles['item']} ${styles['sub']}`}
      aria-current={current}
      aria-label={name}
      title={narrow ? label : undefined}
      onPointerEnter={() => prefetch(href)}
      onFocus={() => prefetch(href)}
    >
      {icon && <Icon name={icon} size={18} />}
      <span className={narrow ? 'sr-only' : 'grow'}>{label}</span>
      {count}
    </Link>
  );
}
