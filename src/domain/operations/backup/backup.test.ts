import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import fc from 'fast-check';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connect, migrateToLatest, migrationStatus, rollback } from '../../kernel/database/database.js';
import { brokenInvariants } from '../doctor/invariants.js';
import { createTestDatabase } from '../../testing/database.js';
import { useWorld } from '../../testing/world.js';
import { makeBackup, type BackupReport } from './backup.js';
import { businessDigest } from './digest.js';
import { newKey, readKeyFile, type BackupKey } from './encryption.js';
import { Header, HEADER } from './format.js';
import { verifyBackup } from './read-file.js';
import { restoreBackup } from './restore.js';
import { readTar, tarEnd, tarEntry } from './tar.js';
import { usePlace } from './testing/place.js';

const world = useWorld();
const place = usePlace();
let file: string;
let backupReport: BackupReport;

const backUp = (url: string, name: string) => makeBackup({ url, file: place.path(name), now: world.now });

beforeAll(async () => {
  await world.createOrders(12);
  await world.createPushedOrder('Finished');
  file = place.path('world.tar.gz');
  backupReport = await backUp(world.url, 'world.tar.gz');
});

async function openOne(url: string) {
  const db = connect(url, { max: 2 });
  onTestFinished(() => db.destroy());
  return db;
}

async function empty(): Promise<string> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database.url;
}

const stays = async (url: string) => {
  const db = await openOne(url);
  expect(await db('companies').first()).toBeUndefined();
  expect(await restoreBackup({ url, file })).toMatchObject({ digest: backupReport.digest });
};

describe('a backup', () => {
  test('can be read only by its owner, and gets its name when it is complete', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const stop = new AbortController();
    const options = { url: world.url, file, now: world.now, signal: stop.signal };
    const running = makeBackup({ ...options, progress: { report: () => stop.abort() } });
    await expect(running).rejects.toThrow('aborted');
    expect(await readdir(path.dirname(file))).toEqual(['world.tar.gz']);
    expect((await verifyBackup(file)).manifest.digest).toBe(backupReport.digest);
  });

  test('that was stopped locks nothing that the next one needs', async () => {
    const db = await openOne(world.url);
    for (let n = 0; n < 5; n++) {
      const stop = new AbortController();
      const progress = { report: () => stop.abort() };
      const options = { url: world.url, file: place.path('stopped'), now: world.now, progress };
      await expect(makeBackup({ ...options, signal: stop.signal })).rejects.toThrow('aborted');
      const sessions = db('pg_stat_activity').whereRaw('datname = current_database()');
      expect(await sessions.where({ application_name: 'shedworks backup' })).toEqual([]);
    }
  });

  test('is the same for the same data, and can be opened with tar', async () => {
    await backUp(world.url, 'again.tar.gz');
    const again = await readFile(place.path('again.tar.gz'));
    expect(again.equals(await readFile(file))).toBe(true);
    const { stdout } = await promisify(execFile)('tar', ['-xzOf', file, 'tables/companies/000001.copy']);
    expect(stdout).toContain('Heartland Portable Buildings');
  });

  test('is refused for a database without tables or of a newer version', async () => {
    await expect(backUp(await place.createBlank(), 'none')).rejects.toMatchObject({ code: 'nothing-to-back-up' });
    const url = await empty();
    await (await openOne(url))('knex_migrations').insert({ name: '99990101000000_later.js', batch: 9 });
    await expect(backUp(url, 'none')).rejects.toMatchObject({ code: 'database-newer' });
  });

  test('does not wait for another one', async () => {
    const db = await openOne(world.url);
    const other = await db.transaction();
    await other.raw('select pg_advisory_xact_lock(7246005)');
    await expect(backUp(world.url, 'none')).rejects.toMatchObject({ code: 'backup-running' });
    await other.rollback();
  });

  test('has the data of one moment while others write', async () => {
    const stop = new AbortController();
    const writing = (async () => {
      while (!stop.signal.aborted) await world.createOrders(3);
    })();
    const before = (await world.db('orders').count({ n: '*' }).first()) as { n: number };
    for (let n = 0; n < 4; n++) await backUp(world.url, 'busy.tar.gz');
    stop.abort();
    await writing;
    const url = await empty();
    await restoreBackup({ url, file: place.path('busy.tar.gz') });
    const db = await openOne(url);
    expect(await brokenInvariants(db)).toEqual([]);
    const after = (await db('orders').count({ n: '*' }).first()) as { n: number };
    expect(after.n).toBeGreaterThan(before.n);
  });
});

