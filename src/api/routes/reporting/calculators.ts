import {
  companyCalculator,
  exportCompanyCalculator,
  exportShopCalculator,
  shopCalculator,
} from '../../../domain/reporting/calculators/service.js';
import { route } from '../../route.js';

export const calculatorsRoutes = [
  route('GET /api/calculator/company/:shop/:model', companyCalculator),
  route('GET /api/calculator/company/:shop/:model/export', exportCompanyCalculator, { file: true }),
  route('GET /api/calculator/shop/:model', shopCalculator),
  route('GET /api/calculator/shop/:model/export', exportShopCalculator, { file: true }),
] as const;
