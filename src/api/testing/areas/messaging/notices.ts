import { newId } from '../../../../domain/kernel/ids.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Examples, Makers, References } from '../../kinds.js';
import { clerks, shopNames, type Side } from '../../side.js';

export const references: References = {
  'PUT /api/notices/:id/read': { id: 'notice' },
  'PUT /api/notices/:id/unread': { id: 'notice' },
};

/** An unread notice of a shop. */
async function makeNotice(world: World, side: Side = 'home'): Promise<string> {
  const id = newId();
  const shop_id = await world.findShopId(shopNames[side]);
  const words = { kind: 'orders', type: 'info', msg: 'Order Pushed', content: 'Order T-1 was pushed to you.' };
  await world.db('notifications').insert({ id, shop_id, ...words, at: world.now });
  return id;
}

export const examples: Examples = {
  'PUT /api/notices/:id/read': async (world, side = 'home') => ({
    as: clerks[side],
    values: { id: await makeNotice(world, side) },
  }),
  'PUT /api/notices/:id/unread': async (world, side = 'home') => ({
    as: clerks[side],
    values: { id: await makeNotice(world, side) },
  }),
  'PUT /api/notices/read': (world, side = 'home') => ({ as: clerks[side], values: { upTo: world.now.toISOString() } }),
  'PUT /api/notices/choices': (_, side = 'home') => ({
    as: clerks[side],
    values: { choices: { orders: 'mail', denied: null }, quiet: { from: '21:00', to: '06:00' } },
  }),
};

export const records: Makers = { notice: makeNotice };
