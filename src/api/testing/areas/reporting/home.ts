import type { References } from '../../kinds.js';

export const references: References = {
  'GET /api/home/needs': { shop: 'shop' },
  'GET /api/home/work': { shop: 'shop' },
  'GET /api/figures': { shop: 'shop' },
};
