import { chmod, mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openApi, useApi, type Api } from '../../../api/testing/api.js';
import { makeRecords } from '../../../api/testing/stage.js';
import { demoPassword } from '../../../domain/operations/demo/accounts.js';
import { businessDigest, passing } from '../../../domain/operations/backup/digest.js';
import { usePlace } from '../../../domain/operations/backup/testing/place.js';
import { connect } from '../../../domain/kernel/database/database.js';
import { brokenInvariants } from '../../../domain/operations/doctor/invariants.js';
import { updateInvoice } from '../../../domain/billing/invoices/life/change.js';
import { createInvoice } from '../../../domain/billing/invoices/life/create.js';
import { createPayment } from '../../../domain/billing/payments/paying/create.js';
import { draftPayment } from '../../../domain/billing/payments/read.js';
import { limit } from '../../../domain/testing/patience.js';
import { homeShop, useWorld } from '../../../domain/testing/world.js';
import { runCommand, runWhole } from '../../testing/run-command.js';
import { registerBackup } from './backup.js';

const world = useWorld();
const original = useApi(world);
const place = usePlace();
let url: string;
let db: Knex;
let api: Api;
let report: Record<string, unknown>;

beforeAll(async () => {
  await makeRecords(world);
  url = await place.createBlank();
});
afterAll(async () => {
  await api.server.stop();
  await db.destroy();
});

const backup = (at: string, ...args: string[]) => runCommand(at, registerBackup, 'backup', ...args);
const restore = (...args: string[]) => runCommand(url, registerBackup, 'restore', ...args);

test('backup names its file after the time, and --verify needs no database', async () => {
  const backupRun = await backup(world.url, '--json', '--out', place.path('.'));
  expect(backupRun).toMatchObject({ code: 0, notes: '' });
  report = JSON.parse(backupRun.out) as Record<string, unknown>;
  const [name = ''] = await readdir(place.path('.'));
  expect(name).toMatch(/^shedworks-\d{8}T\d{6}Z\.tar\.gz$/);
  expect(report).toMatchObject({ file: path.resolve(place.path(name)), bytes: (await stat(place.path(name))).size });
  const checkRun = await backup('postgresql://nowhere.invalid/none', '--verify', String(report['file']), '--json');
  expect(checkRun).toMatchObject({
    code: 0,
    notes: expect.stringMatching(/^This check is not recorded in the database\. /),
  });
  expect(checkRun.notes).toContain('The backup is complete and unchanged.\n');
  expect(JSON.parse(checkRun.out)).toMatchObject({ digest: report['digest'], rows: report['rows'] });
  const listVerified = () => world.db('backups').whereNotNull('verified_at').pluck('file');
  expect(await listVerified()).toEqual([]);
  expect(await backup(world.url, '--verify', String(report['file']))).toMatchObject({ code: 0 });
  expect(await listVerified()).toEqual([report['file']]);
});

test('restore asks for confirmation or --yes, fills an empty database once, and reports the digest', async () => {
  const file = String(report['file']);
  expect(await restore(file)).toMatchObject({ code: 2, out: '' });
  expect(await restore(place.path('none'), '--yes')).toMatchObject({ code: 2, out: '' });
  expect(await restore(file, '--yes', '--as', 'office.admin@demo.test')).toMatchObject({ code: 2 });
  const restoreRun = await restore(file, '--yes', '--json');
  expect(restoreRun).toMatchObject({ code: 0 });
  expect(JSON.parse(restoreRun.out)).toMatchObject({ digest: report['digest'], rows: report['rows'], migrations: 0 });
  const again = await restore(file, '--yes');
  expect(again).toMatchObject({ code: 1, notes: expect.stringContaining('only be restored into an empty database') });
  db = connect(url, { max: 10 });
  api = await openApi({ db, url });
});

test('another running backup and an invalid place have their own exit codes', async () => {
  const other = await world.db.transaction();
  await other.raw('select pg_advisory_xact_lock(7246005)');
  expect(await backup(world.url, '--out', place.path('x'))).toMatchObject({ code: 4, out: '' });
  await other.rollback();
  expect(await backup(world.url, '--out', place.path('no/folder/x'))).toMatchObject({ code: 2, out: '' });
  const notes = '--out: cannot write /proc/shedworks-backup: its folder does not exist\n'; // nobody can make a file there
  expect(await backup(world.url, '--out', '/proc/shedworks-backup')).toEqual({ code: 2, out: '', notes });
});

