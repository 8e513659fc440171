import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeBackup } from '../src/domain/operations/backup/backup.js';
import { verifyBackup } from '../src/domain/operations/backup/read-file.js';
import { restoreBackup } from '../src/domain/operations/backup/restore.js';
import { connect } from '../src/domain/kernel/database/database.js';
import { businessDigest } from '../src/domain/operations/backup/digest.js';
import { runOnEmpty, runOnData, serverVersion } from './lib/ground.js';
import { checkBound, note, measureTime, report } from './lib/measure.js';

const command = promisify(execFile);

/**
 * Backs up all orders, invoices and payments, checks the backup, restores it into an empty database, and compares that
 * with the source; the restore also with `pg_restore` and the same digest, if PostgreSQL's tools are installed in the
 * server's version.
 */
export async function run(): Promise<boolean> {
  return runOnData('orders', async ({ db, url, folder }) => {
    const file = path.join(folder, 'all.tar.gz');
    const backup = await measureTime(() => makeBackup({ url, file, now: new Date() }));
    const { rows, tables } = backup.value;
    note(`backup of ${rows} rows of ${tables} tables`, backup.ms);
    console.log(`  the file: ${Math.round((await stat(file)).size / 1e6)} MB`);
    note('reading it through', (await measureTime(() => verifyBackup(file))).ms);
    const restore = await runOnEmpty(async (empty) => {
      const { ms, value } = await measureTime(() => restoreBackup({ url: empty, file }));
      note('restoring it', ms);
      const other = connect(empty, { max: 2 });
      try {
        return { ms, digest: value.digest, sums: await businessDigest(other) };
      } finally {
        await other.destroy();
      }
    });
    const sums = await businessDigest(db);
    const different = Object.keys(sums).filter((table) => sums[table] !== restore.sums[table]);
    for (const table of different) console.log(`  ${table}: ${sums[table]}, restored ${restore.sums[table]}`);
    const equal = checkBound('tables that differ after it', different.length, 0, 'tables');
    const isSame = checkBound('digests that differ', Number(restore.digest !== backup.value.digest), 0, 'digests');
    const bare = await measurePgRestore(url, path.join(folder, 'all.dump'));
    const isFast = bare === null || report('restoring it, against pg_restore', bare, restore.ms, 1.5);
    return equal && isSame && isFast;
  });
}

/** The time `pg_restore` and the digest take for the same data; null without PostgreSQL's tools of this version. */
async function measurePgRestore(url: string, file: string): Promise<number | null> {
  const { stdout } = await command('pg_restore', ['--version']).catch(() => ({ stdout: '' }));
  const [major] = (await serverVersion()).split('.');
  if (!stdout.includes(` ${major}.`)) {
    console.log(`  pg_restore ${major} is not installed: not compared`);
    return null;
  }
  await command('pg_dump', ['-Fc', '-f', file, url]);
  return runOnEmpty(async (empty) => {
    const other = connect(empty, { max: 2 });
    try {
      const { ms } = await measureTime(async () => {
        await command('pg_restore', ['--no-owner', '--exit-on-error', '-d', empty, file]);
        await businessDigest(other);
      });
      return ms;
    } finally {
      await other.destroy();
    }
  });
}
