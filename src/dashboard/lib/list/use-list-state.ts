import { useCallback, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { PHONE, useMedia } from '../use-media.js';
import {
  type FiltersOf,
  type ListDefaults,
  type ListValues,
  onPhone,
  readList,
  readSort,
  type SortOf,
  writeList,
} from './list-state.js';

type FilledFilters<F> = { readonly [Name in keyof F]?: string };

/** A list's state, a function to change it, and the input of its call. */
export interface ListState<D extends ListDefaults = ListDefaults> extends ListValues<D> {
  readonly set: (change: Partial<ListValues<D>>) => void;
  /** Sorts by a field, descending with `-` before it; null for the server's order. */
  readonly sortBy: (sort: string | undefined) => void;
  /** `search`, `sort`, `page`, `size` and the filters that are set: spread it into the call's input. */
  readonly query: { search?: string; sort?: SortOf<D>; page: number; size: number } & FilledFilters<FiltersOf<D>>;
}

/**
 * Search, filters, sort, page, size and columns of a list, stored in the address: back, reload and shared links show
 * the same list. Any change except of page or columns returns to page 1.
 */
export function useListState<const D extends ListDefaults>(defaults: D): ListState<D> {
  const search = useSearch();
  const [initial] = useState(defaults);
  const isPhone = useMedia(PHONE);
  const start = useMemo(() => (isPhone ? onPhone(initial) : initial), [initial, isPhone]);
  const values = useMemo(() => readList(search, start), [search, start]);
  const set = useCallback(
    (change: Partial<ListValues<D>>) => {
      const current = window.location.search;
      const stays = Object.keys(change).every((name) => name === 'page' || name === 'columns');
      const next = { ...readList(current, start), ...(stays ? {} : { page: 1 }), ...change };
      const query = writeList(next, start, current);
      navigate(window.location.pathname + (query ? `?${query}` : ''), { replace: true });
    },
    [start],
  );
  const sortBy = useCallback(
    (sort: string | undefined) => set({ sort: sort === undefined ? undefined : readSort(sort, start) }),
    [set, start],
  );
  const query = useMemo(() => toQuery(values), [values]);
  return { ...values, set, sortBy, query };
}

function toQuery<D extends ListDefaults>({ search, sort, page, size, filters }: ListValues<D>) {
  const filledFilters = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const query = { ...(search ? { search } : {}), ...(sort ? { sort } : {}), page, size, ...filledFilters };
  return query as ListState<D>['query']; // without empty filters
}
