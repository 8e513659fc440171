import { createShop } from '../../../../domain/company/shops/service.js';
import { homeShop, otherShop, type World } from '../../../../domain/testing/world.js';
import type { Examples, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

const choices = {
  defaultCategory: 'shedCategory',
  nbAddonCategory: 'catalogue',
  olAddonCategory: 'catalogue',
  categories: 'shedCategory',
  defaultModels: 'catalogue',
} as const;

export const references: References = {
  'GET /api/shop/:id': { id: 'shop' },
  'POST /api/shop': choices,
  'PUT /api/shop/update/:id': { id: 'shop', ...choices },
  'DELETE /api/shop/delete/:id': { id: 'shop' },
};

/** A shop without any records. */
export async function makeShop(world: World): Promise<string> {
  return (await createShop(world.ctx('office.admin'), { name: makeUnique('Shop') })).item._id;
}

export const examples: Examples = {
  'POST /api/shop': async (world) => {
    const [first, second] = (await world.db('shed_categories').orderBy('name').pluck('id')) as string[];
    return {
      as: 'office.admin',
      entity: 'shop',
      values: {
        name: makeUnique('Shop'),
        defaultEmail: 'desk@shop.test',
        overhead: 4.75,
        defaultCategory: first,
        eightTenTwelveNBPercent: 61.25,
        categories: [{ category: second, fourteenSixteenINVPercent: 58.5 }],
      },
    };
  },
  'PUT /api/shop/update/:id': async (world, side) => {
    const address = {
      streetAddress: makeUnique('Barn Road'),
      city: 'Dover',
      state: 'OH',
      zipCode: '44622',
      overhead: 5.5,
    };
    if (!side)
      return {
        as: 'office.admin',
        entity: 'shop',
        values: {
          id: await makeShop(world),
          revision: 1,
          name: makeUnique('Shop'),
          ...address,
          shopAddOnPercent: 72.5,
        },
      };
    return {
      as: side === 'home' ? 'shop.admin' : 'other.shop',
      entity: 'shop',
      values: { id: await world.findShopId(side === 'home' ? homeShop : otherShop), ...address },
    };
  },
  'DELETE /api/shop/delete/:id': async (world) => ({
    as: 'office.admin',
    entity: 'shop',
    values: { id: await makeShop(world) },
  }),
};
