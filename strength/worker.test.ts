import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { signInToApi, shedworks, start, startCommand } from '../e2e/product.js';
import { useStruck } from '../e2e/struck.js';
import { brokenInvariants } from '../src/domain/operations/doctor/invariants.js';
import { limit } from '../src/domain/testing/patience.js';
import { getOrders } from './clients.js';

const struck = useStruck();

test('a job whose worker is killed at any write is done once, by the next worker', async () => {
  const file = path.join(struck.place.home, 'many.json');
  await writeFile(file, JSON.stringify(getOrders('many', 1200)));
  await shedworks(struck.place, 'orders', 'import', file);
  const server = await start(struck.place, 'serve', '--no-worker');
  const office = await signInToApi(server.address, 'office.admin@demo.test');
  const waitForJob = (id: string) => struck.countRows('job_runs', { id, status: 'done' });
  for (const table of ['orders', 'order_lines', 'audit_entries']) {
    const { body } = await office<{ job: string }>('POST', '/api/orders/rematch', {});
    const before = await struck.countRows('audit_entries', { action: 're-match' });
    await struck.strikeAt(table, ['worker']);
    expect(await waitForJob(body.job)).toBe(0);
    expect(await struck.countRows('audit_entries', { action: 're-match' })).toBe(before);
    const next = startCommand(struck.place, 'worker');
    await expect.poll(() => waitForJob(body.job), { timeout: limit(90_000), interval: 100 }).toBe(1);
    const exit = once(next, 'exit');
    next.kill('SIGTERM');
    await exit;
    expect(await struck.countRows('audit_entries', { action: 're-match' })).toBe(before + 1);
    expect(await brokenInvariants(struck.db)).toEqual([]);
  }
  await server.stop();
});
