import type { RepairStatus, RepairType } from '../../../../domain/billing/repair-invoices/status.js';
import type { ExportFormat, SearchBox } from '../../../components/shared/list/list-types.js';
import { download } from '../../../lib/server/api.js';
import { count, countHeading } from '../../../lib/format.js';
import { withoutPage } from '../../../lib/list/list-state.js';
import { type ApiState, useApi } from '../../../lib/server/use-api.js';
import { type ListState, useListState } from '../../../lib/list/use-list-state.js';
import type { RepairRow } from './repair-types.js';

const start = {
  sorts: ['shop', 'invoiceNumber', 'invoicedDate', 'amount'],
  sort: '-invoicedDate',
  size: 200,
  /** `everywhere` is true while searching invoices of any type and status. */
  filters: { shop: '', everywhere: '' },
} as const;

/** A list of repair or driver invoices: its state in the address, and its rows. */
export interface Repairs {
  readonly list: ListState<typeof start>;
  readonly query: ApiState<{ readonly items: readonly RepairRow[]; readonly total: number }>;
  /** Whether invoices of any type and status are shown, found by Search Database. */
  readonly everywhere: boolean;
  readonly heading: string;
  /** The total of all matches, in dollars; not for a search over all types and statuses. */
  readonly total: number | undefined;
  readonly search: SearchBox;
  /** Downloads all matches. */
  readonly onExport: (format: ExportFormat) => Promise<unknown>;
}

/** The invoices of a type and status; after Search Database, those of any, by number. */
export function useRepairs(type: RepairType, status: RepairStatus): Repairs {
  const list = useListState(start);
  const { filters } = list;
  const everywhere = filters.everywhere !== '' && list.search !== '';
  const { everywhere: _, ...filter } = list.query as typeof list.query & { everywhere?: string }; // a filter that the call does not know
  const listQuery = useApi(
    'GET /api/repairinvoice/status/:status/:type',
    everywhere ? null : { status, type, ...filter },
  );
  const searchResult = useApi('GET /api/repairinvoice/search/:number', everywhere ? { number: list.search } : null);
  const search: SearchBox = {
    placeholder: 'Search by Invoice Number...',
    clearLabel: 'Clear Search',
    onSearchDatabase: (text) => list.set({ search: text, filters: { ...filters, everywhere: 'yes' } }),
    onClear: () => list.set({ search: '', filters: { ...filters, everywhere: '' } }),
  };
  const exportQuery = everywhere
    ? { search: list.search, sort: 'invoiceNumber' as const }
    : { status, type, ...withoutPage(filter) };
  const onExport = (format: ExportFormat) => download('GET /api/repairinvoice/export', { ...exportQuery, format });
  const more = { list, everywhere, search, onExport };
  if (!everywhere) {
    const heading = countHeading(listQuery.data?.total, `${status} Invoice`);
    return { ...more, query: listQuery, heading, total: listQuery.data?.totals.invoiceTotal };
  }
  const searchRows = searchResult.data && { items: searchResult.data.items, total: searchResult.data.items.length };
  const rest = searchResult.data && searchResult.data.total > searchResult.data.items.length;
  const heading = `${countHeading(searchResult.data?.total, 'Invoice')} matching “${list.search}”`;
  return {
    ...more,
    query: { ...searchResult, data: searchRows },
    heading: rest ? `${heading}, showing the first ${count(searchResult.data?.items.length ?? 0)}` : heading,
    total: undefined,
  };
}
