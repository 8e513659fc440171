import type { Ctx } from '../../../domain/kernel/context.js';
import { listOrdersByNumber } from '../../../domain/orders/service.js';
import { getId } from '../../named.js';

/** The ID of the only order with this serial number. A part of it, or a customer name, is not enough. */
export const findOrderId = (ctx: Ctx, order: string): Promise<string> =>
  getId(order, { what: 'order', find: (number) => listOrdersByNumber(ctx, { number }) });
