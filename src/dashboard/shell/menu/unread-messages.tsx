import { Link } from 'wouter';
import { Icon } from '../components/ui/icon.js';
import { count } from '../lib/format.js';
import { HOUR, useApi } from '../lib/server/use-api.js';
import { useSide } from '../lib/use-side.js';
import styles from './shell.module.css';

const MOST_SHOWN = 99;

/** The link to the messages, with how many are unread on the user's side. */
export function UnreadMessages() {
  const side = useSide();
  const { data, error } = useApi('GET /api/comment/unread', { size: 1 }, { refreshInterval: HOUR });
  const unread = data?.total ?? 0;
  const state = error && !data ? ': could not count unread messages' : unread > 0 ? `: ${count(unread)} unread` : '';
  return (
    <Link
      className={`btn btn-text btn-icon ${styles['message-link']}`}
      href={`/${side}/messages`}
      title={`Messages${state}`}
    >
      <Icon name="message" />
      {unread > 0 && (
        <span className={styles['badge']} aria-hidden="true">
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
      <span className="sr-only" role="status">
        Messages{state}
      </span>
    </Link>
  );
}
