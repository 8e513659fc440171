import { useApi } from '../lib/use-api.js';
import { type HistoryEntry, HistoryPanel } from './history-panel.js';
import { Loaded } from './loaded.js';

/** The fields of a record worth reading: each with its label and, unless shown as it is, how its value reads. */
export type HistoryWords = Readonly<Record<string, readonly [label: string, read?: (value: never) => string]>>;

/** Entries in words, in the order of the words; fields without one, and what reads the same as before, are left out. */
export const inWords = (entries: readonly HistoryEntry[], words: HistoryWords): HistoryEntry[] =>
  entries.map((entry) => {
    const byField = new Map(entry.changes.map((change) => [change.field, change]));
    const changes = Object.entries(words).flatMap(([field, [label, read]]) => {
      const change = byField.get(field);
      const shown = (value: unknown) => (value === null || read === undefined ? value : read(value as never));
      return change ? [{ field: label, from: shown(change.from), to: shown(change.to) }] : [];
    });
    return { ...entry, changes: changes.filter(({ from, to }) => (from ?? '') !== (to ?? '')) };
  });

interface RecordHistoryProps {
  readonly id: string;
  /** The words of its fields; a record that needs more than a word a field says how its entries read. */
  readonly words: HistoryWords | ((entries: readonly HistoryEntry[]) => HistoryEntry[]);
}

/** The newest 200 changes of a record. */
export function RecordHistory({ id, words }: RecordHistoryProps) {
  const query = useApi('GET /api/history/:id', { id, size: 200 });
  return (
    <Loaded query={query} lines={4}>
      {({ items, total }) => (
        <>
          <HistoryPanel entries={typeof words === 'function' ? words(items) : inWords(items, words)} />
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
