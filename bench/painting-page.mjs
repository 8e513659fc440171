// In the browser: draws orders as the product's list or as a plain table of the same cells, and reports the milliseconds until they are painted.
import '../src/dashboard/styles/layers.css';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { SWRConfig } from 'swr';
import { ConfirmProvider } from '../src/dashboard/components/ui/overlay/confirm.tsx';
import { DataList } from '../src/dashboard/components/shared/list/data-list.tsx';
import { toCell } from '../src/dashboard/components/shared/list/list-cell.tsx';
import { ToastProvider } from '../src/dashboard/components/ui/overlay/toast.tsx';
import { companyColumns } from '../src/dashboard/features/orders/order-columns.tsx';
import { SessionProvider } from '../src/dashboard/lib/server/session.tsx';
import 'virtual:lara.css';
import '../src/dashboard/styles/tokens.css';
import '../src/dashboard/styles/base.css';
import '../src/dashboard/styles/words.css';
import '../src/dashboard/styles/controls.css';
import '../src/dashboard/styles/tables.css';

const IN_SIGHT = 15;
const columns = companyColumns.map((column) => ({ ...column, hidden: false }));
const statuses = ['InQueue', 'Building', 'Finished', 'On Hold'];

window.paint = async (kind, count) => {
  const rows = Array.from({ length: count }, (_, n) => makeRow(n));
  const place = document.getElementById('root').appendChild(document.createElement('div'));
  const root = createRoot(place);
  await frame();
  const start = performance.now();
  root.render(kind === 'list' ? list(rows) : plain(rows));
  while (place.querySelectorAll('tbody tr').length < IN_SIGHT) await frame();
  await frame();
  await new Promise((resolve) => setTimeout(resolve)); // callbacks of a frame run before it is painted
  const ms = performance.now() - start;
  root.unmount();
  place.remove();
  return ms;
};

const frame = () => new Promise(requestAnimationFrame);

const makeRow = (n) => ({
  ...{ _id: `order-${n}`, serialNumber: `BS${n % 20}-1224-070626-${n}`, status: statuses[n % 4], type: 'Customer' },
  ...{ statusSince: '2026-11-02T08:00:00Z', dealer: 'Hilltop Storage', customer: `Hannah Weaver ${n}`, revision: 1 },
  ...{ model: 'Painted Cabin', width: 12, length: 24, dateOrdered: '2026-07-06', dateFinished: null, holdReason: null },
  ...{ metalOrdered: false, openAlerts: 0, builder: null, shop: { _id: 'shop', name: 'Ridge Line Barns' } },
  grandTotal: { shop: 5_512.25 + n, company: 7_212.5 + n, order: 8_012.5 + n },
});

const list = (rows) =>
  h(
    SWRConfig,
    null,
    h(ToastProvider, null, h(ConfirmProvider, null, h(SessionProvider, null, h(DataList, makeProps(rows))))),
  );

const makeProps = (rows) => ({
  ...{ name: 'orders', label: 'Orders', columns, empty: 'There are no orders.' },
  query: { data: { items: rows, total: rows.length }, isLoading: false, isRefreshing: false, refresh: () => undefined },
  list: {
    page: 1,
    size: rows.length,
    search: '',
    sort: '-dateOrdered',
    columns: null,
    filters: {},
    set: () => undefined,
  },
});

const plain = (rows) =>
  h(
    'table',
    null,
    h('thead', null, h('tr', null, ...columns.map(({ field, header }) => h('th', { key: field }, header)))),
    h(
      'tbody',
      null,
      rows.map((row) =>
        h('tr', { key: row._id }, ...columns.map((column) => h('td', { key: column.field }, toCell(column, row)))),
      ),
    ),
  );
