import type { Ctx } from '../../../domain/kernel/context.js';
import { isId } from '../../../domain/kernel/ids.js';
import { listOrders } from '../../../domain/orders/service.js';
import { UsageError } from '../../run.js';

/** The id of the one order with a serial number; a part of it or a customer's name is not enough. */
export async function findOrderId(ctx: Ctx, order: string): Promise<string> {
  if (isId(order)) return order;
  const { items } = await listOrders(ctx, { search: order, sort: 'serialNumber', size: 500 });
  const [found, ...more] = items.filter((o) => o.serialNumber.toLowerCase() === order.toLowerCase());
  if (!found) throw new UsageError(`there is no order ${order}`);
  if (more.length === 0) return found._id;
  const all = [found, ...more].map((o) => `${o._id} (${o.status})`).join(', ');
  throw new UsageError(`several orders have the serial number ${order}, give an id: ${all}`);
}
