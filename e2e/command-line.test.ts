import { execFile } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../src/domain/kernel/database/database.js';
import {
  ensurePostgres,
  releasePostgres,
  type PostgresHandle,
} from '../src/domain/kernel/platform/postgres/postgres.js';
import { signInToApi, makePlace, root, shedworks, start, type Place } from './product.js';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());
const json = <T>(text: string): T => JSON.parse(text) as T;

describe('the demo', () => {
  test('does the main job once, reports each step with counts, and keeps the data', async () => {
    const first = await start(place, 'demo', '--months', '0');
    const text = first.output.join('\n');
    for (const step of [
      /Upload: 24 orders, 9 of them/,
      /Push to shops: 15 orders/,
      /Invoices: \d+ created/,
      /Office: \d+ invoices approved, \d+ denied/,
      /Payment 1 to /,
    ])
      expect(text).toMatch(step);
    const office = await signInToApi(first.address, 'office.admin@demo.test');
    const counts = await office<Record<string, number>>('GET', '/api/orders/count');
    expect(await first.stop()).toBe(0);
    const second = await start(place, 'demo');
    expect(second.output.join('\n')).not.toContain('Upload:');
    expect(
      (await (await signInToApi(second.address, 'office.admin@demo.test'))('GET', '/api/orders/count')).body,
    ).toEqual(counts.body);
    expect(await second.stop()).toBe(0);
  });

  test('a port in use is reported in a clear sentence', async () => {
    const busyPort = net.createServer();
    await new Promise<void>((resolve) => busyPort.listen(0, '127.0.0.1', resolve));
    const { port } = busyPort.address() as net.AddressInfo;
    const result = await shedworks({ ...place, env: { ...place.env, PORT: String(port) } }, 'demo');
    busyPort.close();
    expect(result).toMatchObject({ code: 1 });
    expect(result.stderr).toContain(`Port ${port} is in use by another program.`);
    expect(result.stderr).not.toContain('    at ');
  });

  test('listens on this machine only, unless --i-know', async () => {
    const result = await shedworks(place, 'demo', '--host', '0.0.0.0');
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('--i-know');
  });
});