test(
  'a backup is encrypted with a key file or a passphrase, which is never an argument',
  { timeout: limit(30_000) },
  async () => {
    const key = place.path('key');
    const backupRun = await backup(world.url, '--new-key', key, '--json');
    expect(backupRun).toMatchObject({ code: 0, notes: expect.stringContaining('Keep a copy of this file') });
    expect((await stat(key)).mode & 0o777).toBe(0o600);
    expect(await backup(world.url, '--new-key', key)).toMatchObject({
      code: 2,
      notes: expect.stringContaining('already exists'),
    });
    const file = place.path('with-key.age');
    expect(await backup(world.url, '--encrypt-with', key, '--out', file)).toMatchObject({ code: 0 });
    const checkRun = await backup(
      'postgresql://nowhere.invalid/none',
      '--verify',
      file,
      '--decrypt-with',
      key,
      '--json',
    );
    expect(checkRun).toMatchObject({
      code: 0,
      notes: expect.stringContaining('The backup is complete and unchanged.\n'),
    });
    expect(JSON.parse(checkRun.out)).toMatchObject({ digest: report['digest'] });
    const expectRefusal = async (notes: string, ...args: string[]) =>
      expect(await backup(world.url, ...args)).toMatchObject({
        code: 2,
        out: '',
        notes: expect.stringContaining(notes),
      });
    await expectRefusal('Add --decrypt-with', '--verify', file);
    await expectRefusal('is not a key file', '--encrypt-with', file);
    await expectRefusal('Could not read the key file', '--encrypt-with', place.path('none'));
    for (const mode of [0o644, 0o640]) {
      await chmod(key, mode);
      await expectRefusal(`key file ${key}. Run: chmod 600 ${key}`, '--encrypt-with', key);
      await expectRefusal(`key file ${key}. Run: chmod 600 ${key}`, '--verify', file, '--decrypt-with', key);
    }
    await chmod(key, 0o600);
    await expectRefusal('set SHEDWORKS_BACKUP_PASSPHRASE', '--encrypt');
    process.env['SHEDWORKS_BACKUP_PASSPHRASE'] = 'too short';
    onTestFinished(() => void delete process.env['SHEDWORKS_BACKUP_PASSPHRASE']);
    await expectRefusal('at least 12 characters');
    process.env['SHEDWORKS_BACKUP_PASSPHRASE'] = 'as cron has it in its environment';
    const folder = await mkdtemp(place.path('nightly-'));
    expect(await backup(world.url, '--out', folder)).toMatchObject({ code: 0 });
    const [name = ''] = await readdir(folder);
    expect(name).toMatch(/\.tar\.gz\.age$/);
    const nightly = path.join(folder, name);
    expect(await backup(world.url, '--verify', nightly)).toMatchObject({ code: 0 });
    process.env['SHEDWORKS_BACKUP_PASSPHRASE'] = 'as nobody has it in an environment';
    await expectRefusal('this passphrase does not open it', '--verify', nightly);
    delete process.env['SHEDWORKS_BACKUP_PASSPHRASE'];
    await expectRefusal('Set SHEDWORKS_BACKUP_PASSPHRASE to its passphrase', '--verify', nightly);
    const blank = await place.createBlank();
    const other = place.path('other-key');
    await backup(world.url, '--new-key', other);
    expect(await runCommand(blank, registerBackup, 'restore', file, '--yes', '--decrypt-with', other)).toMatchObject({
      code: 2,
      notes: expect.stringContaining('the keys in this file do not open it'),
    });
    const restoreRun = await runCommand(
      blank,
      registerBackup,
      'restore',
      file,
      '--yes',
      '--decrypt-with',
      key,
      '--json',
    );
    expect(JSON.parse(restoreRun.out)).toMatchObject({ digest: report['digest'] });
  },
);

test('every table has its rows again, and the figures add up', async () => {
  const leftOut = { tables: ['webhook_endpoints'] }; // a restored installation announces nothing until a user resumes it
  const before = await businessDigest(world.db, leftOut);
  expect(await businessDigest(db, leftOut)).toEqual(before);
  for (const table of [...passing].filter((one) => one !== 'backups')) {
    // a backup is recorded after it was created
    const [thereCount, here] = await Promise.all([world.db, db].map((one) => one(table).count({ n: '*' }).first()));
    expect([table, here]).toEqual([table, thereCount]);
  }
  const filledTables = Object.values(before).filter((sum) => !sum.startsWith('0 '));
  expect(filledTables.length).toBeGreaterThan(50);
  expect(await brokenInvariants(db)).toEqual([]);
});

