import { useApi } from '../../../lib/server/use-api.js';
import { type HistoryEntry, HistoryPanel } from './history-panel.js';
import { Loaded } from '../../ui/loaded.js';

type Change = HistoryEntry['changes'][number];

/** The trail keeps a field in its wire form: a word takes it as the type of its field. Methods let it, functions do not. */
interface Reading {
  read(value: unknown): string | undefined;
  tell(from: unknown, to: unknown): readonly Change[];
}
type Word =
  | readonly [label: string, read?: Reading['read']]
  /** For a field that is shown as several entries, such as a list of lines. */
  | Reading['tell'];

/** The fields of a record worth reading: each with its label and, unless shown as it is, how its value reads. */
export type HistoryWords = Readonly<Record<string, Word>>;

/** Entries in words, in the order of the words; fields without one, and what reads the same as before, are left out. */
export const inWords = (entries: readonly HistoryEntry[], words: HistoryWords): HistoryEntry[] =>
  entries.map((entry) => {
    const byField = new Map(entry.changes.map((change) => [change.field, change]));
    const changes = Object.entries(words).flatMap(([field, word]) => {
      const change = byField.get(field);
      return change ? told(change, word) : [];
    });
    return { ...entry, changes: changes.filter(({ from, to }) => (from ?? '') !== (to ?? '')) };
  });

function told({ from, to }: Change, word: Word): readonly Change[] {
  if (typeof word === 'function') return word(from, to);
  const [label, read] = word;
  // a spreadsheet gives only the name of another record; the name is enough
  const shown = (value: unknown) => (value === null || read === undefined ? value : (read(value) ?? value));
  return [{ field: label, from: shown(from), to: shown(to) }];
}

export interface RecordHistoryProps {
  readonly id: string;
  /** Whose own values of the record; a shop's people have their own. */
  readonly shop?: string;
  /** The words of its fields; a record that needs more than a word a field says how its entries read. */
  readonly words: HistoryWords | ((entries: readonly HistoryEntry[]) => HistoryEntry[]);
}

/** The newest 200 changes of a record. */
export function RecordHistory({ id, shop, words }: RecordHistoryProps) {
  const query = useApi('GET /api/history/:id', { id, size: 200, ...(shop ? { shop } : {}) });
  return (
    <Loaded query={query} lines={4}>
      {({ items, total }) => (
        <>
          <HistoryPanel entries={typeof words === 'function' ? words(items) : inWords(items, words)} />
          {total > items.length && (
            <p className="muted">
              Showing the newest {items.length} of {total} changes.
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}
