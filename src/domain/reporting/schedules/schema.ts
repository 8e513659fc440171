import { z } from 'zod';
import { Email, isTimeZone } from '../../company/users/schema.js';
import { Id, NamedRecord, getPaging } from '../../kernel/records/fields.js';

/** The file formats a schedule can send. */
export const scheduleFormats = ['xlsx', 'pdf'] as const;

const Recipients = z
  .array(Email, 'Enter at least one email address')
  .min(1, 'Enter at least one email address')
  .max(50, 'must have at most 50 email addresses')
  .transform((all) => [...new Set(all)]);

const Cron = z.string('Enter when the schedule runs').trim().min(1, 'Enter when the schedule runs').max(100);
const TimeZone = z.string().refine(isTimeZone, 'must be a time zone such as America/Chicago');

const fields = {
  view: z.uuid('must be a saved view'),
  cron: Cron,
  timeZone: TimeZone,
  recipients: Recipients,
  format: z.enum(scheduleFormats),
  active: z.boolean(),
};

/** A new schedule: a saved view, a cron expression in a time zone, its recipients and file format. */
export const NewSchedule = z.object({
  ...fields,
  format: fields.format.default('xlsx'),
  active: fields.active.default(true),
});
export type NewSchedule = z.output<typeof NewSchedule>;

/** A change of a schedule; fields left out are unchanged. */
export const ScheduleChange = z.object(fields).partial();

/** The input of the preview of a time. An empty form gets an example. */
export const AskWhen = z.object({ cron: Cron.default('0 7 * * 1'), timeZone: TimeZone.default('America/Chicago') });

/** A description of a schedule's times, and its next three runs. */
export const WhenEcho = z.object({ text: z.string(), next: z.array(z.string()) });

export const runStatuses = ['waiting', 'running', 'done', 'failed'] as const;
export const runCauses = ['schedule', 'now', 'again'] as const;

/** A formatted total of a report. */
export const ScheduleTotal = z.object({ label: z.string(), value: z.string() });

/** One run of a schedule, as its delivery log shows it. */
export const ScheduleRun = z.object({
  _id: z.uuid(),
  cause: z.enum(runCauses),
  dueAt: z.string(),
  /** The number of earlier times that were missed. */
  missed: z.int(),
  late: z.boolean(),
  status: z.enum(runStatuses),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  recipients: z.array(z.string()),
  rows: z.int().nullable(),
  totals: z.array(ScheduleTotal).nullable(),
  fileName: z.string().nullable(),
  /** Whether the file was attached to the email. */
  attached: z.boolean().nullable(),
  /** The email of the run, and its status. */
  message: z.object({ _id: z.uuid(), status: z.string(), error: z.string().nullable() }).nullable(),
  error: z.string().nullable(),
});

/** A saved view that is emailed on a schedule. */
export const Schedule = z.object({
  _id: z.uuid(),
  view: z.object({ _id: z.uuid(), name: z.string(), report: z.string() }),
  owner: NamedRecord,
  cron: z.string(),
  timeZone: z.string(),
  text: z.string(),
  recipients: z.array(z.string()),
  format: z.enum(scheduleFormats),
  active: z.boolean(),
  nextRunAt: z.string().nullable(),
  /** Its problem, as a sentence; null if there is none. */
  alarm: z.string().nullable(),
  lastRun: z.object({ status: z.enum(runStatuses), dueAt: z.string(), finishedAt: z.string().nullable() }).nullable(),
  revision: z.int(),
});
export type Schedule = z.output<typeof Schedule>;

export const ListRuns = z.object({
  id: Id,
  ...getPaging(50),
});
