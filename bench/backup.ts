import { stat } from 'node:fs/promises';
import path from 'node:path';
import { makeBackup } from '../src/domain/operations/backup/backup.js';
import { verifyBackup } from '../src/domain/operations/backup/read-file.js';
import { restoreBackup } from '../src/domain/operations/backup/restore.js';
import { connect } from '../src/domain/kernel/database/database.js';
import { businessDigest } from '../src/domain/operations/backup/digest.js';
import { runOnEmpty, runOnData } from './lib/ground.js';
import { checkBound, note, measureTime } from './lib/measure.js';

/**
 * Backs up all orders, invoices and payments, checks the backup, restores it into an empty database, and compares that
 * with the source.
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
        return { digest: value.digest, sums: await businessDigest(other) };
      } finally {
        await other.destroy();
      }
    });
    const sums = await businessDigest(db);
    const different = Object.keys(sums).filter((table) => sums[table] !== restore.sums[table]);
    for (const table of different) console.log(`  ${table}: ${sums[table]}, restored ${restore.sums[table]}`);
    const equal = checkBound('tables that differ after it', different.length, 0, 'tables');
    return checkBound('digests that differ', Number(restore.digest !== backup.value.digest), 0, 'digests') && equal;
  });
}
