import { useState } from 'react';
import { useApi } from '../../../lib/server/use-api.js';
import { Button } from '../../ui/button.js';
import { LoadedContent } from '../../ui/loaded.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import { RecordCard } from '../../ui/record-layout.js';
import { WhenNear } from '../../ui/when-near.js';
import { HistoryPanel } from './history-panel.js';
import { describeEntries, RecordHistory, type RecordHistoryProps } from './record-history.js';
import styles from './history.module.css';

interface TimelineProps extends RecordHistoryProps {
  /** The record's name, for the title of its full history. */
  readonly of: string;
}

const NEWEST = 4;

/** The newest changes of a record, for the rail, with a dialog that shows all. */
export function TimelineCard({ of, ...history }: TimelineProps) {
  const [isOpen, setOpen] = useState(false);
  const all = (
    <Button small icon="history" onClick={() => setOpen(true)}>
      History
    </Button>
  );
  return (
    <RecordCard title="Timeline" actions={all} className={styles['timeline']}>
      <WhenNear>{() => <NewestEntries {...history} />}</WhenNear>
      {isOpen && (
        <Dialog title={`History of ${of}`} size="large" onClose={() => setOpen(false)}>
          <RecordHistory {...history} />
        </Dialog>
      )}
    </RecordCard>
  );
}

function NewestEntries({ id, shop, words }: RecordHistoryProps) {
  const query = useApi('GET /api/history/:id', { id, size: NEWEST, ...(shop ? { shop } : {}) });
  return (
    <LoadedContent query={query} lines={NEWEST}>
      {({ items }) => <HistoryPanel entries={describeEntries(items, words)} />}
    </LoadedContent>
  );
}
