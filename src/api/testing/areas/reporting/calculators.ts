import type { References } from '../../kinds.js';

const ofShop = { shop: 'shop', model: 'catalogue' } as const;
const ownValues = { model: 'catalogue' } as const;

export const references: References = {
  'GET /api/calculator/company/:shop/:model': ofShop,
  'GET /api/calculator/company/:shop/:model/export': ofShop,
  'GET /api/calculator/shop/:model': ownValues,
  'GET /api/calculator/shop/:model/export': ownValues,
};
