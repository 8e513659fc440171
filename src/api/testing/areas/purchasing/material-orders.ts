import { createMaterialOrder } from '../../../../domain/purchasing/material-orders/life/create.js';
import { receiveMaterialOrder } from '../../../../domain/purchasing/material-orders/receiving/receive.js';
import { homeShop, otherShop, type World } from '../../../../domain/testing/world.js';
import type { Examples, Makers, References } from '../../kinds.js';
import { clerks, type Side } from '../../side.js';
import { makeUnique } from '../../unique.js';
import { makeVendor } from './vendors.js';

export const references: References = {
  'GET /api/materialorder': { shop: 'shop', vendor: 'vendor' },
  'GET /api/materialorder/export': { shop: 'shop', vendor: 'vendor' },
  'GET /api/materialorder/nextnumber': { shop: 'shop' },
  'GET /api/materialorder/recieved/:id': { id: 'shop' },
  'GET /api/materialorder/:id': { id: 'materialOrder' },
  'GET /api/materialorder/:id/pdf': { id: 'materialOrder' },
  'POST /api/materialorder': { vendor: 'vendor', items: 'item' },
  'POST /api/materialorder/datefilter/report': { shop: 'shop' },
  'PUT /api/materialorder/update/:id': { id: 'materialOrder', vendor: 'vendor', items: 'item' },
  'PUT /api/materialorder/update/recieved/:id': { id: 'materialOrder', items: 'materialLine' },
  'DELETE /api/materialorder/delete/:id': { id: 'materialOrder' },
  'PUT /api/item/shop/inventory/push/all/:id': { id: 'shop' },
  'PUT /api/item/shop/inventory/push/:id': { id: 'item', materialOrder: 'materialOrder', line: 'materialLine' },
};

const makeFields = async (world: World, side: Side) => ({
  vendor: await makeVendor(world, side),
  purchaseOrderNumber: makeUnique('PO'),
  orderedDate: '2026-11-17',
  freight: 12.5,
  items: ((await world.db('items').orderBy('id').limit(2).pluck('id')) as string[]).map((item) => ({
    item,
    description: 'Bundle',
    quantity: 10,
    newPrice: 2.5,
  })),
});

/**
 * Creates a material order of a shop with two lines, received if requested; returns the IDs of the order, a line and
 * its item.
 */
export async function makeMaterialOrder(world: World, side: Side = 'home', isReceived = false) {
  const { item } = await createMaterialOrder(world.ctx(clerks[side]), await makeFields(world, side));
  if (isReceived) await receiveMaterialOrder(world.ctx(clerks[side]), { id: item._id, recieved: true });
  const [line] = item.items;
  if (!line) throw new Error('an order without lines');
  return { id: item._id, line: line._id, item: line.item._id };
}

export const examples: Examples = {
  'POST /api/materialorder': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'material-order',
    values: await makeFields(world, side),
  }),
  'PUT /api/materialorder/update/:id': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'material-order',
    values: { id: (await makeMaterialOrder(world, side)).id, revision: 1, ...(await makeFields(world, side)) },
  }),
  'PUT /api/materialorder/update/recieved/:id': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'material-order',
    values: { id: (await makeMaterialOrder(world, side)).id, revision: 1, recieved: true },
  }),
  'DELETE /api/materialorder/delete/:id': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'material-order',
    values: { id: (await makeMaterialOrder(world, side)).id },
  }),
  'PUT /api/item/shop/inventory/push/all/:id': async (world, side = 'home') => {
    await makeMaterialOrder(world, side, true);
    const id = await world.findShopId(side === 'home' ? homeShop : otherShop);
    return { as: clerks[side], entity: 'material-order', values: { id } };
  },
  'PUT /api/item/shop/inventory/push/:id': async (world, side = 'home') => {
    const { id: materialOrder, line, item } = await makeMaterialOrder(world, side, true);
    return { as: clerks[side], entity: 'material-order', values: { id: item, materialOrder, line, quantity: 10 } };
  },
};

export const records: Makers = {
  materialOrder: async (world, side) => (await makeMaterialOrder(world, side, true)).id,
  materialLine: async (world, side) => (await makeMaterialOrder(world, side, true)).line,
};
