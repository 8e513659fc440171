import { useState } from 'react';
import { ToggleButton } from './button.js';
import { type HistoryWords, RecordHistory } from './record-history.js';

/** History: who changed this record, shown when asked for. */
export function HistoryToggle({ id, words }: { id: string; words: HistoryWords }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="no-print" aria-label="History">
      <ToggleButton icon="history" pressed={open} onPressed={setOpen}>
        History
      </ToggleButton>
      {open && <RecordHistory id={id} words={words} />}
    </section>
  );
}
