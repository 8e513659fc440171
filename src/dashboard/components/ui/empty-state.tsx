import type { ReactNode } from 'react';
import type { ApiError } from '../../lib/server/api.js';
import { Button } from './button.js';
import { Icon, type IconName } from './icon.js';
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

/** The error, with Retry; without a connection only a short note, because loading resumes automatically. */
export const Failure = ({ error, onRetry, pending = false, hasEarlierData = false }: FailureProps) => {
  const isLost = error.status === 0;
  return (
    <div className={isLost ? 'notice notice-warning' : 'notice notice-error'} role={isLost ? 'status' : 'alert'}>
      <Icon name="warning" />
      <div>
        <p>{isLost ? LOST[hasEarlierData ? 'shown' : 'nothing'] : error.msg}</p>
        {error.requestId && error.status >= 500 && <p className="muted">Request {error.requestId}</p>}
      </div>
      <Button icon="refresh" pending={pending} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
};

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
