import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { systemClock } from '../../../domain/kernel/context.js';
import { migrateToLatest, migrationStatus, rollback } from '../../../domain/kernel/database/database.js';
import { openInstallation, type Installation } from '../../../domain/kernel/platform/installation.js';
import { getErrorCode } from '../../../domain/kernel/objects.js';
import { makeBackup } from '../../../domain/operations/backup/backup.js';
import { rememberBackup } from '../../../domain/operations/backup/made.js';
import { print, printNote } from '../../output.js';
import { confirm } from '../../prompts.js';
import { exit, fail, UsageError, type GlobalOptions } from '../../run.js';
import { keyToEncrypt } from './backup-key.js';

interface MigrateOptions extends GlobalOptions {
  readonly status?: boolean;
  readonly downTo?: string;
  readonly yes?: boolean;
}

const downward = `
To go back to an older version: stop Shedworks, run this with the newer version and the last migration of the older one,
which its own shedworks migrate --status names, then install the older version. What newer migrations added is
lost. A backup that has it is made first, in the backups folder of the home folder.`;

/**
 * `shedworks migrate`: updates the database to the newest version, rolls it back to an older one, or lists its
 * migrations.
 */
export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Update the database to the newest version, or roll it back to an older one')
    .addOption(new Option('--status', 'only list completed and pending migrations').conflicts('downTo'))
    .option('--down-to <migration>', 'undo all later migrations, after a backup')
    .option('--yes', 'with --down-to: do not ask for confirmation')
    .addHelpText('after', downward)
    .action(async (options: MigrateOptions) => {
      try {
        const place = await openInstallation({ migrate: false, onNotice: printNote });
        try {
          if (options.downTo === undefined) await migrateUp(place, options);
          else await migrateDown(place, options, options.downTo);
        } finally {
          await place.close();
        }
      } catch (error) {
        fail(error);
      }
    });
}

async function migrateUp(place: Installation, options: MigrateOptions): Promise<void> {
  const migrationNames = options.status ? [] : await migrateToLatest(place.url);
  const { done, pending } = await migrationStatus(place.db);
  const rows = [
    ...done.map((name) => ({ migration: name, state: migrationNames.includes(name) ? 'ran now' : 'done' })),
    ...pending.map((name) => ({ migration: name, state: 'to come' })),
  ];
  print(options, rows, rows);
}

async function migrateDown(place: Installation, options: MigrateOptions, target: string): Promise<void> {
  const { done } = await migrationStatus(place.db);
  const at = done.findIndex((name) => name === target || name === `${target}.js`);
  if (at === -1) throw new UsageError(`--down-to: ${target} has not run here; see shedworks migrate --status`);
  const undone = done.slice(at + 1);
  if (undone.length > 0) {
    if (!(await isAgreed(undone, options))) return;
    await backUpBefore(place, target);
    await rollback(place.url, undone.length);
  }
  const rows = done.map((name) => ({ migration: name, state: undone.includes(name) ? 'undone' : 'done' }));
  print(options, rows, rows);
}

async function backUpBefore({ url, home, db }: Installation, target: string): Promise<void> {
  const key = await keyToEncrypt({});
  const folder = path.join(home, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    if (getErrorCode(error) !== 'EEXIST') throw error;
    throw new UsageError(`The backup needs a folder ${folder}, but there is a file of that name. Rename the file.`);
  });
  const now = systemClock.now();
  const name = `before-${target.replace(/\.js$/, '')}-${now.getTime()}.tar.gz${key ? '.age' : ''}`;
  const report = await makeBackup({ url, file: path.join(folder, name), key, now });
  await rememberBackup(db, { ...report, encrypted: key !== undefined });
  printNote(`The backup is in ${report.file}.`);
}

async function isAgreed(undone: readonly string[], { yes }: MigrateOptions): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new UsageError('Add --yes to undo migrations without a terminal');
  const isConfirmed = await confirm(
    `Undo ${undone.length} migrations and lose what they added (${undone.join(', ')})?`,
  );
  if (!isConfirmed) process.exitCode = exit.failed;
  return isConfirmed;
}
