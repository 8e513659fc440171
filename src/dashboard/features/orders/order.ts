import type { Output } from '../../lib/server/api.js';

/** An order with its lines and alerts. */
export type Order = Output<'GET /api/orders/byid/:id'>;
