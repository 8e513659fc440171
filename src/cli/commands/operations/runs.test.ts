import { forgetByAge } from '../../../domain/operations/retention/forget.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect } from '../../../domain/kernel/database/database.js';
import { examine } from '../../../domain/operations/doctor/doctor.js';
import {
  finishCommandRun,
  SILENT_MS,
  startCommandRun,
  sweepCommandRuns,
} from '../../../domain/operations/command-runs/record.js';
import {
  createExpectedCommand,
  listCommandRuns,
  getCommandRun,
} from '../../../domain/operations/command-runs/service.js';
import {
  formatInterval,
  keepValue,
  parseInterval,
  withoutSecrets,
} from '../../../domain/operations/command-runs/rules.js';
import { listNeeds } from '../../../domain/reporting/home/service.js';
import { limit } from '../../../domain/testing/patience.js';
import { notifyEveryone } from '../../../domain/testing/notify-everyone.js';
import { silent, useWorld } from '../../../domain/testing/world.js';
import { packageFolder } from '../../../package.js';
import { runWhole } from '../../testing/run-command.js';

const world = useWorld();
const runs = (...args: string[]) => runWhole(world.url, ...args);
const DAY = 86_400_000;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-runs-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Item {
  readonly line: string;
  readonly state: string;
  readonly exitCode: number | null;
  readonly counts: Record<string, number>;
  readonly _id: string;
}
const readRecorded = async (search: string): Promise<Item[]> =>
  (await listCommandRuns(world.ctx('office.admin'), { search })).items as Item[];
const mails = async (): Promise<{ to: string; subject: string; text: string }[]> => {
  await notifyEveryone(world);
  return (await world.db('outbox_messages').orderBy('id').pluck('payload')) as never;
};
const notices = async (): Promise<string[]> => (await world.db('notifications').orderBy('id').pluck('msg')) as string[];
const sweepAt = (at: number) => sweepCommandRuns({ db: world.db, logger: silent, clock: { now: () => new Date(at) } });

describe('a run without a terminal', () => {
  test('records who ran what, when, with which result, counts and log', async () => {
    const file = path.join(folder, 'orders.json');
    await writeFile(file, '[{}]');
    const ran = await runs('orders', 'import', file, '--duplicates', 'skip', '--quiet');
    const [run] = await readRecorded(file);
    expect(run).toMatchObject({
      ...{ command: 'orders import', line: `orders import ${file} --duplicates skip`, state: 'done' },
      ...{ exitCode: ran.code, account: os.userInfo().username, host: os.hostname(), actor: 'cli' },
      counts: { new: 0, refused: 1 },
    });
    const savedRun = await getCommandRun(world.ctx('office.admin'), { id: run?._id ?? '' });
    expect(savedRun.log).toBe(ran.notes);
    expect(savedRun.seconds).toBeGreaterThan(0);
  });

  test('is recorded as failed with its message, and runs as the user it names', async () => {
    expect(await runs('orders', 'show', 'NOWHERE', '--as', 'office.user@demo.test')).toMatchObject({ code: 2 });
    const [run] = await readRecorded('NOWHERE');
    expect(run).toMatchObject({ state: 'failed', exitCode: 2, actor: 'office.user@demo.test' });
    expect(run?.line).toBe('orders show NOWHERE --as office.user@demo.test');
    const { log } = await getCommandRun(world.ctx('office.admin'), { id: run?._id ?? '' });
    expect(log).toContain('there is no order NOWHERE');
  });

  test('is not recorded with --no-record, or without a company', async () => {
    const before = (await readRecorded('')).length;
    expect(await runs('users', 'list', '--no-record', '--json')).toMatchObject({ code: 0 });
    expect((await readRecorded('')).length).toBe(before);
    await world.db.raw(
      'alter table companies rename to companies_away; create table companies (id uuid, time_zone text)',
    );
    await runs('users', 'list', '--json');
    await world.db.raw('drop table companies; alter table companies_away rename to companies');
    expect((await readRecorded('')).length).toBe(before);
  });

  test('records no secret from its arguments or its log', () => {
    expect(keepValue('password', 'hunter2')).toBe('***');
    expect(keepValue('password-file', '/etc/pw')).toBe('/etc/pw');
    expect(keepValue('encrypt-with', '/etc/key')).toBe('/etc/key');
    expect(keepValue('address', 'https://me:hunter2@example.com/x')).toBe('https://***@example.com/x');
    expect(keepValue('set', 'apiKey=hunter2')).toBe('apiKey=***');
    expect(keepValue('set', 'limit=50')).toBe('limit=50');
    expect(withoutSecrets('could not reach postgresql://u:hunter2@db/x?sslmode=on')).not.toContain('hunter2');
    expect(withoutSecrets('GET https://x.test/?token=hunter2&page=1')).toBe('GET https://x.test/?token=***&page=1');
    expect(withoutSecrets('Authorization: Bearer hunter2hunter2')).not.toContain('hunter2');
  });
});

