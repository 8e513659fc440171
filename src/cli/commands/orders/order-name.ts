import type { Ctx } from '../../../domain/kernel/context.js';
import { listOrdersNumbered } from '../../../domain/orders/service.js';
import { idOf } from '../../named.js';

/** The id of the one order with a serial number; a part of it or a customer's name is not enough. */
export const findOrderId = (ctx: Ctx, order: string): Promise<string> =>
  idOf(order, { what: 'order', find: (number) => listOrdersNumbered(ctx, { number }) });
