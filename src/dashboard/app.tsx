import { lazy, type ReactNode, Suspense } from 'react';
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

/** The shell and the list of screens, which visitors who sign in do not need yet. */
const loadSignedIn = () => import('./signed-in.js');
const SignedIn = lazy(() => loadSignedIn().then((m) => ({ default: m.SignedIn })));
const DeniedVisitor = lazy(() => loadSignedIn().then((m) => ({ default: m.DeniedVisitor })));
const LoginPage = lazy(() => import('./features/company/login/login-page.js').then((m) => ({ default: m.LoginPage })));
if (signedInUser()) prepareSignedIn(); // while the server identifies the user

/** Preloads the shell; an error appears when it is rendered. */
function prepareSignedIn(): void {
  loadSignedIn().catch(() => undefined);
}

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
                    <LoginPage />
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
    <main id="main" className="bare" onInput={prepareSignedIn}>
      <ErrorBoundary resetKey={path}>
        <Suspense fallback={<Skeleton lines={4} />}>{children}</Suspense>
      </ErrorBoundary>
    </main>
  );
}

/** Redirects signed-out visitors to /login, which returns them here afterwards. */
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
        <Suspense fallback={waiting}>
          <SignedIn me={me} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  if (path === '/login' || path === '/sso' || path === '/denied')
    return <BareScreen>{path === '/denied' ? <DeniedVisitor /> : <LoginPage />}</BareScreen>;
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
