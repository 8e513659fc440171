import { useState } from 'react';
import { ToggleButton } from '../../ui/button.js';
import { RecordHistory, type RecordHistoryProps } from './record-history.js';

/** A button that shows who changed this record. */
export function HistoryToggle(history: RecordHistoryProps) {
  const [open, setOpen] = useState(false);
  return (
    <section className="no-print" aria-label="History">
      <ToggleButton icon="history" pressed={open} onPressed={setOpen}>
        History
      </ToggleButton>
      {open && <RecordHistory {...history} />}
    </section>
  );
}