test('the product continues to work: users sign in, see their orders, bill, are paid and change prices', async () => {
  const signedIn = await api.call(null, 'POST', '/api/auth', {
    body: { userName: 'office.admin@demo.test', password: demoPassword },
  });
  expect(signedIn.status).toBe(200);
  const orders = async (at: Api) => (await at.call('office.user', 'GET', '/api/orders?status=InQueue')).json;
  expect(await orders(api)).toEqual(await orders(original));
  const [office, clerk] = [world.ctx('office.user', { db }), world.ctx('shop.admin', { db })];
  const shop = await world.findShopId(homeShop);
  const { id: order } = (await db('orders').where({ status: 'Finished', shop_id: shop }).first('id')) as { id: string };
  const { invoice } = await createInvoice(clerk, { order });
  await updateInvoice(office, { id: invoice._id, status: 'Approved' });
  const { paymentNumber } = await draftPayment(world.ctx('office.user'), { shop });
  expect((await createPayment(office, { invoices: [invoice._id] })).payment.paymentNumber).toBe(paymentNumber);
  const versions = () => db('catalogue_versions').max({ id: 'id' }).first() as Promise<{ id: number }>;
  const before = await versions();
  const value = (await db('shop_item_values').first('shop_id', 'item_id')) as { shop_id: string; item_id: string };
  await db('items').where({ id: value.item_id }).update({ sub_total: 77 });
  expect((await versions()).id).toBe(before.id + 1);
  await db('shop_item_values').where(value).update({ quantity_in_current: 5.5 });
  expect(await brokenInvariants(db)).toEqual([]);
});

test('--out with a slash at its end is a folder, which is created, and never replaces a file', async () => {
  const folder = place.path('every/night');
  expect(await backup(world.url, '--out', `${folder}/`)).toMatchObject({ code: 0 });
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^shedworks-\d{8}T\d{6}Z\.tar\.gz$/)]);
  expect(await backup(world.url, '--out', `${String(report['file'])}/`)).toMatchObject({
    code: 2,
    notes: expect.stringContaining('its folder is a file'),
  });
});

test('Ctrl+C ends a backup with exit code 130, without a text, and leaves no part of a file', async () => {
  const folder = place.path('stopped');
  await mkdir(folder);
  const other = await world.db.transaction();
  await other.raw('lock table invoices in access exclusive mode');
  const running = backup(world.url, '--out', folder, '--json');
  const waiting = { application_name: 'shedworks backup', wait_event_type: 'Lock' };
  await expect.poll(() => world.db('pg_stat_activity').where(waiting)).toHaveLength(1);
  process.emit('SIGINT');
  await other.rollback();
  expect(await running).toEqual({ code: 130, out: '', notes: '' });
  expect(await readdir(folder)).toEqual([]);
});

test('a check by cron takes the newest backup of a folder, prints nothing, and is recorded and expected', async () => {
  const folder = place.path('checked');
  await mkdir(folder);
  await writeFile(path.join(folder, 'shedworks-20200101T020000Z.tar.gz'), 'damaged since');
  const check = ['backup', '--verify', folder, '--quiet', '--expect-every', '1d'];
  expect(await runWhole(world.url, ...check)).toMatchObject({ code: 2, out: '' });
  expect(await runWhole(world.url, 'backup', '--out', `${folder}/`, '--quiet')).toEqual({
    code: 0,
    out: '',
    notes: '',
  });
  expect(await runWhole(world.url, ...check)).toEqual({ code: 0, out: '', notes: '' });
  const line = `backup --verify ${folder}`;
  expect(await world.db('command_runs').where({ line }).orderBy('started_at').pluck('state')).toEqual([
    'failed',
    'done',
  ]);
  expect(await world.db('expected_commands').pluck('line')).toContain(line);
  const [newest] = await world.db('backups').orderBy('made_at', 'desc').limit(1);
  expect(newest).toMatchObject({ file: expect.stringContaining(folder), verified_at: expect.any(String) });
  expect(await backup(world.url, '--verify', place.path('every'))).toMatchObject({
    code: 2,
    notes: expect.stringContaining('there is no backup in'),
  });
  const away = 'postgresql://nowhere.invalid/none';
  expect(await backup(away, '--verify', folder, '--quiet')).toEqual({ code: 0, out: '', notes: '' });
});

test('a check on the machine with the key is recorded by its digest', async () => {
  const file = place.path('for-elsewhere.age');
  const { out } = await backup(world.url, '--encrypt-with', place.path('key'), '--out', file, '--json');
  const { digest } = JSON.parse(out) as { digest: string };
  await world.db('backups').update({ verified_at: null });
  expect(await backup(world.url, '--verified-elsewhere', 'of another database')).toMatchObject({ code: 2, out: '' });
  const recorded = await backup(world.url, '--verified-elsewhere', digest, '--json');
  expect(recorded).toMatchObject({ code: 0, notes: '' });
  expect(JSON.parse(recorded.out)).toEqual({ digest });
  expect(await world.db('backups').whereNotNull('verified_at').pluck('file')).toContain(file);
});
