import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { EmptyState } from '../../ui/empty-state.js';
import styles from '../history/history.module.css';
import messageStyles from './messages.module.css';

interface Message {
  readonly _id: string;
  readonly madeBy: string;
  readonly date: string;
  readonly msg: string;
  /** Whether only the office can read it. */
  readonly officeOnly?: boolean;
}

/** The messages about a record with author and time, in the given order. */
export function RecordMessages({ messages }: { messages: readonly Message[] }) {
  const { timeZone } = useMe();
  if (messages.length === 0) return <EmptyState text="No messages yet." />;
  return (
    <ol className={styles['history']}>
      {messages.map(({ _id, madeBy, date, msg, officeOnly = false }) => (
        <li key={_id}>
          <p>
            <strong>{madeBy}</strong>
            <time dateTime={date} className="muted">
              {formatMoment(date, timeZone)}
            </time>
          </p>
          <p data-message className={messageStyles['message-text']}>
            {msg}
            {officeOnly && <span className="muted"> (office only)</span>}
          </p>
        </li>
      ))}
    </ol>
  );
}
