import { countStock } from '../../../domain/purchasing/inventory/count.js';
import { listNeedingOrders, orderDemand, getDemand } from '../../../domain/purchasing/inventory/demand.js';
import { listMovements } from '../../../domain/purchasing/inventory/movements.js';
import { undoCount } from '../../../domain/purchasing/inventory/undo-count.js';
import { listShopInventory, getStock } from '../../../domain/catalogue/items/stock.js';
import { describeRoutes, route } from '../../route.js';

export const inventoryRoutes = describeRoutes('stock', "A shop's stock on hand, its movements and its demand.", [
  route('GET /api/stock/:id', getStock),
  route('GET /api/stock/:id/movements/:item', listMovements),
  route('GET /api/stock/:id/demand', getDemand),
  route('GET /api/stock/:id/demand/:item', listNeedingOrders),
  route('POST /api/stock/:id/demand/orders', orderDemand, { status: 201 }),
  route('POST /api/stock/:id/count', countStock),
  route('POST /api/stock/:id/count/:count/undo', undoCount),
  route('GET /api/item/shop/inventory/:shopId', listShopInventory),
]);
