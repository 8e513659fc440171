import { createBaseStyle } from '../../../../domain/catalogue/base-styles/service.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Example, Examples, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

const id = { id: 'catalogue' } as const;

export const references: References = {
  'GET /api/basestyle/shop': { shop: 'shop' },
  'PUT /api/basestyle/update/:id': id,
  'PUT /api/basestyle/shop/update/': { baseStyles: 'catalogue', shop: 'shop' },
  'DELETE /api/basestyle/delete/:id': id,
};

const rates = {
  buildPercent: { value: 12.5, type: 'percent' },
  roofPercent: { value: 8, type: 'percent' },
  trussCost: { value: 21.25, type: 'piece' },
  paintCost: { value: 18, type: 'piece' },
} as const;

const makeFields = () => ({
  name: makeUnique('Base style'),
  doorType: 'tall' as const,
  doorCost: 45.5,
  standardValues: rates,
});

async function makeBaseStyle(world: World): Promise<string> {
  return (await createBaseStyle(world.ctx('office.admin'), makeFields())).item._id;
}

const office = (values: Example['values']): Example => ({ as: 'office.admin', entity: 'base-style', values });

export const examples: Examples = {
  'POST /api/basestyle': () => office(makeFields()),
  'PUT /api/basestyle/update/:id': async (world) =>
    office({ id: await makeBaseStyle(world), revision: 1, ...makeFields(), doorType: 'short', doorCost: 50 }),
  'PUT /api/basestyle/shop/update/': async (world, side = 'home') => ({
    as: side === 'other' ? 'other.shop' : 'shop.admin',
    entity: 'base-style',
    values: { baseStyles: [{ _id: await makeBaseStyle(world), revision: 0, ...rates, doorCost: 60 }] },
  }),
  'DELETE /api/basestyle/delete/:id': async (world) => office({ id: await makeBaseStyle(world) }),
};
