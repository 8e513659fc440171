import { createCorrection } from '../../../../domain/billing/corrections/service.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Commands, Examples, Makers, References } from '../../kinds.js';
import type { Side } from '../../side.js';
import { makePayment } from '../../stage-invoices.js';

export const references: References = {
  'POST /api/correction': { order: 'order' },
  'GET /api/correction': { order: 'order', shop: 'shop' },
  'GET /api/correction/:id': { id: 'correction' },
  'DELETE /api/correction/delete/:id': { id: 'correction' },
};

/** A paid order of a shop. */
export async function makePaidOrder(world: World, side: Side = 'home'): Promise<string> {
  const payment = await makePayment(world, side);
  const row = (await world.db('invoices').where({ payment_id: payment }).first('order_id')) as { order_id: string };
  return row.order_id;
}

/** A correction waiting for its shop's next payment. */
export async function makeCorrection(world: World, side: Side = 'home'): Promise<string> {
  const { correction } = await createCorrection(world.ctx('office.user'), {
    order: await makePaidOrder(world, side),
    amount: -12.5,
    reason: 'The loft was billed twice.',
  });
  return correction._id;
}

export const examples: Examples = {
  'POST /api/correction': async (world) => ({
    as: 'office.user',
    entity: 'correction',
    values: { order: await makePaidOrder(world), amount: 25.75, reason: 'The porch was left out.' },
  }),
  'DELETE /api/correction/delete/:id': async (world) => ({
    as: 'office.user',
    entity: 'correction',
    values: { id: await makeCorrection(world) },
  }),
};

export const records: Makers = { correction: makeCorrection };

export const commands: Commands = {
  'corrections create': async (world) => [await makePaidOrder(world), '--amount', '-12.50', '--reason', 'Billed twice'],
  'corrections list': () => [],
  'corrections delete': async (world) => [await makeCorrection(world)],
};
