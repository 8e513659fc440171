import { useApi } from '../lib/use-api.js';
import { type HistoryEntry, HistoryPanel } from './history-panel.js';
import { Loaded } from './loaded.js';

/** The fields of a record worth reading: each with its label and, unless shown as it is, how its value reads. */
export type HistoryWords = Readonly<Record<string, readonly [label: string, read?: (value: never) => string]>>;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Entries in words; fields without a word are left out. */
export const inWords = (entries: readonly HistoryEntry[], words: HistoryWords): HistoryEntry[] =>
  entries.map((entry) => ({
    ...entry,
    action: capital(entry.action),
    changes: entry.changes.flatMap(({ field, from, to }) => {
      const [label, read] = words[field] ?? [];
      if (label === undefined) return [];
      const shown = (value: unknown) => (value === null || read === undefined ? value : read(value as never));
      return [{ field: label, from: shown(from), to: shown(to) }];
    }),
  }));

/** The newest 200 changes of a record. */
export function RecordHistory({ id, words }: { id: string; words: HistoryWords }) {
  const query = useApi('GET /api/history/:id', { id, size: 200 });
  return (
    <Loaded query={query} lines={4}>
      {({ items, total }) => (
        <>
          <HistoryPanel entries={inWords(items as readonly HistoryEntry[], words)} />
          {total > items.length && (
            <p className="muted">
              The newest {items.length} of {total} changes.
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}
