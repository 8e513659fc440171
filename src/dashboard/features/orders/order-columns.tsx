import { Link } from 'wouter';
import type { OrderStatus } from '../../../domain/kernel/order/status.js';
import type { ColumnDef } from '../../components/shared/list/list-types.js';
import { Money } from '../../components/shared/money.js';
import {
  formatAge,
  formatSince,
  formatStatusAge,
  getForm,
  type ListedStatus,
} from '../../components/shared/orders/order-status.js';
import { day } from '../../lib/format.js';
import type { Side } from '../../lib/use-side.js';
import type { OrderRow } from './change-order.js';
import { StatusMenu } from './change-status.js';
import { BuilderSelect, type Builder, MetalOrdered } from './inline-edit.js';
import { ChangeMark, HoldReason, OrderState } from './order-state.js';
import rows from '../../components/shared/list/rows.module.css';
import styles from './orders.module.css';
import { formatYesNo } from '../../../domain/kernel/text/yes-no.js';

type Column = ColumnDef<OrderRow>;

export const getSize = ({ width, length }: Pick<OrderRow, 'width' | 'length'>): string => `${width}x${length}`;

/** A name that is truncated in a narrow table; hover shows it in full. */
const Clip = ({ text }: { text: string | null }) => (
  <span className={styles['clip']} title={text ?? undefined}>
    {text}
  </span>
);

const OrderStanding = ({ row }: { row: OrderRow }) => (
  <>
    <OrderState order={row} /> <HoldReason order={row} />
  </>
);

const formatMetal = (row: OrderRow): string => (row.metalOrdered ? 'Metal ordered' : '');

const columns = {
  shop: { field: 'shop', header: 'Shop', sortable: true, body: (row) => row.shop?.name ?? '' },
  dealer: { field: 'dealer', header: 'Dealer', sortable: true, body: (row) => <Clip text={row.dealer} /> },
  customer: {
    field: 'customer',
    header: 'Customer',
    sortable: true,
    body: (row) => <Clip text={row.customer} />,
    fact: (row) => row.customer,
  },
  model: {
    field: 'model',
    header: 'Model and size',
    sortable: true,
    body: (row) => (
      <span className={rows['two-lines']}>
        <span>{row.model}</span>
        <span>{getSize(row)}</span>
      </span>
    ),
    fact: (row) => `${row.model} ${getSize(row)}`,
  },
  type: { field: 'type', header: 'Type' },
  ordered: {
    field: 'dateOrdered',
    header: 'Ordered Date',
    sortable: true,
    body: (row) => day(row.dateOrdered),
    fact: null,
  },
  status: { field: 'status', header: 'Status', body: (row) => <OrderStanding row={row} />, fact: (row) => row.status },
  age: {
    field: 'statusSince',
    header: 'In status',
    sortable: true,
    body: (row) => formatAge(row.statusSince, new Date()),
    fact: (row) => formatStatusAge(row, new Date()),
  },
  deliveryScheduled: {
    field: 'deliveryScheduled',
    header: 'Delivery day',
    sortable: true,
    body: (row) => day(row.deliveryScheduled),
  },
  delivered: { field: 'dateDelivered', header: 'Delivered', body: (row) => day(row.dateDelivered) },
  deliveryCity: { field: 'deliveryCity', header: 'Delivery city' },
  driver: { field: 'driver', header: 'Driver' },
  rtoCompany: { field: 'rtoCompany', header: 'RTO company' },
  balance: { field: 'balance', header: 'Balance', align: 'right', body: (row) => <Money value={row.balance} /> },
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

const hide = (column: Column): Column => ({ ...column, hidden: true });
const unless = (isHidden: boolean, column: Column): Column => (isHidden ? hide(column) : column);

const deliveryDays: readonly Column[] = [hide(columns.deliveryScheduled), hide(columns.delivered)];

const serial = (side: Side): Column => ({
  field: 'serialNumber',
  header: 'Serial #',
  sortable: true,
  fixed: true,
  body: (row) => (
    <span className={rows['two-lines']}>
      <Link href={getForm(side, row._id)}>{row.serialNumber}</Link>
      <ChangeMark change={row.waitingChange} />
    </span>
  ),
});

/** The office's columns; `mixed` lists show the status. Other useful ones are in the column chooser. */
export const companyColumns = (isMixed: boolean): readonly Column[] => [
  serial('company'),
  columns.customer,
  columns.model,
  columns.shop,
  columns.ordered,
  unless(!isMixed, columns.status),
  columns.age,
  hide(columns.type),
  hide(columns.dealer),
  ...deliveryDays,
  hide(columns.deliveryCity),
  hide(columns.driver),
  hide(columns.rtoCompany),
  hide(columns.balance),
  hide(columns.shopTotal),
  columns.companyTotal,
];

interface ShopParts {
  readonly status: ListedStatus;
  readonly mixed: boolean;
  readonly builders: readonly Builder[];
  readonly onMove: (row: OrderRow, to: OrderStatus) => void;
  readonly cardsWhen: string;
}

/** The status with the menu of next steps, and how long the order has had it. */
const statusMenu = ({ onMove, cardsWhen }: Pick<ShopParts, 'onMove' | 'cardsWhen'>): Column => ({
  ...columns.status,
  body: (row) => (
    <>
      <StatusMenu order={row} onMove={onMove} cardsWhen={cardsWhen} />
      <span className={styles['age']}>{formatSince(row, new Date())}</span>
      <HoldReason order={row} />
    </>
  ),
  fact: (row) => formatStatusAge(row, new Date()),
});

/** In these statuses the work is done, so metal and builder no longer matter. */
const afterWork: ReadonlySet<ListedStatus> = new Set(['Finished', 'Invoiced', 'Canceled']);

/** A shop's columns: edits in the list are saved immediately. */
export const shopColumns = ({ status, mixed, builders, ...parts }: ShopParts): readonly Column[] => {
  const isOver = afterWork.has(status) && !mixed;
  return [
    serial('shop'),
    columns.customer,
    columns.model,
    columns.ordered,
    unless(isOver, {
      field: 'metalOrdered',
      header: 'Metal Ordered',
      align: 'center',
      body: (row) => <MetalOrdered row={row} />,
      fact: formatMetal,
    }),
    unless(isOver, {
      field: 'builder',
      header: 'Builder',
      body: (row) => <BuilderSelect row={row} builders={builders} />,
      fact: (row) => row.builder?.name,
    }),
    unless(status === 'Invoiced' && !mixed, statusMenu(parts)),
    unless(status !== 'Invoiced' || mixed, columns.age),
    hide(columns.dealer),
    ...deliveryDays,
    hide(columns.deliveryCity),
    columns.shopTotal,
  ];
};

/** A builder's columns: no money, no inputs. */
export const builderColumns = (parts: Pick<ShopParts, 'onMove' | 'cardsWhen'>): readonly Column[] => [
  serial('shop'),
  columns.customer,
  columns.model,
  columns.ordered,
  { field: 'metalOrdered', header: 'Metal Ordered', body: (row) => formatYesNo(row.metalOrdered) },
  { field: 'builder', header: 'Builder', body: (row) => row.builder?.name ?? '' },
  statusMenu(parts),
  hide(columns.age),
  hide(columns.dealer),
  ...deliveryDays,
];
