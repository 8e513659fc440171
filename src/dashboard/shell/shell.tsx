import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { isShopRole } from '../../domain/kernel/rights/roles.js';
import { prefetchRows } from '../components/shared/list/rows-code.js';
import { whenIdle } from '../lib/idle.js';
import { useServerEvents } from '../lib/server/events.js';
import { usePreference } from '../lib/preferences.js';
import type { Me } from '../lib/server/session.js';
import { PHONE, useMedia } from '../lib/use-media.js';
import { prefetch } from '../screens.js';
import { UnreadAnnouncements } from './announced.js';
import { ConnectionNotice } from './connection-notice.js';
import { Footer } from './footer.js';
import { buildMenu } from './menu/menu.js';
import { SecondPersonArea } from './second-person-area.js';
import { Drawer, SideBar } from './side-bar.js';
import { MessageAnnouncer } from './message-announcer.js';
import { TopBar } from './top-bar.js';
import { UpdateBanner } from './update-banner.js';
import styles from './shell.module.css';
import { loadLazily } from '../components/ui/load-lazily.js';

const CommandPalette = loadLazily(() => import('./palette/command-palette.js').then((m) => m.CommandPalette));

/** The layout around every screen of a signed-in user. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  useServerEvents();
  usePrefetch(me);
  const [path] = useLocation();
  const isPhone = useMedia(PHONE);
  const [collapsed, setCollapsed] = usePreference('menu:collapsed', false);
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const [palette, setPalette] = usePalette();
  useFocusOnArrival(path);
  const drawer = drawerAt === path; // opening another screen closes it
  const setDrawer = (open: boolean) => setDrawerAt(open ? path : null);
  const menu = buildMenu(me);
  const search = () => setPalette(true);
  return (
    <div className={!isPhone && collapsed ? `${styles['shell']} ${styles['collapsed']}` : styles['shell']}>
      <a className={styles['skip']} href="#main">
        Skip to content
      </a>
      {isPhone ? (
        <TopBar me={me} menuOpen={drawer} onMenu={() => setDrawer(!drawer)} onSearch={search} />
      ) : (
        <SideBar me={me} menu={menu} narrow={collapsed} onNarrow={() => setCollapsed(!collapsed)} onSearch={search} />
      )}
      {isPhone && drawer && <Drawer me={me} menu={menu} onClose={() => setDrawer(false)} />}
      <div className={styles['content']}>
        <MessageAnnouncer />
        <ConnectionNotice />
        <UpdateBanner />
        <UnreadAnnouncements>{children}</UnreadAnnouncements>
        <Footer />
      </div>
      <SecondPersonArea />
      {palette && <CommandPalette me={me} menu={menu} onClose={() => setPalette(false)} />}
    </div>
  );
}

const floor = ['/shop/home', '/shop/orders/inqueue', '/shop/orders/board', '/shop/order/form'];

/** Preloads the screens that change order statuses, so that they work when the connection is lost. */
function usePrefetch({ role }: Me): void {
  const isShop = isShopRole(role);
  useEffect(() => {
    if (!isShop) return;
    const rows = [true, false].map((isNarrow) => () => prefetchRows(isNarrow)); // it may be turned on its side
    const withdrawals = [...floor.map((path) => () => prefetch(path)), ...rows].map(whenIdle);
    return () => {
      for (const withdraw of withdrawals) withdraw();
    };
  }, [isShop]);
}

function usePalette() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return [open, setOpen] as const;
}

/** Scrolls a new screen to its top and focuses its content, so that screen readers start there. */
function useFocusOnArrival(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}
