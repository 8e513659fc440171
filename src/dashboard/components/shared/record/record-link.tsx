import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useScreens } from '../../../lib/screens.js';

/** A record's name in a list, as a link; prefetches the screen's code on hover or focus. */
export function RecordLink({ href, children }: { href: string; children: ReactNode }) {
  const { prefetch } = useScreens();
  const prefetchTarget = () => prefetch(href.replace(/\?.*$/, ''));
  return (
    <Link href={href} onPointerEnter={prefetchTarget} onFocus={prefetchTarget}>
      {children}
    </Link>
  );
}
