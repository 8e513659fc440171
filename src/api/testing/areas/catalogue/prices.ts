import type { Examples, References } from '../../kinds.js';

export const references: References = { 'POST /api/prices/reprice': { ids: 'order', shop: 'shop' } };

export const examples: Examples = {
  'POST /api/prices/reprice': async (world) => ({
    as: 'office.admin',
    entity: 'order',
    values: { ids: [await world.createPushedOrder('InQueue')] },
  }),
};
