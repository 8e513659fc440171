import { useState } from 'react';
import type { DecidableRecord } from './approval-words.js';
import { tick, type TickedRecords } from './selection.js';
import { useDecide } from './use-decide.js';

/** The rows of a list that are selected for a decision, and the decision about them. */
export function useDecidable(rows: readonly DecidableRecord[]) {
  const [ticked, setTicked] = useState<TickedRecords>(new Map());
  const decide = useDecide(ticked, () => setTicked(new Map()));
  const selectedIds: ReadonlySet<string> = new Set(ticked.keys());
  return {
    ticked,
    decide,
    selection: {
      selected: selectedIds,
      onChange: (ids: ReadonlySet<string>) => setTicked(tick(ids, ticked, rows)),
    },
  };
}
