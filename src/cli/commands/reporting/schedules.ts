import { Option, type Command } from 'commander';
import type { z } from 'zod';
import { getCompanyProfile } from '../../../domain/company/company/service.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { listViews } from '../../../domain/reporting/saved-views/service.js';
import { listScheduleRuns, runScheduleNow, resendScheduleRun } from '../../../domain/reporting/schedules/runs.js';
import { type Schedule, scheduleFormats, type ScheduleRun } from '../../../domain/reporting/schedules/schema.js';
import {
  createSchedule,
  updateSchedule,
  deleteSchedule,
  explainSchedule,
  listSchedules,
  getSchedule,
} from '../../../domain/reporting/schedules/service.js';
import { fieldsOption } from '../../fields.js';
import { findByName, getId, isNamed } from '../../named.js';
import { moment } from '../../moments.js';
import { type Columns, print, printNote, sentence, toRows } from '../../output.js';
import { withContext, type GlobalOptions } from '../../run.js';

interface ScheduleOptions extends GlobalOptions {
  readonly cron?: string;
  readonly timeZone?: string;
  readonly to?: string[];
  readonly format?: Schedule['format'];
}

/** `shedworks schedules …`: reports that are emailed regularly. */
export function registerSchedules(program: Command): void {
  const schedules = program.command('schedules').description('Manage reports that are emailed regularly');
  registerReads(schedules);
  withFields(schedules.command('add <view>'))
    .description('Email a saved view on a schedule, as the user of --as, who owns it')
    .action((view: string, options: ScheduleOptions) => withContext(options, (ctx) => add(ctx, view, options)));
  withFields(schedules.command('change <schedule>'))
    .description('Change a schedule, by the name of its view or ID')
    .action((name: string, options: ScheduleOptions) =>
      withContext(options, async (ctx) =>
        printSaved(options, await updateSchedule(ctx, { id: await scheduleId(ctx, name), ...toFields(options) })),
      ),
    );
  const acts = [
    { verb: 'pause', what: 'Turn a schedule off', active: false },
    { verb: 'resume', what: 'Turn a schedule on', active: true },
  ] as const;
  for (const { verb, what, active } of acts)
    schedules
      .command(`${verb} <schedule>`)
      .description(what)
      .action((name: string, options: GlobalOptions) =>
        withContext(options, async (ctx) =>
          printSaved(options, await updateSchedule(ctx, { id: await scheduleId(ctx, name), active })),
        ),
      );
  schedules
    .command('remove <schedule>')
    .description('Delete a schedule with its delivery log')
    .action((name: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const result = await deleteSchedule(ctx, { id: await scheduleId(ctx, name) });
        if (options.json) print(options, result, []);
        printNote(sentence(result.msg));
        return undefined;
      }),
    );
  registerSending(schedules);
}

function registerReads(schedules: Command): void {
  schedules
    .command('list')
    .description('List schedules with their next run and problems')
    .option(...fieldsOption)
    .action((options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const { items } = await listSchedules(ctx, { size: 5000 });
        print(options, items, toRows(columns, items));
        return undefined;
      }),
    );
  schedules
    .command('show <schedule>')
    .description('Show a schedule with its latest runs, by the name of its view or ID')
    .action((name: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const schedule = await getSchedule(ctx, { id: await scheduleId(ctx, name) });
        const { items: runs } = await listScheduleRuns(ctx, { id: schedule._id, size: 20 });
        print(options, { ...schedule, runs }, toRows(getRunColumns(schedule.timeZone), runs));
        printNote(`${schedule.view.name}: ${schedule.text}; to ${schedule.recipients.join(', ')}`);
        if (schedule.alarm) printNote(schedule.alarm);
        return undefined;
      }),
    );
  schedules
    .command('when <cron>')
    .description('Describe a cron expression in plain words, with its next three runs')
    .option('--time-zone <zone>', "time zone; defaults to the company's")
    .action((cron: string, options: ScheduleOptions) =>
      withContext(options, async (ctx) => {
        const zone = await findZone(ctx, options);
        const when = await explainSchedule(ctx, { cron, timeZone: zone });
        print(
          options,
          when,
          when.next.map((at) => ({ next: moment(at, { zone }) })),
        );
        printNote(sentence(when.text));
        return undefined;
      }),
    );
}

