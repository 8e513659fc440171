import {
  getCompanyCalculator,
  exportCompanyCalculator,
  exportShopCalculator,
  getShopCalculator,
} from '../../../domain/reporting/calculators/service.js';
import { describeRoutes, route } from '../../route.js';

export const calculatorsRoutes = describeRoutes('calculators', 'What a shed would cost and sell for.', [
  route('GET /api/calculator/company/:shop/:model', getCompanyCalculator),
  route('GET /api/calculator/company/:shop/:model/export', exportCompanyCalculator, { file: true }),
  route('GET /api/calculator/shop/:model', getShopCalculator),
  route('GET /api/calculator/shop/:model/export', exportShopCalculator, { file: true }),
]);
