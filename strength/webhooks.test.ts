import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shedworks, start, startCommand, type RunningServer } from '../e2e/product.js';
import { rounds, useStruck } from '../e2e/struck.js';
import { brokenInvariants } from '../src/domain/operations/doctor/invariants.js';
import {
  type ReceiverAnswer,
  type Receiver,
  startReceiver,
} from '../src/domain/operations/webhooks/testing/receiver.js';
import { limit } from '../src/domain/testing/patience.js';
import { getOrders, request, readToken } from './clients.js';

const CHANGES = 12;
const UPLOADED = 3;
const SLOW_MS = 400;
const DRAINED_MS = limit(300_000); // a message claimed by a killed worker is released after a minute

const struck = useStruck();
/** The endpoints by name. `dead` refuses every connection. */
const receivers: Record<'good' | 'slow' | 'hostile' | 'dead', Receiver> = {} as never; // set before all tests
let server: RunningServer;
let worker: ChildProcess;
let office: string;
/** The changes confirmed by the server, as `order ID:revision`. */
const changedIds = new Set<string>();

const hostile: readonly ReceiverAnswer[] = [
  'huge',
  'silent',
  'slow',
  { status: 302, headers: { location: '/hooks' } },
  { status: 500, text: 'x'.repeat(1_000_000) },
];

beforeAll(async () => {
  struck.place.env['WEBHOOK_PRIVATE_ADDRESSES'] = 'true';
  for (const name of ['good', 'slow', 'hostile', 'dead'] as const) {
    const receiver = await startReceiver();
    const addRun = await shedworks(struck.place, 'webhooks', 'add', name, receiver.url, '--json');
    receiver.secret = (JSON.parse(addRun.stdout) as { secret: string }).secret;
    receivers[name] = receiver;
  }
  receivers.slow.answer = () => pause(SLOW_MS, { status: 200 });
  receivers.hostile.answer = () => hostile[receivers.hostile.calls % hostile.length] ?? 'silent';
  await receivers.dead.stop();
  await startBoth();
  office = await readToken(server.address, 'office.admin@demo.test');
});
afterAll(async () => {
  await kill(worker);
  await server.stop();
  for (const name of ['good', 'slow', 'hostile'] as const) await receivers[name].stop();
});

async function startBoth(): Promise<void> {
  server = await start(struck.place, 'serve', '--no-worker');
  worker = startCommand(struck.place, 'worker');
}

async function kill(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const exit = once(process, 'exit');
  process.kill('SIGKILL');
  await exit;
}

/** Repeats a request under one key until it is answered, like a patient client. */
async function insist(what: string, body: unknown, key: string): Promise<unknown> {
  for (;;) {
    const answer = await request(server.address, office, what, body, { 'idempotency-key': key });
    if (answer.status === 200) return answer.body;
    if (![0, 409, 429, 503].includes(answer.status)) throw new Error(`${what}: ${answer.status}`);
    await pause(50);
  }
}

/** Changes orders and uploads new ones, all at once. */
async function work(name: string, orders: readonly string[]): Promise<void> {
  const changes = orders.slice(0, CHANGES).map(async (id, n) => {
    const phone = `330 555 ${String(changedIds.size + n).padStart(4, '0')}`;
    const answer = await insist(`PUT /api/orders/update/${id}`, { customerPhone: phone }, `${name} ${id}`);
    changedIds.add(`${id}:${(answer as { order: { revision: number } }).order.revision}`);
  });
  const uploads = [insist('POST /api/orders', { orders: getOrders(name, UPLOADED) }, name)];
  await Promise.all([...changes, ...uploads]);
}

const strikes = {
  /** Kills the server in the middle of requests. */
  server: async () => {
    await kill(server.process);
    server = await start(struck.place, 'serve', '--no-worker');
  },
  /** Kills the worker while a receiver has a message that it has not answered yet. */
  worker: async () => {
    let release = (): void => undefined;
    const isFree = new Promise<void>((resolve) => (release = resolve));
    const before = receivers.good.calls;
    receivers.good.answer = () => isFree.then(() => ({ status: 204 }));
    await expect.poll(() => receivers.good.calls, { timeout: DRAINED_MS }).toBeGreaterThan(before);
    await kill(worker);
    receivers.good.answer = () => ({ status: 204 });
    release();
    worker = startCommand(struck.place, 'worker');
  },
  database: async () => {
    process.kill(struck.handle.pid, 'SIGKILL');
    await struck.db.destroy();
    await struck.attach();
    await Promise.all([kill(server.process), kill(worker)]);
    await startBoth();
  },
} as const;

