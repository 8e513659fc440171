import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoPassword } from '../domain/operations/demo/accounts.js';
import { listLogs } from '../domain/operations/logs/service.js';
import { createSupportDesk } from '../domain/kernel/platform/monday.js';
import { startMondayStandIn, type MondayStandIn } from '../domain/testing/monday-stand-in.js';
import { useWorld } from '../domain/testing/world.js';
import { openApi, type Api } from './testing/api.js';

const world = useWorld();
let monday: MondayStandIn;
let api: Api;
beforeAll(async () => {
  monday = await startMondayStandIn({ groups: ['Other'] });
  const desk = createSupportDesk({
    SUPPORT_MONDAY_TOKEN: monday.token,
    SUPPORT_MONDAY_BOARD: monday.board,
    SUPPORT_MONDAY_GROUP: 'Support',
    SUPPORT_MONDAY_URL: monday.url,
  });
  api = await openApi(world, { support: { desk, email: null } });
});
afterAll(async () => {
  await api.server.stop();
  await monday.stop();
});
beforeEach(() => world.db('error_logs').delete());

const readLog = async () => (await listLogs(world.ctx('office.admin'), {})).items;

test('a change refused by a rule is in the error log; input mistakes, refused reads and failed sign-ins are not', async () => {
  const refusal = await api.call('builder', 'POST', '/api/comment', { body: { content: 'Hello' } });
  expect(refusal.status).toBe(403);
  expect((await api.call('shop.user', 'PUT', '/api/orders/update/no-id', { body: {} })).status).toBe(400);
  expect((await api.call('office.admin', 'POST', '/api/dealer', { body: { name: '' } })).status).toBe(400);
  await api.call('builder', 'GET', '/api/invoice/status/New');
  await api.call(null, 'DELETE', '/api/log/00000000-0000-7000-8000-000000000000');
  await api.call(null, 'POST', '/api/auth', { body: { userName: 'shop.user@demo.test', password: 'wrong' } });
  const user = world.actor('builder').name;
  expect(await readLog()).toMatchObject([
    {
      kind: 'refused',
      functionName: 'POST /api/comment',
      user,
      message: (refusal.json as { msg: string }).msg,
      requestId: refusal.headers['x-request-id'],
    },
  ]);
  const { json } = await api.call('shop.admin', 'GET', '/api/log');
  expect(json).toMatchObject({ total: 1, items: [{ user }] });
  expect((await api.call('office.admin', 'DELETE', '/api/log?kind=refused')).json).toMatchObject({ deleted: 1 });
  expect(await readLog()).toEqual([]);
});

test('an unexpected error is answered without details and logged completely', async () => {
  await world.db.raw('alter table dealers rename column city to town');
  const answer = await api.call('office.admin', 'POST', '/api/dealer', { body: { name: 'X' } });
  await world.db.raw('alter table dealers rename column town to city');
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('city');
  expect(await readLog()).toMatchObject([
    {
      kind: 'unexpected',
      functionName: 'POST /api/dealer',
      user: 'Anna Keller',
      message: expect.stringContaining('"city"') as string,
      requestId: answer.headers['x-request-id'],
    },
  ]);
});

test('the log records who signed in, who failed, who was refused, and from where, but never the entered name', async () => {
  const start = api.log.length;
  const id = async (answer: Promise<{ headers: IncomingHttpHeaders }>) => (await answer).headers['x-request-id'];
  const signIn = (userName: string, password: string) =>
    id(api.call(null, 'POST', '/api/auth', { body: { userName, password } }));
  const right = await signIn('shop.user@demo.test', demoPassword);
  const failure = await signIn('shop.user@demo.test', 'wrong-password');
  const unknown = await signIn('my-password-by-mistake', 'wrong-password');
  const refusalId = await id(api.call('builder', 'GET', '/api/invoice/status/New'));
  const lines = api.log.slice(start).map((line) => JSON.parse(line) as { requestId: string; msg: string });
  const of = (requestId: unknown) => lines.filter((line) => line.requestId === requestId);
  const user = world.actor('shop.user').id;
  const ip = expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$/) as string;
  expect(of(right)).toMatchObject([
    { msg: 'signed in', user },
    { msg: 'request', status: 200, ip },
  ]);
  expect(of(failure)).toMatchObject([
    { msg: 'a sign-in failed', user },
    { msg: 'request', status: 401, code: 'invalid-credentials', ip },
  ]);
  expect(of(unknown)).toMatchObject([
    { msg: 'a sign-in failed', user: null },
    { status: 401, ip },
  ]);
  expect(of(refusalId)).toMatchObject([
    { status: 403, code: 'permission-denied', user: world.actor('builder').id, ip },
  ]);
  expect(api.log.slice(start).join('')).not.toMatch(/by-mistake|demo\.test|wrong-password/);
});

test('a ticket without its group is refused with the documented text, and the server logs why without the token', async () => {
  const body = { description: 'Help', priority: 'Low' };
  const answer = await api.call('view.only', 'POST', '/api/support/ticket', { body });
  expect(answer).toMatchObject({ status: 409, json: { code: 'ticket-group-missing' } });
  expect((answer.json as { msg: string }).msg).toBe('Failed to submit the ticket. Please try again.');
  expect(await readLog()).toMatchObject([{ functionName: 'POST /api/support/ticket', user: 'Vera Lind' }]);
  expect(api.log.filter((line) => line.includes('Group ID not set'))).toHaveLength(1);
  expect(api.log.filter((line) => line.includes(monday.token))).toEqual([]);
});
