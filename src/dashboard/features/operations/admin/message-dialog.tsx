import { Dialog } from '../../../components/ui/overlay/dialog.js';
import type { Output } from '../../../lib/server/api.js';
import { formatMoment } from '../../../lib/format.js';
import styles from './admin.module.css';

export type Message = Output<'GET /api/outbox'>['items'][number];

interface MessageDialogProps {
  readonly message: Message;
  readonly timeZone: string;
  readonly onClose: () => void;
}

/** A message as its recipient sees it. */
export function MessageDialog({ message, timeZone, onClose }: MessageDialogProps) {
  const { to, subject, text, createdAt, sentAt, error, log } = message;
  return (
    <Dialog title={subject} onClose={onClose}>
      <p className="muted">
        To {to || 'no one'}, created {formatMoment(createdAt, timeZone)}
        {sentAt && `, sent ${formatMoment(sentAt, timeZone)}`}
      </p>
      {error && <p className={`error ${styles['long-text']}`}>{error}</p>}
      <p className={styles['long-text']}>{text}</p>
      <Attempts log={log} timeZone={timeZone} />
    </Dialog>
  );
}

const outcomes = {
  sent: 'Sent',
  refused: 'Refused',
  failed: 'Failed',
  postponed: 'Postponed',
} as const satisfies Record<Message['log'][number]['outcome'], string>;

/** The delivery log: each attempt with the mail server's answer. */
function Attempts({ log, timeZone }: Pick<Message, 'log'> & { timeZone: string }) {
  if (log.length === 0) return null;
  return (
    <section aria-label="Delivery log">
      <h3>Delivery log</h3>
      <ul className={styles['log']}>
        {log.map(({ at, outcome, answer }) => (
          <li key={at}>
            {formatMoment(at, timeZone)}: {outcomes[outcome]} <span className="muted">{answer}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
