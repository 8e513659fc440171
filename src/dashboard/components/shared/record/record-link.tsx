import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useScreens } from '../../../lib/screens.js';

/** The name of a record in a list: leads to it; the screen's code is fetched when the pointer or the focus comes near. */
export function RecordLink({ href, children }: { href: string; children: ReactNode }) {
  const { prefetch } = useScreens();
  const near = () => prefetch(href.replace(/\?.*$/, ''));
  return (
    <Link href={href} onPointerEnter={near} onFocus={near}>
      {children}
    </Link>
  );
}
