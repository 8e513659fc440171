import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useScreens } from '../../lib/screens.js';
import { Icon, type IconName } from '../ui/icon.js';

interface LinkButtonProps {
  readonly href: string;
  readonly icon?: IconName;
  /** The full name, if several links of a screen have the same label; starts with the visible text. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A link styled as a button; prefetches the screen's code on hover or focus. */
export function LinkButton({ href, icon, label, children }: LinkButtonProps) {
  const { prefetch } = useScreens();
  const prefetchTarget = () => prefetch(href.replace(/\?.*$/, ''));
  return (
    <Link
      href={href}
      className="btn btn-secondary"
      aria-label={label}
      onPointerEnter={prefetchTarget}
      onFocus={prefetchTarget}
    >
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
