import { useLocation, useSearch } from 'wouter';
import { TabLinks } from '../../components/ui/tab-links.js';
import { useSession } from '../../lib/server/session.js';
import { useApi } from '../../lib/server/use-api.js';
import { useKeepTab } from './last-tabs.js';
import { findPlace, type MenuEntry } from '../menu/menu.js';

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
  const more = shop ? `?${new URLSearchParams({ shop }).toString()}` : '';
  const tabs = entry.tabs.map((tab) => {
    const isCurrent = tab.path === path;
    return {
      label: tab.label,
      href: isCurrent ? path : tab.path + more,
      isCurrent,
      count: counts && (counts[tab.label] ?? 0),
    };
  });
  return <TabLinks label={entry.label} tabs={tabs} />;
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
