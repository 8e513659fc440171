import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { start, startCommand, type RunningServer } from '../e2e/product.js';
import { useStruck } from '../e2e/struck.js';
import { brokenInvariants } from '../src/domain/operations/doctor/invariants.js';
import { startCrowd, getOrders, getReaders, request, readToken, type ClientAnswer } from './clients.js';

const CLERKS = 12;
const UPLOADS = 8;

const struck = useStruck();
const startedProcesses: RunningServer[] = [];
let servers: readonly [RunningServer, RunningServer];
let worker: ReturnType<typeof startCommand>;
let office: string;
let shop: string;

async function serve(): Promise<RunningServer> {
  const server = await start(struck.place, 'serve', '--no-worker');
  startedProcesses.push(server);
  return server;
}

beforeAll(async () => {
  servers = [await serve(), await serve()];
  worker = startCommand(struck.place, 'worker');
  office = await readToken(servers[0].address, 'office.admin@demo.test');
  shop = await readToken(servers[0].address, 'shop.admin@demo.test');
});
afterAll(async () => {
  const exit = once(worker, 'exit');
  worker.kill('SIGTERM');
  await exit;
  for (const server of startedProcesses) if (server.process.signalCode === null) await server.stop();
});

/** Sends to one server, and to the other if no answer arrives, like a load balancer with a patient client. */
async function insist(first: number, token: string, what: string, body: unknown, key: string): Promise<ClientAnswer> {
  for (let n = first; ; n += 1) {
    const server = servers[n % 2] as RunningServer;
    const answer = await request(server.address, token, what, body, { 'idempotency-key': key });
    const { code } = answer.body as { code?: string };
    if (![0, 429, 503].includes(answer.status) && code !== 'import-running') return answer;
    await pause(50);
  }
}

/** The shop's orders that can be billed. */
async function billable(): Promise<string[]> {
  const ownOrders = struck
    .db('orders as o')
    .join('shops as s', 's.id', 'o.shop_id')
    .where('s.name', 'Ridge Line Barns');
  const ids = (await ownOrders.whereIn('o.status', ['InQueue', 'Building']).pluck('o.id')) as string[];
  await struck
    .db('orders')
    .whereIn('id', ids)
    .update({ status: 'Finished', is_building: false, date_finished: '2026-11-17' });
  return ids;
}

test('two servers and a worker under load: one is killed, and nothing is lost or done twice', async () => {
  await insist(0, office, 'POST /api/orders', { orders: getOrders('first', 150) }, 'first');
  await insist(0, office, 'PUT /api/orders/updatenew', {}, 'push');
  const orders = await billable();
  expect(orders.length).toBeGreaterThan(CLERKS);
  const people = startCrowd(servers.flatMap(({ address }) => getReaders(address, office, shop)));
  const uploads = Array.from({ length: UPLOADS }, (_, n) =>
    insist(n, office, 'POST /api/orders', { orders: getOrders(`load${n}`, 60) }, `load${n}`),
  );
  const invoices = orders.flatMap((order, n) =>
    [0, 1].map((side) => insist(n + side, shop, 'POST /api/invoice', { order }, `invoice ${order} ${side}`)),
  );
  await pause(400);
  const exit = once(servers[0].process, 'exit');
  servers[0].process.kill('SIGKILL');
  await exit;
  const uploadAnswers = await Promise.all(uploads);
  const invoiceAnswers = await Promise.all(invoices);
  const peopleAnswers = await people.stop();

  expect(uploadAnswers.map(({ status }) => status)).toEqual(uploads.map(() => 200));
  for (let n = 0; n < UPLOADS; n += 1)
    expect(await struck.countRows('orders', (order) => void order.whereLike('serial_number', `load${n}-%`))).toBe(60);
  expect(invoiceAnswers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
  expect(invoiceAnswers.filter(({ status }) => status === 201)).toHaveLength(orders.length);
  expect(await struck.countRows('invoices', (invoice) => void invoice.whereIn('order_id', orders))).toBe(orders.length);
  expect(peopleAnswers.filter(({ status }) => ![0, 200, 503].includes(status))).toEqual([]);
  expect(servers[1].process.exitCode).toBeNull();
  expect(await brokenInvariants(struck.db)).toEqual([]);
});

test('fifty clerks who pay the same invoices simultaneously, at both servers, pay them once', async () => {
  const ownInvoices = struck
    .db('invoices as i')
    .join('shops as s', 's.id', 'i.shop_id')
    .where('s.name', 'Ridge Line Barns');
  const ids = (await ownInvoices.where('i.status', 'New').limit(20).pluck('i.id')) as string[];
  expect(ids.length).toBeGreaterThan(5);
  servers = [await serve(), servers[1]];
  for (const id of ids)
    expect(
      await insist(1, office, `PUT /api/invoice/update/${id}`, { status: 'Approved' }, `approve ${id}`),
    ).toMatchObject({ status: 200 });
  const before = await struck.countRows('payments');
  const paymentAnswers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => insist(n, office, 'POST /api/payment', { invoices: ids }, `pay ${n}`)),
  );
  expect(paymentAnswers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(paymentAnswers.filter(({ status }) => status === 409)).toHaveLength(49);
  expect(await struck.countRows('payments')).toBe(before + 1);
  expect(await brokenInvariants(struck.db)).toEqual([]);
});
