import { z } from 'zod';
import { isTimeZone } from '../../company/users/schema.js';
import { Total } from '../../kernel/money.js';
import { NamedRecord, OneLine, RequiredText, getPaging } from '../../kernel/records/fields.js';
import { Mapping } from '../order-files/schema.js';

/** The kinds of sources that users can add. */
export const addedKinds = ['rest', 'url', 'folder', 'upload'] as const;
/** These, and systems that send orders with an API key; the first push of a key adds its source. */
export const sourceKinds = [...addedKinds, 'push'] as const;
export type SourceKind = (typeof sourceKinds)[number];
export const feedRunKinds = ['changed', 'full'] as const;
export const feedRunStates = ['waiting', 'running', 'braked', 'done', 'failed'] as const;

/**
 * What a source may change automatically: facts of the sale, colors and types, prices, add-ons, or model, size, shop
 * and dealer.
 */
export const takenParts = ['facts', 'build', 'money', 'lines', 'match'] as const;

const Parameter = OneLine().max(60, 'must be at most 60 characters');
const Field = RequiredText('is required', 60);

const settings = {
  path: OneLine().max(300, 'must be at most 300 characters'),
  limit: z.int('must be a whole number').min(1, 'must be at least 1').max(1000, 'must be at most 1,000'),
  limitParameter: Parameter,
  offsetParameter: Field,
  sortParameter: Parameter,
  sortField: Parameter,
  orderParameter: Parameter,
  order: Parameter,
  changedSinceParameter: Parameter,
  /** The field with the ID of an order, which identifies it. */
  idField: Field,
  /** The field with the time of the last change. */
  timeField: Field,
  /** The share of the open orders, in percent, that a run may change or cancel before it waits for a user. */
  brakePercent: z.int('must be a whole number').min(1, 'must be at least 1').max(100, 'must be at most 100'),
  /** The limit of all changes of sale amounts in one run, in dollars; null for none. */
  brakeAmount: z.number('must be an amount in dollars').min(0, 'must not be negative').max(1e9).nullable(),
  /**
   * What is accepted automatically: facts such as delivery days, colors, prices, add-ons, or model, size and dealer.
   */
  takesAtOnce: z.array(z.enum(takenParts, 'must be facts, build, money, lines or match')).max(100),
};

/** How to request and read a source's answers. A parameter with an empty name is not sent. */
export const SourceSettings = z.object({
  path: settings.path.default('/api/public/customer-orders/v1'),
  limit: settings.limit.default(100),
  limitParameter: settings.limitParameter.default('limit'),
  offsetParameter: settings.offsetParameter.default('offset'),
  sortParameter: settings.sortParameter.default('sortBy'),
  sortField: settings.sortField.default('id'),
  orderParameter: settings.orderParameter.default('sortOrder'),
  order: settings.order.default('asc'),
  changedSinceParameter: settings.changedSinceParameter.default('dateUpdated[gte]'),
  idField: settings.idField.default('id'),
  timeField: settings.timeField.default('timestamp'),
  brakePercent: settings.brakePercent.default(20),
  brakeAmount: settings.brakeAmount.default(100_000),
  takesAtOnce: settings.takesAtOnce.default(['facts']),
});
export type SourceSettings = z.output<typeof SourceSettings>;

const Credential = z
  .string('must be text')
  .trim()
  .min(1, 'must not be empty')
  .max(4000, 'must be at most 4,000 characters')
  .regex(/^[\x21-\x7e]+$/, 'must contain only letters, digits and symbols, without spaces');

const Cron = z.string().trim().min(1, 'must not be empty').max(100).nullable();

const fields = {
  name: RequiredText('is required', 100),
  kind: z.enum(sourceKinds, 'must be rest, url, folder or upload'),
  /** The address to call, or the folder; empty for uploaded files. */
  address: OneLine().max(500, 'must be at most 500 characters'),
  settings: SourceSettings,
  /** The token to sign in with. It cannot be read back; null removes it. */
  credential: Credential.nullable(),
  /** When it is pulled; null for only on request. */
  cron: Cron,
  /** When all of its orders are compared, to notice those that no longer exist; null for only on request. */
  fullCron: Cron,
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as America/Chicago'),
  mapping: Mapping.nullable(),
  overlapMinutes: z.int('must be a whole number').min(0, 'must not be negative').max(10_080, 'must be at most 10,080'),
  /** The user to notify when a pull fails; null for the Office Admins. */
  owner: z.uuid('must be the ID of a user').nullable(),
};

/** A new source of orders. */
export const NewSource = z.object({
  ...fields,
  kind: fields.kind.refine(
    (kind) => kind !== 'push',
    'cannot be push: this source is added automatically when an API key first sends orders',
  ),
  address: fields.address.default(''),
  settings: SourceSettings.prefault({}),
  credential: fields.credential.default(null),
  cron: fields.cron.default(null),
  fullCron: fields.fullCron.default(null),
  timeZone: fields.timeZone.default('America/Chicago'),
  mapping: fields.mapping.default(null),
  overlapMinutes: fields.overlapMinutes.default(60),
  owner: fields.owner.optional(),
});
export type NewSource = z.output<typeof NewSource>;

