import { newId } from '../../../../domain/kernel/ids.js';
import { keepError } from '../../../../domain/operations/logs/model.js';
import { inTransaction } from '../../../../domain/kernel/service.js';
import { enqueueMail } from '../../../../domain/messaging/outbox/enqueue.js';
import { textContent } from '../../../../domain/messaging/outbox/layout.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Commands, Examples, Makers, References } from '../../kinds.js';
import { shopNames } from '../../side.js';

export const references: References = {
  'DELETE /api/log/:id': { id: 'log' },
  'GET /api/outbox': { shop: 'shop' },
  'POST /api/outbox/:id/send': { id: 'word' },
};

/** An entry of the error log about a user of a shop, or of the office. */
export async function makeLog(world: World, shop: string | null): Promise<string> {
  const requestId = newId();
  const shopId = shop && (await world.findShopId(shop));
  const entry = { functionName: 'PUT /api/orders/update/:id', userName: 'Somebody', error: new Error('Is broken') };
  await keepError(world.db, { ...entry, kind: 'refused', shopId, requestId });
  return ((await world.db('error_logs').where({ request_id: requestId }).first('id')) as { id: string }).id;
}

/** An outbox message that can be sent again. */
async function makeFailedMessage(world: World): Promise<string> {
  const content = textContent('Hello', 'Body');
  const mail = { to: 'shop@example.com', subject: 'Hello', content, shopId: null };
  const id = await inTransaction(world.ctx('office.user'), (tx) => enqueueMail(tx, mail), false);
  await world.db('outbox_messages').where({ id }).update({ status: 'failed', error: 'It did not answer.' });
  return id;
}

export const examples: Examples = {
  'DELETE /api/log/:id': async (world) => ({
    as: 'office.admin',
    entity: 'log',
    values: { id: await makeLog(world, null) },
  }),
  'DELETE /api/log': async (world) => {
    await makeLog(world, null);
    return { as: 'office.admin', entity: 'log', values: { search: 'Is broken' } };
  },
  'POST /api/outbox/:id/send': async (world) => ({
    as: 'office.admin',
    entity: 'message',
    values: { id: await makeFailedMessage(world) },
  }),
};

export const commands: Commands = {
  'outbox list': () => [],
  'outbox show': async (world) => [await makeFailedMessage(world)],
  'outbox send': async (world) => [await makeFailedMessage(world)],
  'logs list': () => [],
  'logs show': async (world) => [await makeLog(world, null)],
  'logs delete': async (world) => [await makeLog(world, null)],
};

export const records: Makers = { log: (world, side) => makeLog(world, shopNames[side]) };
