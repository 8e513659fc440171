import { useApi } from '../lib/use-api.js';
import { HistoryPanel } from './history-panel.js';
import { Loaded } from './loaded.js';

/** The newest 200 changes of a record. */
export function RecordHistory({ id }: { id: string }) {
  const query = useApi('GET /api/history/:id', { id, size: 200 });
  return (
    <Loaded query={query} lines={4}>
      {({ items }) => <HistoryPanel entries={items} />}
    </Loaded>
  );
}
