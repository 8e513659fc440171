import { type ListState, useListState } from '../../../../lib/list/use-list-state.js';
import { type Input, toInput } from '../../../../lib/server/api.js';

const noFilters = {
  range: '',
  from: '',
  to: '',
  person: '',
  recordKind: '',
  record: '',
  action: '',
  field: '',
  amountFrom: '',
  amountTo: '',
  source: '',
  origin: '',
} as const;
const start = { size: 50, filters: noFilters } as const;

/** The filters of the audit trail from the address; empty if not set. */
export type TrailFilters = { readonly [Name in keyof typeof noFilters]: string };

interface Trail {
  readonly list: ListState<typeof start>;
  /** The input of the call for the current page. */
  readonly query: Input<'GET /api/trail'>;
  /** The current filters as a report filter, for files, saved views and schedules. */
  readonly report: Readonly<Record<string, unknown>>;
}

const FIRST_DAY = '1990-01-01';
const LAST_DAY = '2200-12-31';

/** The audit trail for the filters in the address. */
export function useTrail(): Trail {
  const list = useListState(start);
  const { from, to, range, ...filters } = list.filters;
  const filledFilters = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const days = from || to ? { dates: [from || FIRST_DAY, to || LAST_DAY] } : range ? { range } : {};
  return { list, query: toInput<'GET /api/trail'>(list.query), report: { ...filledFilters, ...days } }; // from the address: the server refuses invalid filters
}
