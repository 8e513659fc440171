import { createVendor, listVendors } from '../../../../domain/purchasing/vendors/service.js';
import type { World } from '../../../../domain/testing/world.js';
import { clerks, type Side } from '../../side.js';
import { recordArea } from '../../record-area.js';
import { makeUnique } from '../../unique.js';

const makeFields = async (world: World) => ({
  name: makeUnique('Vendor'),
  email: 'orders@steel.test',
  city: 'Dover',
  defaultItems: (await world.db('items').orderBy('id').limit(2).pluck('id')) as string[],
});

/** A vendor of a shop with two default items. */
export const makeVendor = async (world: World, side: Side = 'home'): Promise<string> =>
  (await createVendor(world.ctx(clerks[side]), await makeFields(world))).item._id;

const area = recordArea('/api/vendor', {
  entity: 'vendor',
  list: listVendors,
  add: createVendor,
  as: clerks,
  makeFields: makeFields,
  refers: { shop: 'shop', defaultItems: 'item' },
});
export const { examples, records } = area;
export const references = { ...area.references, 'GET /api/vendor/export': { shop: 'shop' } };
