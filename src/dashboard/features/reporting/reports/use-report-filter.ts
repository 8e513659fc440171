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
  const [usual] = useState<ReportFilterValues>(() => ({ ...emptyFilter, ...usually }));
  const values = useMemo(() => readFilter(search, usual), [search, usual]);
  const put = useCallback(
    (next: ReportFilterValues) => {
      const query = writeFilter(next, usual, window.location.search);
      navigate(window.location.pathname + (query ? `?${query}` : ''), { replace: true });
    },
    [usual],
  );
  const set = useCallback(
    (change: Partial<ReportFilterValues>) => put({ ...readFilter(window.location.search, usual), ...change }),
    [put, usual],
  );
  const reset = useCallback(() => put(usual), [put, usual]);
  const input = useMemo(() => filterInput(values), [values]);
  return { values, usual, set, reset, isUsual: writeFilter(values, usual, '') === '', input };
}
