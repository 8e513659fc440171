import { type ReactNode, useDeferredValue } from 'react';
import type { ApiState } from '../lib/use-api.js';
import { Failure, Skeleton } from './empty-state.js';

interface LoadedProps<T> {
  readonly query: ApiState<T>;
  readonly children: (data: T) => ReactNode;
  readonly lines?: number;
}

/**
 * Draws a record once it is there: a skeleton before, the failure with Retry when it did not come. A large form is drawn in
 * slices, so that the page answers meanwhile.
 */
export function Loaded<T>({ query, children, lines = 8 }: LoadedProps<T>) {
  const { data, error, isRefreshing, refresh } = query;
  const drawn = useDeferredValue(data);
  return (
    <>
      {error && (
        <Failure error={error} pending={isRefreshing} shown={data !== undefined} onRetry={() => void refresh()} />
      )}
      {drawn !== undefined ? children(drawn) : !error && <Skeleton lines={lines} />}
    </>
  );
}
