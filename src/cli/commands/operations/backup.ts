import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { makeBackup } from '../../../domain/operations/backup/backup.js';
import type { BackupKey } from '../../../domain/operations/backup/encryption.js';
import { rememberBackup } from '../../../domain/operations/backup/made.js';
import { openBackup, verifyBackup } from '../../../domain/operations/backup/read-file.js';
import { refuseNewer, restoreBackup } from '../../../domain/operations/backup/restore.js';
import { print, printNote, type Cell } from '../../output.js';
import { confirm } from '../../prompts.js';
import { exit, fail, UsageError, withContext, type GlobalOptions } from '../../run.js';
import { keyToEncrypt, keyToOpen, makeKey } from './backup-key.js';

const inTheFile = `
This file has all company data, including password hashes (tar, gzip; age if encrypted). Only your account can read it.
The passphrase comes from SHEDWORKS_BACKUP_PASSPHRASE, or from a prompt on a terminal.
Not included: the secret that signs sessions (SHEDWORKS_SECRET, or session-secret in SHEDWORKS_HOME), the environment
variables, and the job queue. With a new secret everyone has to sign in again; nothing else is lost.`;

/** `shedworks backup` and `shedworks restore`. */
export function registerBackup(program: Command): void {
  program
    .command('backup')
    .description('Back up everything to one file while people keep working')
    .option('--out <file>', 'file or folder to write to; defaults to shedworks-<time>.tar.gz here')
    .option('--encrypt', 'encrypt with a passphrase; the default if SHEDWORKS_BACKUP_PASSPHRASE is set')
    .option('--encrypt-with <key file>', 'encrypt with the secret or public keys in a file')
    .option('--new-key <file>', 'only create a key file')
    .option('--decrypt-with <key file>', 'with --verify: the key file of an encrypted backup')
    .option('--verify <file>', 'only check that a backup is complete and unchanged; needs no database')
    .addHelpText('after', inTheFile)
    .action((options: BackupOptions) => runGuarded(options, () => runChosen(options)));
  program
    .command('restore <file>')
    .description('Fill an empty database from a backup of the same or an older version, all or nothing')
    .option('--yes', 'do not ask for confirmation')
    .option('--decrypt-with <key file>', 'the key file of an encrypted backup')
    .addHelpText('after', inTheFile)
    .action((file: string, options: RestoreOptions) => runGuarded(options, () => restore(file, options)));
}

interface BackupOptions extends GlobalOptions {
  readonly out?: string;
  readonly encrypt?: boolean;
  readonly encryptWith?: string;
  readonly decryptWith?: string;
  readonly newKey?: string;
  readonly verify?: string;
}
interface RestoreOptions extends GlobalOptions {
  readonly yes?: boolean;
  readonly decryptWith?: string;
}

const runChosen = (options: BackupOptions): Promise<void> => {
  if (options.newKey !== undefined) return makeKey(options, options.newKey);
  return options.verify === undefined ? backUp(options) : verify(options, options.verify);
};

/** Reports failures before the database is open the same way as later ones. */
async function runGuarded({ as }: GlobalOptions, work: () => Promise<void>): Promise<void> {
  try {
    if (as) throw new UsageError('--as: this applies to the whole installation and cannot run as a user');
    await work();
  } catch (error) {
    fail(error);
  }
}

async function backUp(options: BackupOptions): Promise<void> {
  const now = new Date();
  const key = await keyToEncrypt(options);
  const file = await fileFor(options.out, `shedworks-${timeIn(now)}.tar.gz${key ? '.age' : ''}`);
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
  await withContext(
    options,
    async (ctx, { url }) => {
      const report = await makeBackup({ url, file, key, now, progress: ctx.progress, signal: stopped.signal });
      await rememberBackup(ctx.db, report, key !== undefined);
      printOne(options, report);
      return undefined;
    },
    { migrate: false },
  );
}

const timeIn = (now: Date): string => `${now.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

async function fileFor(out: string | undefined, name: string): Promise<string> {
  if (out === undefined) return path.resolve(name);
  if (await isFolder(out)) return path.resolve(out, name);
  if (!(await isFolder(path.dirname(path.resolve(out)))))
    throw new UsageError(`--out: the folder of ${out} does not exist`);
  return path.resolve(out);
}

const isFolder = async (place: string): Promise<boolean> =>
  (await stat(place).catch(() => undefined))?.isDirectory() ?? false;

async function verify(options: BackupOptions, file: string): Promise<void> {
  const key = await keyToOpen(file, options.decryptWith);
  const { header, manifest } = await verifyBackup(file, { key });
  const { version, createdAt, company } = header;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  printOne(options, { file, version, createdAt, company, rows, digest: manifest.digest });
  printNote('The backup is complete and unchanged.');
}

async function restore(file: string, options: RestoreOptions): Promise<void> {
  const key = await keyToOpen(file, options.decryptWith);
  if (!(await agreed(file, key, options))) return;
  await withContext(
    options,
    async (ctx, { url }) => {
      const { migrated, ...report } = await restoreBackup({ url, file, key, progress: ctx.progress });
      printOne(options, { ...report, migrations: migrated.length });
      if (report.stoppedJobs > 0) printNote(`Unfinished jobs marked as failed: ${report.stoppedJobs}.`);
      if (report.waitingMessages > 0)
        printNote(
          `Unsent messages kept in the outbox: ${report.waitingMessages}. Click Send again there for those that did not arrive.`,
        );
      if (report.pausedWebhooks > 0)
        printNote(`Paused webhooks: ${report.pausedWebhooks}. Resume those that this installation should send.`);
      return undefined;
    },
    { migrate: false, record: false, company: false },
  );
}

/** The backup's description of itself, and whether it may be restored into the empty database. */
async function agreed(file: string, key: BackupKey | undefined, { yes }: RestoreOptions): Promise<boolean> {
  const backup = await openBackup(file, { key });
  await backup.close();
  refuseNewer(backup.header);
  if (yes) return true;
  if (!process.stdin.isTTY) throw new UsageError('Add --yes to restore without a terminal');
  const { company, createdAt, version } = backup.header;
  const agreed = await confirm(
    `Restore ${company ?? 'a backup without a company'}, as of ${createdAt} (version ${version})?`,
  );
  if (!agreed) process.exitCode = exit.failed;
  return agreed;
}

function printOne(options: GlobalOptions, report: object): void {
  const rows = Object.entries(report).map(([what, value]) => ({ what, value: value as Cell }));
  print(options, report, rows);
}
