import { previewReprice, repriceOrders } from '../../../domain/orders/pricing/reprice-orders.js';
import { describeRoutes, route } from '../../route.js';

export const pricesRoutes = describeRoutes('prices', 'What a change of the catalogue does to prices.', [
  route('POST /api/prices/reprice', repriceOrders, { preview: previewReprice }),
]);
