import { z } from 'zod';
import { NamedRecord, RequiredText, Search, getPaging } from '../../kernel/records/fields.js';
import { LONGEST_MINUTES, SHORTEST_MINUTES } from './rules.js';

export const commandRunStates = ['running', 'done', 'failed', 'lost'] as const;
export type CommandRunState = (typeof commandRunStates)[number];

const run = {
  _id: z.uuid(),
  /** The command without its arguments, such as `orders push`. */
  command: z.string(),
  /** The command with its arguments, without secrets. */
  line: z.string(),
  /** The operating system account that ran it, and the machine. */
  account: z.string(),
  host: z.string(),
  /** The actor it ran as. */
  actor: z.string(),
  version: z.string(),
  /** `lost`: it did not end, because it was killed or lost its database. */
  state: z.enum(commandRunStates),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  seconds: z.number().nullable(),
  exitCode: z.int().nullable(),
  counts: z.record(z.string(), z.number()),
};

/** A run of a command, as lists show it. */
export const CommandRun = z.object(run);
/** A run of a command with the end of its output. */
export const CommandRunDetail = z.object({ ...run, log: z.string() });

export const ListCommandRuns = z.object({
  /** A part of the command line. */
  search: Search,
  state: z.enum(commandRunStates).optional(),
  ...getPaging(50),
});

const minutes = (least: number) =>
  z
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(LONGEST_MINUTES, `must be at most ${LONGEST_MINUTES.toLocaleString('en-US')}`);

const fields = {
  /** The beginning of the command line, without `shedworks`: `backup`, `reports run invoices --range last-week`. */
  line: RequiredText('is required', 500),
  everyMinutes: minutes(SHORTEST_MINUTES),
  /** How much later it may start; a tenth of the interval by default. */
  graceMinutes: minutes(0),
  /** The user to notify; null for the super admins. */
  owner: z.uuid('must be the ID of a user').nullable(),
};

/** A command that is expected to run. */
export const NewExpectedCommand = z.object({
  ...fields,
  graceMinutes: fields.graceMinutes.optional(),
  owner: fields.owner.optional(),
});
/** A change of an expected command; fields left out are unchanged. */
export const ExpectedCommandChange = z.object(fields).partial();

export const ExpectedCommand = z.object({
  _id: z.uuid(),
  line: z.string(),
  everyMinutes: z.int(),
  graceMinutes: z.int(),
  owner: NamedRecord.nullable(),
  /** When its last successful run started. */
  lastGoodAt: z.string().nullable(),
  /** The latest start of its next run. */
  dueAt: z.string(),
  /** `failed`: its last run failed or did not end. `late`: it did not run in time. Null: no problem. */
  problem: z.enum(['failed', 'late']).nullable(),
  problemSince: z.string().nullable(),
  /** The run that failed. */
  problemRun: z.uuid().nullable(),
  revision: z.int(),
});
export type ExpectedCommand = z.output<typeof ExpectedCommand>;
