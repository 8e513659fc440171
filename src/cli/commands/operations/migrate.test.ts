import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationStatus } from '../../../domain/kernel/database/database.js';
import { businessDigest } from '../../../domain/operations/backup/digest.js';
import { verifyBackup } from '../../../domain/operations/backup/read-file.js';
import { limit } from '../../../domain/testing/patience.js';
import { useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerMigrate } from './migrate.js';

const world = useWorld();
let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'shedworks-migrate-'));
  process.env['SHEDWORKS_HOME'] = home;
});
afterAll(async () => {
  delete process.env['SHEDWORKS_HOME'];
  await rm(home, { recursive: true });
});

/** The newest migration of version 4.2.0. */
const RELEASED = '20261125160000_company_logo.js';
const migrate = (...args: string[]) => runCommand(world.url, registerMigrate, 'migrate', ...args);

test(
  'a database can be rolled back to a released version after a backup, and migrated again with its data',
  { timeout: limit(120_000) },
  async () => {
    await world.createOrders(3);
    const leftOut = { tables: ['backups', 'sweeps'] };
    const before = await businessDigest(world.db, leftOut);
    const { done } = await migrationStatus(world.db);
    expect(await migrate('--down-to', RELEASED)).toMatchObject({ code: 2, out: '' });
    expect(await migrate('--down-to', 'no_such_migration', '--yes')).toMatchObject({ code: 2, out: '' });
    expect((await migrationStatus(world.db)).done).toEqual(done);
    const down = await migrate('--down-to', RELEASED.replace('.js', ''), '--yes', '--json');
    expect(down).toMatchObject({ code: 0, notes: expect.stringContaining('The backup is in') as unknown });
    const later = done.slice(done.indexOf(RELEASED) + 1);
    expect(later.length).toBeGreaterThan(0);
    expect((await migrationStatus(world.db)).done).toEqual(done.slice(0, done.indexOf(RELEASED) + 1));
    const [file = ''] = await readdir(path.join(home, 'backups'));
    const { header } = await verifyBackup(path.join(home, 'backups', file), {});
    expect(header.migrations).toEqual(done);
    expect(await migrate()).toMatchObject({ code: 0 });
    expect((await migrationStatus(world.db)).done).toEqual(done);
    expect(await businessDigest(world.db, leftOut)).toEqual(before);
  },
);
