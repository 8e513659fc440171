import { createOutside } from '../../../../domain/kernel/platform/outside.js';
import { testWebhook } from '../../../../domain/operations/webhooks/deliveries.js';
import { createWebhook } from '../../../../domain/operations/webhooks/service.js';
import type { World } from '../../../../domain/testing/world.js';
import type { Commands, Example, Examples, Makers, References } from '../../kinds.js';
import { makeUnique } from '../../unique.js';

const outside = createOutside('a secret for the webhooks of the nets');
const makeFields = () => ({ name: makeUnique('Webhook'), address: 'https://hooks.example.com/shedworks' });

/** A webhook of the office, which no shop can see. */
const makeWebhook = async (world: World): Promise<string> =>
  (await createWebhook(world.ctx('office.admin', { outside }), { ...makeFields(), types: ['order.created'] })).item._id;

/** A message that waits for a worker, and its webhook. */
async function makeDelivery(world: World): Promise<{ id: string; delivery: string }> {
  const id = await makeWebhook(world);
  const { delivery } = await testWebhook(world.ctx('office.admin', { outside }), { id });
  return { id, delivery: delivery._id };
}

const webhook = { id: 'webhook' } as const;

export const references: References = {
  'GET /api/webhooks/:id': webhook,
  'POST /api/webhooks': { owner: 'word', shop: 'word' },
  'PUT /api/webhooks/:id': { ...webhook, owner: 'word' },
  'DELETE /api/webhooks/:id': webhook,
  'POST /api/webhooks/:id/rotate': webhook,
  'POST /api/webhooks/:id/pause': webhook,
  'POST /api/webhooks/:id/resume': webhook,
  'POST /api/webhooks/:id/test': webhook,
  'GET /api/webhooks/:id/deliveries': { ...webhook, state: 'word', type: 'word' },
  'GET /api/webhooks/:id/deliveries/:delivery': { ...webhook, delivery: 'word' },
  'POST /api/webhooks/:id/deliveries/:delivery/redeliver': { ...webhook, delivery: 'word' },
};

const office = (values: Example['values']): Example => ({ as: 'office.admin', entity: 'webhook', values });

export const examples: Examples = {
  'POST /api/webhooks': () => office(makeFields()),
  'PUT /api/webhooks/:id': async (world) => office({ id: await makeWebhook(world), types: ['invoice.created'] }),
  'DELETE /api/webhooks/:id': async (world) => office({ id: await makeWebhook(world) }),
  'POST /api/webhooks/:id/rotate': async (world) => office({ id: await makeWebhook(world), overlapHours: 1 }),
  'POST /api/webhooks/:id/pause': async (world) => office({ id: await makeWebhook(world) }),
  'POST /api/webhooks/:id/resume': async (world) => {
    const id = await makeWebhook(world);
    await world.db('webhook_endpoints').where({ id }).update({ paused: true });
    return office({ id });
  },
  'POST /api/webhooks/:id/test': async (world) => office({ id: await makeWebhook(world) }),
  'POST /api/webhooks/:id/deliveries/:delivery/redeliver': async (world) => office(await makeDelivery(world)),
};

export const records: Makers = { webhook: makeWebhook };

export const commands: Commands = {
  'webhooks add': () => [makeUnique('Webhook'), 'https://hooks.example.com/shedworks', '--types', 'order.created'],
  'webhooks change': async (world) => [await makeWebhook(world), '--types', 'order.created', 'order.deleted'],
  'webhooks list': () => [],
  'webhooks show': async (world) => [await makeWebhook(world)],
  'webhooks rotate': async (world) => [await makeWebhook(world), '--overlap', '1'],
  'webhooks pause': async (world) => [await makeWebhook(world)],
  'webhooks resume': async (world) => [await makeWebhook(world)],
  'webhooks test': async (world) => [await makeWebhook(world)],
  'webhooks deliveries': async (world) => [await makeWebhook(world)],
  'webhooks redeliver': async (world) => {
    const { id, delivery } = await makeDelivery(world);
    return [id, delivery];
  },
  'webhooks remove': async (world) => [await makeWebhook(world)],
};
