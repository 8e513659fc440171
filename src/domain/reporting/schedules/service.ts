import { z } from 'zod';
import { getScope, type ActorCtx, type WriteCtx } from '../../kernel/context.js';
import { invalid, notFound } from '../../kernel/errors.js';
import { getOwnerColumns, schedulesLimit, writeKept } from '../../kernel/records/limits.js';
import { Listing, getList, getPage } from '../../kernel/records/page.js';
import {
  createRecord,
  RecordVersion,
  updateRecord,
  deleteRecord,
  RecordId,
  type RecordKind,
} from '../../kernel/records/record.js';
import { findUsableView } from '../saved-views/queries.js';
import { refuseOutsiders } from '../../messaging/outbox/recipients.js';
import { isOfList } from '../saved-views/rules.js';
import { service } from '../../kernel/service.js';
import { pickGiven } from '../../kernel/objects.js';
import { type Cron, CronError, formatEcho, isHourlyAtMost, nextAfter, nextTimes, parseCron } from './cron.js';
import { findSchedules, visibleTo } from './queries.js';
import { AskWhen, NewSchedule, Schedule, ScheduleChange, WhenEcho } from './schema.js';

const scheduleSorts = ['view', 'owner', 'nextRunAt'] as const;
const Sort = z.enum([...scheduleSorts, ...scheduleSorts.map((field) => `-${field}` as const)]).default('view');
const SavedSchedule = z.object({ msg: z.string(), item: Schedule });

const getKind = ({ clock, actor }: ActorCtx): RecordKind<typeof Schedule> => ({
  what: 'Schedule',
  entity: 'schedule',
  table: 'schedules',
  schema: Schedule,
  find: (db, ids) => findSchedules(db, clock.now(), (query) => query.whereRaw('s.id = any(?)', [ids])),
  uses: [],
  publish: (tx) => tx.publish({ topic: 'schedule', shopIds: [getScope(actor)] }),
});

export const listSchedules = service({
  summary:
    "List the signed-in user's schedules by name, with their problems; an Admin sees all of the office or the shop",
  permission: 'views.use',
  effect: 'read',
  input: Listing.extend({ sort: Sort }),
  output: getList(Schedule),
  run: async (ctx, listing) =>
    getPage(await findSchedules(ctx.db, ctx.clock.now(), visibleTo(ctx.actor)), listing, ['view', 'owner', 'text']),
});

export const getSchedule = service({
  summary: 'Get a schedule',
  permission: 'views.use',
  effect: 'read',
  input: RecordId,
  output: Schedule,
  run: (ctx, { id }) => visibleSchedule(ctx, id),
});

export const explainSchedule = service({
  summary: 'Describe in plain words when a cron expression runs, with its next 3 runs',
  permission: 'views.use',
  effect: 'read',
  input: AskWhen,
  output: WhenEcho,
  run: (ctx, { cron, timeZone }) => {
    const { read } = readWhen(cron, timeZone, ctx.clock.now());
    refuseTooOften(ctx, read);
    const next = nextTimes(read, timeZone, ctx.clock.now(), 3).map((at) => at.toISOString());
    return Promise.resolve({ text: formatEcho(read, timeZone), next });
  },
});

export const createSchedule = service({
  summary: 'Send a saved view by email on a schedule, with what its owner can see at that time',
  permission: 'views.use',
  effect: 'write',
  input: NewSchedule,
  output: SavedSchedule,
  run: async (ctx, fields) => {
    const owner = getOwnerColumns(ctx, 'A schedule');
    const row = await buildRow(ctx, fields);
    const item = await writeKept(ctx, schedulesLimit, owner.owner_id, () =>
      createRecord(ctx, getKind(ctx), (id) => ctx.db('schedules').insert({ id, ...owner, ...row })),
    );
    return { msg: 'Schedule created.', item };
  },
});

export const updateSchedule = service({
  summary: 'Change a schedule, or turn it on or off',
  permission: 'views.use',
  effect: 'write',
  input: ScheduleChange.extend(RecordVersion.shape),
  output: SavedSchedule,
  run: async (ctx, { id, revision, ...change }) => {
    const before = await visibleSchedule(ctx, id);
    const row = await buildRow(ctx, { ...before, view: before.view._id, ...pickGiven(change) }, before);
    const item = await updateRecord(ctx, getKind(ctx), { id, revision }, () =>
      ctx.db('schedules').where({ id }).update(row),
    );
    return { msg: 'Schedule updated.', item };
  },
});

export const deleteSchedule = service({
  summary: 'Delete a schedule with its delivery log',
  permission: 'views.use',
  effect: 'write',
  input: RecordId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    await visibleSchedule(ctx, id);
    await deleteRecord(ctx, getKind(ctx), id);
    return { msg: 'Schedule deleted.' };
  },
});

/** A schedule that the actor may see and change. Throws not-found. */
export async function visibleSchedule({ db, actor, clock }: ActorCtx, id: string): Promise<Schedule> {
  const [schedule] = await findSchedules(db, clock.now(), (query) => visibleTo(actor)(query.where('s.id', id)));
  if (!schedule) throw notFound('Schedule');
  return schedule;
}

/** The columns of a schedule. Its next time changes only with what it depends on, so that an overdue run stays due. */
async function buildRow(ctx: WriteCtx, fields: NewSchedule, before?: Schedule) {
  const { view, cron, timeZone, recipients, format, active } = fields;
  if (view !== before?.view._id) await refuseView(ctx, view);
  const { read, next } = readWhen(cron, timeZone, ctx.clock.now());
  if (active) {
    refuseTooOften(ctx, read);
    await refuseOutsiders(ctx.db, { senderId: ctx.actor.id, shopId: getScope(ctx.actor) }, recipients);
  }
  const isSameTime = before?.cron === cron && before.timeZone === timeZone && before.active === active;
  const time = isSameTime ? {} : { next_run_at: active ? next : null };
  return { view_id: view, cron, time_zone: timeZone, recipients, format, active, ...time };
}

async function refuseView({ db, actor }: WriteCtx, id: string): Promise<void> {
  const view = await findUsableView(db, actor, id);
  if (!view) throw invalid('view', 'does not exist');
  if (isOfList(view.report)) throw invalid('view', 'is a view of a list. Only report views can be sent');
}

/** Throws for a shop's schedule that would run more than once an hour. */
function refuseTooOften({ actor }: ActorCtx, cron: Cron): void {
  if (getScope(actor) !== null && !isHourlyAtMost(cron))
    throw invalid('cron', 'must run at most once an hour: use a single minute, for example "0 * * * *"');
}

/** A parsed cron expression with its next time. Throws if it cannot be parsed or is never due. */
function readWhen(cron: string, timeZone: string, now: Date): { readonly read: Cron; readonly next: Date } {
  try {
    const schedule = parseCron(cron);
    const next = nextAfter(schedule, timeZone, now);
    if (next) return { read: schedule, next };
  } catch (error) {
    if (error instanceof CronError) throw invalid('cron', error.message);
    throw error;
  }
  throw invalid('cron', 'never comes');
}