describe('a run that does not end', () => {
  test('is detected if it was killed', { timeout: limit(30_000) }, async () => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'src/cli/main.ts', 'orders', 'import', '-', '--expect-every', '1d'],
      { cwd: packageFolder, env: { ...process.env, DATABASE_URL: world.url, LOG_LEVEL: 'error' }, stdio: 'pipe' },
    );
    const state = async () => (await readRecorded('orders import -'))[0]?.state;
    await vi.waitFor(async () => expect(await state()).toBe('running'), { timeout: limit(20_000), interval: 50 });
    child.kill('SIGKILL');
    await once(child, 'exit');
    await sweepAt(Date.now());
    expect(await state()).toBe('running'); // it was alive a moment ago
    await sweepAt(Date.now() + SILENT_MS + 1000);
    expect(await state()).toBe('lost');
    expect((await mails()).at(-1)).toMatchObject({
      subject: 'Heartland Portable Buildings: "shedworks orders import -" failed',
    });
    expect((await mails()).at(-1)?.text).toContain('It did not end');
  });

  test('is detected if its database was unavailable at its end, and its note reports that', async () => {
    const db = connect(world.url, { max: 1 });
    const ctx = world.ctx('system', { db });
    const id = await startCommandRun(ctx, { ...parts, line: 'prices reprice' });
    await db.destroy();
    await expect(finishCommandRun(ctx, id, { exitCode: 0, counts: {}, log: '' })).rejects.toThrow();
    await sweepAt(world.now.getTime() + SILENT_MS + 1000);
    expect((await readRecorded('prices reprice'))[0]?.state).toBe('lost');
    await finishCommandRun(world.ctx('system'), id, { exitCode: 0, counts: {}, log: '' });
    expect((await readRecorded('prices reprice'))[0]?.state).toBe('done'); // it was only silent
  });
});

const parts = { command: 'backup', line: 'backup', account: 'cron', host: 'server', actor: 'cli', version: '1' };

/** A run of `line` that starts and ends `at`. */
async function ranAt(at: number, line: string, exitCode: number): Promise<void> {
  const ctx = world.ctx('system', { clock: { now: () => new Date(at) } });
  const id = await startCommandRun(ctx, { ...parts, line });
  await finishCommandRun(ctx, id, { exitCode, counts: {}, log: exitCode === 0 ? '' : 'The disk is full.\n' });
}

