import { Dialog } from '../../components/dialog.js';
import { type HistoryEntry, HistoryPanel } from '../../components/history-panel.js';
import { Loaded } from '../../components/loaded.js';
import { useApi } from '../../lib/use-api.js';
import { type Names, readableHistory } from './order-text.js';

interface HistoryProps {
  readonly id: string;
  readonly serialNumber: string;
  readonly names: Names;
  readonly onClose: () => void;
}

/** Who changed the order, when, from what to what. */
export function HistoryDialog({ id, serialNumber, names, onClose }: HistoryProps) {
  const history = useApi('GET /api/history/:id', { id });
  return (
    <Dialog title={`History of ${serialNumber}`} size="large" onClose={onClose}>
      <Loaded query={history}>
        {({ items, total }) => (
          <>
            <HistoryPanel entries={readableHistory(items as readonly HistoryEntry[], names)} />
            {total > items.length && (
              <p className="muted">
                The newest {items.length} of {total} changes.
              </p>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