describe('restoring', () => {
  test('into a database without tables works for its owner without superuser rights', async () => {
    const role = `r${Date.now()}`;
    await place.runAsAdmin(`create role ${role} login nosuperuser password '${role}'`);
    const url = await place.createBlank(role);
    onTestFinished(async () => {
      await place.runAsAdmin(`drop database ${new URL(url).pathname.slice(1)} with (force); `);
      await place.runAsAdmin(`drop role ${role}`);
    });
    const report = await restoreBackup({ url, file });
    expect(report).toMatchObject({
      digest: backupReport.digest,
      rows: backupReport.rows,
      company: 'Heartland Portable Buildings',
    });
    const db = await openOne(url);
    expect((await makeBackup({ url, file: place.path('b'), now: world.now })).digest).toBe(backupReport.digest);
    expect((await migrationStatus(db)).pending).toEqual([]);
    const off = await db('pg_trigger').where('tgisinternal', false).whereNot('tgenabled', 'O');
    expect(off).toEqual([]);
  });

  test('upgrades a database of an older version to the newest', async () => {
    const old = await empty();
    await restoreBackup({ url: old, file });
    const { done } = await migrationStatus(await openOne(old));
    const since = done.filter((name) => name > '20261121140000');
    expect(since.length).toBeGreaterThan(1);
    await rollback(old, since.length);
    const { digest } = await backUp(old, 'old.tar.gz');
    await migrateToLatest(old);
    const url = await empty();
    const report = await restoreBackup({ url, file: place.path('old.tar.gz') });
    expect(report).toMatchObject({ digest, migrated: since });
    const apart = { tables: ['stock_movements'], columns: ['changed_at'] }; // the time when the migration ran
    const restoredDigest = await businessDigest(await openOne(url), apart);
    expect(restoredDigest).toEqual(await businessDigest(await openOne(old), apart));
    expect(restoredDigest['orders']).toMatch(/^1[0-9] /);
  });

  test('refuses a database with any content', async () => {
    const before = await businessDigest(world.db);
    await expect(restoreBackup({ url: world.url, file })).rejects.toThrow(
      /has rows in companies, orders, users and \d+ other tables/,
    );
    expect(await businessDigest(world.db)).toEqual(before);
  });

  test('reports unfinished work and does not start it again', async () => {
    const now = new Date();
    await world.db('job_runs').insert({ id: crypto.randomUUID(), name: 'rematch', actor_name: 'x', status: 'running' });
    const mail = { kind: 'email', payload: { to: 'a@example.com', subject: 's', text: 't' }, created_at: now };
    await world.db('outbox_messages').insert({ id: crypto.randomUUID(), ...mail });
    const hook = { id: crypto.randomUUID(), name: 'Hook', address: 'https://hooks.example.com', secret: 'sealed' };
    await world.db('webhook_endpoints').insert({ ...hook, secret_set_at: now });
    await backUp(world.url, 'jobs.tar.gz');
    await world.db('webhook_endpoints').delete();
    const url = await empty();
    const report = await restoreBackup({ url, file: place.path('jobs.tar.gz') });
    expect(report).toMatchObject({ stoppedJobs: 1, waitingMessages: 1, pausedWebhooks: 1 });
    const db = await openOne(url);
    expect(await db('webhook_endpoints').pluck('paused')).toEqual([true]);
    expect(await db('outbox_messages').pluck('status')).toEqual(['kept']);
    expect(await db('job_runs').pluck('status')).toEqual(['failed']);
  });

  test('leaves the database empty when killed, and can then be repeated', async () => {
    const url = await empty();
    const restoring = `import { restoreBackup } from ${JSON.stringify(path.resolve(import.meta.dirname, 'restore.ts'))};
      const report = (done, total, step) => step === 'users' && process.kill(process.pid, 'SIGKILL');
      await restoreBackup({ url: process.argv[1], file: process.argv[2], progress: { report } });`;
    const program = ['--import', 'tsx', '--input-type=module', '--eval', restoring, url, file];
    const run = promisify(execFile)(process.execPath, program);
    await expect(run).rejects.toMatchObject({ signal: 'SIGKILL' });
    await stays(url);
  });
});

