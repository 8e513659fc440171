import { useEffect, useState } from 'react';
import { onRefused, type RefusedChange } from '../lib/server/second-person.js';
import { loadLazily } from '../components/ui/load-lazily.js';

const AskDialog = loadLazily(() => import('./ask-dialog.js').then((m) => m.AskDialog));

/** Offers to request another user's approval for a change that was refused without it. */
export function SecondPersonArea() {
  const [refusedChange, setRefusedChange] = useState<RefusedChange | null>(null);
  useEffect(() => onRefused(setRefusedChange), []);
  if (!refusedChange) return null;
  return <AskDialog change={refusedChange} onClose={() => setRefusedChange(null)} />;
}
