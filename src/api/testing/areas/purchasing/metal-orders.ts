import { createMetalOrder } from '../../../../domain/purchasing/metal-orders/service.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Examples, Makers, References } from '../../kinds.js';
import { clerks, type Side } from '../../side.js';
import { makeUnique } from '../../unique.js';
import { makeVendor } from './vendors.js';

export const references: References = {
  'GET /api/metalorder': { shop: 'shop' },
  'GET /api/metalorder/packages': { shop: 'shop' },
  'GET /api/metalorder/package/:component': {
    shop: 'shop',
    component: 'component',
    shed: 'catalogue',
    except: 'metalOrder',
  },
  'GET /api/metalorder/orders': { shop: 'shop' },
  'GET /api/metalorder/export': { shop: 'shop' },
  'GET /api/metalorder/:id': { id: 'metalOrder' },
  'GET /api/metalorder/:id/pdf': { id: 'metalOrder' },
  'POST /api/metalorder': { shop: 'shop', vendor: 'vendor', metalOrder: 'component' },
  'PUT /api/metalorder/update/:id': { id: 'metalOrder', vendor: 'vendor', metalOrder: 'component' },
  'DELETE /api/metalorder/delete/:id': { id: 'metalOrder' },
};

const makeFields = async (world: World, side: Side) => ({
  vendor: await makeVendor(world, side),
  purchaseOrderNumber: makeUnique('PO'),
  orderedDate: '2026-11-17',
  metalOrder: [
    {
      metalPackage: { name: 'Roof and rake', items: [{ name: 'Metal panel 36 in', quantity: 12.5 }] },
      serialNumber: makeUnique('T'),
      roofColor: { label: 'Red', value: 'Red' },
      trimColor: 'White',
    },
  ],
});

/** A metal order of a shop with one package. */
export async function makeMetalOrder(world: World, side: Side = 'home'): Promise<string> {
  return (await createMetalOrder(world.ctx(clerks[side]), await makeFields(world, side))).item._id;
}

export const examples: Examples = {
  'POST /api/metalorder': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'metal-order',
    values: await makeFields(world, side),
  }),
  'PUT /api/metalorder/update/:id': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'metal-order',
    values: { id: await makeMetalOrder(world, side), revision: 1, recieved: true, ...(await makeFields(world, side)) },
  }),
  'DELETE /api/metalorder/delete/:id': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'metal-order',
    values: { id: await makeMetalOrder(world, side) },
  }),
};

export const records: Makers = { metalOrder: makeMetalOrder };
