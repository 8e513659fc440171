import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { Input } from '../../../../lib/server/api.js';
import { type ReportFilterState, useReportFilter } from '../use-report-filter.js';

type Filter = Input<'POST /api/orders/report/reconciliation'>;

/** The filters of the reconciliation besides its range and shops. */
interface OtherFilters {
  /** IDs; an empty list means all sources. */
  readonly sources: readonly string[];
  readonly onlyDiffering: boolean;
}

export interface ReconciliationFilterState {
  /** The range and the shops; its reset also resets the other filters. */
  readonly state: ReportFilterState;
  readonly more: OtherFilters;
  readonly set: (change: Partial<OtherFilters>) => void;
  /** The filter as request values. */
  readonly filter: Filter;
}

const defaults = { range: 'last-31-days' } as const;
const ALL = 'all';

function readMore(search: string): OtherFilters {
  const query = new URLSearchParams(search);
  const sources = query.get('sources') ?? ALL;
  return {
    sources: sources === ALL ? [] : sources.split(',').filter(Boolean),
    onlyDiffering: query.get('onlyDiffering') === 'true',
  };
}

function writeMore({ sources, onlyDiffering }: OtherFilters): void {
  const query = new URLSearchParams(window.location.search);
  query.delete('page');
  query.delete('sources');
  query.delete('onlyDiffering');
  if (sources.length > 0) query.set('sources', sources.join(','));
  if (onlyDiffering) query.set('onlyDiffering', 'true');
  const text = query.toString();
  navigate(window.location.pathname + (text ? `?${text}` : ''), { replace: true });
}

/** The filter of the reconciliation, stored in the address. */
export function useReconciliationFilter(): ReconciliationFilterState {
  const search = useSearch();
  const report = useReportFilter(defaults);
  const more = useMemo(() => readMore(search), [search]);
  const set = useCallback((change: Partial<OtherFilters>) => {
    writeMore({ ...readMore(window.location.search), ...change });
  }, []);
  const { reset: resetReport, input } = report;
  const reset = useCallback(() => {
    resetReport();
    set({ sources: [], onlyDiffering: false });
  }, [resetReport, set]);
  const isUsual = report.isUsual && more.sources.length === 0 && !more.onlyDiffering;
  const filter = useMemo((): Filter => {
    const when = 'dates' in input ? { dates: input.dates } : { range: input.range };
    return { ...when, shops: input.shops, sources: [...more.sources], onlyDiffering: more.onlyDiffering };
  }, [input, more]);
  return { state: { ...report, reset, isUsual }, more, set, filter };
}
