import { useCallback, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import {
  emptyFilter,
  filterInput,
  readFilter,
  type ReportFilterInput,
  type ReportFilterValues,
  writeFilter,
} from './report-filter.js';

/** A report's filter, a function to change it, and its request values. */
export interface ReportFilterState {
  readonly values: ReportFilterValues;
  readonly usual: ReportFilterValues;
  readonly set: (change: Partial<ReportFilterValues>) => void;
  readonly reset: () => void;
  readonly isUsual: boolean;
  readonly input: ReportFilterInput;
}

/** The filter of a report, stored in the address: back, reload and shared links show the same report. */
export function useReportFilter(usually: Partial<ReportFilterValues>): ReportFilterState {
  const search = useSearch();
  const [defaults] = useState<ReportFilterValues>(() => ({ ...emptyFilter, ...usually }));
  const values = useMemo(() => readFilter(search, defaults), [search, defaults]);
  const put = useCallback(
    (next: ReportFilterValues) => {
      const query = writeFilter(next, defaults, window.location.search);
      navigate(window.location.pathname + (query ? `?${query}` : ''), { replace: true });
    },
    [defaults],
  );
  const set = useCallback(
    (change: Partial<ReportFilterValues>) => put({ ...readFilter(window.location.search, defaults), ...change }),
    [put, defaults],
  );
  const reset = useCallback(() => put(defaults), [put, defaults]);
  const input = useMemo(() => filterInput(values), [values]);
  return { values, usual: defaults, set, reset, isUsual: writeFilter(values, defaults, '') === '', input };
}
