import { createComment } from '../../../../domain/messaging/messages/service.js';
import { homeShop, type World } from '../../../../domain/testing/world.js';
import type { Examples, Makers, References } from '../../kinds.js';
import { clerks, shopNames, type Side } from '../../side.js';

export const references: References = {
  'POST /api/comment': { order: 'order', commentFor: 'shop' },
  'GET /api/comment/order': { orderId: 'order' },
  'GET /api/comment/shop/:id': { id: 'shop' },
  'PUT /api/comment/update/read': { shop: 'shop' },
  'PUT /api/comment/update/read/:id': { id: 'comment' },
  'DELETE /api/comment/delete/:id': { id: 'comment' },
};

/** An unread message to a shop about one of its orders. */
export async function makeComment(world: World, side: Side = 'home'): Promise<string> {
  const order = await world.createPushedOrder('InQueue', shopNames[side]);
  return (await createComment(world.ctx('office.user'), { content: 'When will it be done?', order }))._id;
}

export const examples: Examples = {
  'POST /api/comment': async (world, side) =>
    side
      ? {
          as: clerks[side],
          entity: 'comment',
          values: { content: 'It is done.', order: await world.createPushedOrder('InQueue', shopNames[side]) },
        }
      : {
          as: 'office.user',
          entity: 'comment',
          values: { content: 'Please call us.', commentFor: await world.findShopId(homeShop), order: null },
        },
  'PUT /api/comment/update/read': async (world, side = 'home') => {
    await makeComment(world, side);
    return { as: clerks[side], values: { shop: await world.findShopId(shopNames[side]) } };
  },
  'PUT /api/comment/update/read/:id': async (world, side = 'home') => ({
    as: clerks[side],
    values: { id: await makeComment(world, side) },
  }),
  'DELETE /api/comment/delete/:id': async (world, side) =>
    side
      ? {
          as: clerks[side],
          entity: 'comment',
          values: { id: (await createComment(world.ctx(clerks[side]), { content: 'Never mind.' }))._id },
        }
      : { as: 'office.user', entity: 'comment', values: { id: await makeComment(world) } },
};

export const records: Makers = { comment: makeComment };