describe('a damaged or changed backup file', () => {
  const damageFile = async (bytes: Uint8Array): Promise<string> => {
    const name = place.path('damaged.tar.gz');
    await writeFile(name, bytes);
    return name;
  };
  const refusal = { code: 'unreadable-file' };

  test('is refused wherever it is cut off', async () => {
    const bytes = await readFile(file);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 1 }), async (length) => {
        await expect(verifyBackup(await damageFile(bytes.subarray(0, length)))).rejects.toMatchObject(refusal);
      }),
      { numRuns: 40, examples: [[0], [1], [bytes.length - 1]] },
    );
  });

  test('is refused whichever bit is wrong, unless its content is the same', async () => {
    const bytes = await readFile(file);
    const whole = await verifyBackup(file);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length * 8 - 1 }), async (bit) => {
        const copy = Buffer.from(bytes);
        copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const result = await verifyBackup(await damageFile(copy)).catch((error: unknown) => error);
        if (!(result instanceof Error)) expect(result).toEqual(whole);
        else expect(result).toMatchObject(refusal);
      }),
      { numRuns: 60, examples: [[80], [bytes.length * 4]] },
    );
  });

  test('is refused when a row was changed, added or removed and the file was packed again', async () => {
    const bytes = gunzipSync(await readFile(file));
    const at = bytes.lastIndexOf('Heartland Portable');
    const copy = Buffer.from(bytes);
    copy.write('Heartless', at);
    await expect(verifyBackup(await damageFile(gzipSync(copy)))).rejects.toThrow(/rows of the table companies/);
    const url = await empty();
    await expect(restoreBackup({ url, file: await damageFile(gzipSync(copy)) })).rejects.toMatchObject(refusal);
    const cut = await repack((name, content) => (name.startsWith('tables/users/') ? null : content));
    await expect(restoreBackup({ url, file: cut })).rejects.toThrow(/table users/);
    const half = await damageFile((await readFile(file)).subarray(0, backupReport.bytes / 2));
    await expect(restoreBackup({ url, file: half })).rejects.toThrow('The file cannot be read: it is incomplete.');
    await stays(url);
  });

  test('that is not a backup is reported as such', async () => {
    for (const bytes of [Buffer.from('hello'), gzipSync('hello'), gzipSync(Buffer.alloc(2048)), Buffer.alloc(0)]) {
      await expect(verifyBackup(await damageFile(bytes))).rejects.toMatchObject(refusal);
    }
    await expect(verifyBackup(place.path('nowhere'))).rejects.toThrow('file not found');
  });

  test('of a newer version is refused with its version number', async () => {
    const url = await empty();
    const newer = async (change: (header: Header) => Header) =>
      repack((name, content) =>
        name === HEADER ? Buffer.from(JSON.stringify(change(Header.parse(JSON.parse(String(content)))))) : content,
      );
    for (const change of [
      (header: Header) => ({ ...header, version: '99.1.0' }),
      (header: Header) => ({ ...header, migrations: [...header.migrations, '99990101000000_later.js'] }),
    ]) {
      await expect(restoreBackup({ url, file: await newer(change) })).rejects.toMatchObject({ code: 'backup-newer' });
    }
    expect(await (await openOne(url))('companies').first()).toBeUndefined();
  });

  async function repack(change: (name: string, content: Buffer) => Buffer | null): Promise<string> {
    const parts: Buffer[] = [];
    const whole = gunzipSync(await readFile(file));
    for await (const { name, content } of readTar(
      (async function* () {
        yield whole;
      })(),
    )) {
      const newContent = change(name, content);
      if (newContent) parts.push(tarEntry(name, newContent, world.now));
    }
    return damageFile(gzipSync(Buffer.concat([...parts, tarEnd])));
  }
});

