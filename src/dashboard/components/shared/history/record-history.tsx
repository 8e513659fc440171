import { useApi } from '../../../lib/server/use-api.js';
import { type HistoryEntry, HistoryPanel } from './history-panel.js';
import { LoadedContent } from '../../ui/loaded.js';

type Change = HistoryEntry['changes'][number];

/**
 * The audit trail stores a field in its wire form, but a formatter takes the field's type. Methods allow this, function
 * properties do not.
 */
interface Reading {
  read(value: unknown): string | undefined;
  describe(from: unknown, to: unknown): readonly Change[];
}
type Word =
  | readonly [label: string, read?: Reading['read']]
  /** For a field that is shown as several entries, such as a list of lines. */
  | Reading['describe'];

/** The record's fields shown in the history: each with its label and, if needed, a function that formats its value. */
export type HistoryWords = Readonly<Record<string, Word>>;

/**
 * History entries with labels, in label order; omits fields without a label and changes that look the same before and
 * after.
 */
export const inWords = (entries: readonly HistoryEntry[], words: HistoryWords): HistoryEntry[] =>
  entries.map((entry) => {
    const byField = new Map(entry.changes.map((change) => [change.field, change]));
    const changes = Object.entries(words).flatMap(([field, word]) => {
      const change = byField.get(field);
      return change ? describeChange(change, word) : [];
    });
    return { ...entry, changes: changes.filter(({ from, to }) => (from ?? '') !== (to ?? '')) };
  });

function describeChange({ from, to }: Change, word: Word): readonly Change[] {
  if (typeof word === 'function') return word(from, to);
  const [label, read] = word;
  // a spreadsheet has only the name of another record
  const toValue = (value: unknown) => (value === null || read === undefined ? value : (read(value) ?? value));
  return [{ field: label, from: toValue(from), to: toValue(to) }];
}

export interface RecordHistoryProps {
  readonly id: string;
  /** The shop whose values these are; omitted for a shop's own users. */
  readonly shop?: string;
  /**
   * Labels of its fields; a record that needs more than a label per field provides a function that formats its entries.
   */
  readonly words: HistoryWords | ((entries: readonly HistoryEntry[]) => HistoryEntry[]);
}

/** History entries as a user reads them. */
export const describeEntries = (
  entries: readonly HistoryEntry[],
  words: RecordHistoryProps['words'],
): HistoryEntry[] => (typeof words === 'function' ? words(entries) : inWords(entries, words));

/** The newest 200 changes of a record. */
export function RecordHistory({ id, shop, words }: RecordHistoryProps) {
  const query = useApi('GET /api/history/:id', { id, size: 200, ...(shop ? { shop } : {}) });
  return (
    <LoadedContent query={query} lines={4}>
      {({ items, total }) => (
        <>
          <HistoryPanel entries={describeEntries(items, words)} />
          {total > items.length && (
            <p className="muted">
              Showing the newest {items.length} of {total} changes.
            </p>
          )}
        </>
      )}
    </LoadedContent>
  );
}
