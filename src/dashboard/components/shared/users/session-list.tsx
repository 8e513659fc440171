import type { OpenSession } from '../../../../domain/company/sessions/schema.js';
import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { Button } from '../../ui/button.js';
import styles from './users.module.css';

interface SessionListProps {
  readonly items: readonly OpenSession[];
  readonly pending: boolean;
  readonly onEnd: (session: OpenSession) => void;
}

const describe = ({ device, address }: OpenSession): string => [device || 'Unknown device', address].join(', ');

/** Open sessions with device, address and last use, each with a button that ends it. */
export function SessionList({ items, pending, onEnd }: SessionListProps) {
  const { timeZone } = useMe();
  if (items.length === 0) return <p className="muted">Not signed in anywhere.</p>;
  return (
    <ul className={styles['sessions']}>
      {items.map((session) => (
        <li key={session._id} className={styles['session']}>
          <span>
            <strong>{session.device || 'Unknown device'}</strong> {session.isCurrent && '(this session)'}
            <br />
            <span className="muted">
              {session.address || 'Unknown address'}. Signed in {formatMoment(session.createdAt, timeZone)}, last used{' '}
              {formatMoment(session.usedAt, timeZone)}.
            </span>
          </span>
          {!session.isCurrent && (
            <Button
              small
              pending={pending}
              aria-label={`End session on ${describe(session)}`}
              onClick={() => onEnd(session)}
            >
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
