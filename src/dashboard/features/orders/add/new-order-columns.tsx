import { Icon } from '../../../components/ui/icon.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Money } from '../../../components/shared/money.js';
import { countHeading, day } from '../../../lib/format.js';
import { getSize } from '../order-columns.js';
import type { OrderRow } from '../change-order.js';
import { ChangeMark } from '../order-state.js';
import styles from './new-orders.module.css';

/** The columns of New orders; alerts expand below their row. */
export const newOrderColumns = (
  openIds: ReadonlySet<string>,
  toggle: (id: string) => void,
): readonly ColumnDef<OrderRow>[] => [
  { field: 'shop', header: 'Shop', sortable: true, body: (row) => row.shop?.name ?? 'No shop' },
  {
    field: 'serialNumber',
    header: 'Serial #',
    sortable: true,
    fixed: true,
    body: (row) => (
      <>
        {row.serialNumber} <ChangeMark change={row.waitingChange} />
      </>
    ),
  },
  { field: 'customer', header: 'Customer' },
  { field: 'model', header: 'Model', sortable: true, body: (row) => `${row.model} ${getSize(row)}` },
  { field: 'dateOrdered', header: 'Ordered Date', sortable: true, body: (row) => day(row.dateOrdered) },
  {
    field: 'openAlerts',
    header: 'Alerts',
    fixed: true,
    body: (row) => <AlertsButton row={row} isOpen={openIds.has(row._id)} onToggle={() => toggle(row._id)} />,
  },
  { field: 'dealer', header: 'Dealer', hidden: true },
  { field: 'type', header: 'Type', hidden: true },
  {
    field: 'companyTotal',
    header: 'Company Total',
    align: 'right',
    body: (row) => <Money value={row.grandTotal.company} />,
  },
  {
    field: 'shopTotal',
    header: 'Shop Total',
    align: 'right',
    hidden: true,
    body: (row) => <Money value={row.grandTotal.shop} />,
  },
];

const AlertsButton = ({ row, isOpen, onToggle }: { row: OrderRow; isOpen: boolean; onToggle: () => void }) => (
  <button
    type="button"
    className={`link ${styles['alerts-button']}`}
    aria-expanded={isOpen}
    aria-label={`${getAlerts(row)} for ${row.serialNumber}`}
    onClick={onToggle}
  >
    <Icon name={isOpen ? 'up' : 'down'} size={14} /> {getAlerts(row)}
  </button>
);

const getAlerts = ({ openAlerts }: OrderRow): string =>
  openAlerts === 0 ? 'All resolved' : countHeading(openAlerts, 'alert');
