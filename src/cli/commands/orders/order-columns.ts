import { formatDollars } from '../../../domain/kernel/cents.js';
import type { listOrders } from '../../../domain/orders/service.js';
import type { TableRow } from '../../output.js';

type Listed = Awaited<ReturnType<typeof listOrders>>['items'][number];

/** An order as a row of the command line's lists. */
export const orderRow = (o: Listed): TableRow => ({
  serial: o.serialNumber,
  status: o.status,
  shop: o.shop?.name,
  model: o.model,
  size: `${o.width}x${o.length}`,
  customer: o.customer,
  ordered: o.dateOrdered,
  alerts: o.openAlerts,
  shopTotal: formatDollars(o.grandTotal?.shop ?? 0),
});
