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
  const { to, subject, text, createdAt, sentAt, error } = message;
  return (
    <Dialog title={subject} onClose={onClose}>
      <p className="muted">
        To {to || 'no one'}, created {formatMoment(createdAt, timeZone)}
        {sentAt && `, sent ${formatMoment(sentAt, timeZone)}`}
      </p>
      {error && <p className={`error ${styles['long-text']}`}>{error}</p>}
      <p className={styles['long-text']}>{text}</p>
    </Dialog>
  );
}
