// Builds the setup of examples/ha on this machine, as root, from packages of Debian, and breaks it:
//   apt install patroni python3-etcd etcd-server haproxy postgresql-15
// All of it listens on 127.42.0.x, which no other machine can reach.
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeDemoPlace } from '../e2e/demo-place.js';
import { shedworks, start, startCommand, type Place, type RunningServer } from '../e2e/product.js';
import { limit } from '../src/domain/testing/patience.js';
import { getOrders, request, readToken, stopProcess } from './clients.js';
import { readExample, readVariables, startCluster, type Cluster } from './cluster.js';
import { waitFor } from './machine.js';

let cluster: Cluster;
let variables: Record<string, string>;
let place: Place;
let servers: readonly [RunningServer, RunningServer];
let worker: ReturnType<typeof startCommand>;
let office: string;
let writing: OrderWriter | null = null;

interface OrderWriter {
  /** The serial numbers of the orders that a server reported as stored. */
  readonly acknowledged: readonly string[];
  readonly statuses: ReadonlySet<number>;
  stop(): Promise<void>;
}

beforeAll(async () => {
  cluster = await startCluster();
  await cluster.waitUntilWhole();
  variables = readVariables(await readExample('shedworks.env'));
  const superuser = 'postgresql://postgres:change-me-1@127.42.0.1:5000/postgres';
  await waitFor('a way to the primary', () => ask('select 1', superuser).catch(() => null));
  await ask(`create role shedworks login password 'change-me'`, superuser);
  await ask('create database shedworks owner shedworks', superuser);
  await ask('grant pg_monitor to shedworks', superuser);
  const demo = await makeDemoPlace();
  const file = path.join(demo.home, 'demo.tar.gz');
  expect(await shedworks(demo, 'backup', '--out', file)).toMatchObject({ code: 0 });
  const { DATABASE_URL, DATABASE_READ_URL, HOST, METRICS_TOKEN } = variables;
  place = { ...demo, env: { ...demo.env, DATABASE_URL, DATABASE_READ_URL, HOST, METRICS_TOKEN } };
  expect(await shedworks(place, 'restore', file, '--yes')).toMatchObject({ code: 0 });
  servers = [await start(place, 'serve', '--no-worker'), await start(place, 'serve', '--no-worker')];
  worker = startCommand(place, 'worker');
  office = await readToken(servers[0].address, 'office.admin@demo.test');
  await expectWorker(); // a worker that starts while there is no primary ends, and systemd starts it again
}, limit(400_000));
afterAll(async () => {
  await stopProcess(worker);
  for (const server of servers) await server.stop();
  await cluster.stop();
  await place.remove();
});
afterEach(async () => {
  await writing?.stop();
});

/** Runs a statement on a separate connection; returns its rows. */
async function ask<Row extends pg.QueryResultRow>(sql: string, url = variables['DATABASE_URL']): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 10_000 });
  client.on('error', () => undefined); // the pending query reports it
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Stores one order after another, at the servers in turn, repeating each with its key until a response arrives. */
function write(name: string): OrderWriter {
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  let stopped = false;
  const going = (async () => {
    for (let turn = 0; !stopped; turn += 1) {
      const key = `${name}${acknowledged.length}`;
      const { address } = servers[turn % 2 === 0 ? 0 : 1];
      const body = { orders: getOrders(key, 1) };
      const { status } = await request(address, office, 'POST /api/orders', body, { 'idempotency-key': key });
      statuses.add(status);
      if (status === 200) acknowledged.push(`${key}-0`);
      else await pause(100);
    }
  })();
  const stop = async (): Promise<void> => {
    stopped = true;
    await going;
  };
  return { acknowledged, statuses, stop };
}

