import { z } from 'zod';
import { isTimeZone } from '../../company/users/schema.js';
import { Total } from '../../kernel/money.js';
import { Named, OneLine, RequiredText } from '../../kernel/records/fields.js';

/** The kinds of sources that people add. */
export const addedKinds = ['rest', 'url', 'folder', 'upload'] as const;
/** With those of other systems, which send orders with an API key: the first push of a key adds its source. */
export const sourceKinds = [...addedKinds, 'push'] as const;
export type SourceKind = (typeof sourceKinds)[number];
export const feedRunKinds = ['changed', 'full'] as const;
export const feedRunStates = ['waiting', 'running', 'braked', 'done', 'failed'] as const;

/** What a source may take at once: facts of the sale, colors and types, prices, add-ons, or model, size, shop and dealer. */
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
  /** The field with the ID of an order, by which it is known again. */
  idField: Field,
  /** The field with the time of the last change. */
  timeField: Field,
  /** The share of the open orders, in percent, that a run may change or cancel before it waits for a person. */
  brakePercent: z.int('must be a whole number').min(1, 'must be at least 1').max(100, 'must be at most 100'),
  /** How far sale amounts may move in one run, in dollars; null for any amount. */
  brakeAmount: z.number('must be dollars').min(0, 'must not be negative').max(1e9).nullable(),
  /** What is taken without asking: facts such as delivery days, colors, prices, add-ons, or model, size and dealer. */
  takesAtOnce: z.array(z.enum(takenParts, 'must be facts, build, money, lines or match')),
};

/** How a source's answers are asked for and read; a parameter with an empty name is not sent. */
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
  .regex(/^[\x21-\x7e]+$/, 'must consist of letters, digits and signs, without spaces');

const Cron = z.string().trim().min(1, 'must not be empty').max(100).nullable();

const fields = {
  name: RequiredText('is required', 100),
  kind: z.enum(sourceKinds, 'must be rest, url, folder or upload'),
  /** Where to ask, or the folder; empty for files that people upload. */
  address: OneLine().max(500, 'must be at most 500 characters'),
  settings: SourceSettings,
  /** The token to sign in with, write-only; null removes it. */
  credential: Credential.nullable(),
  /** When it is pulled; null: only on request. */
  cron: Cron,
  /** When all of its orders are compared, for what is no longer there; null: only on request. */
  fullCron: Cron,
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as America/Chicago'),
  mapping: z
    .record(z.string().max(60), z.string().max(300))
    .refine((mapping) => Object.keys(mapping).length <= 60, 'must be at most 60 fields')
    .nullable(),
  overlapMinutes: z.int('must be a whole number').min(0, 'must not be negative').max(10_080, 'must be at most 10,080'),
  /** The user who is told when a pull fails; null: the Office Admins. */
  owner: z.uuid('must be a user').nullable(),
};

/** A new source of orders. */
export const NewSource = z.object({
  ...fields,
  kind: fields.kind.refine(
    (kind) => kind !== 'push',
    "cannot be push: a key's source is added when the key first sends orders",
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
  /** When it is pulled, in words. */
  schedule: z.string().nullable(),
  fullCron: z.string().nullable(),
  /** When all of its orders are compared, in words. */
  fullSchedule: z.string().nullable(),
  timeZone: z.string(),
  mapping: z.record(z.string(), z.string()).nullable(),
  overlapMinutes: z.int(),
  owner: Named.nullable(),
  /** The API key that sends its orders; null for any other source. */
  key: Named.nullable(),
  paused: z.boolean(),
  nextRunAt: z.string().nullable(),
  nextFullAt: z.string().nullable(),
  /** When the last good run began: what changed before it is here. */
  highWater: z.string().nullable(),
  lastRun: LastRun.nullable(),
  /** What is wrong with it, in a sentence; null if nothing is. */
  problem: z.string().nullable(),
  revision: z.int(),
});
export type Source = z.output<typeof Source>;

/** What was done with the rows of a run. */
export const FeedCounts = z.object({
  new: z.int(),
  unchanged: z.int(),
  /** Changes that wait for a person, and those that were taken at once. */
  proposed: z.int(),
  applied: z.int(),
  /** Orders put on hold because their sale was canceled. */
  held: z.int(),
  /** Rows older than what is known. */
  older: z.int(),
  /** Sales canceled before they came. */
  canceledBefore: z.int(),
  refused: z.int(),
});
export type FeedCounts = z.output<typeof FeedCounts>;

/** A row that cannot become an order, and why. */
export const RefusedFeedRow = z.object({
  externalId: z.string().nullable(),
  serialNumber: z.string().nullable(),
  reason: z.string(),
});

/** Why a run waits for a person, with some of the orders it would change. */
export const FeedBrake = z.object({
  why: z.string(),
  /** Open orders, and how many of them change or are canceled. */
  open: z.int(),
  changed: z.int(),
  canceled: z.int(),
  moved: Total,
  examples: z.array(z.object({ orderId: z.uuid(), serialNumber: z.string(), labels: z.array(z.string()) })),
});

/** One run of a source, as its history shows it. */
export const FeedRun = z.object({
  _id: z.uuid(),
  source: Named,
  kind: z.enum(feedRunKinds),
  cause: z.enum(['schedule', 'now', 'push']),
  state: z.enum(feedRunStates),
  dueAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** Only what changed since then was asked for; null asked for everything. */
  since: z.string().nullable(),
  /** The file that was uploaded; null for what was pulled. */
  file: z.string().nullable(),
  /** How many orders the source says it has; null if it does not say. */
  sourceCount: z.int().nullable(),
  /** How many orders were read so far. */
  readCount: z.int(),
  counts: FeedCounts,
  message: z.string().nullable(),
});
export type FeedRun = z.output<typeof FeedRun>;

/** A run with what was noticed while reading, and the first rows that were refused. */
export const FeedRunDetail = FeedRun.extend({
  findings: z.array(z.string()),
  refused: z.array(RefusedFeedRow),
  /** Why it waits for a person; null if it never had to. */
  brake: FeedBrake.nullable(),
  releasedBy: z.string().nullable(),
});

export const PullSource = z.object({ id: z.uuid('is not a valid ID'), kind: z.enum(feedRunKinds).default('changed') });

export const ListFeedRuns = z.object({
  id: z.uuid('is not a valid ID'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(50),
});

/** What a page of a source was understood as; nothing is stored. */
export const SourceTest = z.object({
  msg: z.string(),
  /** How many rows the page has. */
  rows: z.int(),
  /** How many orders the source says it has. */
  total: z.int().nullable(),
  first: z.array(
    z.object({
      externalId: z.string().nullable(),
      serialNumber: z.string().nullable(),
      shop: z.string().nullable(),
      model: z.string().nullable(),
      total: z.number().nullable(),
      /** Why it cannot become an order; null if it can. */
      problem: z.string().nullable(),
    }),
  ),
  findings: z.array(z.string()),
  /** The paths of the fields that the rows have, for a mapping: `id`, `building.size`, `lines[].title`. */
  fields: z.array(z.string()),
});
