import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { EmptyState } from '../../ui/empty-state.js';
import styles from './history.module.css';

export interface HistoryEntry {
  readonly at: string;
  readonly by: string;
  /** web, cli or job; or the name of the imported file. */
  readonly via: string;
  readonly action: string;
  readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
}

const ways: Readonly<Record<string, string>> = { web: 'in the dashboard', cli: 'on the command line', job: 'by a job' };

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

const formatValue = (value: unknown): string => {
  if (isEmpty(value)) return 'empty';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Who changed what and when, with old and new values; newest first, as given. */
export function HistoryPanel({ entries }: { entries: readonly HistoryEntry[] }) {
  const { timeZone } = useMe();
  if (entries.length === 0) return <EmptyState text="No changes yet." />;
  return (
    <ol className={styles['history']}>
      {entries.map((entry, at) => (
        <li key={`${entry.at}-${at}`}>
          <p>
            <strong>{capital(entry.action)}</strong> by {entry.by} {ways[entry.via] ?? `from ${entry.via}`}
            <time dateTime={entry.at} className="muted">
              {formatMoment(entry.at, timeZone)}
            </time>
          </p>
          {entry.changes.length > 0 && (
            <ul>
              {entry.changes.map(({ field, from, to }) => (
                <li key={field}>
                  {field}:{' '}
                  {!isEmpty(from) && (
                    <>
                      <del>{formatValue(from)}</del> →{' '}
                    </>
                  )}
                  <ins>{formatValue(to)}</ins>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
