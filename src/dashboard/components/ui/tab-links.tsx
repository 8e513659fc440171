import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { count as format } from '../../lib/format.js';
import { useScreens } from '../../lib/screens.js';
import styles from './tabs.module.css';

interface TabLink {
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
  /** How many rows its list has; undefined while unknown and for a tab without a list. */
  readonly count?: number | undefined;
}

/** Screens as tabs, each with its own address; prefetches a screen's code on hover or focus. */
export function TabLinks({ label, tabs }: { readonly label: string; readonly tabs: readonly TabLink[] }) {
  const { prefetch } = useScreens();
  const nav = useRef<HTMLElement>(null);
  const currentHref = tabs.find(({ isCurrent }) => isCurrent)?.href;
  const hasCounts = tabs.some(({ count }) => count !== undefined);
  useEffect(() => {
    // on a phone, the open tab may be out of view, and the counts widen the tabs before it
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [currentHref, hasCounts]);
  return (
    <nav ref={nav} className={styles['tabs']} aria-label={label}>
      {tabs.map((tab) => {
        const prefetchTarget = () => prefetch(tab.href.replace(/\?.*$/, ''));
        return (
          <Link
            key={tab.label}
            href={tab.href}
            aria-current={tab.isCurrent ? 'page' : undefined}
            onPointerEnter={prefetchTarget}
            onFocus={prefetchTarget}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles['count']}> {format(tab.count)}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
