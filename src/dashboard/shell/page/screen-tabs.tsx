import { useEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { count } from '../../lib/format.js';
import { useSession } from '../../lib/server/session.js';
import { useApi } from '../../lib/server/use-api.js';
import { prefetch } from '../../screens.js';
import { useKeepTab } from './last-tabs.js';
import { findPlace, type MenuEntry } from '../menu/menu.js';
import styles from './page-frame.module.css';

/** The statuses of a list as tabs with counts, each with its own address; nothing on other pages. */
export function ScreenTabs() {
  const { me } = useSession();
  const [path] = useLocation();
  const place = me && findPlace(path, me);
  return place?.isEntry && place.entry.tabs.length > 0 && <Tabs entry={place.entry} path={path} />;
}

function Tabs({ entry, path }: { entry: MenuEntry; path: string }) {
  const shop = new URLSearchParams(useSearch()).get('shop');
  useKeepTab(entry, path);
  const counts = useCounts(entry, shop);
  const hasCounts = counts !== undefined;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // on a phone, the open tab may be out of view, and the counts widen the tabs before it
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path, hasCounts]);
  const more = shop ? `?${new URLSearchParams({ shop }).toString()}` : '';
  return (
    <nav ref={nav} className={styles['tabs']} aria-label={entry.label}>
      {entry.tabs.map((tab) => (
        <Link
          key={tab.path}
          href={tab.path === path ? path : tab.path + more}
          aria-current={tab.path === path ? 'page' : undefined}
          onPointerEnter={() => prefetch(tab.path)}
          onFocus={() => prefetch(tab.path)}
        >
          {tab.label}
          {counts && <span className={styles['count']}> {count(counts[tab.label] ?? 0)}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** The entries whose invoices are counted together. */
const byType: ReadonlySet<string> = new Set(['Repair Invoices', 'Driver Invoices']);

type Counts = Readonly<Record<string, number>>;

/** The number of records by status, of one shop or of all; undefined while unknown and for entries without statuses. */
function useCounts({ label, tabs }: MenuEntry, shop: string | null): Counts | undefined {
  const of = shop ? { shop } : {};
  const orders = useApi('GET /api/orders/count', label === 'Orders' ? of : null).data;
  const invoices = useApi('GET /api/invoice/count', label === 'Invoices' ? of : null).data;
  const repairs = useApi('GET /api/repairinvoice/chart/filter', byType.has(label) ? of : null).data;
  const waits = tabs.some((tab) => tab.label === 'Proposals');
  const proposals = useApi('GET /api/proposals', waits ? { ...of, size: 1 } : null).data;
  if (label === 'Orders') return waits ? orders && proposals && { ...orders, Proposals: proposals.total } : orders;
  if (label === 'Invoices') return invoices;
  const repairEntries = repairs?.items.filter(({ type }) => label === `${type} Invoices`);
  return repairEntries && Object.fromEntries(repairEntries.map(({ status, count: n }) => [status, n]));
}
