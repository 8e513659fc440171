import { expect, test } from 'vitest';
import { useWorld } from '../../testing/world.js';
import { importOrders, previewOrders } from './service.js';
import { readSampleRows } from '../feed/testing/feed-rows.js';

const feed = readSampleRows();
const orders = Array.from({ length: 1200 }, (_, n) => ({
  ...feed[n % feed.length],
  id: `C${n}`,
  serialNumber: `C-${n}`,
}));
const world = useWorld();

/** A context whose caller disconnects as soon as `fits` accepts a report; returns the reports. */
function leaving(fits: (done: number) => boolean) {
  const left = new AbortController();
  const reports: number[] = [];
  const report = (done: number) => {
    reports.push(done);
    if (fits(done)) left.abort();
  };
  return { ctx: world.ctx('office.user', { signal: left.signal, progress: { report } }), reports };
}

const counts = async () => {
  const tables = ['orders', 'order_lines', 'imports', 'idempotency_keys', 'audit_entries'] as const;
  const of = async (table: string) => [table, ((await world.db(table).count({ n: '*' })) as { n: number }[])[0]?.n];
  return Object.fromEntries(await Promise.all(tables.map(of))) as object;
};

test.each([
  ['before anything is stored', (done: number) => done === 0],
  ['with some orders stored', (done: number) => done > 0],
  ['with all orders stored', (done: number) => done === orders.length],
])('an import whose caller disconnected, %s, leaves nothing behind', async (_, fits) => {
  const before = await counts();
  const { ctx } = leaving(fits);
  const idempotency = { key: 'cancelled', hash: 'x' };
  await expect(importOrders({ ...ctx, idempotency }, { orders })).rejects.toMatchObject({ code: 'cancelled' });
  expect(await counts()).toEqual(before);
});

test('a preview whose caller disconnected ends early', async () => {
  const { ctx, reports } = leaving((done) => done > 0);
  await expect(previewOrders(ctx, { orders })).rejects.toMatchObject({ code: 'cancelled' });
  expect(Math.max(...reports)).toBeLessThan(orders.length);
});

test('an import whose caller waits reports its progress to the end and is stored', async () => {
  const { ctx, reports } = leaving(() => false);
  expect(await importOrders(ctx, { orders })).toMatchObject({ counts: { new: orders.length } });
  expect(reports).toEqual([0, 500, 1000, 1200]);
});
