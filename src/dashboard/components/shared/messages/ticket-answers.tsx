import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import styles from './tickets.module.css';

interface Answer {
  readonly _id: string;
  readonly author: string;
  readonly content: string;
  readonly at: string;
}

/** The answers to a support ticket, oldest first; nothing if there are none. */
export function TicketAnswers({ answers }: { answers: readonly Answer[] }) {
  const { timeZone } = useMe();
  if (answers.length === 0) return null;
  return (
    <ol className={styles['ticket-answers']} aria-label="Answers">
      {answers.map(({ _id, author, content, at }) => (
        <li key={_id}>
          <p className="muted">
            {author}, {formatMoment(at, timeZone)}
          </p>
          <p className={styles['ticket-text']}>{content}</p>
        </li>
      ))}
    </ol>
  );
}
