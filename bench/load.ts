import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import type { Knex } from 'knex';
import { makePlace, start, type Place, type RunningServer } from '../e2e/product.js';
import { demoPassword } from '../src/domain/operations/demo/accounts.js';
import { ask, requireOk } from './lib/client.js';
import { getFeed } from './lib/feed.js';
import { runOnCopy } from './lib/ground.js';
import { checkBound, note, quantile } from './lib/measure.js';

const USERS = 200;
const THINKING_MS = 4000;
/** A server and a database that have just started are slower; the day is measured when they are warm. */
const WARMING_MINUTES = 0.5;
const IMPORTED = 10_000;
const minutes = Number(process.env['LOAD_MINUTES'] ?? 1);
const processes = Number(process.env['LOAD_PROCESSES'] ?? 1);

type Kind = 'read' | 'write' | 'heavy';
interface CompletedCall {
  readonly kind: Kind;
  /** Method and path, without the parts that differ by record. */
  readonly call: string;
  readonly ms: number;
  /** The error message; empty for a successful answer. */
  readonly failed: string;
}
type Request = readonly [method: string, path: string, body?: unknown];
type Call = ReturnType<typeof ask>;

/**
 * A mixed day: 200 users of the built product, each pausing a few seconds between calls (lists, searches, records,
 * changes, decisions), while 10,000 orders are imported and reports run. `LOAD_MINUTES` (1) and `LOAD_PROCESSES` (1)
 * set the duration and the number of servers.
 */
export async function run(): Promise<boolean> {
  return runOnCopy('orders', async ({ db, url }) => {
    const place = await makePlace();
    const servers: RunningServer[] = [];
    const people: Person[] = [];
    try {
      for (let n = 0; n < processes; n += 1) servers.push(await serve(place, url, n));
      const things = await readThings(db);
      const files = Array.from({ length: Math.ceil(minutes) }, (_, n) =>
        JSON.stringify({ orders: getFeed(IMPORTED, `L${n}`) }),
      );
      for (let n = 0; n < USERS; n += 1) people.push(await person(servers[n % servers.length] as RunningServer)); // the server refuses more at once
      await readDay({ servers, people, things: { ...things, invoices: [] }, files: [], minutes: WARMING_MINUTES });
      const memory = watchMemory(servers, minutes);
      return reportDay(await readDay({ servers, people, things, files, minutes }), await memory);
    } finally {
      for (const { agent } of people) agent.destroy();
      await Promise.all(servers.map((server) => server.stop()));
      await place.remove();
    }
  });
}

const serve = (place: Place, url: string, n: number): Promise<RunningServer> =>
  start({ ...place, env: { ...place.env, DATABASE_URL: url } }, 'serve', ...(n > 0 ? ['--no-worker'] : []));

/** The records that users work on. Each user changes different ones, so changes never conflict. */
async function readThings(db: Knex) {
  const orders = (await db('orders').where({ status: 'Building' }).orderBy('id').limit(USERS).select('id')) as Id[];
  const invoices = (await db('invoices').where({ status: 'New' }).orderBy('id').limit(2_000).select('id')) as Id[];
  return { orders: orders.map(({ id }) => id), invoices: invoices.map(({ id }) => id) };
}
interface Id {
  readonly id: string;
}
type DemoRecords = Awaited<ReturnType<typeof readThings>>;

async function signedIn(server: RunningServer, agent: http.Agent, name: string): Promise<Call> {
  const port = Number(new URL(server.address).port);
  const call = ask(agent, port, {});
  const body = { userName: `${name}@demo.test`, password: demoPassword };
  const { token } = JSON.parse(requireOk(await call('POST', '/api/auth', body))) as { token: string };
  return ask(agent, port, { 'x-auth-token': token });
}

interface Person {
  readonly agent: http.Agent;
  readonly call: Call;
}

async function person(server: RunningServer): Promise<Person> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return { agent, call: await signedIn(server, agent, 'office.user') };
}

interface Day {
  readonly servers: readonly RunningServer[];
  readonly people: readonly Person[];
  readonly things: DemoRecords;
  /** The files to import, one a minute. */
  readonly files: readonly string[];
  readonly minutes: number;
}

/** The calls that every user makes within a few minutes. */
async function readDay({ servers, people, things, files, minutes }: Day): Promise<CompletedCall[]> {
  const until = performance.now() + minutes * 60_000;
  const turns = people.map((one, n) => readTurns(n, one, things, until));
  return (await Promise.all([...turns, heavyWork(servers, files, minutes)])).flat();
}

/**
 * The calls of one user until the end of the day. Each user starts after a different pause, so that they do not run in
 * step.
 */
async function readTurns(n: number, { call }: Person, things: DemoRecords, until: number): Promise<CompletedCall[]> {
  const requests: CompletedCall[] = [];
  await pause((n / USERS) * THINKING_MS);
  for (let turn = 0; performance.now() < until; turn += 1) {
    const [kind, request] = getTurn(n, turn, things);
    requests.push(await timedCall(call, kind, request));
    await pause(THINKING_MS * (0.5 + ((n * 7 + turn * 13) % 11) / 10));
  }
  return requests;
}

/**
 * One of twelve turns: five lists, two searches, two records, a home screen, a change of an order, a decision about an
 * invoice.
 */
