import type { Output } from '../../lib/api.js';

/** An order with its lines and alerts. */
export type Order = Output<'GET /api/orders/byid/:id'>;
