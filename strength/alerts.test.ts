// A Prometheus (apt install prometheus) scrapes the product, and the cause of each alert is brought about.
import { execFileSync, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, shedworks, start, startCommand, type Place, type RunningServer } from '../e2e/product.js';
import { useStruck } from '../e2e/struck.js';
import { connect } from '../src/domain/kernel/database/database.js';
import { releasePostgres, type PostgresHandle } from '../src/domain/kernel/platform/postgres/postgres.js';
import { startReceiver, type Receiver } from '../src/domain/operations/webhooks/testing/receiver.js';
import { startSmtpSink, type SmtpSink } from '../src/domain/testing/smtp-sink.js';
import { getOrders, startCrowd, readToken, request, stopProcess, type Crowd } from './clients.js';
import { waitFor } from './machine.js';
import { startPrometheus, type Prometheus } from './prometheus.js';
import { startProxy, type Proxy } from './proxy.js';
import { startStandby } from './standby.js';

const MB = 1024 * 1024;
/** 23 MB of JSON; two such uploads fit on the disk of the server. */
const LARGE_ORDERS = 10_000;
const startedAt = new Date();
const struck = useStruck();
const caused = new Set<string>();
let rules: string;
let place: Place;
let disk: string;
let proxy: Proxy;
let standby: PostgresHandle;
let standbyDb: Knex;
let receiver: Receiver;
let sink: SmtpSink;
/** The answer of the mail server to a recipient. */
let mailAnswer = '250 ok';
let server: RunningServer;
let worker: ChildProcess;
let users: readonly string[];
let prometheus: Prometheus;
/** What ends each part that was started. */
const cleanups: (() => unknown)[] = [];

beforeAll(async () => {
  standby = await startStandby(struck);
  cleanups.push(() => releasePostgres(standby, { force: true }));
  standbyDb = connect(standby.url, { max: 1 });
  cleanups.push(() => standbyDb.destroy());
  proxy = await startProxy(struck.handle.url);
  cleanups.push(() => proxy.close());
  receiver = await startReceiver();
  cleanups.push(() => receiver.stop());
  sink = await startSmtpSink({ answers: (line) => (line.startsWith('RCPT') ? mailAnswer : undefined) });
  cleanups.push(() => sink.stop());
  disk = path.join(struck.place.home, 'disk');
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=1777', 'tmpfs', disk]);
  cleanups.push(() => execFileSync('umount', [disk]));
  const env = { ...struck.place.env, SMTP_URL: sink.url, WEBHOOK_PRIVATE_ADDRESSES: 'true' };
  place = { ...struck.place, env: { ...env, DATABASE_URL: struck.handle.url } };
  server = await startServer();
  cleanups.push(() => server.stop());
  worker = startCommand(place, 'worker');
  cleanups.push(() => stopProcess(worker));
  users = [
    await readToken(server.address, 'office.admin@demo.test'),
    await readToken(server.address, 'shop.admin@demo.test'),
  ];
  const { stdout } = await shedworks(place, 'webhooks', 'add', 'system', receiver.url, '--json');
  receiver.secret = (JSON.parse(stdout) as { secret: string }).secret;
  rules = await readFile(path.join(root, 'examples', 'alerts.yml'), 'utf8');
  prometheus = await startPrometheus(path.join(place.home, 'prometheus'), server.address, shorten(rules));
  cleanups.push(() => prometheus.stop());
});
/** Ends what was started, the last first; what cannot be ended keeps nothing else from ending. */
afterAll(async () => {
  const faults: unknown[] = [];
  for (const end of cleanups.toReversed())
    await Promise.resolve()
      .then(end)
      .catch((fault: unknown) => faults.push(fault));
  expect(faults).toEqual([]);
});

/** Starts the server that Prometheus scrapes, which reaches the database through the proxy. */
const startServer = (port = '0'): Promise<RunningServer> =>
  start({ ...place, env: { ...place.env, DATABASE_URL: proxy.url, TMPDIR: disk, PORT: port } }, 'serve', '--no-worker');

