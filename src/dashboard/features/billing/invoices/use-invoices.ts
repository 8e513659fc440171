import type { InvoiceStatus } from '../../../../domain/kernel/order/invoice-status.js';
import type { ExportFormat, SearchBox } from '../../../components/shared/list/list-types.js';
import { download } from '../../../lib/server/api.js';
import { count, countHeading } from '../../../lib/format.js';
import { withoutPage } from '../../../lib/list/list-state.js';
import { type ApiState, useApi } from '../../../lib/server/use-api.js';
import { type ListState, useListState } from '../../../lib/list/use-list-state.js';
import type { InvoiceRow } from '../invoice-types.js';

const start = {
  sorts: ['shop', 'invoiceNumber', 'invoicedDate', 'serialNumber', 'amount'],
  sort: '-invoicedDate',
  /** `everywhere` is true while searching invoices of any status. */
  filters: { shop: '', cutoff: '', everywhere: '' },
} as const;
const defaultQuery = { ...start, size: 200 } as const;
const payableQuery = { ...start, size: 100 } as const;

/** A list of invoices: its state in the address, and its rows. */
export interface Invoices {
  readonly list: ListState<typeof defaultQuery>;
  readonly query: ApiState<{
    readonly items: readonly InvoiceRow[];
    readonly total: number;
    readonly more?: boolean;
    readonly newest?: number | undefined;
  }>;
  /** Whether invoices of any status are shown, found by Search Database. */
  readonly everywhere: boolean;
  /** The number of matches in total; undefined while loading. */
  readonly total: number | undefined;
  /** Totals of all matches, in dollars; not for a search over all statuses. */
  readonly totals: { readonly shop: number } | undefined;
  readonly adjustedCount: number | undefined;
  readonly search: SearchBox;
  /** Downloads all matches. */
  readonly onExport: (format: ExportFormat) => Promise<unknown>;
}

/** The invoices of a status; after Search Database, those of any status, by number. */
export function useInvoices(status: InvoiceStatus): Invoices {
  const list = useListState(status === 'Paid' ? payableQuery : defaultQuery) as ListState<typeof defaultQuery>; // the same except for the page size
  const { filters } = list;
  const everywhere = filters.everywhere !== '' && list.search !== '';
  const listQuery = useApi('GET /api/invoice/status/:status', everywhere ? null : { status, ...list.query });
  const searchResult = useApi('GET /api/invoice/search/:number', everywhere ? { number: list.search } : null);
  const searchRows = searchResult.data && {
    ...{ items: searchResult.data.items, total: searchResult.data.items.length, newest: searchResult.data.newest },
    more: searchResult.data.total > searchResult.data.items.length,
  };
  const search: SearchBox = {
    placeholder: 'Search by Invoice Number...',
    clearLabel: 'Clear Search',
    onSearchDatabase: (text) => list.set({ search: text, filters: { ...filters, everywhere: 'yes' } }),
    onClear: () => list.set({ filters: { ...filters, everywhere: '' } }),
  };
  const exportQuery = everywhere
    ? { search: list.search, sort: 'invoiceNumber' as const }
    : { status, ...withoutPage(list.query) };
  const onExport = (format: ExportFormat) => download('GET /api/invoice/export', { ...exportQuery, format });
  const more = { list, everywhere, search, onExport };
  if (everywhere) {
    return {
      ...more,
      query: { ...searchResult, data: searchRows },
      total: searchResult.data?.total,
      totals: undefined,
      adjustedCount: undefined,
    };
  }
  const { data } = listQuery;
  return { ...more, query: listQuery, total: data?.total, totals: data?.totals, adjustedCount: data?.adjustedCount };
}

/** `12 New Invoices`, `No New Invoices`; during a search over all statuses, the matches. */
export function formatHeading(status: InvoiceStatus, { everywhere, total, list, query }: Invoices): string {
  if (!everywhere) return countHeading(total, `${status} Invoice`);
  const rowCount = query.data?.items.length ?? 0;
  const rest = total !== undefined && total > rowCount ? `, showing the first ${count(rowCount)}` : '';
  return `${countHeading(total, 'Invoice')} matching “${list.search}”${rest}`;
}