describe('an expected command', () => {
  const finding = async () =>
    (await examine({ db: world.db, clock: { now: () => world.now }, home: folder, embedded: false, config: {} })).find(
      ({ what }) => what === 'an expected command failed or did not run',
    );
  const need = async () =>
    (await listNeeds(world.ctx('office.admin'), {})).items.find(({ kind }) => kind === 'commands');

  test('that fails notifies its owner once, and is resolved by its next successful run', async () => {
    await world.db('expected_commands').delete();
    const start = world.now.getTime();
    const owner = world.actor('office.user').id;
    await createExpectedCommand(world.ctx('office.admin'), { line: 'shedworks backup', everyMinutes: 1440, owner });
    const before = (await mails()).length;
    await ranAt(start, 'backup --out /b', 1);
    await ranAt(start + 1000, 'backup --out /b', 1);
    await ranAt(start + 2000, 'backup-key', 1); // another command
    const emails = (await mails()).slice(before);
    expect(emails).toMatchObject([
      { to: 'office.user@demo.test', subject: 'Heartland Portable Buildings: "shedworks backup" failed' },
    ]);
    expect(emails[0]?.text).toContain('It ended with exit code 1: The disk is full.');
    expect(await need()).toMatchObject({ count: 1 });
    expect(await finding()).toMatchObject({ severity: 'error', hint: expect.stringContaining('shedworks runs show') });
    await ranAt(start + 3000, 'backup --out /b', 4); // another run was at work, so this one does not count
    expect(await need()).toMatchObject({ count: 1 });
    await ranAt(start + 4000, 'backup --out /b', 0);
    expect([await need(), await finding()]).toEqual([undefined, undefined]);
    expect((await notices()).at(-1)).toBe('"shedworks backup" succeeded again.');
    expect((await mails()).length).toBe(before + 1);
  });

  test('that does not run notifies its owner once, after its grace period', async () => {
    const start = world.now.getTime() + 5000;
    await ranAt(start, 'backup', 0);
    const before = (await mails()).length;
    await sweepAt(start + DAY + 100 * 60_000);
    expect((await mails()).length).toBe(before);
    await sweepAt(start + DAY + 145 * 60_000);
    await sweepAt(start + DAY + 146 * 60_000);
    expect((await mails()).slice(before)).toMatchObject([
      { subject: 'Heartland Portable Buildings: "shedworks backup" did not run' },
    ]);
    expect(await need()).toMatchObject({ count: 1 });
    await ranAt(start + 2 * DAY, 'backup', 3); // refused rows do not count as a failure
    expect(await need()).toBeUndefined();
  });

  test('notifies the super admins if its owner cannot sign in', async () => {
    await world.db('users').where({ user_name: 'office.user@demo.test' }).update({ active: false });
    const before = (await mails()).length;
    await ranAt(world.now.getTime() + 3 * DAY, 'backup', 2);
    await world.db('users').where({ user_name: 'office.user@demo.test' }).update({ active: true });
    expect((await mails()).slice(before)).toMatchObject([{ to: 'office.admin@demo.test' }]);
  });

  test('that is a backup is reported as failed if its folder or key file is missing', async () => {
    const every = ['--expect-every', '1d'];
    const missing = path.join(folder, 'missing', 'place');
    for (const option of ['--out', '--encrypt-with']) {
      expect((await runs('backup', option, missing, ...every)).code).toBe(2);
      const line = `backup ${option} ${missing}`;
      expect(await readRecorded(line)).toMatchObject([{ line, state: 'failed', exitCode: 2 }]);
      expect(await world.db('expected_commands').where({ line }).pluck('problem')).toEqual(['failed']);
    }
  });

  test('is set by --expect-every, on a run or by a command, and can be removed', async () => {
    await runs('users', 'list', '--json', '--expect-every', '12h');
    await runs('users', 'list', '--json', '--expect-every', '1d');
    const expectedRuns = JSON.parse((await runs('runs', 'expected', '--json')).out) as {
      line: string;
      everyMinutes: number;
    }[];
    expect(expectedRuns.find(({ line }) => line === 'users list')).toMatchObject({ everyMinutes: 1440, owner: null });
    const expected = ['runs', 'expect', 'orders push', '--every', '1w', '--owner', 'office.user@demo.test'];
    expect(await runs(...expected, '--json')).toMatchObject({ code: 0, notes: 'Expected command added.\n' });
    expect(await runs(...expected.slice(0, 3), '--grace', '2h')).toMatchObject({ code: 0 });
    expect(JSON.parse((await runs('runs', 'expected', '--json')).out)).toContainEqual(
      expect.objectContaining({ line: 'orders push', everyMinutes: 10_080, graceMinutes: 120 }),
    );
    expect(await runs('runs', 'forget', 'orders', 'push')).toMatchObject({ code: 0 });
    expect(await runs('runs', 'forget', 'orders', 'push')).toMatchObject({ code: 2 });
    await expect(runs('users', 'list', '--expect-every', '1x')).rejects.toThrow('Enter an interval');
    expect(await runs('runs', 'expect', 'orders', 'list')).toMatchObject({
      code: 2,
      notes: 'add --every, such as --every 1d\n',
    });
  });
});

test.each([
  ['backup --quiet --encrypt-with /k --out /b', 'backup --out /b --encrypt-with /k', '--quiet'],
  ['shedworks reports run "My view" --json', "reports run 'My view'", '--json'],
  ['export orders --output csv', 'export orders --output csv', ''],
  ['users list --as office.admin@demo.test', 'users list --as office.admin@demo.test', ''],
  ['backup --out', 'backup --out', ''],
  ['orders', 'orders', ''],
])('%s is expected as its runs are recorded', async (entered, line, leftOut) => {
  const expectRun = await runs('runs', 'expect', entered, '--every', '1d', '--json');
  expect(expectRun.code).toBe(0);
  expect(JSON.parse(expectRun.out)).toMatchObject({ line });
  if (leftOut) expect(expectRun.notes).toContain(`Runs are recorded without ${leftOut}, so it is left out.\n`);
  else expect(expectRun.notes).not.toContain('left out');
  expect(await runs('runs', 'forget', entered)).toMatchObject({ code: 0 });
});

test.each([
  ['ordres push', 'unknown command "ordres"'],
  ['orders psuh', 'unknown command "psuh"'],
  ['backup --outt /b', 'unknown option "--outt"'],
  ['users list now', 'unknown argument "now"'],
])('%s is not expected, because it never runs', async (entered, notes) => {
  expect(await runs('runs', 'expect', entered, '--every', '1d')).toMatchObject({
    code: 2,
    out: '',
    notes: `${notes}\n`,
  });
});

test('intervals', () => {
  expect(['5m', '90m', '12h', '1d', '2w'].map(parseInterval)).toEqual([5, 90, 720, 1440, 20_160]);
  expect(['', '4m', '1', 'd', '1.5d', '400d', '-1d', '1y'].map(parseInterval)).toEqual(Array(8).fill(null));
  expect([5, 90, 720, 1440, 20_160].map(formatInterval)).toEqual([
    '5 minutes',
    '90 minutes',
    '12 hours',
    '1 day',
    '2 weeks',
  ]);
});

test('runs are kept for 90 days', async () => {
  const soon = Date.now() + 120 * DAY;
  await sweepAt(soon);
  await forgetByAge(world.db, new Date(soon));
  expect((await readRecorded('')).filter(({ state }) => state !== 'running')).toEqual([]);
});
