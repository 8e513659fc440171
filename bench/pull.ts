import type { Knex } from 'knex';
import { type FeedTask, runFeed } from '../src/domain/imports/feed/run.js';
import { pullSource, getFeedRun } from '../src/domain/imports/feed/pull.js';
import { createSource } from '../src/domain/imports/feed/service.js';
import { type FeedRow, startFeedServer } from '../src/domain/imports/feed/testing/feed-server.js';
import { importOrders } from '../src/domain/imports/orders/service.js';
import type { Ctx } from '../src/domain/kernel/context.js';
import { createOutside } from '../src/domain/kernel/platform/outside.js';
import { getFeed } from './lib/feed.js';
import { writing } from './lib/ground.js';
import { median, report, measureTime } from './lib/measure.js';

const ORDERS = 10_000;
const ROUNDS = 3;

/**
 * Pulls 10,000 changed orders, from the first request to the commit, against the import of as many. Half of them have a
 * new delivery day, which is accepted at once; the others have a new color and add-on, which wait for a decision.
 */
export async function run(): Promise<boolean> {
  return writing('catalogue', async ({ db, ctx }) => {
    const server = await startFeedServer();
    const outside = createOutside('the secret of a benchmark', { SOURCE_PRIVATE_ADDRESSES: true });
    const inside = { ...ctx, outside };
    try {
      const { item } = await createSource(inside, {
        ...{ name: 'Bench', kind: 'rest', address: server.url },
        settings: { limit: 1000, brakePercent: 100, brakeAmount: 1e9 },
      });
      const imports: number[] = [];
      const pulls: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await empty(db);
        const orders = getFeed(ORDERS).map((row) => ({
          ...row,
          dateCancelled: null,
          timestamp: '2026-11-01T10:00:00Z',
        }));
        imports.push((await measureTime(() => importOrders(inside, { orders }))).ms);
        server.rows = orders;
        await pull(inside, item._id, 'unchanged'); // the source has already sent them once
        server.rows = orders.map(withChange);
        pulls.push((await measureTime(() => pull(inside, item._id, 'changed'))).ms);
      }
      return report(`pull of ${ORDERS} changed orders`, median(imports), median(pulls), 2.5);
    } finally {
      await server.stop();
    }
  });
}

/** The row as the source sends it a day later. */
function withChange(row: FeedRow, n: number): FeedRow {
  const later = { ...row, timestamp: '2026-11-02T10:00:00Z' };
  if (n % 2 === 0) return { ...later, dateScheduledForDelivery: '2026-12-04' };
  const total = Number(row['subTotalDollarAmount']) + 200;
  const loft = { name: 'Loft', price: '200.00', priceIncluded: false, quantity: 1 };
  return {
    ...{ ...later, buildingRoofColor: 'Black', subTotalDollarAmount: String(total) },
    buildingAddons: [...(row['buildingAddons'] as object[]), loft],
  };
}

async function pull(ctx: Ctx & Pick<FeedTask, 'outside'>, id: string, what: 'changed' | 'unchanged'): Promise<void> {
  const { run: queued } = await pullSource(ctx, { id, kind: 'full' });
  const { signal } = new AbortController();
  await runFeed({ ...ctx, signal, lastAttempt: true }, queued._id);
  const { state, counts, message } = await getFeedRun(ctx, { id: queued._id });
  const done = what === 'changed' ? counts.applied + counts.proposed : counts.unchanged;
  if (state !== 'done' || done !== ORDERS) throw new Error(`pulled badly: ${message}`);
}

const empty = (db: Knex) =>
  db.raw(
    'truncate orders, order_lines, order_sources, order_totals, price_snapshots, imports, order_proposals, feed_records, feed_runs cascade',
  );
