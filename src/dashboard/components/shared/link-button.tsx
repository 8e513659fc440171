import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useScreens } from '../../lib/screens.js';
import { Icon, type IconName } from '../ui/icon.js';

interface LinkButtonProps {
  readonly href: string;
  readonly icon?: IconName;
  /** The full name where several links of a screen say the same; begins with what is shown. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A link that looks like a button; the screen's code is fetched when the pointer or the focus comes near. */
export function LinkButton({ href, icon, label, children }: LinkButtonProps) {
  const { prefetch } = useScreens();
  const near = () => prefetch(href.replace(/\?.*$/, ''));
  return (
    <Link href={href} className="btn btn-secondary" aria-label={label} onPointerEnter={near} onFocus={near}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
