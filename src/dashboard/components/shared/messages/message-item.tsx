import { mayDelete, mayMarkRead } from '../../../../domain/messaging/messages/rules.js';
import { DeleteRecord } from '../record/delete-record.js';
import { MarkRead } from './mark-read.js';
import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { Message } from './message-groups.js';
import styles from './messages.module.css';

/** One message: author, time, and whether it was read; the recipient can mark it as read. */
export function MessageItem({ message }: { message: Message }) {
  const { _id: id, role, timeZone, companyName } = useMe();
  const remove = useSend('DELETE /api/comment/delete/:id');
  const { author, content, datetime, shop, commentFromType } = message;
  const waits = mayMarkRead(message, role);
  return (
    <li className={waits ? `${styles['message']} ${styles['unread']}` : styles['message']}>
      <p className={styles['message-head']}>
        <strong>{author}</strong>
        <span className="muted">{commentFromType === 'Company' ? companyName : shop.name}</span>
        {waits ? <span className="tag tag-blue">Unread</span> : <ReadState message={message} />}
        <time dateTime={datetime} className="muted">
          {formatMoment(datetime, timeZone)}
        </time>
      </p>
      <div className={styles['message-body']}>
        <p className={styles['message-text']}>{content}</p>
        <div className={`${styles['message-actions']} no-print`}>
          {waits && <MarkRead of="message" id={message._id} text={`${author}, ${content}`} />}
          {mayDelete(message, { id, role }) && (
            <DeleteRecord
              permission="comments.write"
              call={remove}
              id={message._id}
              record={`message from ${author}`}
              area="Could not delete message:"
              quiet
            />
          )}
        </div>
      </div>
    </li>
  );
}

const ReadState = ({ message }: { message: Message }) => (
  <span className="muted">{message.read ? 'Read' : 'Not read yet'}</span>
);
