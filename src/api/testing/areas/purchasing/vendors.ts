import { addVendor } from '../../../../domain/purchasing/vendors/service.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Examples, Makers, References } from '../../kinds.js';
import type { Side } from '../../side.js';
import { unique } from '../../stage-catalogue.js';

const clerkOf = { home: 'shop.admin', other: 'other.shop' } as const;

export const references: References = {
  'GET /api/vendor': { shop: 'shop' },
  'GET /api/vendor/export': { shop: 'shop' },
  'GET /api/vendor/:id': { id: 'vendor' },
  'POST /api/vendor': { shop: 'shop', defaultItems: 'item' },
  'PUT /api/vendor/update/:id': { id: 'vendor', defaultItems: 'item' },
  'DELETE /api/vendor/delete/:id': { id: 'vendor' },
};

const someItems = async (world: World): Promise<string[]> =>
  (await world.db('items').orderBy('id').limit(2).pluck('id')) as string[];

/** A vendor of a shop with two default items. */
export async function makeVendor(world: World, side: Side = 'home'): Promise<string> {
  const fields = { name: unique('Vendor'), defaultItems: await someItems(world) };
  return (await addVendor(world.ctx(clerkOf[side]), fields)).item._id;
}

export const examples: Examples = {
  'POST /api/vendor': async (world, side = 'home') => ({
    as: clerkOf[side],
    entity: 'vendor',
    values: {
      name: unique('Vendor'),
      email: 'orders@steel.test',
      city: 'Dover',
      defaultItems: await someItems(world),
    },
  }),
  'PUT /api/vendor/update/:id': async (world, side = 'home') => ({
    as: clerkOf[side],
    entity: 'vendor',
    values: { id: await makeVendor(world, side), revision: 1, name: unique('Vendor'), defaultItems: [] },
  }),
  'DELETE /api/vendor/delete/:id': async (world, side = 'home') => ({
    as: clerkOf[side],
    entity: 'vendor',
    values: { id: await makeVendor(world, side) },
  }),
};

export const records: Makers = { vendor: makeVendor };
