import path from 'node:path';
import { createClient } from '../../../domain/kernel/database/connection.js';
import { shedworksHome } from '../../../domain/kernel/platform/home.js';
import { majorsIn } from '../../../domain/kernel/platform/postgres/place.js';
import { switchOff } from '../../../domain/operations/backup/continuous/archive.js';
import { checkArchive } from '../../../domain/operations/backup/continuous/check.js';
import { backUpContinuously } from '../../../domain/operations/backup/continuous/base.js';
import { formatMoment, parseMoment } from '../../../domain/operations/backup/continuous/moment.js';
import { chooseBase, restoreToMoment } from '../../../domain/operations/backup/continuous/recover.js';
import { rememberBackup } from '../../../domain/operations/backup/made.js';
import type { SettledWork } from '../../../domain/operations/backup/settle.js';
import { printFields, printNote } from '../../output.js';
import { openProgress } from '../../progress.js';
import { confirm } from '../../prompts.js';
import { exit, UsageError, withContext, type GlobalOptions } from '../../run.js';
import { stopSignal } from './backup-stop.js';
import { recordCheck } from './backup-verified.js';

export interface ContinuousOptions extends GlobalOptions {
  readonly keep?: string;
}

const KEPT = 7;

/** Starts or continues the continuous backup of the embedded database into a folder. */
export async function backUpInto(options: ContinuousOptions, folder: string, stop: AbortSignal): Promise<void> {
  const keep = options.keep === undefined ? KEPT : readCount(options.keep);
  await withContext(
    options,
    async (ctx, { url, home, embedded }) => {
      refuseOther(embedded);
      const into = path.resolve(folder);
      const { progress, clock } = ctx;
      const report = await backUpContinuously({
        ...{ url, home, folder: into, keep, progress },
        ...{ now: clock.now(), signal: stop },
      }).catch((error: NodeJS.ErrnoException) => {
        throw error.syscall === 'mkdir' ? new UsageError(`--continuous: ${error.message}`) : error;
      });
      await rememberBackup(ctx.db, {
        ...{ createdAt: clock.now().toISOString(), file: path.join(into, 'base', report.base) },
        ...{ bytes: report.bytes, rows: null, digest: null, encrypted: false },
      });
      printFields(options, report);
      return undefined;
    },
    { migrate: false },
  );
}

export async function endContinuous(options: GlobalOptions): Promise<void> {
  await withContext(
    options,
    async (_ctx, { url, embedded }) => {
      refuseOther(embedded);
      const client = createClient({ connectionString: url, application_name: 'shedworks backup' });
      await client.connect();
      try {
        await switchOff(client);
      } finally {
        await client.end();
      }
      printFields(options, { continuous: false });
      printNote('Changes are no longer archived. The files in the folder are kept.');
      return undefined;
    },
    { migrate: false },
  );
}

function refuseOther(embedded: boolean): void {
  if (!embedded)
    throw new UsageError(
      '--continuous is for the embedded database. For the server of DATABASE_URL see examples/pgbackrest.conf.',
    );
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new UsageError(`--keep: "${text}" is not a number from 1 to 999`);
  return Number(text);
}

export interface MomentOptions extends GlobalOptions {
  readonly yes?: boolean;
  readonly to?: string;
  readonly into?: string;
}

/** Restores a moment of a continuous backup into a home folder. */
export async function restoreMoment(folder: string, options: MomentOptions): Promise<void> {
  const from = path.resolve(folder);
  const moment = (zone: string): Date | null => (options.to === undefined ? null : readMoment(options.to, zone));
  const base = await chooseBase(from, moment);
  const to = moment(base.zone);
  const home = path.resolve(options.into ?? shedworksHome(process.env));
  const what = `${base.company ?? 'a database without a company'} as of ${to ? formatMoment(to, base.zone) : 'its newest state'}`;
  if (!(await isAgreed(what, home, options))) return;
  const report = await restoreToMoment({
    ...{ folder: from, base, to, home, now: new Date() },
    ...{ progress: openProgress(options), signal: stopSignal(), onNotice: printNote },
  });
  printFields(options, report);
  noteSettled(report);
  printNote(`Restored to ${formatMoment(new Date(report.lastChange), base.zone)}.`);
  printNote(`Start it with SHEDWORKS_HOME=${report.home}; to only inspect it, use shedworks serve --no-worker.`);
  printNote('Its changes are not archived yet: start a continuous backup into a new folder.');
}

function readMoment(text: string, zone: string): Date {
  const moment = parseMoment(text, zone);
  if (moment) return moment;
  throw new UsageError(`--to: "${text}" is not a time such as "2026-11-20 14:05" (in ${zone}) or 2026-11-20T14:05:00Z`);
}

async function isAgreed(what: string, home: string, { yes }: MomentOptions): Promise<boolean> {
  const living = majorsIn(home).length > 0;
  if (yes) return true;
  if (!process.stdin.isTTY) throw new UsageError('Add --yes to restore without a terminal');
  const aside = living ? ' The existing database is kept under another name.' : '';
  const isConfirmed = await confirm(`Restore ${what} into ${home}?${aside}`);
  if (!isConfirmed) process.exitCode = exit.failed;
  return isConfirmed;
}

/** Checks that every file of a continuous backup is readable, and that no change is missing. */
export async function verifyArchive(options: GlobalOptions, folder: string): Promise<void> {
  await recordCheck(options, async () => {
    const { zone, newest, ...report } = await checkArchive(path.resolve(folder));
    printFields(options, report);
    const [since, until] = [report.since, report.until].map((moment) => formatMoment(new Date(moment), zone));
    printNote(`You can restore any moment from ${since} to ${until}.`);
    return { file: newest };
  });
}

/** Reports what does not run again. */
export function noteSettled({ stoppedJobs, waitingMessages, pausedWebhooks }: SettledWork): void {
  if (stoppedJobs > 0) printNote(`Unfinished jobs marked as failed: ${stoppedJobs}.`);
  if (waitingMessages > 0)
    printNote(
      `Unsent messages kept in the outbox: ${waitingMessages}. Click Send again there for those that did not arrive.`,
    );
  if (pausedWebhooks > 0)
    printNote(`Paused webhooks: ${pausedWebhooks}. Resume those that this installation should send.`);
}
