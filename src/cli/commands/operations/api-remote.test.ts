import { once } from 'node:events';
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { useApi } from '../../../api/testing/api.js';
import { useWorld } from '../../../domain/testing/world.js';
import { runCommand, runWhole } from '../../testing/run-command.js';
import { registerApi } from './api.js';

const world = useWorld();
const server = useApi(world);
let folder: string;
let other: Server;
/** The requests to a server that is not Shedworks. */
let sentRequest: { readonly url: string; readonly authorization: string }[];
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-api-'));
  await world.createOrders(3);
  key = await server.token('office.key');
  other = createServer((request, response) => {
    sentRequest.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '' });
    if (request.url === '/api/moved') response.writeHead(302, { location: `${server.base}/api/version` }).end();
    else response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
});
afterAll(async () => {
  other.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  process.env['SHEDWORKS_KEY'] = key;
  sentRequest = [];
});
afterEach(() => {
  delete process.env['SHEDWORKS_KEY'];
});

const NOWHERE = 'postgres://nobody@127.0.0.1:1/none'; // a call to another installation needs no database here
const remote = (...args: string[]) => runCommand(NOWHERE, registerApi, 'api', ...args, '--url', server.base);

test('calls another installation with the key in the environment: reads, changes, files', async () => {
  const { out, code } = await remote('GET', '/api/orders?size=2&sort=serialNumber');
  expect(code).toBe(0);
  expect((JSON.parse(out) as { items: unknown[] }).items).toHaveLength(2);
  const file = path.join(folder, 'dealer.json');
  await writeFile(file, JSON.stringify({ name: 'Dealer from elsewhere', city: 'Salem' }));
  const add = () => remote('POST', '/api/dealer', '--data', `@${file}`, '--idempotency-key', 'dealer-1');
  const addRun = await add();
  expect(JSON.parse(addRun.out)).toMatchObject({ item: { name: 'Dealer from elsewhere' } });
  expect((await add()).out).toBe(addRun.out); // a retry of the same request
  expect(await world.db('dealers').where({ name: 'Dealer from elsewhere' }).pluck('id')).toHaveLength(1);
  const rows = (await remote('GET', '/api/orders?size=3', '--output', 'ndjson')).out.trimEnd().split('\n');
  expect(rows.map((row) => (JSON.parse(row) as { _id: string })._id)).toHaveLength(3);
  expect((await remote('GET', '/api/exports/orders.csv')).out).toMatch(/^_id,serialNumber,/);
});

test.each([
  [['GET', '/api/nowhere'], 2, 'not found'],
  [['GET', '/api/dealer/01991f0a-7c1e-7000-8000-000000000001'], 2, 'Dealer not found'],
  [['GET', '/api/orders?size=0'], 2, 'size: '],
  [['POST', '/api/dealer', '--data', '{'], 2, '--data: is not valid JSON'],
  [['POST', '/api/keys', '--data', '{}'], 1, 'Permission Denied'],
  [['GET', '/api/orders', '--as', 'office.admin@demo.test'], 2, '--as: with --url'],
  [['GET', 'https://evil.example/api/orders'], 2, 'must start with /api/'],
] as const)('%j is refused with the same message and exit code as here', async (args, code, sentence) => {
  const result = await remote(...args);
  expect(result).toMatchObject({ code, out: '', notes: expect.stringContaining(sentence) as unknown });
});

test.each([
  '/api/orders?status=New&status=Building',
  '/api/orders?size=1&size=2',
  '/api/orders/%',
  '/api/orders/%E0%A4%A',
  'https://evil.example/api/orders',
])('%s is refused here with the same message and exit code', async (address) => {
  const here = await runCommand(world.url, registerApi, 'api', 'GET', address, '--as', 'office.admin@demo.test');
  expect(here).toMatchObject({ code: 2, out: '' });
  expect(here).toEqual(await remote('GET', address));
});

test('a refusal is JSON if JSON is requested, as for a refusal here', async () => {
  const before = process.argv;
  onTestFinished(() => void (process.argv = before));
  process.argv = [...before, '--json'];
  const describeRefusal = async (...args: string[]) =>
    JSON.parse((await remote('GET', ...args, '--json')).notes) as unknown;
  expect(await describeRefusal('/api/dealer/01991f0a-7c1e-7000-8000-000000000001')).toEqual({
    error: { code: 'not-found', msg: 'Dealer not found', errors: [] },
  });
  expect(await describeRefusal('/api/orders?size=0')).toMatchObject({
    error: { code: 'invalid-input', errors: [{ path: 'size' }] },
  });
});

test('a missing, wrong or malformed key is refused, and no message contains a key', async () => {
  const wrongKey = key.replace(/.{6}$/, 'AAAAAA');
  for (const [value, code, sentence] of [
    ['', 2, 'set SHEDWORKS_KEY'],
    ['swk_line\nbreak', 2, 'SHEDWORKS_KEY is not a valid API key'],
    [wrongKey, 1, 'Sign in to continue.'],
  ] as const) {
    process.env['SHEDWORKS_KEY'] = value;
    const result = await remote('GET', '/api/orders');
    expect(result).toMatchObject({ code, out: '', notes: expect.stringContaining(sentence) as unknown });
    if (value) expect(result.notes).not.toContain(value);
  }
});

test('the key is sent only to the named address: not unencrypted, not to where a redirect leads', async () => {
  const at = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const call = (url: string, place = '/api/version') =>
    runCommand(NOWHERE, registerApi, 'api', 'GET', place, '--url', url);
  expect(await call('http://office.example.com')).toMatchObject({
    code: 2,
    notes: expect.stringContaining('use https') as unknown,
  });
  expect(await call('http://me:secret@127.0.0.1')).toMatchObject({ code: 2 });
  expect(await call('office.example.com')).toMatchObject({ code: 2 });
  expect(sentRequest).toEqual([]);
  expect(await call(at, '/api/moved')).toMatchObject({ code: 1, out: '' });
  expect(await call(at)).toMatchObject({
    code: 1,
    out: '',
    notes: expect.stringContaining('responded with 502') as unknown,
  });
  expect(sentRequest).toMatchObject([{ url: '/api/moved' }, { url: '/api/version', authorization: `Bearer ${key}` }]);
  const dead = await call('http://127.0.0.1:1');
  expect(dead).toMatchObject({
    code: 1,
    notes: expect.stringContaining('Could not reach http://127.0.0.1:1') as unknown,
  });
  expect(dead.notes).not.toContain(key);
});

test("neither a record of a run nor the server's log contains the key", async () => {
  const result = await runWhole(world.url, 'api', 'GET', '/api/version', '--url', server.base);
  expect(result.code).toBe(0);
  await runWhole(world.url, 'api', 'GET', '/api/orders?size=1', '--record');
  expect(JSON.stringify(await world.db('command_runs'))).not.toContain(key.slice(13));
  expect(server.log.join('')).not.toContain(key.slice(13));
});