describe('orders from the command line while the server runs', () => {
  let handle: PostgresHandle;
  beforeAll(async () => {
    handle = await ensurePostgres({ home: place.env['SHEDWORKS_HOME'] ?? '', database: 'shedworks' });
  });
  afterAll(() => releasePostgres(handle));
  const feed = path.join(root, 'fixtures', 'feed-30.json');

  test('imports, repeats the import, adds missing orders, pushes, lists, shows, and sets a status', async () => {
    const server = await start(place, 'serve');
    try {
      const dry = await shedworks(place, 'orders', 'import', feed, '--dry-run', '--json');
      expect(json(dry.stdout)).toMatchObject({ counts: { new: 30 }, import: null });
      const importRun = await shedworks(place, 'orders', 'import', feed, '--json');
      expect(importRun.code).toBe(0);
      expect(json(importRun.stdout)).toMatchObject({ msg: 'Orders are Uploaded.', counts: { new: 30, skipped: 2 } });
      const again = await shedworks(place, 'orders', 'import', feed);
      expect(again).toMatchObject({ code: 0 });
      expect(again.stderr).toContain('Nothing new: 32 orders already exist.');
      const office = await signInToApi(server.address, 'office.admin@demo.test');
      const orderList = await office<{ items: { serialNumber: string }[] }>(
        'GET',
        '/api/orders?search=SMG-1624-032826-40000',
      );
      expect(orderList.body.items).toHaveLength(1);
      const pushRun = await shedworks(place, 'orders', 'push', '--json');
      expect(json<{ pushed: number }>(pushRun.stdout).pushed).toBe(2); // the others have alerts
      const statusRun = await shedworks(place, 'orders', 'status', 'SMG-1624-032826-40000', 'building');
      expect(statusRun).toMatchObject({ code: 0, stdout: '' });
      expect(statusRun.stderr).toContain('SMG-1624-032826-40000 is updated.');
      const showRun = await shedworks(place, 'orders', 'show', 'SMG-1624-032826-40000', '--json');
      expect(json(showRun.stdout)).toMatchObject({ status: 'Building', isBuilding: true });
      const listRun = await shedworks(place, 'orders', 'list', '--status', 'building', '--csv');
      expect(listRun.stdout.split('\r\n')[0]).toContain('serial');
    } finally {
      await server.stop();
    }
  });

  test('rejected rows are listed one by one, with exit code 3', async () => {
    const result = await shedworks(
      place,
      'orders',
      'import',
      path.join(root, 'fixtures', 'orders-native.json'),
      '--csv',
    );
    expect(result.code).toBe(3);
    expect(result.stdout).toMatch(/orders-native\.json,5,,refused,serialNumber is missing/);
  });

  test.each([
    [['orders', 'import', 'nowhere.json'], 'nowhere.json: file not found'],
    [['orders', 'status', 'X', 'flying'], '"flying" is not an order status'],
    [['orders', 'show', 'NO-SUCH-ORDER'], 'there is no order NO-SUCH-ORDER'],
    [['orders', 'delete-new'], '--yes is required'],
    [['orders', 'list', '--as', 'nobody@demo.test'], '--as: no active user is named nobody@demo.test'],
    [['invoices', 'deny', '1'], '--reason is required'],
    [['no-such-area'], 'unknown command'],
    [['price', 'order', '--file', 'package.json'], 'company: is required'],
    [['users', 'add', 'x@y.test', '--name', 'X', '--role', 'Office User'], 'add --password-stdin or --password-file'],
  ])('%j is a usage error: exit code 2 and a sentence', async (args, sentence) => {
    const result = await shedworks(place, ...args);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(sentence);
    expect(result.stderr).not.toContain('    at ');
  });

  test.each([
    ['a reader that leaves ends a list, without an error', 'sql "$MANY" --output ndjson | head -1', 0, ''],
    [
      'a full disk is reported',
      'sql "select 1" --csv --quiet > /dev/full',
      1,
      'standard output: no space is left on the device\n',
    ],
    ['a closed standard error changes nothing', 'orders import "$FEED" "$FEED" > /dev/null 2> >(exec true)', 0, ''],
  ])('%s', async (_, line, code, stderr) => {
    const MANY = 'select * from generate_series(1, 300000) as n';
    const env = { ...process.env, ...place.env, MANY, FEED: feed };
    const script = `set -o pipefail; "${process.execPath}" "${path.join(root, 'bin', 'shedworks.js')}" ${line}`;
    const result = await promisify(execFile)('bash', ['-c', script], { env }).then(
      (done) => ({ code: 0, stderr: done.stderr }),
      (error: { code: number; stderr: string }) => ({ code: error.code, stderr: error.stderr }),
    );
    expect(result).toEqual({ code, stderr });
  });

  test('doctor passes sound data and finds a planted fault', async () => {
    expect(await shedworks(place, 'doctor')).toMatchObject({ code: 0 });
    const db = connect(handle.url, { max: 1 });
    const plant = (cents: number) => db('payments').where({ payment_number: '1' }).increment('company_total', cents);
    await plant(1);
    const doctorRun = await shedworks(place, 'doctor');
    await plant(-1);
    await db.destroy();
    expect(doctorRun.code).toBe(1);
    expect(doctorRun.stdout).toContain('the total of a payment is not the sum of its invoices');
  });

  test('migrate --status lists the applied migrations', async () => {
    expect((await shedworks(place, 'migrate', '--status', '--json')).stdout).toContain('orders.js');
  });

  test('--as acts as a user: a view-only user is refused', async () => {
    const result = await shedworks(place, 'orders', 'push', '--as', 'view.only@demo.test');
    expect(result).toMatchObject({ code: 1 });
    expect(result.stderr).toContain('view-only');
  });
});