function registerSending(schedules: Command): void {
  schedules
    .command('run <schedule>')
    .description('Send the report of a schedule now; a worker sends it, and its regular times do not change')
    .action((name: string, options: GlobalOptions) =>
      withContext(options, async (ctx) =>
        printRun(options, await runScheduleNow(ctx, { id: await scheduleId(ctx, name) })),
      ),
    );
  schedules
    .command('send-again <run>')
    .description('Send a run again, by ID: the same file, or a new one if it failed')
    .action((id: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => printRun(options, await resendScheduleRun(ctx, { id }))),
    );
}

const withFields = (command: Command): Command =>
  command
    .option('--cron <expression>', 'cron expression for when to send it, such as "0 7 * * 1"')
    .option('--time-zone <zone>', "time zone of --cron; defaults to the company's")
    .option('--to <addresses...>', 'email addresses to send it to')
    .addOption(new Option('--format <format>', 'file format').choices([...scheduleFormats]));

const toFields = ({ cron, timeZone, to, format }: ScheduleOptions) => ({
  ...(cron !== undefined && { cron }),
  ...(timeZone !== undefined && { timeZone }),
  ...(to !== undefined && { recipients: to }),
  ...(format !== undefined && { format }),
});

const findZone = async (ctx: Ctx, { timeZone }: ScheduleOptions): Promise<string> =>
  timeZone ?? (await getCompanyProfile(ctx, {})).timeZone;

async function add(ctx: Ctx, view: string, options: ScheduleOptions): Promise<undefined> {
  const { items } = await listViews(ctx, {});
  const fields = { timeZone: await findZone(ctx, options), ...toFields(options) };
  const ownViews = items.filter((one) => one.owner._id === ctx.actor?.id && isNamed(one, view));
  const { _id } = findByName(
    ownViews.length > 0 ? ownViews : items,
    view,
    'saved view',
    ({ owner, report }) => `${report} of ${owner.name}`,
  );
  // the use case checks it and names what is missing
  const schedule = { ...fields, view: _id } as Parameters<typeof createSchedule>[1];
  return printSaved(options, await createSchedule(ctx, schedule));
}

const scheduleId = (ctx: Ctx, name: string): Promise<string> =>
  getId(name, {
    what: 'schedule',
    find: async (view) => {
      const { items } = await listSchedules(ctx, { size: 5000 });
      const matches = items.filter((one) => one.view.name.toLowerCase() === view.toLowerCase());
      return { items: matches.map(({ _id, owner, text }) => ({ _id, distinction: `${owner.name}, ${text}` })) };
    },
  });

function printSaved(options: GlobalOptions, { msg, item }: { msg: string; item: Schedule }): undefined {
  print(options, item, toRows(columns, [item]));
  printNote(sentence(msg));
}

type Run = z.output<typeof ScheduleRun>;

function printRun(options: GlobalOptions, { msg, run }: { msg: string; run: Run }): undefined {
  print(options, run, toRows(getRunColumns(), [run]));
  printNote(sentence(msg));
}

const columns: Columns<Schedule> = {
  view: (one) => one.view.name,
  owner: (one) => one.owner.name,
  when: (one) => one.text,
  to: (one) => one.recipients.join(', '),
  format: (one) => one.format,
  state: (one) => (one.active ? 'on' : 'off'),
  next: (one) => moment(one.nextRunAt, { zone: one.timeZone }),
  'last run': (one) => one.lastRun?.status,
  problem: (one) => one.alarm,
  id: (one) => one._id,
};

/** The columns of runs, with times in the schedule's time zone; in the company's if it is left out. */
const getRunColumns = (zone?: string): Columns<Run> => ({
  due: (run) => moment(run.dueAt, { zone }),
  cause: (run) => run.cause,
  status: (run) => run.status,
  finished: (run) => moment(run.finishedAt, { zone }),
  rows: (run) => run.rows,
  file: (run) => run.fileName,
  mail: (run) => run.message?.status,
  id: (run) => run._id,
});
