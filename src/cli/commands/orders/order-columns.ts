import type { listOrders } from '../../../domain/orders/service.js';
import { type Columns, dollars } from '../../output.js';

type OrderRow = Awaited<ReturnType<typeof listOrders>>['items'][number];

/** The columns of the command line's lists of orders. */
export const orderColumns: Columns<OrderRow> = {
  serial: (o) => o.serialNumber,
  status: (o) => o.status,
  shop: (o) => o.shop?.name,
  model: (o) => o.model,
  size: (o) => `${o.width}x${o.length}`,
  customer: (o) => o.customer,
  ordered: (o) => o.dateOrdered,
  alerts: (o) => o.openAlerts,
  shopTotal: (o) => dollars(o.grandTotal?.shop ?? 0),
};
