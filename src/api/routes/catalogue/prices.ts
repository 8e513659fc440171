import { previewReprice, repriceOrders } from '../../../domain/orders/pricing/reprice-orders.js';
import { route } from '../../route.js';

export const pricesRoutes = [route('POST /api/prices/reprice', repriceOrders, { preview: previewReprice })] as const;
