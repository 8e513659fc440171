// In the browser: draws orders as the product's list or as a plain table of the same cells, and reports the
// milliseconds until they are painted.
import '../src/dashboard/styles/layers.css';
import { createRoot } from 'react-dom/client';
import { SWRConfig } from 'swr';
import { ConfirmProvider } from '../src/dashboard/components/ui/overlay/confirm.js';
import { DataList } from '../src/dashboard/components/shared/list/data-list.js';
import { toCell } from '../src/dashboard/components/shared/list/list-cell.js';
import { ToastProvider } from '../src/dashboard/components/ui/overlay/toast.js';
import { companyColumns } from '../src/dashboard/features/orders/order-columns.js';
import type { OrderRow } from '../src/dashboard/features/orders/change-order.js';
import { SessionProvider } from '../src/dashboard/lib/server/session.js';
import 'virtual:lara.css';
import '../src/dashboard/styles/tokens.css';
import '../src/dashboard/styles/base.css';
import '../src/dashboard/styles/words.css';
import '../src/dashboard/styles/controls.css';
import '../src/dashboard/styles/tables.css';

declare global {
  interface Window {
    paint: (kind: 'plain' | 'list', count: number) => Promise<number>;
  }
}

const IN_SIGHT = 15;
const columns = companyColumns(true).map((column) => ({ ...column, hidden: false }));
const statuses = ['InQueue', 'Building', 'Finished', 'On Hold'] as const;

window.paint = async (kind, count) => {
  const rows = Array.from({ length: count }, (_, n) => makeRow(n));
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  await frame();
  const start = performance.now();
  root.render(kind === 'list' ? <List rows={rows} /> : <Plain rows={rows} />);
  while (place.querySelectorAll('tbody tr').length < IN_SIGHT) await frame();
  await frame();
  await new Promise((resolve) => setTimeout(resolve)); // callbacks of a frame run before it is painted
  const ms = performance.now() - start;
  root.unmount();
  place.remove();
  return ms;
};

const frame = () => new Promise(requestAnimationFrame);

/** What the columns read of an order. */
const makeRow = (n: number) =>
  ({
    ...{ _id: `order-${n}`, serialNumber: `BS${n % 20}-1224-070626-${n}`, status: statuses[n % 4], type: 'Customer' },
    ...{ statusSince: '2026-11-02T08:00:00Z', dealer: 'Hilltop Storage', customer: `Hannah Weaver ${n}`, revision: 1 },
    ...{ model: 'Painted Cabin', width: 12, length: 24, dateOrdered: '2026-07-06', dateFinished: null },
    ...{ holdReason: null, metalOrdered: false, openAlerts: 0, builder: null },
    shop: { _id: 'shop', name: 'Ridge Line Barns' },
    grandTotal: { shop: 5_512.25 + n, company: 7_212.5 + n, order: 8_012.5 + n },
  }) as unknown as OrderRow; // the columns read nothing else

interface RowsProps {
  readonly rows: readonly OrderRow[];
}

const List = ({ rows }: RowsProps) => (
  <SWRConfig>
    <ToastProvider>
      <ConfirmProvider>
        <SessionProvider>
          <DataList
            {...{ name: 'orders', label: 'Orders', columns, empty: 'There are no orders.' }}
            query={{
              data: { items: [...rows], total: rows.length },
              ...{
                error: undefined,
                isPrevious: false,
                isLoading: false,
                isRefreshing: false,
                refresh: () => Promise.resolve(),
              },
            }}
            list={{
              ...{ page: 1, size: rows.length, search: '', sort: undefined, columns: null, filters: {} },
              ...{ query: { page: 1, size: rows.length }, set: () => undefined, sortBy: () => undefined },
            }}
          />
        </SessionProvider>
      </ConfirmProvider>
    </ToastProvider>
  </SWRConfig>
);

const Plain = ({ rows }: RowsProps) => (
  <table>
    <thead>
      <tr>
        {columns.map(({ field, header }) => (
          <th key={field}>{header}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row._id}>
          {columns.map((column) => (
            <td key={column.field}>{toCell(column, row)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
