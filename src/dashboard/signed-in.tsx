import { Redirect, useLocation, useSearch } from 'wouter';
import { getLanding } from '../domain/kernel/rights/roles.js';
import { ErrorBoundary } from './components/ui/error-boundary.js';
import { Skeleton } from './components/ui/empty-state.js';
import { type Screens, ScreensProvider } from './lib/screens.js';
import { type Me, useSession } from './lib/server/session.js';
import { renderScreen, prefetch, screenFor, screens } from './screens.js';
import { Breadcrumbs } from './shell/page/breadcrumbs.js';
import { ScreenTabs } from './shell/page/screen-tabs.js';
import { Star } from './shell/page/star.js';
import { SessionEnded } from './shell/session-ended.js';
import { Shell } from './shell/shell.js';
import { loadLazily } from './components/ui/load-lazily.js';
import styles from './shell/shell.module.css';

const DeniedPage = loadLazily(() => import('./shell/denied-page.js').then((m) => m.DeniedPage));
const NotFoundPage = loadLazily(() => import('./shell/not-found-page.js').then((m) => m.NotFoundPage));

const handedIn: Screens = { all: screens, screenFor, prefetch, frame: { Breadcrumbs, Star, ScreenTabs } };

prefetch(window.location.pathname); // while the server identifies the user

/**
 * The dashboard of a signed-in user: the shell and the routes of the screens. When the session ends, they are hidden
 * and keep what was typed until the user signs in again.
 */
export function SignedIn({ me }: { me: Me }) {
  const hasEnded = useSession().state === 'ended';
  return (
    <ScreensProvider value={handedIn}>
      <div className={hasEnded ? `${styles['screens']} ${styles['hidden']}` : styles['screens']}>
        <CurrentScreen me={me} />
      </div>
      {hasEnded && <SessionEnded userName={me.userName} />}
    </ScreensProvider>
  );
}

/** The refusal for a visitor without a session. */
export const DeniedVisitor = () => (
  <ScreensProvider value={handedIn}>
    <DeniedPage meanwhile={<Skeleton lines={4} />} />
  </ScreensProvider>
);

function CurrentScreen({ me }: { me: Me }) {
  const [path] = useLocation();
  const from = new URLSearchParams(useSearch()).get('from');
  if (path === '/login' || path === '/sso') return <Redirect to={getDestination(from, me)} replace />;
  if (path === '/') return <Redirect to={getLanding(me.role)} replace />;
  const screen = path === '/denied' ? null : screenFor(path, me);
  if (screen === 'denied') return <Redirect to="/denied" replace />;
  const other =
    path === '/denied' ? <DeniedPage meanwhile={<Skeleton />} /> : <NotFoundPage meanwhile={<Skeleton />} />;
  return (
    <Shell me={me}>
      <ErrorBoundary resetKey={path}>{screen ? renderScreen(screen, <Skeleton />) : other}</ErrorBoundary>
    </Shell>
  );
}

/** The address the user came from, if they may see it; otherwise their home screen. */
function getDestination(from: string | null, me: Me): string {
  const landing = getLanding(me.role);
  if (!from || !/^\/(?![/\\])/.test(from)) return landing;
  const screen = screenFor(from.split('?')[0] ?? '', me);
  return screen === null || screen === 'denied' ? landing : from;
}
