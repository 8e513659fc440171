import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Skeleton } from '../../../components/ui/empty-state.js';
import { call, formatMessage } from '../../../lib/server/api.js';
import { type StepLeft, useSession } from '../../../lib/server/session.js';
import { noteSsoUse, takeFlow } from '../../../lib/sso-flow.js';

/**
 * Takes the answer from the address and removes it there at once, so that it does not stay in the browser's history.
 */
function takeAnswer(): string {
  const answer = location.search.slice(1);
  history.replaceState(history.state, '', location.pathname);
  return answer;
}

/** Finishes signing in after the return from the provider. */
export function SsoReturn({ onStep }: { onStep: (step: StepLeft) => void }) {
  const { enter } = useSession();
  const [, navigate] = useLocation();
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    const [flow, answer] = [takeFlow(), takeAnswer()];
    if (answer === '') return; // the effect runs twice in development
    call('POST /api/auth/sso/finish', { flow: flow || 'none', answer }).then(
      (session) => {
        noteSsoUse();
        if ('token' in session) enter(session.token);
        else onStep(session);
        navigate('/login', { replace: true });
      },
      (error: unknown) => setRefusal(formatMessage(error)),
    );
  }, [enter, navigate, onStep]);
  if (refusal === null) return <Skeleton lines={3} />;
  return (
    <>
      <div className="notice notice-error" role="alert">
        {refusal}
      </div>
      <Link href="/login">Back to the sign-in page</Link>
    </>
  );
}
