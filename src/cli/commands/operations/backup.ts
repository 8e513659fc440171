import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { makeBackup } from '../../../domain/operations/backup/backup.js';
import { isArchive } from '../../../domain/operations/backup/continuous/archive.js';
import type { BackupKey } from '../../../domain/operations/backup/encryption.js';
import { rememberBackup } from '../../../domain/operations/backup/made.js';
import { openBackup, verifyBackup } from '../../../domain/operations/backup/read-file.js';
import { refuseNewer, restoreBackup } from '../../../domain/operations/backup/restore.js';
import { printFields, printNote } from '../../output.js';
import { confirm } from '../../prompts.js';
import { exit, fail, UsageError, withContext, type GlobalOptions } from '../../run.js';
import { createOutFolder, refuseOut, resolveFile, toOutError } from '../../whole-file.js';
import {
  backUpInto,
  endContinuous,
  noteSettled,
  restoreMoment,
  verifyArchive,
  type ContinuousOptions,
  type MomentOptions,
} from './backup-continuous.js';
import { keyToEncrypt, keyToOpen, makeKey } from './backup-key.js';
import { stopSignal } from './backup-stop.js';
import { recordCheck, recordOtherCheck } from './backup-verified.js';
import { countTableRows } from '../../../domain/operations/backup/format.js';

const inTheFile = `
This file has all company data, including password hashes (tar, gzip; age if encrypted). Only your account can read it.
The passphrase comes from SHEDWORKS_BACKUP_PASSPHRASE, or from a prompt on a terminal.
Not included: the secret that signs sessions (SHEDWORKS_SECRET, or session-secret in SHEDWORKS_HOME), the environment
variables, and the job queue. With a new secret everyone has to sign in again; nothing else is lost.`;

const continuously = `

A continuous backup loses a minute of work at most, and can be restored to any moment since its oldest copy of the
database. Run it every night with the same folder, on another disk. It is not encrypted; only your account can read it.
Restoring never deletes a database: an existing one is renamed.`;

/** `shedworks backup` and `shedworks restore`. */
export function registerBackup(program: Command): void {
  program
    .command('backup')
    .description('Back up everything to one file while users keep working')
    .option(
      '--out <file>',
      'file to write to, or folder/ for a new file in it; defaults to shedworks-<time>.tar.gz here',
    )
    .option('--encrypt', 'encrypt with a passphrase; the default if SHEDWORKS_BACKUP_PASSPHRASE is set')
    .option('--encrypt-with <key file>', 'encrypt with the secret or public keys in a file')
    .option('--new-key <file>', 'only create a key file')
    .option('--decrypt-with <key file>', 'with --verify: the key file of an encrypted backup')
    .option(
      '--verify <file>',
      'only check that a backup, or the newest in a folder, is complete and unchanged; needs no database',
    )
    .option('--verified-elsewhere <digest>', 'only record that another machine has verified a backup of this database')
    .option('--continuous <folder>', 'archive every change into a folder from now on, and copy the database there')
    .option('--no-continuous', 'stop archiving changes')
    .option('--keep <n>', 'with --continuous: how many copies of the database to keep; defaults to 7')
    .addHelpText('after', inTheFile + continuously)
    .action((options: BackupOptions) => runGuarded(options, () => runChosen(options)));
  program
    .command('restore <file>')
    .description('Restore a backup into an empty database, or a moment of a continuous backup into a folder')
    .option('--yes', 'do not ask for confirmation')
    .option('--decrypt-with <key file>', 'the key file of an encrypted backup')
    .option(
      '--to <time>',
      'for a continuous backup: the moment to restore, such as "2026-11-20 14:05" (company time zone)',
    )
    .option('--into <folder>', 'for a continuous backup: the home folder to restore into; defaults to SHEDWORKS_HOME')
    .addHelpText('after', inTheFile + continuously)
    .action((file: string, options: RestoreOptions) => runGuarded(options, () => restoreChosen(file, options)));
}

interface BackupOptions extends ContinuousOptions {
  readonly continuous?: string | false;
  readonly out?: string;
  readonly encrypt?: boolean;
  readonly encryptWith?: string;
  readonly decryptWith?: string;
  readonly newKey?: string;
  readonly verify?: string;
  readonly verifiedElsewhere?: string;
}
interface RestoreOptions extends MomentOptions {
  readonly decryptWith?: string;
}

const toFile = ['out', 'encrypt', 'encryptWith'] as const;
/** What a run does instead of a backup to a file, each with the options that only it has. */
const otherRuns = [['newKey'], ['verify', 'decryptWith'], ['verifiedElsewhere'], ['continuous', 'keep']] as const;
type BackupOption = (typeof toFile)[number] | (typeof otherRuns)[number][number];

/** Throws for an option that the chosen run would ignore. */
function refuseIgnored(options: BackupOptions): void {
  const isGiven = (name: BackupOption): boolean => options[name] !== undefined;
  const chosen = otherRuns.find(([name]) => isGiven(name));
  const own: readonly BackupOption[] = options.continuous === false ? ['continuous'] : (chosen ?? toFile);
  const ignored = [...toFile, ...otherRuns.flat()].find((name) => isGiven(name) && !own.includes(name));
  if (ignored === undefined) return;
  if (chosen) throw new UsageError(`${toFlag(ignored)}: cannot be combined with ${toFlag(chosen[0])}`);
  throw new UsageError(`${toFlag(ignored)} works only with ${toFlag(ignored === 'keep' ? 'continuous' : 'verify')}`);
}

