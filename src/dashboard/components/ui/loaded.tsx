import type { ReactNode } from 'react';
import type { ApiState } from '../../lib/server/use-api.js';
import { Failure, Skeleton } from './empty-state.js';

interface LoadedContentProps<T> {
  readonly query: ApiState<T>;
  readonly children: (data: T) => ReactNode;
  readonly lines?: number;
}

/** Renders a record once it is loaded: a skeleton before, and an error with Retry if loading failed. */
export function LoadedContent<T>({ query, children, lines = 8 }: LoadedContentProps<T>) {
  const { data, error, isRefreshing, refresh } = query;
  return (
    <>
      {error && (
        <Failure
          error={error}
          pending={isRefreshing}
          hasEarlierData={data !== undefined}
          onRetry={() => void refresh()}
        />
      )}
      {data !== undefined ? children(data) : !error && <Skeleton lines={lines} />}
    </>
  );
}
