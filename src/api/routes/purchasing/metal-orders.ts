import { listOrdersForMetal, listMetalPackages } from '../../../domain/purchasing/metal-orders/choices.js';
import { downloadMetalOrder } from '../../../domain/purchasing/metal-orders/document.js';
import { exportMetalOrders } from '../../../domain/purchasing/metal-orders/export-list.js';
import {
  updateMetalOrder,
  createMetalOrder,
  deleteMetalOrder,
  listMetalOrders,
  getMetalOrder,
} from '../../../domain/purchasing/metal-orders/service.js';
import { sizeMetalPackage } from '../../../domain/purchasing/metal-orders/sizes.js';
import { describeRoutes, route } from '../../route.js';

export const metalOrdersRoutes = describeRoutes('metal orders', 'Metal ordered for sheds, and what was received.', [
  route('GET /api/metalorder', listMetalOrders),
  route('GET /api/metalorder/packages', listMetalPackages),
  route('GET /api/metalorder/package/:component', sizeMetalPackage),
  route('GET /api/metalorder/orders', listOrdersForMetal),
  route('GET /api/metalorder/export', exportMetalOrders, { file: true }),
  route('GET /api/metalorder/:id', getMetalOrder),
  route('GET /api/metalorder/:id/pdf', downloadMetalOrder, { file: true }),
  route('POST /api/metalorder', createMetalOrder, { status: 201 }),
  route('PUT /api/metalorder/update/:id', updateMetalOrder),
  route('DELETE /api/metalorder/delete/:id', deleteMetalOrder),
]);
