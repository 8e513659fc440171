import { recordHistory } from '../../domain/audit/service.js';
import { companyProfile } from '../../domain/company/service.js';
import { lookUps } from '../../domain/lookups/service.js';
import { currentShop, listShops } from '../../domain/shops/service.js';
import { route } from '../route.js';

export const companyRoutes = [
  route('GET /api/company', companyProfile),
  route('GET /api/shop', listShops),
  route('GET /api/shop/current', currentShop),
  route('GET /api/lookups', lookUps),
  route('GET /api/history/:id', recordHistory),
] as const;
