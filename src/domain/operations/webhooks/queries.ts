import type { Knex } from 'knex';
import type { z } from 'zod';
import { queryFirstRow, queryPage, queryRows } from '../../kernel/database/rows.js';
import { findWebhookProblem } from './rules.js';
import type { Delivery, DeliveryAttempt, ListDeliveries, Webhook } from './schema.js';
import type { MessageFacts } from './signing.js';

const columns = {
  _id: 'e.id',
  name: 'e.name',
  address: 'e.address',
  types: 'e.types',
  paused: 'e.paused',
  pauseReason: 'e.pause_reason',
  secretSetAt: 'e.secret_set_at',
  failures: 'e.failures',
  failingSince: 'e.failing_since',
  lastError: 'e.last_error',
  revision: 'e.revision',
};

const OLD_SECRET = `case when e.old_secret_until > ? then e.old_secret_until end as "oldSecretUntil"`;
const STATE = `
  (select count(*)::int from webhook_messages m where m.endpoint_id = e.id and m.state = 'waiting') as waiting,
  (select m.delivered_at from webhook_messages m where m.endpoint_id = e.id and m.state = 'delivered'
    order by m.seq desc limit 1) as "lastDeliveredAt"`;
const NAMES = `case when u.id is not null then json_build_object('_id', u.id, 'name', u.name) end as owner,
  case when s.id is not null then json_build_object('_id', s.id, 'name', s.name) end as shop`;

type Row = Omit<Webhook, 'problem'> & { readonly lastError: string | null };

/** Endpoints by name, with their state at `now`; `ids` limits them. */
export async function findWebhooks(db: Knex, now: Date, ids?: readonly string[]): Promise<Webhook[]> {
  const query = db('webhook_endpoints as e')
    .leftJoin('users as u', 'u.id', 'e.owner_id')
    .leftJoin('shops as s', 's.id', 'e.shop_id')
    .select(columns)
    .select(db.raw(OLD_SECRET, [now]), db.raw(STATE), db.raw(NAMES))
    .orderByRaw('lower(e.name), e.id');
  if (ids) void query.whereRaw('e.id = any(?)', [[...ids]]);
  const rows = await queryRows<Row>(query);
  return rows.map(({ lastError, ...row }) => ({ ...row, problem: findWebhookProblem({ ...row, lastError }) }));
}

const deliveryColumns = {
  _id: 'm.id',
  type: 'm.type',
  at: 'm.at',
  state: 'm.state',
  attempts: 'm.attempts',
  nextAt: 'm.next_at',
  deliveredAt: 'm.delivered_at',
  record: 'm.record_id',
  revision: 'm.revision',
};

/** The columns of a delivery, with those of its last try. */
const selectDeliveries = (db: Knex): Knex.QueryBuilder =>
  db('webhook_messages as m')
    .joinRaw(
      `left join lateral (select a.status, a.error from webhook_attempts a where a.message_id = m.id order by a.at desc, a.id desc limit 1) l on true`,
    )
    .select({ ...deliveryColumns, lastStatus: 'l.status', lastError: 'l.error' });

/** A page of the messages to an endpoint, newest first, and the total count. */
export async function findDeliveries(
  db: Knex,
  { id, state, type, ...page }: z.output<typeof ListDeliveries>,
): Promise<{ items: Delivery[]; total: number }> {
  const filter = { 'm.endpoint_id': id, ...(state ? { 'm.state': state } : {}), ...(type ? { 'm.type': type } : {}) };
  const matching = db('webhook_messages as m').where(filter);
  return queryPage<Delivery>(selectDeliveries(db).where(filter).orderBy('m.seq', 'desc'), page, matching);
}

/** A message with the data for its body. */
export type FoundDelivery = Delivery & Pick<MessageFacts, 'endpointId' | 'shopId'>;

/** A message of an endpoint; undefined if the endpoint has none with this ID. */
export const findDelivery = (db: Knex, endpointId: string, id: string): Promise<FoundDelivery | undefined> =>
  queryFirstRow<FoundDelivery>(
    selectDeliveries(db)
      .where({ 'm.id': id, 'm.endpoint_id': endpointId })
      .select({ endpointId: 'm.endpoint_id', shopId: 'm.shop_id' })
      .first(),
  );

/** Every try of a message, newest first. */
export const findAttempts = (db: Knex, id: string) =>
  queryRows<Omit<z.output<typeof DeliveryAttempt>, 'headers'> & { readonly signature: string }>(
    db('webhook_attempts')
      .where({ message_id: id })
      .orderBy([
        { column: 'at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .select('at', 'milliseconds', 'address', 'signature', 'status', 'answer', 'error'),
  );