/** The rules with seconds instead of minutes and days, and a third of the memory. */
const shorten = (text: string): string =>
  text
    .replaceAll(/for: \d+[mh]/g, 'for: 1s')
    .replaceAll(/\[1?5m\]/g, '[15s]')
    .replaceAll('[1d]', '[1m]')
    .replaceAll('offset 5m', 'offset 15s')
    .replaceAll(/> (300|900)\b/g, '> 5')
    .replaceAll('> 60 ', '> 5 ')
    .replaceAll('3 * 86400', '20')
    .replaceAll('bytes{job="shedworks"} > 1e9', 'bytes{job="shedworks"} > 3.5e8');

async function run(...args: string[]): Promise<void> {
  expect(await shedworks(place, ...args)).toMatchObject({ code: 0 });
}

/** Awaits that the alerts fire after `cause`, and no longer after `end`, which runs in any case. */
async function expectAlerts(
  names: readonly string[],
  cause: () => Promise<unknown>,
  end: () => unknown = () => undefined,
): Promise<void> {
  const awaitState = async (isFiring: boolean): Promise<void> => {
    const left = new Set(names);
    await waitFor(`each of ${names.join(', ')} ${isFiring ? 'firing' : 'resolved'}`, async () => {
      const firing = await prometheus.listFiring();
      for (const name of left) if (firing.has(name) === isFiring) left.delete(name);
      return left.size === 0 || null;
    });
  };
  try {
    await cause();
    await awaitState(true);
  } finally {
    await end();
  }
  await awaitState(false);
  for (const name of names) caused.add(name);
}

const ask = (call: string, user = users[0] ?? '') => request(server.address, user, call);

/** Clients of two users that read orders, until they are stopped. */
const readOrders = (count: number): Crowd =>
  startCrowd(Array.from({ length: count }, (_, n) => () => ask('GET /api/orders?size=50', users[n % 2])));

const queueSweep = () => struck.db.raw(`select graphile_worker.add_job('sweep', max_attempts := 3)`);

test('a frozen server', () =>
  expectAlerts(
    ['ShedworksDown'],
    () => Promise.resolve(server.process.kill('SIGSTOP')),
    () => server.process.kill('SIGCONT'),
  ));

test('a database that refuses connections', () =>
  expectAlerts(
    ['ShedworksDatabaseDown', 'ShedworksListenerLost', 'ShedworksErrors'],
    async () => {
      await proxy.refuse();
      expect(await ask('GET /api/orders')).toMatchObject({ status: 503 });
    },
    () => proxy.accept(),
  ));

test('a client that locks a table, so that readers hold every connection', async () => {
  const lock = await struck.db.transaction();
  const reading = readOrders(40);
  await expectAlerts(
    ['ShedworksPoolExhausted', 'ShedworksSlow'],
    () => lock.raw('lock table orders in access exclusive mode'),
    async () => {
      await lock.rollback();
      await reading.stop(); // on a busy machine, so many readers alone keep the alerts firing
    },
  );
});

test('a worker that is killed', () =>
  expectAlerts(
    ['ShedworksJobsLate', 'ShedworksSweepLate', 'ShedworksWebhooksLate'],
    async () => {
      worker.kill('SIGKILL');
      await run('jobs', 'run', 'sweep');
      await queueSweep();
      await run('webhooks', 'test', 'system');
    },
    async () => {
      worker = startCommand(place, 'worker');
      await queueSweep();
    },
  ));

test('a job that fails at each attempt, because a table is missing', async () => {
  await expectAlerts(
    ['ShedworksJobFailed', 'ShedworksUnexpectedErrors'],
    async () => {
      await struck.db.raw('alter table used_challenges rename to gone');
      await queueSweep();
    },
    async () => {
      await struck.db.raw('alter table gone rename to used_challenges');
      await struck.db('error_logs').update({ at: struck.db.raw(`at - interval '1 hour'`) });
    },
  );
});

const mailReport = () =>
  shedworks(place, 'reports', 'run', 'invoices', '--range', 'this-year', '--mail-to', 'a@b.example');

test('a mail server that refuses a message', () =>
  expectAlerts(
    ['ShedworksMailFailed'],
    async () => {
      mailAnswer = '550 no such user';
      await mailReport();
    },
    () => (mailAnswer = '250 ok'),
  ));

