import { z } from 'zod';
import type { ActorCtx, Ctx } from '../../kernel/context.js';
import { invalid } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import type { OutsideAccess } from '../../kernel/platform/outside.js';
import { queryColumn } from '../../kernel/database/rows.js';
import { getList, getPage, Listing } from '../../kernel/records/page.js';
import {
  createRecord,
  RecordVersion,
  updateRecord,
  findRecord,
  RecordId,
  type RecordKind,
} from '../../kernel/records/record.js';
import { serviceToDelete } from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { readOwner } from '../../messaging/outbox/owner.js';
import { readEndpointAddress } from './address.js';
import { healthy, hurryMessages } from './outcome.js';
import { findWebhooks } from './queries.js';
import { NewWebhook, RotateSecret, Webhook, WebhookChange, WithSecret } from './schema.js';
import { makeSecret, sealSecret } from './signing.js';

const Sort = z.enum(['name', '-name', 'address', '-address', 'waiting', '-waiting']).default('name');
const SavedWebhook = z.object({ msg: z.string(), item: Webhook });
/** The most endpoints of an installation, because each needs its own delivery. */
const MOST = 100;
const HOUR = 3_600_000;

/** What the history records of an endpoint: the settings by users, but never a secret. */
const trace = ({ _id, name, address, shop, types, owner, paused, secretSetAt, revision }: Webhook) => ({
  ...{ _id, name, address, shop, types, owner, paused, secretSetAt, revision },
});

const getKind = ({ clock }: ActorCtx): RecordKind<typeof Webhook> => ({
  what: 'Webhook',
  entity: 'webhook',
  table: 'webhook_endpoints',
  schema: Webhook,
  find: (db, ids) => findWebhooks(db, clock.now(), ids),
  uses: [],
  publish: (tx) => tx.publish({ topic: 'webhooks', shopIds: [null] }),
  trace,
});

/** What reaching other systems needs, which every entry point has. */
function needOutside({ outside }: Pick<Ctx, 'outside'>): OutsideAccess {
  if (!outside) throw new Error('this entry point cannot connect to other systems');
  return outside;
}

const manage = { permission: 'webhook.manage', effect: 'write' } as const;

export const listWebhooks = service({
  summary: 'List the webhooks, with their state and problems',
  permission: 'webhook.manage',
  effect: 'read',
  input: Listing.extend({ sort: Sort }),
  output: getList(Webhook),
  run: async (ctx, listing) => getPage(await findWebhooks(ctx.db, ctx.clock.now()), listing, ['name', 'address']),
});

export const getWebhook = service({
  summary: 'Get a webhook, without its secret',
  permission: 'webhook.manage',
  effect: 'read',
  input: RecordId,
  output: Webhook,
  run: (ctx, { id }) => findRecord(ctx.db, getKind(ctx), id),
});

export const createWebhook = service({
  ...manage,
  summary: 'Add a webhook; only this response has its secret',
  input: NewWebhook,
  output: WithSecret,
  answersSecret: true,
  run: async (ctx, { name, address, shop, types, owner }) => {
    const outside = needOutside(ctx);
    const ids = await queryColumn<string>(ctx.db('webhook_endpoints').limit(MOST).pluck('id'));
    if (ids.length >= MOST) throw invalid('', `There are already ${MOST} webhooks. Delete one that you no longer use.`);
    const id = newId();
    const secret = makeSecret();
    const row = {
      ...{ name, address: readEndpointAddress(outside, address), shop_id: shop, types },
      owner_id: await readOwner(ctx, owner === undefined ? ctx.actor.id : owner),
      secret: sealSecret(outside.vault, id, secret),
      secret_set_at: ctx.clock.now(),
    };
    const item = await createRecord(ctx, getKind(ctx), () => ctx.db('webhook_endpoints').insert({ ...row, id }), id);
    return { msg: 'Webhook added.', item, secret };
  },
});

export const updateWebhook = service({
  ...manage,
  summary: 'Change a webhook; fields you leave out are unchanged',
  input: WebhookChange.extend(RecordVersion.shape),
  output: SavedWebhook,
  run: async (ctx, { id, revision, owner, address, ...change }) => {
    const row = {
      ...change,
      ...(address === undefined ? {} : { address: readEndpointAddress(needOutside(ctx), address) }),
      ...(owner === undefined ? {} : { owner_id: await readOwner(ctx, owner) }),
    };
    const values = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
    const item = await updateRecord(ctx, getKind(ctx), { id, revision }, async () => {
      if (Object.keys(values).length > 0) await ctx.db('webhook_endpoints').where({ id }).update(values);
    });
    return { msg: 'Webhook updated.', item };
  },
});

export const deleteWebhook = serviceToDelete({
  kind: getKind,
  ...manage,
  summary: 'Delete a webhook with its messages and their log',
  msg: 'Webhook deleted.',
});

export const rotateWebhookSecret = service({
  ...manage,
  summary: 'Give a webhook a new secret, shown once; messages also have the old signature for some hours',
  input: RotateSecret.extend(RecordVersion.shape),
  output: WithSecret,
  answersSecret: true,
  run: async (ctx, { id, revision, overlapHours }) => {
    const secret = makeSecret();
    const now = ctx.clock.now();
    const sealedSecret = sealSecret(needOutside(ctx).vault, id, secret);
    const oldSecret =
      overlapHours === 0
        ? { old_secret: null, old_secret_until: null }
        : { old_secret: ctx.db.ref('secret'), old_secret_until: new Date(now.getTime() + overlapHours * HOUR) };
    const item = await updateRecord(ctx, getKind(ctx), { id, revision }, () =>
      ctx
        .db('webhook_endpoints')
        .where({ id })
        .update({ ...oldSecret, secret: sealedSecret, secret_set_at: now }),
    );
    return { msg: 'Secret rotated.', item, secret };
  },
});

export const pauseWebhook = service({
  ...manage,
  summary: 'Stop deliveries to a webhook until it is resumed; events wait',
  input: RecordVersion,
  output: SavedWebhook,
  run: async (ctx, { id, revision }) => {
    const pause = { paused: true, pause_reason: null };
    const item = await updateRecord(ctx, getKind(ctx), { id, revision }, ({ paused }) =>
      paused ? Promise.resolve() : ctx.db('webhook_endpoints').where({ id }).update(pause),
    );
    return { msg: 'Webhook paused.', item };
  },
});

export const resumeWebhook = service({
  ...manage,
  summary: 'Resume deliveries to a webhook, starting with the waiting events',
  input: RecordVersion,
  output: SavedWebhook,
  run: async (ctx, { id, revision }) => {
    const item = await updateRecord(ctx, getKind(ctx), { id, revision }, async ({ paused }) => {
      if (!paused) return;
      const resumption = { paused: false, pause_reason: null, ...healthy };
      await ctx.db('webhook_endpoints').where({ id }).update(resumption);
      await hurryMessages(ctx, id);
    });
    return { msg: 'Webhook resumed.', item };
  },
});
