import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { knownMigrations, migrationStatus } from '../../../domain/kernel/database/database.js';
import { businessDigest } from '../../../domain/operations/backup/digest.js';
import { findLastBackup } from '../../../domain/operations/backup/made.js';
import { verifyBackup } from '../../../domain/operations/backup/read-file.js';
import { limit } from '../../../domain/testing/patience.js';
import { useWorld } from '../../../domain/testing/world.js';
import { runCommand, runWhole } from '../../testing/run-command.js';
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
  'a database can be rolled back to a released version after an encrypted backup, and migrated again with its data',
  { timeout: limit(120_000) },
  async () => {
    const passphrase = 'as the service has it';
    process.env['SHEDWORKS_BACKUP_PASSPHRASE'] = passphrase;
    onTestFinished(() => void delete process.env['SHEDWORKS_BACKUP_PASSPHRASE']);
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
    const [name = ''] = await readdir(path.join(home, 'backups'));
    const file = path.join(home, 'backups', name);
    expect(file).toMatch(/\.tar\.gz\.age$/);
    const { header } = await verifyBackup(file, { key: { kind: 'passphrase', passphrase } });
    expect(header.migrations).toEqual(done);
    expect(await findLastBackup(world.db)).toMatchObject({ file, encrypted: true });
    expect(await migrate()).toMatchObject({ code: 0 });
    expect((await migrationStatus(world.db)).done).toEqual(done);
    expect(await businessDigest(world.db, leftOut)).toEqual(before);
  },
);

test('a file in the place of the folder for backups is named, and nothing is undone', async () => {
  const folder = path.join(home, 'backups');
  await rename(folder, `${folder}.aside`);
  onTestFinished(() => rm(folder));
  await writeFile(folder, '');
  const down = await migrate('--down-to', RELEASED, '--yes');
  expect(down).toMatchObject({ code: 2, notes: expect.stringContaining(`a file of that name`) as unknown });
  expect((await migrationStatus(world.db)).pending).toEqual([]);
});

test('a database of a newer version is refused with the migration to go back to', async () => {
  const later = '99990101000000_later.js';
  await world.db('knex_migrations').insert({ name: later, batch: 99 });
  onTestFinished(() => world.db('knex_migrations').where({ name: later }).delete().then());
  for (const args of [['migrate', '--status'], ['migrate'], ['orders', 'list'], ['status']]) {
    const result = await runWhole(world.url, ...args);
    expect({ args, ...result }).toMatchObject({ code: 1, out: '' });
    expect(result.notes).toContain(`(${later}). Use that version.`);
    expect(result.notes).toContain(`shedworks migrate --down-to ${knownMigrations().at(-1)}`);
  }
});
