import type { Examples, References } from '../../kinds.js';
import { newDealer, unique } from '../../stage-catalogue.js';

export const references: References = {
  'GET /api/dealer': { shop: 'shop' },
  'GET /api/dealer/:id': { id: 'catalogue' },
  'POST /api/dealer': { shop: 'shop' },
  'PUT /api/dealer/update/:id': { id: 'catalogue', shop: 'shop' },
  'DELETE /api/dealer/delete/:id': { id: 'catalogue' },
};

export const examples: Examples = {
  'POST /api/dealer': () => ({
    as: 'office.admin',
    entity: 'dealer',
    values: { name: unique('Dealer'), city: 'Salem', haulPercent: 62.5 },
  }),
  'PUT /api/dealer/update/:id': async (world) => ({
    as: 'office.admin',
    entity: 'dealer',
    values: { id: await newDealer(world), revision: 1, name: unique('Dealer'), city: 'Dover', haulPercent: 40 },
  }),
  'DELETE /api/dealer/delete/:id': async (world) => ({
    as: 'office.admin',
    entity: 'dealer',
    values: { id: await newDealer(world) },
  }),
};
