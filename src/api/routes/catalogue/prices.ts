import { previewReprice, repriceOrders } from '../../../domain/orders/pricing/reprice-orders.js';
import { describeRoutes, route } from '../../route.js';

export const pricesRoutes = describeRoutes('prices', 'How a catalogue change affects prices and gross profit.', [
  route('POST /api/prices/reprice', repriceOrders, { preview: previewReprice }),
]);