/** A change of a source; fields left out are unchanged. */
export const SourceChange = z.object({ ...fields, settings: z.object(settings).partial() }).partial();

const LastRun = z.object({
  _id: z.uuid(),
  state: z.enum(feedRunStates),
  finishedAt: z.string().nullable(),
  message: z.string().nullable(),
});

/** A source of orders, without its credential. */
export const Source = z.object({
  _id: z.uuid(),
  name: z.string(),
  kind: z.enum(sourceKinds),
  address: z.string(),
  settings: z.object(settings),
  /** When the credential was entered; null without one. */
  credentialSetAt: z.string().nullable(),
  cron: z.string().nullable(),
  /** A description of when it is pulled. */
  schedule: z.string().nullable(),
  fullCron: z.string().nullable(),
  /** A description of when all of its orders are compared. */
  fullSchedule: z.string().nullable(),
  timeZone: z.string(),
  mapping: z.record(z.string(), z.string()).nullable(),
  overlapMinutes: z.int(),
  owner: NamedRecord.nullable(),
  /** The API key that sends its orders; null for any other source. */
  key: NamedRecord.nullable(),
  paused: z.boolean(),
  nextRunAt: z.string().nullable(),
  nextFullAt: z.string().nullable(),
  /** When the last successful run started. Changes from before are here. */
  highWater: z.string().nullable(),
  lastRun: LastRun.nullable(),
  /** Its problem, as a sentence; null if there is none. */
  problem: z.string().nullable(),
  revision: z.int(),
});
export type Source = z.output<typeof Source>;

/** The results for the rows of a run. */
export const FeedCounts = z.object({
  new: z.int(),
  unchanged: z.int(),
  /** Changes that wait for a user, and those accepted automatically. */
  proposed: z.int(),
  applied: z.int(),
  /** Orders put on hold because their sale was canceled. */
  held: z.int(),
  /** Rows older than what is known. */
  older: z.int(),
  /** Sales that were canceled before their first row arrived. */
  canceledBefore: z.int(),
  refused: z.int(),
});
export type FeedCounts = z.output<typeof FeedCounts>;

/** A row that is not a valid order, and why. */
export const RefusedFeedRow = z.object({
  externalId: z.string().nullable(),
  serialNumber: z.string().nullable(),
  reason: z.string(),
});
export type RefusedFeedRow = Readonly<z.output<typeof RefusedFeedRow>>;

/** Why a run waits for a user, with some of the orders it would change. */
export const FeedBrake = z.object({
  why: z.string(),
  /** The number of open orders, and how many of them would change or be canceled. */
  open: z.int(),
  changed: z.int(),
  canceled: z.int(),
  moved: Total,
  examples: z.array(z.object({ orderId: z.uuid(), serialNumber: z.string(), labels: z.array(z.string()) })),
});

/** One run of a source, as its history shows it. */
export const FeedRun = z.object({
  _id: z.uuid(),
  source: NamedRecord,
  kind: z.enum(feedRunKinds),
  cause: z.enum(['schedule', 'now', 'push']),
  state: z.enum(feedRunStates),
  dueAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** Only changes since then were requested; null for everything. */
  since: z.string().nullable(),
  /** The uploaded file; null for a pull. */
  file: z.string().nullable(),
  /** How many orders the source stated; null if it stated none. */
  sourceCount: z.int().nullable(),
  /** How many orders have been read. */
  readCount: z.int(),
  counts: FeedCounts,
  message: z.string().nullable(),
});
export type FeedRun = z.output<typeof FeedRun>;

/** A run with its findings, and the first refused rows. */
export const FeedRunDetail = FeedRun.extend({
  findings: z.array(z.string()),
  refused: z.array(RefusedFeedRow),
  /** Why it waits for a user; null if it never did. */
  brake: FeedBrake.nullable(),
  releasedBy: z.string().nullable(),
});

export const PullSource = z.object({ id: z.uuid('is not a valid ID'), kind: z.enum(feedRunKinds).default('changed') });

export const ListFeedRuns = z.object({
  id: z.uuid('is not a valid ID'),
  ...getPaging(50),
});

/** How a page of a source was understood; nothing is stored. */
export const SourceTest = z.object({
  msg: z.string(),
  /** How many rows the page has. */
  rows: z.int(),
  /** How many orders the source stated. */
  total: z.int().nullable(),
  first: z.array(
    z.object({
      externalId: z.string().nullable(),
      serialNumber: z.string().nullable(),
      shop: z.string().nullable(),
      model: z.string().nullable(),
      total: z.number().nullable(),
      /** Why it is not a valid order; null if it is. */
      problem: z.string().nullable(),
    }),
  ),
  findings: z.array(z.string()),
  /** The paths of the fields that the rows have, for a mapping: `id`, `building.size`, `lines[].title`. */
  fields: z.array(z.string()),
});
