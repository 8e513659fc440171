import { lazy, Suspense, useEffect, useState } from 'react';
import { onRefused, type RefusedChange } from '../lib/server/second-person.js';

const AskDialog = lazy(() => import('./ask-dialog.js').then((m) => ({ default: m.AskDialog })));

/** Offers to request another user's approval for a change that was refused without it. */
export function SecondPersonArea() {
  const [refusedChange, setRefusedChange] = useState<RefusedChange | null>(null);
  useEffect(() => onRefused(setRefusedChange), []);
  if (!refusedChange) return null;
  return (
    <Suspense>
      <AskDialog change={refusedChange} onClose={() => setRefusedChange(null)} />
    </Suspense>
  );
}