/** The messages of an endpoint by their state. */
async function readStates(name: string): Promise<Record<string, number>> {
  const rows = (await struck
    .db('webhook_messages as m')
    .join('webhook_endpoints as e', 'e.id', 'm.endpoint_id')
    .where({ 'e.name': name })
    .groupBy('m.state')
    .select('m.state')
    .count({ n: '*' })) as unknown as { state: string; n: number }[];
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}
const sum = (states: Readonly<Record<string, number>>): number => Object.values(states).reduce((all, n) => all + n, 0);

test('whichever process is killed, each event is delivered under one ID, in order, and none is lost', async () => {
  const orders = (await struck.db('orders').where({ status: 'New' }).limit(CHANGES).pluck('id')) as string[];
  expect(orders.length).toBeGreaterThan(2);
  for (const round of rounds)
    for (const [what, strike] of Object.entries(strikes)) {
      const working = work(`hooks-${what}-${round}`, orders);
      await strike();
      await working;
    }

  for (const name of ['good', 'slow'] as const) {
    await expect
      .poll(async () => Object.keys(await readStates(name)), { timeout: DRAINED_MS, interval: 500 })
      .toEqual(['delivered']);
    const { received } = receivers[name];
    const bodies = new Map<string, Set<string>>();
    const ids = new Map<string, Set<string>>();
    const inOrder = new Map<string, number[]>();
    for (const { id, type, body, data } of received) {
      if (!bodies.has(id)) inOrder.set(data._id, [...(inOrder.get(data._id) ?? []), data.revision ?? 0]);
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
      const change = `${data._id}:${data.revision}:${type}`;
      ids.set(change, (ids.get(change) ?? new Set()).add(id));
    }
    expect([...bodies].filter(([, texts]) => texts.size > 1)).toEqual([]);
    expect([...ids].filter(([, which]) => which.size > 1)).toEqual([]);
    const revisions = new Set(received.map(({ data }) => `${data._id}:${data.revision}`));
    expect([...changedIds].filter((change) => !revisions.has(change))).toEqual([]);
    for (const [, numbers] of inOrder) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    const createdIds = received.filter(({ type }) => type === 'order.created').map(({ data }) => data._id);
    const uploadedIds = (await struck.db('orders').whereLike('serial_number', 'hooks-%').pluck('id')) as string[];
    expect(uploadedIds).toHaveLength(rounds.length * Object.keys(strikes).length * UPLOADED);
    expect([...new Set(createdIds)].toSorted()).toEqual(uploadedIds.toSorted());
    expect(bodies.size).toBe(sum(await readStates(name)));
  }
  const again = receivers.good.received.length - new Set(receivers.good.received.map(({ id }) => id)).size;
  process.stdout.write(`${receivers.good.received.length} deliveries, ${again} of them again under the same ID\n`);

  for (const name of ['dead', 'hostile']) {
    const states = await readStates(name);
    expect(sum(states), name).toBe(sum(await readStates('good')));
    expect(states, name).not.toHaveProperty('failed');
  }
  expect(await brokenInvariants(struck.db)).toEqual([]);
});

test('dead or hostile receivers do not harm server or worker, and a dead one gets everything when it is back', async () => {
  expect([server.process.exitCode, worker.exitCode]).toEqual([null, null]);
  const { status } = await request(server.address, office, 'GET /api/orders?size=1');
  expect(status).toBe(200);
  const dead = (await struck.db('webhook_endpoints').where({ name: 'dead' }).first('failures', 'paused')) as {
    failures: number;
    paused: boolean;
  };
  expect(dead.failures).toBeGreaterThan(0);
  expect(dead.paused).toBe(false);
  const back = await startReceiver();
  back.secret = receivers.dead.secret;
  try {
    await shedworks(struck.place, 'webhooks', 'change', 'dead', '--address', back.url);
    await shedworks(struck.place, 'webhooks', 'pause', 'dead');
    await shedworks(struck.place, 'webhooks', 'resume', 'dead');
    await expect
      .poll(async () => Object.keys(await readStates('dead')), { timeout: DRAINED_MS, interval: 500 })
      .toEqual(['delivered']);
    expect(new Set(back.received.map(({ id }) => id)).size).toBe(sum(await readStates('dead')));
  } finally {
    await back.stop();
  }
});
