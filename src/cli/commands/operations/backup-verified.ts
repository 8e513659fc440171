import { shedworksHome } from '../../../domain/kernel/platform/home.js';
import { openInstallation, type Installation } from '../../../domain/kernel/platform/installation.js';
import { majorsIn } from '../../../domain/kernel/platform/postgres/place.js';
import { PostgresError } from '../../../domain/kernel/platform/postgres/process.js';
import { StartError } from '../../../domain/kernel/start-error.js';
import { rememberVerified } from '../../../domain/operations/backup/made.js';
import { printNote } from '../../output.js';

/**
 * Records in the database that its backup was verified, if the database is on this machine, because a backup can be
 * checked anywhere.
 */
export async function noteVerified(of: { digest: string } | { file: string }): Promise<void> {
  if (!process.env['DATABASE_URL'] && majorsIn(shedworksHome(process.env)).length === 0) return;
  const place = await openInstallation({ migrate: false }).catch(toProblem);
  if (typeof place === 'string') return printNote(`This check is not recorded in the database. ${place}`);
  try {
    await rememberVerified(place.db, of, new Date());
  } finally {
    await place.close();
  }
}

function toProblem(error: unknown): string | Installation {
  if (error instanceof StartError || error instanceof PostgresError) return error.message;
  throw error;
}
