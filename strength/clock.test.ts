import { expect, test } from 'vitest';
import { secret, useApi } from '../src/api/testing/api.js';
import { createTokens } from '../src/domain/kernel/rights/tokens.js';
import { brokenInvariants } from '../src/domain/operations/doctor/invariants.js';
import { sweepSchedules } from '../src/domain/reporting/schedules/due.js';
import { createSchedule, getSchedule } from '../src/domain/reporting/schedules/service.js';
import { listScheduleRuns } from '../src/domain/reporting/schedules/runs.js';
import { createView } from '../src/domain/reporting/saved-views/service.js';
import { silent, useWorld } from '../src/domain/testing/world.js';
import { getOrders } from './clients.js';

const HOUR = 3600_000;
const DAY = 24 * HOUR;

const world = useWorld();
const clock = { now: () => world.now };
const api = useApi(world, { clock });
const jump = (ms: number): void => void (world.now = new Date(world.now.getTime() + ms));

async function checkSignedIn(): Promise<string> {
  const user = (await world
    .db('users')
    .where({ user_name: 'office.admin@demo.test' })
    .first('id', 'session_generation')) as {
    id: string;
    session_generation: number;
  };
  return createTokens(secret).sign({ userId: user.id, generation: user.session_generation }, world.now);
}
const countAsked = (token: string, method = 'GET', path = '/api/auth', body?: unknown) =>
  api.call(null, method, path, { headers: { 'x-auth-token': token }, ...(body === undefined ? {} : { body }) });

test('sessions end when the clock jumps forward, and are unchanged when it jumps back', async () => {
  const token = await checkSignedIn();
  expect((await countAsked(token)).status).toBe(200);
  jump(-DAY);
  expect((await countAsked(token)).status).toBe(200);
  jump(DAY + 13 * HOUR);
  expect((await countAsked(token)).status).toBe(401);
  expect((await countAsked(await checkSignedIn())).status).toBe(200);
});

test('writes during clock jumps are stored once, and all sums agree', async () => {
  const jumps = [5 * DAY, -40 * DAY, 90 * DAY, -55 * DAY, 370 * DAY, -370 * DAY];
  for (const [n, ms] of jumps.entries()) {
    jump(ms);
    const token = await checkSignedIn();
    const uploadAnswer = await countAsked(token, 'POST', '/api/orders', { orders: getOrders(`jump${n}`, 5) });
    expect(uploadAnswer.status).toBe(200);
    expect((await countAsked(token, 'GET', '/api/orders?size=500')).status).toBe(200);
    const again = await countAsked(token, 'POST', '/api/orders', {
      orders: getOrders(`jump${n}`, 5),
      duplicates: 'skip',
    });
    expect(again.status).toBe(200);
  }
  const storedCount = (await world.db('orders').whereLike('serial_number', 'jump%').count({ n: '*' }).first()) as {
    n: number;
  };
  expect(storedCount.n).toBe(5 * jumps.length);
  const orders = [
    await world.createFinishedOrder(),
    await world.createFinishedOrder(),
    await world.createFinishedOrder(),
  ];
  for (const [n, order] of orders.entries()) {
    jump(n % 2 ? -3 * DAY : 2 * DAY);
    expect((await api.call('shop.admin', 'GET', '/api/auth')).status).toBeLessThan(500);
    const { createInvoice } = await import('../src/domain/billing/invoices/life/create.js');
    await createInvoice(world.ctx('shop.admin'), { order });
  }
  expect(await brokenInvariants(world.db)).toEqual([]);
});

test('a schedule runs once for all times that a jump skipped, and not again when the clock is set back', async () => {
  world.now = new Date('2026-11-18T15:00:00Z');
  const office = () => world.ctx('office.user');
  const view = await createView(office(), {
    name: 'Jumps',
    report: 'invoices',
    filter: { range: 'this-month', invoiceStatus: [] },
  });
  const when = { cron: '0 7 * * 1', timeZone: 'America/Chicago', recipients: ['a@example.com'] };
  const { item } = await createSchedule(office(), { view: view.item._id, ...when });
  const runs = async () => (await listScheduleRuns(office(), { id: item._id })).items.length;
  const sweep = () => sweepSchedules({ db: world.db, clock, logger: silent });
  jump(60 * DAY);
  await sweep();
  expect(await runs()).toBe(1);
  const { nextRunAt } = await getSchedule(office(), { id: item._id });
  jump(-60 * DAY);
  await sweep();
  jump(5 * DAY);
  await sweep();
  expect(await runs()).toBe(1);
  expect((await getSchedule(office(), { id: item._id })).nextRunAt).toBe(nextRunAt);
});