const toFlag = (name: BackupOption): string => `--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}`;

async function runChosen(options: BackupOptions): Promise<void> {
  refuseIgnored(options);
  if (options.newKey !== undefined) return makeKey(options, options.newKey);
  if (options.verify !== undefined)
    return (await isArchive(options.verify)) ? verifyArchive(options, options.verify) : verify(options, options.verify);
  if (options.verifiedElsewhere !== undefined) return recordOtherCheck(options, options.verifiedElsewhere);
  if (options.continuous === false) return endContinuous(options);
  if (options.continuous === undefined) return backUp(options);
  return backUpInto(options, options.continuous, stopSignal());
}

async function restoreChosen(file: string, options: RestoreOptions): Promise<void> {
  const isContinuous = await isFolder(file);
  if (isContinuous && options.decryptWith !== undefined)
    throw new UsageError('--decrypt-with: a continuous backup is not encrypted');
  if (isContinuous) return restoreMoment(file, options);
  if (options.to !== undefined || options.into !== undefined)
    throw new UsageError('--to and --into need the folder of a continuous backup');
  return restore(file, options);
}

/** Reports failures from before the database is open in the same way as later ones. */
async function runGuarded({ as }: GlobalOptions, work: () => Promise<void>): Promise<void> {
  try {
    if (as !== undefined) throw new UsageError('--as: this applies to the whole installation and cannot run as a user');
    await work();
  } catch (error) {
    fail(error);
  }
}

/** Looks for the key and the folder only when the run is recorded, so that a missing one is reported to its owner. */
async function backUp(options: BackupOptions): Promise<void> {
  await withContext(
    options,
    async (ctx, { url }) => {
      const now = new Date();
      const key = await keyToEncrypt(options);
      const file = await fileFor(options.out, `shedworks-${timeIn(now)}.tar.gz${key ? '.age' : ''}`);
      const signal = stopSignal();
      const report = await makeBackup({ url, file, key, now, progress: ctx.progress, signal }).catch(
        (error: unknown) => {
          throw toOutError(error, options.out ?? file);
        },
      );
      await rememberBackup(ctx.db, { ...report, encrypted: key !== undefined });
      printFields(options, report);
      return undefined;
    },
    { migrate: false },
  );
}

const timeIn = (now: Date): string => `${now.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

async function fileFor(out: string | undefined, name: string): Promise<string> {
  if (out === undefined) return path.resolve(name);
  if (/[/\\]$/.test(out)) await createOutFolder(out);
  if (await isFolder(out)) return path.resolve(out, name);
  if (!(await isFolder(path.dirname(path.resolve(out))))) throw refuseOut(out, 'ENOENT');
  return resolveFile(out);
}

const isFolder = async (place: string): Promise<boolean> =>
  (await stat(place).catch(() => undefined))?.isDirectory() ?? false;

async function verify(options: BackupOptions, place: string): Promise<void> {
  await recordCheck(options, async () => {
    const file = (await isFolder(place)) ? await findNewest(place) : place;
    const key = await keyToOpen(file, options.decryptWith);
    const { header, manifest } = await verifyBackup(file, { key });
    const { version, createdAt, company } = header;
    const { digest } = manifest;
    printFields(options, { file, version, createdAt, company, rows: countTableRows(manifest), digest });
    printNote('The backup is complete and unchanged.');
    return { digest };
  });
}

/** The newest file that `backup` named in a folder. */
async function findNewest(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /^shedworks-\d{8}T\d{6}Z\.tar\.gz(\.age)?$/.test(name));
  const newestName = names.sort().at(-1);
  if (newestName === undefined) throw new UsageError(`--verify: there is no backup in ${folder}`);
  return path.join(folder, newestName);
}

async function restore(file: string, options: RestoreOptions): Promise<void> {
  const key = await keyToOpen(file, options.decryptWith);
  if (!(await isConfirmed(file, key, options))) return;
  await withContext(
    options,
    async (ctx, { url }) => {
      const { migrated, ...report } = await restoreBackup({ url, file, key, progress: ctx.progress });
      printFields(options, { ...report, migrations: migrated.length });
      noteSettled(report);
      return undefined;
    },
    { migrate: false, record: false, company: false },
  );
}

/** The description in a backup, and whether it may be restored into the empty database. */
async function isConfirmed(file: string, key: BackupKey | undefined, { yes }: RestoreOptions): Promise<boolean> {
  const backup = await openBackup(file, { key });
  await backup.close();
  refuseNewer(backup.header);
  if (yes) return true;
  if (!process.stdin.isTTY) throw new UsageError('Add --yes to restore without a terminal');
  const { company, createdAt, version } = backup.header;
  const isAgreed = await confirm(
    `Restore ${company ?? 'a backup without a company'}, as of ${createdAt} (version ${version})?`,
  );
  if (!isAgreed) process.exitCode = exit.failed;
  return isAgreed;
}