test('a mail server that postpones every message', () =>
  expectAlerts(
    ['ShedworksMailLate'],
    async () => {
      mailAnswer = '451 try again later';
      await mailReport();
    },
    () => (mailAnswer = '250 ok'),
  ));

test('a standby that no commit waits for', async () => {
  const setSynchronous = async (names: string): Promise<void> => {
    await struck.db.raw(`alter system set synchronous_standby_names = '${names}'`);
    await struck.db.raw('select pg_reload_conf()');
  };
  await expectAlerts(
    ['ShedworksNoSynchronousStandby'],
    () => setSynchronous(''),
    () => setSynchronous('*'),
  ).finally(() => setSynchronous(''));
});

test('a standby that stops to replay', async () => {
  const writing = setInterval(() => void struck.db('sweeps').update({ ended_at: new Date() }), 500);
  await expectAlerts(
    ['ShedworksStandbyBehind'],
    () => standbyDb.raw('select pg_wal_replay_pause()'),
    () => standbyDb.raw('select pg_wal_replay_resume()'),
  ).finally(() => clearInterval(writing));
});

test('a standby that is killed', () =>
  expectAlerts(['ShedworksStandbyLost'], () => Promise.resolve(process.kill(standby.pid, 'SIGKILL'))));

test('a disk that is nearly full', () => {
  const ballast = path.join(disk, 'ballast');
  return expectAlerts(
    ['ShedworksDiskLow'],
    () => writeFile(ballast, Buffer.alloc(60 * MB)),
    () => rm(ballast),
  );
});

test('two users who preview large uploads, until the server is started again', async () => {
  const uploaders = [users[0] ?? '', await readToken(server.address, 'office.user@demo.test')];
  const orders = getOrders('large', LARGE_ORDERS);
  const uploading = startCrowd(
    uploaders.map((user) => () => request(server.address, user, 'POST /api/orders?preview=true', { orders })),
  );
  const restart = async (): Promise<void> => {
    await uploading.stop();
    await server.stop();
    server = await startServer(new URL(server.address).port);
  };
  await expectAlerts(['ShedworksMemory'], () => Promise.resolve(), restart);
});

test('a server that gets a quarter of the processor', async () => {
  const isOver = new AbortController();
  const starving = starve(server.process, isOver.signal);
  const end = (): Promise<void> => {
    isOver.abort();
    return starving;
  };
  await expectAlerts(['ShedworksBusy'], () => Promise.resolve(), end);
});

/** Takes the processor from a process for three quarters of the time until `isOver`. */
async function starve(victim: ChildProcess, isOver: AbortSignal): Promise<void> {
  while (!isOver.aborted) {
    victim.kill('SIGSTOP');
    await pause(300);
    victim.kill('SIGCONT');
    await pause(100);
  }
}

test('no verified backup, then one that is too old', async () => {
  const file = path.join(place.home, 'backup.tar.gz');
  const verify = async (): Promise<void> => {
    await run('backup', '--out', file);
    await run('backup', '--verify', file);
  };
  await expectAlerts(['ShedworksBackupOld'], () => Promise.resolve(), verify);
  await expectAlerts(['ShedworksBackupOld'], () => Promise.resolve(), verify);
});

test('the disk of the continuous backup is not mounted', async () => {
  const archive = path.join(place.home, 'archive');
  const away = path.join(place.home, 'away');
  await mkdir(archive);
  expect(await shedworks(struck.place, 'backup', '--continuous', archive)).toMatchObject({ code: 0 });
  const finishFile = async (): Promise<void> => {
    await struck.db('sweeps').update({ ended_at: new Date() });
    await struck.db.raw('select pg_switch_wal()');
  };
  await expectAlerts(
    ['ShedworksArchiveFailing'],
    async () => {
      await rename(archive, away);
      await finishFile();
    },
    async () => {
      await rename(away, archive);
      await finishFile();
    },
  );
});

test('every alert was caused', () => {
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
  expect([...caused].sort()).toEqual(names.sort());
});

test('every panel of the dashboard shows data', async () => {
  const board = JSON.parse(await readFile(path.join(root, 'examples', 'grafana.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const queries = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(15);
  for (const query of queries) expect([query, await prometheus.countSeries(query, startedAt)]).not.toEqual([query, 0]);
});
