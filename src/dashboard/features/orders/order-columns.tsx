import { Link } from 'wouter';
import type { ColumnDef } from '../../components/shared/list/list-types.js';
import { Money } from '../../components/shared/money.js';
import { day } from '../../lib/format.js';
import { StatusMenu } from './change-status.js';
import { BuilderSelect, type Builder, MetalOrdered } from './inline-edit.js';
import { formatAge, getForm } from '../../components/shared/orders/order-status.js';
import type { OrderRow } from './change-order.js';
import { HoldReason, OrderState } from './order-state.js';
import type { OrderStatus } from '../../../domain/kernel/order/status.js';
import styles from './orders.module.css';

type Column = ColumnDef<OrderRow>;

export const getSize = ({ width, length }: Pick<OrderRow, 'width' | 'length'>): string => `${width}x${length}`;

/** A name that is truncated in a narrow table; hover shows it in full. */
const Clip = ({ text }: { text: string | null }) => (
  <span className={styles['clip']} title={text ?? undefined}>
    {text}
  </span>
);

const Standing = ({ row }: { row: OrderRow }) => (
  <>
    <OrderState order={row} /> <HoldReason order={row} />
  </>
);

const columns = {
  dealer: { field: 'dealer', header: 'Dealer', sortable: true, body: (row) => <Clip text={row.dealer} /> },
  customer: { field: 'customer', header: 'Customer', sortable: true, body: (row) => <Clip text={row.customer} /> },
  model: { field: 'model', header: 'Model', sortable: true },
  size: { field: 'size', header: 'Size', body: getSize },
  type: { field: 'type', header: 'Type' },
  ordered: { field: 'dateOrdered', header: 'Ordered Date', sortable: true, body: (row) => day(row.dateOrdered) },
  status: { field: 'status', header: 'Status', body: (row) => <Standing row={row} /> },
  age: {
    field: 'statusSince',
    header: 'In status for',
    sortable: true,
    body: (row) => formatAge(row.statusSince, new Date()),
  },
  shopTotal: {
    field: 'shopTotal',
    header: 'Shop Total',
    sortable: true,
    sortField: 'grandTotal',
    align: 'right',
    body: (row) => <Money value={row.grandTotal.shop} />,
  },
  companyTotal: {
    field: 'companyTotal',
    header: 'Company Total',
    align: 'right',
    body: (row) => <Money value={row.grandTotal.company} />,
  },
} as const satisfies Record<string, Column>;

const hidden = (column: Column): Column => ({ ...column, hidden: true });

const serialLink: Column = {
  field: 'serialNumber',
  header: 'Serial #',
  sortable: true,
  fixed: true,
  body: (row) => <Link href={getForm('company', row._id)}>{row.serialNumber}</Link>,
};

/** The office's columns; other useful ones are in the column chooser. */
export const companyColumns: readonly Column[] = [
  { field: 'shop', header: 'Shop', sortable: true, body: (row) => row.shop?.name ?? '' },
  serialLink,
  columns.status,
  hidden(columns.model),
  hidden(columns.size),
  hidden(columns.type),
  hidden(columns.customer),
  hidden(columns.dealer),
  hidden(columns.ordered),
  hidden(columns.age),
  hidden(columns.shopTotal),
  hidden(columns.companyTotal),
];

interface BuilderParts {
  readonly onDetails: (row: OrderRow) => void;
  readonly onMove: (row: OrderRow, to: OrderStatus) => void;
  readonly cardsWhen: string;
}

interface ShopParts extends BuilderParts {
  readonly builders: readonly Builder[];
}

const statusMenu = ({ onMove, cardsWhen }: BuilderParts): Column => ({
  ...columns.status,
  body: (row) => (
    <>
      <StatusMenu order={row} onMove={onMove} cardsWhen={cardsWhen} /> <HoldReason order={row} />
    </>
  ),
});

const serialButton = (onDetails: BuilderParts['onDetails']): Column => ({
  field: 'serialNumber',
  header: 'Serial #',
  sortable: true,
  fixed: true,
  body: (row) => (
    <button type="button" className="link" title="Colors and add-ons" onClick={() => onDetails(row)}>
      {row.serialNumber}
    </button>
  ),
});

/** A shop's columns: edits in the list are saved immediately. */
export const shopColumns = ({ builders, ...parts }: ShopParts): readonly Column[] => [
  serialButton(parts.onDetails),
  columns.ordered,
  columns.dealer,
  columns.customer,
  hidden(columns.model),
  hidden(columns.size),
  {
    field: 'metalOrdered',
    header: 'Metal Ordered',
    align: 'center',
    body: (row) => <MetalOrdered row={row} />,
  },
  {
    field: 'builder',
    header: 'Builder',
    body: (row) => <BuilderSelect row={row} builders={builders} />,
  },
  statusMenu(parts),
  hidden(columns.age),
  columns.shopTotal,
];

/** A builder's columns: no money, no inputs. */
export const builderColumns = (parts: BuilderParts): readonly Column[] => [
  serialButton(parts.onDetails),
  columns.model,
  columns.size,
  columns.customer,
  columns.ordered,
  { field: 'metalOrdered', header: 'Metal Ordered', body: (row) => (row.metalOrdered ? 'Yes' : 'No') },
  { field: 'builder', header: 'Builder', body: (row) => row.builder?.name ?? '' },
  statusMenu(parts),
  hidden(columns.dealer),
  hidden(columns.age),
];
