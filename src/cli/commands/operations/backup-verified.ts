import { shedworksHome } from '../../../domain/kernel/platform/home.js';
import { openInstallation, type Installation } from '../../../domain/kernel/platform/installation.js';
import { majorsIn } from '../../../domain/kernel/platform/postgres/place.js';
import { PostgresError } from '../../../domain/kernel/platform/postgres/process.js';
import { StartError } from '../../../domain/kernel/start-error.js';
import { rememberVerified, type BackupIdentity } from '../../../domain/operations/backup/made.js';
import { printFields, printNote } from '../../output.js';
import { UsageError, withContext, withOptionalContext, type GlobalOptions } from '../../run.js';

/**
 * Runs the check of a backup, and records in the database that its backup was verified, if the database is on this
 * machine, because a backup can be checked anywhere.
 */
export async function recordCheck(options: GlobalOptions, check: () => Promise<BackupIdentity>): Promise<void> {
  await withOptionalContext(options, openHere, async (ctx) => {
    const backup = await check();
    if (ctx) await rememberVerified(ctx.db, backup, ctx.clock.now());
    return undefined;
  });
}

async function openHere(): Promise<Installation | null> {
  if (!process.env['DATABASE_URL'] && majorsIn(shedworksHome(process.env)).length === 0) return null;
  return openInstallation({ migrate: false }).catch((error: unknown) => {
    if (!(error instanceof StartError || error instanceof PostgresError)) throw error;
    printNote(`This check is not recorded in the database. ${error.message}`);
    return null;
  });
}

/** Records that a backup of this database was verified on another machine, which has its key. */
export async function recordOtherCheck(options: GlobalOptions, digest: string): Promise<void> {
  await withContext(
    options,
    async ({ db, clock }) => {
      const backups = await rememberVerified(db, { digest }, clock.now());
      if (backups === 0)
        throw new UsageError(`--verified-elsewhere: no backup of this database has the digest ${digest}`);
      printFields(options, { digest });
      return undefined;
    },
    { migrate: false },
  );
}
