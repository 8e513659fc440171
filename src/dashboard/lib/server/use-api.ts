import { useCallback, useDeferredValue, useRef, useState } from 'react';
import type { Audience } from '../../../domain/kernel/rights/roles.js';
import useSWR, { unstable_serialize, useSWRConfig } from 'swr';
import { ApiError, call, type CallOptions, type Input, formatMessage, type Output, type RouteKey } from './api.js';
import { randomId } from '../random-id.js';
import { isStale, type StaleTopic } from './stale-reads.js';

/** The state of a call: the latest response (kept while another loads), the error, and a function to retry. */
export interface ApiState<T> {
  readonly data: T | undefined;
  /** `data` is still the response to the previous input. */
  readonly isPrevious: boolean;
  readonly error: ApiError | undefined;
  /** Nothing to show yet. */
  readonly isLoading: boolean;
  /** A request is pending, with or without data to show. */
  readonly isRefreshing: boolean;
  readonly refresh: () => Promise<unknown>;
}

export const HOUR = 3_600_000;

interface Reading {
  readonly refreshInterval?: number;
}

/** Reads from the API and keeps the response up to date; `null` as input sends no request. */
export const useApi = <K extends RouteKey>(
  key: K,
  input: Input<K> | null,
  options: Reading = {},
): ApiState<Output<K>> => useAnswer<K, 'office'>(key, input, options);

/** The same for a shop's screens, with the type of a shop's answer. */
export const useShopApi = <K extends RouteKey>(key: K, input: Input<K> | null): ApiState<Output<K, 'shop'>> =>
  useAnswer<K, 'shop'>(key, input, {});

function useAnswer<K extends RouteKey, A extends Audience>(
  key: K,
  input: Input<K> | null,
  options: Reading,
): ApiState<Output<K, A>> {
  const { cache } = useSWRConfig();
  const request: [K, Input<K>] | null = input === null ? null : [key, input];
  const swr = useSWR<Output<K, A>, ApiError, [K, Input<K>] | null>(request, ([key, input]) => call<K, A>(key, input), {
    keepPreviousData: true,
    refreshInterval: options.refreshInterval ?? HOUR,
    refreshWhenHidden: false,
  });
  // SWR renders again for what was read, and a section that appears later must find the answer that came before it.
  // Whether a request is pending is left to those who show it: others are not drawn for each request.
  const { mutate, error } = swr;
  // React draws the first answer in slices, and meanwhile the browser does what the user asks for.
  const isDue = useDeferredValue(swr.data !== undefined);
  const data = isDue ? swr.data : undefined;
  const refresh = useCallback(() => mutate(), [mutate]);
  return {
    data,
    error,
    refresh,
    get isPrevious() {
      return data !== undefined && cache.get(unstable_serialize(request))?.data === undefined;
    },
    get isLoading() {
      return data === undefined && (swr.data !== undefined || swr.isLoading);
    },
    get isRefreshing() {
      return swr.isValidating;
    },
  };
}

/** A read without the response to the previous input, which `useApi` keeps until the one to this input is loaded. */
export function onlyCurrent<T>(query: ApiState<T>): ApiState<T> {
  const data = query.isPrevious ? undefined : query.data;
  return { ...query, data, isLoading: data === undefined && query.isRefreshing };
}

/** The same for the read of the record with this ID, at one shop's values or another's. */
export function onlyRecord<R extends { readonly _id: string }>(query: ApiState<R>, id: string | null): ApiState<R> {
  const current = onlyCurrent(query);
  return current.data?._id === id ? current : { ...current, data: undefined, isLoading: current.isRefreshing };
}

/** Reloads everything that topics make stale (`*`: everything), except reads about a deleted record. */
export function useRefresh(): (topics: readonly StaleTopic[], deletedId?: string | null) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (topics, deletedId = null) => {
      await mutate((key) => isStale(key, topics, deletedId));
    },
    [mutate],
  );
}

export interface Send<K extends RouteKey> {
  /**
   * Sends; throws `ApiError`. Repeating the same input after an error counts as the same request, so nothing is done
   * twice.
   */
  readonly send: (input: Input<K>) => Promise<Output<K>>;
  readonly pending: boolean;
  readonly error: ApiError | null;
}

/**
 * A call that changes data: pending state and error. The data it makes stale is reloaded automatically. Calls in
 * `sendEarly` have the option `early`.
 */
export function useSend<K extends RouteKey>(key: K, { early = false }: Pick<CallOptions, 'early'> = {}): Send<K> {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const attempt = useRef<{ text: string; id: string } | null>(null);
  const send = useCallback(
    async (input: Input<K>) => {
      const text = JSON.stringify(input);
      if (attempt.current?.text !== text) attempt.current = { text, id: randomId() };
      setPending(true);
      setError(null);
      try {
        const answer = await call(
          key,
          input,
          key.startsWith('POST') ? { idempotencyKey: attempt.current.id, early } : { early },
        );
        attempt.current = null;
        return answer;
      } catch (error) {
        const failure = error instanceof ApiError ? error : new ApiError(0, 'unexpected', formatMessage(error));
        setError(failure);
        throw failure;
      } finally {
        setPending(false);
      }
    },
    [key, early],
  );
  return { send, pending, error };
}
