import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { queryFirstRow } from '../../kernel/database/rows.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { serviceToListLog } from '../../kernel/records/log.js';
import { RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { TEST_EVENT } from './event-schema.js';
import { findAttempts, findDeliveries, findDelivery, type FoundDelivery } from './queries.js';
import { Delivery, DeliveryDetail, DeliveryId, ListDeliveries } from './schema.js';
import { buildBody } from './signing.js';

const QueuedDelivery = z.object({ msg: z.string(), delivery: Delivery });

export const listDeliveries = serviceToListLog({
  summary: 'List the messages to a webhook, newest first',
  permission: 'webhook.manage',
  ...{ input: ListDeliveries, row: Delivery, need: needEndpoint, find: findDeliveries },
});

export const getDelivery = service({
  summary: 'Get a message to a webhook, with its body and every attempt',
  permission: 'webhook.manage',
  effect: 'read',
  input: DeliveryId,
  output: DeliveryDetail,
  run: async ({ db }, { id, delivery }) => {
    const storedDelivery = await needDelivery(db, id, delivery);
    const log = await findAttempts(db, delivery);
    return {
      ...storedDelivery,
      body: buildBody({ ...storedDelivery, recordId: storedDelivery.record }),
      log: log.map(({ signature, ...attempt }) => ({
        ...attempt,
        headers: {
          'webhook-id': delivery,
          'webhook-timestamp': String(Math.floor(Date.parse(attempt.at) / 1000)),
          'webhook-signature': signature,
        },
      })),
    };
  },
});

export const testWebhook = service({
  summary: 'Send a test event to a webhook',
  permission: 'webhook.manage',
  effect: 'write',
  input: RecordId,
  output: QueuedDelivery,
  run: async (ctx, { id: endpointId }) => {
    await refusePaused(ctx, endpointId);
    const id = newId();
    const at = ctx.clock.now();
    await ctx.db('webhook_messages').insert({ id, endpoint_id: endpointId, type: TEST_EVENT, at });
    await ctx.audit({ action: 'send test', entity: 'webhook', id: endpointId, after: { delivery: id } });
    await ctx.publish({ topic: 'webhooks', shopIds: [null] });
    return { msg: 'Test event queued.', delivery: await needDelivery(ctx.db, endpointId, id) };
  },
});

export const redeliverEvent = service({
  summary: 'Deliver a message to a webhook again, under the same ID',
  permission: 'webhook.manage',
  effect: 'write',
  input: DeliveryId,
  output: QueuedDelivery,
  run: async (ctx, { id, delivery }) => {
    await refusePaused(ctx, id);
    const before = await lockDelivery(ctx, id, delivery);
    const again = { state: 'waiting', attempts: 0, next_at: null, lease: null, leased_until: null, delivered_at: null };
    await ctx.db('webhook_messages').where({ id: delivery }).update(again);
    const after = await needDelivery(ctx.db, id, delivery);
    const { state, attempts } = before;
    await ctx.audit({ action: 'redeliver', entity: 'webhook', id, before: { state, attempts }, after: { delivery } });
    await ctx.publish({ topic: 'webhooks', shopIds: [null] });
    return { msg: 'Message queued to send again.', delivery: after };
  },
});

type Db = WriteCtx['db'];

async function needEndpoint({ db }: { readonly db: Db }, id: string): Promise<{ readonly paused: boolean }> {
  const endpoint = await queryFirstRow<{ paused: boolean }>(db('webhook_endpoints').where({ id }).first('paused'));
  if (!endpoint) throw notFound('Webhook');
  return endpoint;
}

async function refusePaused(ctx: WriteCtx, id: string): Promise<void> {
  if ((await needEndpoint(ctx, id)).paused) throw new DomainError('webhook-paused', undefined);
}

async function needDelivery(db: Db, endpointId: string, id: string): Promise<FoundDelivery> {
  await needEndpoint({ db }, endpointId);
  const row = await findDelivery(db, endpointId, id);
  if (!row) throw notFound('Message');
  return row;
}

/** A message whose row no worker can take until the transaction ends. */
async function lockDelivery({ db }: WriteCtx, endpointId: string, id: string): Promise<FoundDelivery> {
  await db('webhook_messages').where({ id, endpoint_id: endpointId }).forUpdate().first('id');
  return needDelivery(db, endpointId, id);
}
