import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { start } from '../e2e/product.js';
import { useStruck } from '../e2e/struck.js';
import { brokenInvariants } from '../src/domain/operations/doctor/invariants.js';
import { getOrders, request, readToken } from './clients.js';

const struck = useStruck();

test('after SIGTERM the server finishes running requests, accepts no more, and exits with code 0', async () => {
  const server = await start(struck.place, 'serve');
  const office = await readToken(server.address, 'office.admin@demo.test');
  const before = await struck.countRows('imports');
  const blocker = await struck.db.transaction();
  await blocker.raw('lock table audit_entries in share mode');
  const upload = request(server.address, office, 'POST /api/orders', { orders: getOrders('term', 200) });
  const waits = async () => struck.countRows('pg_locks', { granted: false });
  await expect.poll(waits).toBeGreaterThan(0);
  const exit = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  await expect.poll(async () => (await request(server.address, office, 'GET /api/auth')).status).toBe(0);
  await pause(500);
  await blocker.rollback();
  expect(await upload).toMatchObject({ status: 200 });
  expect(await exit).toEqual([0, null]);
  expect(await struck.countRows('orders', (order) => void order.whereLike('serial_number', 'term-%'))).toBe(200);
  expect(await struck.countRows('imports')).toBe(before + 1);
  expect(await brokenInvariants(struck.db)).toEqual([]);
});
