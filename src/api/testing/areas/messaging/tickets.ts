import { createTicket } from '../../../../domain/messaging/tickets/service.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Commands, Examples, References } from '../../kinds.js';

export const references: References = {
  'GET /api/support/tickets': { shop: 'shop' },
  'PUT /api/support/ticket/update/:id': { id: 'word' },
};

/** An unanswered ticket of a shop. */
const makeTicket = async (world: World): Promise<string> =>
  (await createTicket(world.ctx('shop.user'), { description: 'The list stays empty', priority: 'High' }))._id;

export const examples: Examples = {
  'POST /api/support/ticket': () => ({
    as: 'view.only',
    values: { description: 'The list stays empty', serialNumber: 'S-1', priority: 'High', page: '/shop/home' },
  }),
  'PUT /api/support/ticket/update/:id': async (world) => ({
    as: 'office.admin',
    entity: 'ticket',
    values: { id: await makeTicket(world), answer: 'Please reload the page.' },
  }),
};

export const commands: Commands = {
  'tickets list': () => [],
  'tickets show': async (world) => [await makeTicket(world)],
  'tickets answer': async (world) => [await makeTicket(world), 'Please reload the page.'],
  'tickets close': async (world) => [await makeTicket(world)],
  'tickets reopen': async (world) => [await makeTicket(world)],
};
