import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { RUN_FEED } from '../../../domain/imports/feed/runs/due.js';
import { pullSource, getFeedRun } from '../../../domain/imports/feed/runs/pull.js';
import type { FeedRun } from '../../../domain/imports/feed/schema.js';
import { uploadToSource } from '../../../domain/imports/feed/runs/upload.js';
import { testSource } from '../../../domain/imports/feed/sources/test-source.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { getOutside, type Installation } from '../../../domain/kernel/platform/installation.js';
import { present } from '../../../domain/kernel/objects.js';
import { tasks } from '../../../domain/operations/jobs/tasks.js';
import { workOff } from '../../../domain/operations/jobs/worker.js';
import { type Columns, print, printNote, toRows } from '../../output.js';
import { readUpload } from '../../files.js';
import { cliLogger, exit, UsageError, withContext, type GlobalOptions } from '../../run.js';
import { sourceNamed } from './source-options.js';

interface PullOptions extends GlobalOptions {
  readonly file?: string;
  readonly full?: boolean;
  readonly wait?: boolean;
}

/** `shedworks sources test` and `shedworks sources pull`. */
export function registerPull(sources: Command): void {
  sources
    .command('test <source>')
    .description('Read one page of a source and show how it is interpreted; nothing is stored')
    .action((source: string, options: GlobalOptions) => withContext(options, (ctx) => tryOut(ctx, source, options)));
  sources
    .command('pull <source>')
    .description('Pull a source now: what changed since the last successful pull')
    .option('--file <file>', 'JSON or CSV file, for a source whose files users upload')
    .option('--full', 'pull everything, not only what changed')
    .option('--wait', 'wait until the pull finishes; the default on a terminal')
    .option('--no-wait', 'do not wait until the pull finishes')
    .action((source: string, options: PullOptions) =>
      withContext(options, (ctx, place) => pull(ctx, place, source, options)),
    );
}

type TriedRow = Awaited<ReturnType<typeof testSource>>['first'][number];
const triedColumns: Columns<TriedRow> = {
  id: (row) => row.externalId,
  serial: (row) => row.serialNumber,
  shop: (row) => row.shop,
  model: (row) => row.model,
  total: (row) => row.total,
  problem: (row) => row.problem,
};

async function tryOut(ctx: Ctx, source: string, options: GlobalOptions): Promise<number> {
  const preview = await testSource(ctx, { id: await sourceNamed(ctx, source) });
  print(options, preview, toRows(triedColumns, preview.first));
  const inAll = preview.total === null ? '' : ` The source has ${preview.total.toLocaleString('en-US')} in total.`;
  printNote(`${preview.msg}${inAll}`);
  for (const finding of preview.findings) printNote(finding);
  return preview.first.some(({ problem }) => problem !== null) ? exit.refusedRows : exit.done;
}

async function pull(ctx: Ctx, place: Installation, source: string, options: PullOptions): Promise<number> {
  const id = await sourceNamed(ctx, source);
  if (options.file !== undefined && options.full)
    throw new UsageError('--full: leave it out; a file is always read completely');
  const started = await begin(ctx, id, options);
  if (!started.run) {
    print(options, started, []);
    printNote(started.msg);
    return exit.done;
  }
  const isWaiting = options.wait ?? process.stderr.isTTY;
  if (!isWaiting) {
    print(options, started.run, [line(started.run)]);
    printNote('The pull is queued. A worker will run it.');
    return exit.done;
  }
  const run = await waitFor(ctx, place, started.run._id);
  print(options, run, [line(run)]);
  printNote(run.message ?? '');
  for (const finding of run.findings) printNote(finding);
  for (const { externalId, serialNumber, reason } of run.refused)
    printNote(`Refused ${serialNumber ?? externalId ?? 'a row'}: ${reason}.`);
  if (run.state === 'failed') return exit.failed;
  return run.state === 'braked' || run.counts.refused > 0 ? exit.refusedRows : exit.done;
}

/** Starts a pull, or uploads a file. */
async function begin(ctx: Ctx, id: string, { file, full }: PullOptions) {
  if (file === undefined) return pullSource(ctx, { id, kind: full ? 'full' : 'changed' });
  return uploadToSource(ctx, { id, file: await readUpload(file) });
}

const POLL_MS = 500;

/** Runs waiting pulls in this process, unless a worker has them, until this pull has ended. */
async function waitFor(ctx: Ctx, place: Installation, id: string) {
  const { url, db, config } = place;
  const outside = getOutside(place);
  const ownTasks = { [RUN_FEED]: present(tasks[RUN_FEED]) };
  let working: Promise<void> | undefined;
  try {
    for (;;) {
      const run = await getFeedRun(ctx, { id });
      ctx.progress?.report(run.readCount, Math.max(run.sourceCount ?? 0, run.readCount + 1), 'Reading');
      if (run.state !== 'waiting' && run.state !== 'running') return run;
      working ??= workOff({ url, db, logger: cliLogger, config, outside, tasks: ownTasks }).finally(() => {
        working = undefined;
      });
      await Promise.race([working.then(() => pause(POLL_MS)), pause(POLL_MS)]);
    }
  } finally {
    await working;
    ctx.progress?.report(1, 1, 'Reading');
  }
}

const line = ({ kind, state, readCount, counts, message, _id }: FeedRun) => ({
  ...{ kind, state, read: readCount, new: counts.new, proposed: counts.proposed, refused: counts.refused },
  ...{ message, id: _id },
});
