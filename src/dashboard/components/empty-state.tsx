import type { ReactNode } from 'react';
import type { ApiError } from '../lib/api.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

/** Nothing to show: a sentence, and the next step. */
export const EmptyState = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="empty">
    <p>{text}</p>
    {children}
  </div>
);

interface FailureProps {
  readonly error: ApiError;
  readonly onRetry: () => void;
  readonly pending?: boolean;
}

/** What went wrong, and Retry. */
export const Failure = ({ error, onRetry, pending = false }: FailureProps) => (
  <div className="notice notice-error" role="alert">
    <Icon name="warning" />
    <div>
      <p>{error.msg}</p>
      {error.requestId && error.status >= 500 && <p className="muted">Request {error.requestId}</p>}
    </div>
    <Button icon="refresh" pending={pending} onClick={onRetry}>
      Retry
    </Button>
  </div>
);

/** Grey lines where rows or fields will be, announced as loading. */
export const Skeleton = ({ lines = 8, label = 'Loading' }: { lines?: number; label?: string }) => (
  <div className="skeleton" role="status" aria-label={label}>
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} className="skeleton-line" />
    ))}
  </div>
);
