import { useLayoutEffect } from 'react';
import { Button } from '../components/ui/button.js';
import { Skeleton } from '../components/ui/empty-state.js';
import { ErrorBoundary } from '../components/ui/error-boundary.js';
import { Dialog } from '../components/ui/overlay/dialog.js';
import { useSignOut } from './use-sign-out.js';
import { loadLazily } from '../components/ui/load-lazily.js';

const SignInAgain = loadLazily(() => import('../features/company/login/sign-in-steps.js').then((m) => m.SignInAgain));

/** Asks the user whose session ended to sign in again or out. */
export function SessionEnded({ userName }: { userName: string }) {
  const signOut = useSignOut();
  useLayoutEffect(hideDialogs, []); // before its own is open
  const leave = () => void signOut();
  const footer = <Button onClick={leave}>Sign out</Button>;
  return (
    <Dialog title="Sign in again" size="small" footer={footer} onClose={leave}>
      <p tabIndex={-1} data-autofocus>
        Your session has ended. Sign in as {userName} to continue where you left off. Unsaved changes are kept.
      </p>
      <ErrorBoundary resetKey="">
        <SignInAgain meanwhile={<Skeleton lines={5} />} />
      </ErrorBoundary>
    </Dialog>
  );
}

/** Hides the open dialogs, wherever they are, until the returned function is called. */
function hideDialogs(): () => void {
  const dialogs = document.querySelectorAll<HTMLElement>('dialog[open]');
  for (const { style } of dialogs) style.visibility = 'hidden';
  return () => {
    for (const { style } of dialogs) style.visibility = '';
  };
}
