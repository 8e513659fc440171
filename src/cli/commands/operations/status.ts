import type { Command } from 'commander';
import { readConfig } from '../../../domain/kernel/platform/config.js';
import { shedworksHome } from '../../../domain/kernel/platform/home.js';
import { openInstallation } from '../../../domain/kernel/platform/installation.js';
import { PostgresError } from '../../../domain/kernel/platform/postgres/process.js';
import { version } from '../../../domain/kernel/platform/version.js';
import { StartError } from '../../../domain/kernel/start-error.js';
import { formatBytes } from '../../../domain/kernel/text/bytes.js';
import { readInstallationStatus, type InstallationStatus } from '../../../domain/operations/status/status.js';
import { print, type TableRow } from '../../output.js';
import { exit, fail, type GlobalOptions } from '../../run.js';

/** `shedworks status`: the database, version and environment file of the installation, and its state. */
export function registerStatus(program: Command): void {
  program
    .command('status')
    .description('Show the version, database, mail server and last backup of this installation')
    .addHelpText('after', '\nExit code 1 if the database does not respond.')
    .action((options: GlobalOptions) => show(options));
}

async function show(options: GlobalOptions): Promise<void> {
  try {
    const place = await openInstallation({ migrate: false }).catch(toProblem);
    if (typeof place === 'string') return showWithout(options, place);
    try {
      const status = await readInstallationStatus(place);
      print(options, status, toRows(status));
    } finally {
      await place.close();
    }
  } catch (error) {
    fail(error);
  }
}

function toProblem(error: unknown): string {
  if (error instanceof StartError || error instanceof PostgresError) return error.message;
  throw error;
}

/** What is known without the database; the exit code reports that it does not answer. */
function showWithout(options: GlobalOptions, problem: string): void {
  const home = shedworksHome(process.env);
  const envFile = readConfig().SHEDWORKS_ENV_FILE ?? null;
  print(options, { version, home, envFile, database: { problem } }, [
    { what: 'Database', value: problem },
    { what: 'Version', value: version },
    { what: 'Home folder', value: home },
    { what: 'Environment file', value: envFile ?? 'none' },
  ]);
  process.exitCode = exit.failed;
}

function toRows({ database, migrations, mail, disk, lastBackup, ...status }: InstallationStatus): TableRow[] {
  const texts = {
    Database: `${database.address}${database.embedded ? ' (embedded)' : ''}, ${database.server}, ${formatBytes(database.bytes)}`,
    Company: status.company ?? 'not set up',
    Version: status.version,
    Migrations:
      migrations.pending.length === 0 ? `up to date (${migrations.done})` : `${migrations.pending.length} pending`,
    Worker: status.workers === 0 ? 'none is running' : `${status.workers} running`,
    Mail: `${mail.server ?? 'not sent: SMTP_URL is not set'}; ${mail.waiting} waiting, ${mail.kept} not sent, ${mail.failed} failed`,
    Disk: disk
      ? `${formatBytes(disk.freeBytes)} of ${formatBytes(disk.sizeBytes)} free at ${disk.folder}`
      : 'not on this machine',
    'Last backup': lastBackup
      ? `${lastBackup.at.slice(0, 16).replace('T', ' ')} UTC, ${lastBackup.file}, ${formatBytes(lastBackup.bytes)}`
      : 'none',
    'Home folder': status.home,
    'Environment file': status.envFile ?? 'none',
  };
  return Object.entries(texts).map(([what, value]) => ({ what, value }));
}