describe('an encrypted backup', () => {
  const passphrase: BackupKey = { kind: 'passphrase', passphrase: 'correct horse battery' };
  const DAMAGED = /was changed or cut off after it was written/;
  let key: BackupKey;
  let lockedFile: string;
  let now: BackupReport;

  beforeAll(async () => {
    await writeFile(place.path('key'), (await newKey(world.now)).text, { mode: 0o600 });
    key = await readKeyFile(place.path('key'));
    lockedFile = place.path('locked.age');
    now = await makeBackup({ url: world.url, file: lockedFile, key, now: world.now });
  });
  const writeChanged = async (change: (bytes: Buffer) => Buffer) => {
    const name = place.path('changed.age');
    await writeFile(name, change(await readFile(lockedFile)));
    return name;
  };

  test('reveals none of its content, which equals an unencrypted backup', async () => {
    const bytes = await readFile(lockedFile);
    expect((await stat(lockedFile)).mode & 0o777).toBe(0o600);
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
    expect((await verifyBackup(lockedFile, { key })).manifest.digest).toBe(now.digest);
    const url = await empty();
    expect(await restoreBackup({ url, file: lockedFile, key })).toMatchObject({ digest: now.digest });
    const db = await openOne(url);
    expect(await businessDigest(db)).toEqual(await businessDigest(world.db));
  });

  test('is created with only a public key, and opened with its secret key', async () => {
    const { text, publicKey } = await newKey(world.now);
    await writeFile(place.path('public'), `${publicKey}\n`);
    await writeFile(place.path('secret'), text, { mode: 0o600 });
    const [shut, opening] = [await readKeyFile(place.path('public')), await readKeyFile(place.path('secret'))];
    const name = place.path('public.age');
    await makeBackup({ url: world.url, file: name, key: shut, now: world.now });
    expect((await verifyBackup(name, { key: opening })).manifest.digest).toBe(now.digest);
    await expect(verifyBackup(name, { key: shut })).rejects.toThrow('holds only public keys');
    await expect(verifyBackup(name, { key })).rejects.toThrow('the keys in this file do not open it');
  });

  test('requires its own passphrase; any program that supports age can create and open it', async () => {
    const encrypter = new Encrypter();
    encrypter.setPassphrase('correct horse battery');
    encrypter.setScryptWorkFactor(10); // 18 in the product, which takes a second
    const name = place.path('passphrase.age');
    await writeFile(name, await encrypter.encrypt(await readFile(file)));
    const url = await empty();
    const other: BackupKey = { kind: 'passphrase', passphrase: 'correct horse batterz' };
    await expect(restoreBackup({ url, file: name, key: other })).rejects.toThrow('this passphrase does not open it');
    await expect(restoreBackup({ url, file: name })).rejects.toThrow('it is encrypted with a passphrase');
    await expect(restoreBackup({ url, file: name, key })).rejects.toThrow('it is encrypted with a passphrase');
    await expect(restoreBackup({ url, file: lockedFile, key: passphrase })).rejects.toThrow(
      'encrypted with a key file',
    );
    expect(await restoreBackup({ url, file: name, key: passphrase })).toMatchObject({ digest: backupReport.digest });
  });

  test('is refused wherever it is cut off and whichever bit is changed; the database stays empty', async () => {
    const { length } = await readFile(lockedFile);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 22, max: length - 1 }), fc.nat(7), async (at, bit) => {
        const cut = await writeChanged((bytes) => bytes.subarray(0, at));
        await expect(verifyBackup(cut, { key })).rejects.toMatchObject({ code: 'unreadable-file' });
        const flippedFile = await writeChanged((bytes) => {
          bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
          return bytes;
        });
        await expect(verifyBackup(flippedFile, { key })).rejects.toMatchObject({ code: 'unreadable-file' });
      }),
      {
        numRuns: 25,
        examples: [
          [length - 1, 0],
          [length - 17, 0],
          [300, 3],
        ],
      },
    );
    const url = await empty();
    const half = await writeChanged((bytes) => bytes.subarray(0, length / 2));
    await expect(restoreBackup({ url, file: half, key })).rejects.toThrow(DAMAGED);
    const tamperedFile = await writeChanged((bytes) => {
      bytes.writeUInt8(bytes.readUInt8(length - 20) ^ 1, length - 20);
      return bytes;
    });
    await expect(restoreBackup({ url, file: tamperedFile, key })).rejects.toThrow(DAMAGED);
    await stays(url);
  });
});
