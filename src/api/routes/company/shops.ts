import { computeEffect } from '../../../domain/catalogue/prices/effect.js';
import {
  createShop,
  updateShop,
  getCurrentShop,
  deleteShop,
  listShops,
  getShop,
} from '../../../domain/company/shops/service.js';
import { describeRoutes, route } from '../../route.js';

export const shopsRoutes = describeRoutes('shops', 'The shops that build sheds.', [
  route('GET /api/shop', listShops),
  route('GET /api/shop/current', getCurrentShop),
  route('GET /api/shop/:id', getShop),
  route('POST /api/shop', createShop, { status: 201 }),
  route('PUT /api/shop/update/:id', updateShop, { preview: computeEffect(updateShop) }),
  route('DELETE /api/shop/delete/:id', deleteShop),
]);
