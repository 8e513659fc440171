import { type ReactNode, useContext } from 'react';
import { Link } from 'wouter';
import type { ApiError } from '../../lib/server/api.js';
import { Button } from './button.js';
import { Icon, type IconName } from './icon.js';
import { PageBack } from './page-back.js';
import styles from './empty-state.module.css';

interface EmptyProps {
  readonly text: string;
  /** The icon of what belongs here, if the state fills a screen. */
  readonly icon?: IconName;
  readonly children?: ReactNode;
}

/** An empty state: a text and the next step. */
export const EmptyState = ({ text, icon, children }: EmptyProps) => (
  <div className={icon ? `${styles['empty']} ${styles['framed']}` : styles['empty']}>
    {icon && (
      <span className={styles['picture']}>
        <Icon name={icon} size={20} />
      </span>
    )}
    <p>{text}</p>
    {children}
  </div>
);

interface FailureProps {
  readonly error: ApiError;
  readonly onRetry: () => void;
  readonly pending?: boolean;
  /** Whether earlier data is still shown. */
  readonly hasEarlierData?: boolean;
}

/**
 * The error, with Retry; without a connection only a short note, because loading resumes automatically. A link to a
 * record that does not exist leads to the list instead: no retry can find it.
 */
export const Failure = ({ error, onRetry, pending = false, hasEarlierData = false }: FailureProps) => {
  const list = useContext(PageBack);
  const isLost = error.status === 0;
  const isBroken = isBrokenLink(error);
  return (
    <div className={isLost ? 'notice notice-warning' : 'notice notice-error'} role={isLost ? 'status' : 'alert'}>
      <Icon name="warning" />
      <div>
        <p>{isLost ? LOST[hasEarlierData ? 'shown' : 'nothing'] : isBroken ? BROKEN : error.msg}</p>
        {error.requestId && error.status >= 500 && <p className="muted">Request {error.requestId}</p>}
      </div>
      {list !== null && (isBroken || error.status === 404) ? (
        <Link href={list} className="btn btn-secondary">
          Open the list
        </Link>
      ) : (
        <Button icon="refresh" pending={pending} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
};

const BROKEN = 'This link is not valid. Open the record from its list.';

/** Whether the address names a record by something that is not an ID. */
const isBrokenLink = ({ status, errors: [only, ...more] }: ApiError): boolean =>
  status === 400 && more.length === 0 && only?.path === 'id' && only.msg === 'is not a valid ID';

const LOST = {
  shown: 'You are offline. Showing what was loaded earlier.',
  nothing: 'You are offline. This will load when you are back online.',
} as const;

/** Gray lines in place of rows or fields, announced as loading. */
export const Skeleton = ({ lines = 8, label = 'Loading' }: { lines?: number; label?: string }) => (
  <div className="skeleton" data-waiting role="status" aria-label={label}>
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} />
    ))}
  </div>
);