function getTurn(n: number, turn: number, { orders, invoices }: DemoRecords): [Kind, Request] {
  const orderId = orders[n % orders.length] ?? '';
  const page = 1 + ((n + turn) % 20);
  const turns: (() => [Kind, Request])[] = [
    () => ['read', ['GET', `/api/orders/status/inqueue?size=200&page=${page}`]],
    () => ['read', ['GET', '/api/orders/chart/filter']],
    () => ['read', ['GET', `/api/orders/search/${String(n * 37 + turn * 101).padStart(5, '0')}`]],
    () => ['read', ['GET', `/api/orders/${orderId}`]],
    () => ['write', ['PUT', `/api/orders/update/${orderId}`, { metalOrdered: turn % 24 < 12 }]],
    () => ['read', ['GET', '/api/invoice/status/New?size=200']],
    () => ['read', ['GET', `/api/orders/status/building?size=200&page=${page}`]],
    () => ['read', ['GET', '/api/payment?size=100']],
    () => {
      const id = invoices[n + USERS * Math.floor(turn / 12)];
      if (!id) return ['read', ['GET', '/api/invoice/chart/filter']];
      return ['write', ['PUT', `/api/invoice/update/${id}`, { status: 'Approved' }]];
    },
    () => ['read', ['GET', `/api/orders/search/${String(n * 53 + turn).padStart(6, '0')}`]],
    () => ['read', ['GET', '/api/orders/status/finished?size=200']],
    () => ['read', ['GET', `/api/orders/${orders[(n + turn) % orders.length] ?? orderId}`]],
  ];
  return (turns[(n + turn) % turns.length] as () => [Kind, Request])();
}

async function timedCall(call: Call, kind: Kind, [method, path, body]: Request): Promise<CompletedCall> {
  const began = performance.now();
  const callName = `${method} ${path.replace(/\?.*|[0-9a-f-]{36}|\d{5,}/g, '')}`;
  try {
    const { status, text } = await call(method, path, body);
    const failure = status >= 300 ? `${method} ${path}: ${status} ${text.slice(0, 200)}` : '';
    return { kind, call: callName, ms: performance.now() - began, failed: failure };
  } catch (error) {
    const failure = `${method} ${path}: ${(error as Error).message}`;
    return { kind, call: callName, ms: performance.now() - began, failed: failure };
  }
}

/** An import of 10,000 orders each minute, and a report of a month every ten seconds, all day long. */
async function heavyWork(
  servers: readonly RunningServer[],
  files: readonly string[],
  minutes: number,
): Promise<CompletedCall[]> {
  const until = performance.now() + minutes * 60_000;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 2 });
  const call = await signedIn(servers[0] as RunningServer, agent, 'office.admin');
  const each = async (requests: readonly Request[], every: number): Promise<CompletedCall[]> => {
    const done: CompletedCall[] = [];
    for (const request of requests) {
      const next = performance.now() + every;
      done.push(await timedCall(call, 'heavy', request));
      if (next < until) await pause(Math.max(0, next - performance.now()));
    }
    return done;
  };
  const imports = files.map((file): Request => ['POST', '/api/orders', file]);
  const report: Request = ['POST', '/api/orders/report/inventory', { range: 'previous-month' }];
  const reports = Array.from({ length: Math.ceil(minutes * 6) }, () => report);
  const uploads = (await Promise.all([each(imports, 60_000), each(reports, 10_000)])).flat();
  agent.destroy();
  return uploads;
}

/** The servers' resident memory in megabytes, after a tenth of the time and at the end. */
async function watchMemory(
  servers: readonly RunningServer[],
  minutes: number,
): Promise<{ early: number; late: number }> {
  const readUsed = async () => {
    const each = servers.map(async ({ process: { pid } }) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    });
    return Math.max(...(await Promise.all(each)));
  };
  const all = minutes * 60_000;
  await pause(all / 10);
  const early = await readUsed();
  await pause((all * 9) / 10);
  return { early, late: await readUsed() };
}

function reportDay(requests: readonly CompletedCall[], memory: { early: number; late: number }): boolean {
  const failures = requests.filter(({ failed }) => failed !== '');
  for (const { failed } of failures.slice(0, 10)) console.log(`  failed: ${failed}`);
  for (const call of new Set(requests.map((one) => one.call))) {
    const times = requests.filter((one) => one.call === call).map(({ ms }) => ms);
    const [typicalMs, slow] = [quantile(times, 0.5), quantile(times, 0.99)].map((ms) => Math.round(ms));
    console.log(`  ${call}: ${times.length} calls, median ${typicalMs} ms, p99 ${slow} ms`);
  }
  const of = (kind: Kind) => requests.filter((one) => one.kind === kind).map(({ ms }) => ms);
  const day = `${USERS} people, ${minutes} min, ${processes} ${processes === 1 ? 'process' : 'processes'}`;
  note(`${day}: ${of('read').length} reads, median`, quantile(of('read'), 0.5));
  checkBound(`${day}: reads, p99`, quantile(of('read'), 0.99), 300, 'ms', true);
  note(`${day}: ${of('write').length} writes, median`, quantile(of('write'), 0.5));
  checkBound(`${day}: writes, p99`, quantile(of('write'), 0.99), 500, 'ms', true);
  note(`${day}: ${of('heavy').length} imports and reports beside them, median`, quantile(of('heavy'), 0.5));
  console.log(`  ${day}: memory of a server from ${Math.round(memory.early)} to ${Math.round(memory.late)} MB`);
  return checkBound(`${day}: errors of ${requests.length} calls`, failures.length, 0, 'calls');
}
