import { countStock } from '../../../../domain/purchasing/inventory/count.js';
import { homeShop, otherShop, type World } from '../../../../domain/testing/world.js';
import type { Examples, Makers, References } from '../../kinds.js';
import { clerks, shopNames, type Side } from '../../side.js';
import { makeVendor } from './vendors.js';

export const references: References = {
  'GET /api/stock/:id': { id: 'shop' },
  'GET /api/stock/:id/movements/:item': { id: 'shop', item: 'item' },
  'GET /api/stock/:id/demand': { id: 'shop' },
  'GET /api/stock/:id/demand/:item': { id: 'shop', item: 'item' },
  'POST /api/stock/:id/demand/orders': { id: 'shop', orders: 'vendor' },
  'POST /api/stock/:id/count': { id: 'shop', counts: 'item' },
  'POST /api/stock/:id/count/:count/undo': { id: 'shop', count: 'stockCount' },
  'GET /api/item/shop/inventory/:shopId': { shopId: 'shop', category: 'catalogue' },
};

let counter = 10;

const anyItem = async ({ db }: World): Promise<string> => ((await db('items').first('id')) as { id: string }).id;

/** A count of one item by a side's shop. */
async function makeCount(world: World, side: Side): Promise<string> {
  const id = await world.findShopId(shopNames[side]);
  const counts = [{ item: await anyItem(world), counted: (counter += 1) }];
  return (await countStock(world.ctx(clerks[side]), { id, counts }))._id ?? '';
}

export const records: Makers = { stockCount: makeCount };

export const examples: Examples = {
  'POST /api/stock/:id/demand/orders': async (world, side = 'home') => ({
    as: side === 'home' ? 'shop.admin' : 'other.shop',
    entity: 'material-order',
    values: {
      id: await world.findShopId(side === 'home' ? homeShop : otherShop),
      orders: [{ vendor: await makeVendor(world, side), items: [{ item: await anyItem(world), quantity: 12.5 }] }],
    },
  }),
  'POST /api/stock/:id/count': async (world, side = 'home') => ({
    as: side === 'home' ? 'shop.admin' : 'other.shop',
    entity: 'shop',
    values: {
      id: await world.findShopId(side === 'home' ? homeShop : otherShop),
      counts: [{ item: await anyItem(world), counted: (counter += 1) }],
    },
  }),
  'POST /api/stock/:id/count/:count/undo': async (world, side = 'home') => ({
    as: clerks[side],
    entity: 'shop',
    values: { id: await world.findShopId(shopNames[side]), count: await makeCount(world, side) },
  }),
};
