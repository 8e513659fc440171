import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Knex } from 'knex';
import { type FeedTask, runFeed } from '../src/domain/imports/feed/runs/run.js';
import { pullSource, getFeedRun } from '../src/domain/imports/feed/runs/pull.js';
import { createSource } from '../src/domain/imports/feed/sources/service.js';
import { importOrders } from '../src/domain/imports/order-files/service.js';
import type { Ctx } from '../src/domain/kernel/context.js';
import { createOutside } from '../src/domain/kernel/platform/outside.js';
import { getChanging } from './lib/feed.js';
import { runOnCopy } from './lib/ground.js';
import { median, report, measureTime } from './lib/measure.js';

const ORDERS = 10_000;
const ROUNDS = 3;

/**
 * Pulls 10,000 changed orders, from the first request to the commit, against the import of as many. Half of them have a
 * new delivery day, which is accepted at once; the others have a new color and add-on, which wait for a decision.
 */
export async function run(): Promise<boolean> {
  return runOnCopy('catalogue', async ({ db, ctx }) => {
    const source = fork(new URL('lib/pull-source.ts', import.meta.url), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [address] = (await once(source, 'message')) as [string];
    const outside = createOutside('the secret of a benchmark', { SOURCE_PRIVATE_ADDRESSES: true });
    const inside = { ...ctx, outside };
    try {
      const { item } = await createSource(inside, {
        ...{ name: 'Bench', kind: 'rest', address },
        settings: { limit: 1000, brakePercent: 100, brakeAmount: 1e9 },
      });
      const imports: number[] = [];
      const pulls: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await empty(db);
        const orders = getChanging(ORDERS, 'before');
        imports.push((await measureTime(() => importOrders(inside, { orders }))).ms);
        await send(source, 'before');
        await pull(inside, item._id, 'unchanged'); // the source has already sent them once
        await send(source, 'after');
        pulls.push((await measureTime(() => pull(inside, item._id, 'changed'))).ms);
      }
      return report(`pull of ${ORDERS} changed orders`, median(imports), median(pulls), 2.5);
    } finally {
      source.kill();
    }
  });
}

/** Sets which rows the source sends, in a separate process, as the sales system is on another machine. */
async function send(source: ChildProcess, which: 'before' | 'after'): Promise<void> {
  source.send({ which, count: ORDERS });
  await once(source, 'message');
}

async function pull(ctx: Ctx & Pick<FeedTask, 'outside'>, id: string, what: 'changed' | 'unchanged'): Promise<void> {
  const { run: queuedRun } = await pullSource(ctx, { id, kind: 'full' });
  const { signal } = new AbortController();
  await runFeed({ ...ctx, signal, lastAttempt: true }, queuedRun._id);
  const { state, counts, message } = await getFeedRun(ctx, { id: queuedRun._id });
  const doneCount = what === 'changed' ? counts.applied + counts.proposed : counts.unchanged;
  if (state !== 'done' || doneCount !== ORDERS) throw new Error(`pulled badly: ${message}`);
}

const empty = (db: Knex) =>
  db.raw(
    'truncate orders, order_lines, order_sources, order_totals, price_snapshots, imports, order_proposals, feed_records, feed_runs cascade',
  );
