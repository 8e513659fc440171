import type { Output } from '../../lib/server/api.js';
import type { ChangeableOrder } from '../../lib/queue/change-queue.js';
import { orderQueue } from '../../lib/queue/order-queue.js';
import type { OrderChange } from '../../lib/queue/waiting-list.js';

export type OrderRow = Output<'GET /api/orders/status/:status'>['items'][number];

/** Saves a change of an order as soon as the server is reachable; the shell shows the result. */
export const changeOrder: (order: ChangeableOrder, change: OrderChange) => void = orderQueue.add;
