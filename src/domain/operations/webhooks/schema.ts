import { z } from 'zod';
import { toKeys } from '../../kernel/objects.js';
import { Id, NamedRecord, OneLine, RequiredText, getPaging } from '../../kernel/records/fields.js';
import { TEST_EVENT, webhookEvents } from './event-schema.js';

/** How many hours the old secret stays valid after a rotation: the default and the maximum. */
export const OVERLAP_HOURS = 24;
const MOST_OVERLAP_HOURS = 168;

const EventType = z.enum(toKeys(webhookEvents), 'is not an event type');

const fields = {
  name: RequiredText('is required', 100),
  address: OneLine().min(1, 'is required').max(500, 'must be at most 500 characters'),
  /** The shop whose records it receives; null for all shops. */
  shop: Id.nullable(),
  /** The event types it receives; null for all, including future ones. */
  types: z
    .array(EventType)
    .min(1, 'must have at least one event type')
    .max(500)
    .refine((types) => new Set(types).size === types.length, 'must list each event type only once')
    .nullable(),
  /** The user who is notified when it fails; null for the Office Admins. */
  owner: z.uuid('must be the ID of a user').nullable(),
};

/** A new webhook endpoint; by default its author owns it. */
export const NewWebhook = z.object({
  ...fields,
  shop: fields.shop.default(null),
  types: fields.types.default(null),
  owner: fields.owner.optional(),
});

/** A change of an endpoint; fields left out are unchanged. The shop cannot be changed. */
export const WebhookChange = z.object(fields).omit({ shop: true }).partial();

/** A webhook endpoint, without its secrets. */
export const Webhook = z.object({
  _id: z.uuid(),
  name: z.string(),
  address: z.string(),
  shop: NamedRecord.nullable(),
  types: z.array(z.string()).nullable(),
  owner: NamedRecord.nullable(),
  paused: z.boolean(),
  /** Why it was paused automatically; null if a user paused it. */
  pauseReason: z.string().nullable(),
  secretSetAt: z.string(),
  /** Until when the previous secret also signs; null if it no longer does. */
  oldSecretUntil: z.string().nullable(),
  /** How many calls failed in a row, and since when. */
  failures: z.int(),
  failingSince: z.string().nullable(),
  /** How many messages are waiting to be delivered. */
  waiting: z.int(),
  lastDeliveredAt: z.string().nullable(),
  /** Its problem, as a sentence; null if there is none. */
  problem: z.string().nullable(),
  revision: z.int(),
});
export type Webhook = z.output<typeof Webhook>;

/** An endpoint with a new secret. No other answer ever contains it. */
export const WithSecret = z.object({ msg: z.string(), item: Webhook, secret: z.string() });

export const RotateSecret = z.object({
  id: Id,
  /** How many hours the previous secret stays valid; 0 ends it immediately. */
  overlapHours: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(MOST_OVERLAP_HOURS, `must be at most ${MOST_OVERLAP_HOURS}`)
    .default(OVERLAP_HOURS),
});

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

/** A message to an endpoint, with its last try. */
export const Delivery = z.object({
  /** The `webhook-id` of all its tries. */
  _id: z.uuid(),
  type: z.string(),
  at: z.string(),
  state: z.enum(deliveryStates),
  /** How often its delivery was tried since it was queued. */
  attempts: z.int(),
  /** When it is tried next; null for as soon as possible, or never. */
  nextAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  record: z.uuid().nullable(),
  revision: z.int().nullable(),
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
});
export type Delivery = z.output<typeof Delivery>;

/** One try: the request, and the answer. */
export const DeliveryAttempt = z.object({
  at: z.string(),
  milliseconds: z.int(),
  address: z.string(),
  /** The headers that differ between tries. */
  headers: z.record(z.string(), z.string()),
  /** The status of the answer; null if there was none. */
  status: z.int().nullable(),
  /** The first 4,000 characters of the answer. */
  answer: z.string().nullable(),
  error: z.string().nullable(),
});

/** A message with its body and every try. */
export const DeliveryDetail = Delivery.extend({ body: z.string(), log: z.array(DeliveryAttempt) });

export const ListDeliveries = z.object({
  id: Id,
  state: z.enum(deliveryStates, 'must be waiting, delivered or failed').optional(),
  type: z.enum([...toKeys(webhookEvents), TEST_EVENT], 'is not an event type').optional(),
  ...getPaging(50),
});

export const DeliveryId = z.object({ id: Id, delivery: Id });

/**
 * The body sent to an endpoint: IDs and the revision, never an amount or a name. The receiver reads the record to
 * learn more.
 */
export const WebhookBody = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.object({ _id: z.uuid(), revision: z.int().optional(), shop: z.uuid().nullable().optional() }),
});
