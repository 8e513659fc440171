import { lazy, type ReactNode, Suspense } from 'react';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter';
import { getLanding } from '../domain/kernel/rights/roles.js';
import { ConfirmProvider } from './components/ui/overlay/confirm.js';
import { Failure, Skeleton } from './components/ui/empty-state.js';
import { ErrorBoundary } from './components/ui/error-boundary.js';
import { ToastProvider } from './components/ui/overlay/toast.js';
import { Breadcrumbs } from './shell/page/breadcrumbs.js';
import { DeniedPage } from './shell/denied-page.js';
import { NotFoundPage } from './shell/not-found-page.js';
import { ApiError } from './lib/server/api.js';
import { type Me, SessionProvider, useSession } from './lib/server/session.js';
import { useGuardedLocation } from './lib/queue/unsaved.js';
import { type Screens, ScreensProvider } from './lib/screens.js';
import { renderScreen, prefetch, screenFor, screens } from './screens.js';
import { ScreenTabs } from './shell/page/screen-tabs.js';
import { Shell } from './shell/shell.js';
import { Star } from './shell/page/star.js';
import styles from './shell/bare.module.css';

const LoginPage = lazy(() => import('./features/company/login/login-page.js').then((m) => ({ default: m.LoginPage })));

const reading: SWRConfiguration = {
  dedupingInterval: 1000,
  errorRetryCount: 5,
  shouldRetryOnError: (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500,
};

const handedIn: Screens = { all: screens, screenFor, prefetch, frame: { Breadcrumbs, Star, ScreenTabs } };

/** The dashboard: everything around the screens, and the mapping from addresses to screens. */
export function App() {
  return (
    <SWRConfig value={reading}>
      <Router hook={useGuardedLocation}>
        <ScreensProvider value={handedIn}>
          <ToastProvider>
            <ConfirmProvider>
              <SessionProvider>
                <Switch>
                  <Route path={/^\/(?:login|forgot|welcome)$/}>
                    <Bare>
                      <LoginPage />
                    </Bare>
                  </Route>
                  <Route path="/denied">
                    <Denied />
                  </Route>
                  <Route>
                    <Guard>{(me) => <Signed me={me} />}</Guard>
                  </Route>
                </Switch>
              </SessionProvider>
            </ConfirmProvider>
          </ToastProvider>
        </ScreensProvider>
      </Router>
    </SWRConfig>
  );
}

/** A screen without the shell. */
function Bare({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return (
    <main id="main" className={styles['bare']}>
      <ErrorBoundary resetKey={path}>
        <Suspense fallback={<Skeleton lines={4} />}>{children}</Suspense>
      </ErrorBoundary>
    </main>
  );
}

function Denied() {
  const { me } = useSession();
  if (!me) {
    return (
      <Bare>
        <DeniedPage />
      </Bare>
    );
  }
  return (
    <Shell me={me}>
      <DeniedPage />
    </Shell>
  );
}

/** Redirects signed-out visitors to /login, which returns them here afterwards. */
function Guard({ children }: { children: (me: Me) => ReactNode }) {
  const { state, me, error, retry } = useSession();
  const [path] = useLocation();
  const search = useSearch();
  if (state === 'signed-out') {
    const from = path === '/' ? '' : `?from=${encodeURIComponent(search ? `${path}?${search}` : path)}`;
    return <Redirect to={`/login${from}`} replace />;
  }
  if (me) return children(me);
  return (
    <Bare>
      {error ? <Failure error={error} onRetry={() => void retry()} /> : <Skeleton lines={4} label="Signing in" />}
    </Bare>
  );
}

function Signed({ me }: { me: Me }) {
  const [path] = useLocation();
  if (path === '/') return <Redirect to={getLanding(me.role)} replace />;
  const screen = screenFor(path, me);
  if (screen === 'denied') return <Redirect to="/denied" replace />;
  return (
    <Shell me={me}>
      <ErrorBoundary resetKey={path}>
        <Suspense fallback={<Skeleton />}>{screen ? renderScreen(screen) : <NotFoundPage />}</Suspense>
      </ErrorBoundary>
    </Shell>
  );
}
