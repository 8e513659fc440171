import type { ReactNode } from 'react';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter';
import { ConfirmProvider } from './components/ui/overlay/confirm.js';
import { Failure, Skeleton } from './components/ui/empty-state.js';
import { ErrorBoundary } from './components/ui/error-boundary.js';
import { ToastProvider } from './components/ui/overlay/toast.js';
import { ApiError } from './lib/server/api.js';
import { SessionProvider, useSession } from './lib/server/session.js';
import { signedInUser } from './lib/server/token.js';
import { useGuardedLocation } from './lib/queue/unsaved.js';
import { loadLazily } from './components/ui/load-lazily.js';

/** The shell and the list of screens, which visitors who sign in do not need yet. */
const SignedIn = loadLazily(() => import('./signed-in.js').then((m) => m.SignedIn));
const DeniedVisitor = loadLazily(() => import('./signed-in.js').then((m) => m.DeniedVisitor));
const LoginPage = loadLazily(() => import('./features/company/login/login-page.js').then((m) => m.LoginPage));
if (signedInUser()) SignedIn.prefetch(); // while the server identifies the user

const reading: SWRConfiguration = {
  dedupingInterval: 1000,
  errorRetryCount: 5,
  shouldRetryOnError: (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500,
};

/** The dashboard: the providers around every page, and the choice between sign-in and shell. */
export function App() {
  return (
    <SWRConfig value={reading}>
      <Router hook={useGuardedLocation}>
        <ToastProvider>
          <ConfirmProvider>
            <SessionProvider>
              <Switch>
                <Route path={/^\/(?:forgot|welcome)$/}>
                  <BareScreen>
                    <LoginPage meanwhile={<Skeleton lines={4} />} />
                  </BareScreen>
                </Route>
                <Route>
                  <Guard />
                </Route>
              </Switch>
            </SessionProvider>
          </ConfirmProvider>
        </ToastProvider>
      </Router>
    </SWRConfig>
  );
}

/** A screen without the shell. */
function BareScreen({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return (
    <main id="main" className="bare" onInput={SignedIn.prefetch}>
      <ErrorBoundary resetKey={path}>{children}</ErrorBoundary>
    </main>
  );
}

/**
 * Redirects signed-out visitors to /login, which returns them here afterwards. A session that ends while its screens are
 * shown is continued over them.
 */
function Guard() {
  const { state, me, error, retry } = useSession();
  const [path] = useLocation();
  const search = useSearch();
  const waiting = (
    <BareScreen>
      <Skeleton lines={4} label="Signing in" />
    </BareScreen>
  );
  if (me) {
    return (
      <ErrorBoundary resetKey={path}>
        <SignedIn meanwhile={waiting} me={me} />
      </ErrorBoundary>
    );
  }
  if (path === '/login' || path === '/sso' || path === '/denied')
    return (
      <BareScreen>
        {path === '/denied' ? (
          <DeniedVisitor meanwhile={<Skeleton lines={4} />} />
        ) : (
          <LoginPage meanwhile={<Skeleton lines={4} />} />
        )}
      </BareScreen>
    );
  if (state === 'signed-out') {
    const from = path === '/' ? '' : `?from=${encodeURIComponent(search ? `${path}?${search}` : path)}`;
    return <Redirect to={`/login${from}`} replace />;
  }
  return error ? (
    <BareScreen>
      <Failure error={error} onRetry={() => void retry()} />
    </BareScreen>
  ) : (
    waiting
  );
}