/** A fault while orders are stored. Afterward everything works again, and no acknowledged order is lost or duplicated. */
async function survive(name: string, fault: () => Promise<void>): Promise<void> {
  await cluster.waitUntilWhole();
  writing = write(name);
  const { acknowledged, statuses } = writing;
  await waitFor('an order', () => Promise.resolve(acknowledged.length > 2 ? true : null));
  await fault();
  const before = acknowledged.length;
  await waitFor('an order after the fault', () => Promise.resolve(acknowledged.length > before + 3 ? true : null));
  expectRunning();
  await expectWorker();
  await expectEvents();
  await cluster.waitUntilWhole();
  await writing.stop();
  const rows = await ask<{ serial: string; n: number }>(
    'select serial_number as serial, count(*)::int as n from orders group by serial_number',
  );
  const stored = new Map(rows.map(({ serial, n }) => [serial, n]));
  expect(acknowledged.filter((serial) => stored.get(serial) !== 1)).toEqual([]);
  expect([...statuses].filter((status) => ![200, 409, 429, 503].includes(status))).toEqual([]);
  process.stdout.write(`${name}: ${acknowledged.length} orders, answers ${[...statuses].sort().join(', ')}\n`);
}

function expectRunning(): void {
  const processes = [worker, ...servers.map(({ process: server }) => server)];
  expect(processes.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null, null]);
}

const RECOVERED_MS = limit(30_000);
const QUEUE_SWEEP = `select clock_timestamp()::text as at from graphile_worker.add_job('sweep')`;

/** The worker does a job within seconds. */
async function expectWorker(): Promise<void> {
  const at = await waitFor('a queued job', async () => {
    const rows = await ask<{ at: string }>(QUEUE_SWEEP).catch(() => []);
    return rows[0]?.at ?? null;
  });
  const began = performance.now();
  await waitFor('a finished sweep', async () => {
    const done = await ask(`select 1 from sweeps where ended_at > '${at}'`).catch(() => []);
    return done.length > 0 ? true : null;
  });
  expect(performance.now() - began).toBeLessThan(RECOVERED_MS);
}

const getMetricsHeaders = () => ({ authorization: `Bearer ${variables['METRICS_TOKEN'] ?? ''}` });

/** Each server listens for changes that others make. */
async function expectEvents(): Promise<void> {
  for (const { address } of servers)
    await waitFor('a server that listens', async () => {
      const text = await (await fetch(`${address}/metrics`, { headers: getMetricsHeaders() })).text();
      return text.includes('shedworks_listener_connected 1') ? true : null;
    });
}

const signal = async (pids: readonly number[], name: NodeJS.Signals): Promise<void> => {
  for (const pid of pids) process.kill(pid, name);
  return Promise.resolve();
};

const waitForTakeover = (from: { readonly name: string }) =>
  waitFor('another primary', async () => {
    const other = cluster.nodes.find(({ name }) => name !== from.name);
    return (await other?.hasRole('primary')) ? true : null;
  });

test('other machines reach each server at the address of its machine', async () => {
  for (const { address } of servers) {
    expect(new URL(address).hostname).toBe('127.42.0.21');
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect((await fetch(`${address}/metrics`, { headers: getMetricsHeaders() })).status).toBe(200);
  }
});

test("the primary's machine dies and comes back", () =>
  survive('node', async () => {
    const node = await cluster.getPrimary();
    await signal(await node.listProcesses(), 'SIGKILL');
    await waitForTakeover(node);
    node.start();
  }));

test('the PostgreSQL of the primary is killed', () =>
  survive('postmaster', async () => signal([await (await cluster.getPrimary()).readPostmaster()], 'SIGKILL')));

test('the primary freezes, and thaws after another has taken over', () =>
  survive('frozen', async () => {
    const node = await cluster.getPrimary();
    const frozen = await node.listProcesses();
    await signal(frozen, 'SIGSTOP');
    await waitForTakeover(node).finally(() => signal(frozen, 'SIGCONT'));
  }));

test('the standby dies and comes back', () =>
  survive('standby', async () => {
    const node = await cluster.getStandby();
    await signal(await node.listProcesses(), 'SIGKILL');
    const before = writing?.acknowledged.length ?? 0;
    await waitFor('orders without a standby', () =>
      Promise.resolve((writing?.acknowledged.length ?? 0) > before + 3 ? true : null),
    );
    node.start();
  }));

test('a planned switch', () => survive('switch', () => cluster.switchOver()));

test('one etcd freezes, then all of them for half a minute', () =>
  survive('etcd', async () => {
    const [first] = cluster.etcds;
    first?.kill('SIGSTOP');
    await pause(5000);
    for (const etcd of cluster.etcds) etcd.kill('SIGSTOP');
    await pause(30_000);
    for (const etcd of cluster.etcds) etcd.kill('SIGCONT');
  }));
