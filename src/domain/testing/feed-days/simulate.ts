import { createOutside } from '../../kernel/platform/outside.js';
import { sweepFeeds } from '../../imports/feed/runs/due.js';
import { feedLimits } from '../../imports/feed/fetching/limits.js';
import { runFeed } from '../../imports/feed/runs/run.js';
import { discardRun, pullSource, releaseRun, getFeedRun } from '../../imports/feed/runs/pull.js';
import { createSource } from '../../imports/feed/sources/service.js';
import { startFeedServer } from '../../imports/feed/testing/feed-server.js';
import type { Ctx } from '../../kernel/context.js';
import { makeDice } from '../../operations/demo/year/dice.js';
import { silent, type World } from '../world.js';
import { endBadLuck, getSourceTime, spoilDay } from './bad-luck.js';
import { acceptWaiting, buildSome, pushAll } from './company-days.js';
import { openSalesDesk, type SalesDesk } from './sales-desk.js';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('2026-09-01T06:00:00Z');
const limits = { ...feedLimits, tries: 4, pageMs: 2000, idleMs: 800 };

interface SimulationSettings {
  readonly days: number;
  readonly orders: number;
  readonly seed: string;
}

/** The results of the days. */
export interface SimulatedDays {
  readonly desk: SalesDesk;
  readonly sourceId: string;
  /** How many runs ended in each state. */
  readonly ended: Readonly<Record<string, number>>;
  /** How many times a worker was stopped in the middle of a run. */
  readonly stopped: number;
  /** Orders that were started although a pull had reported their sale as canceled. */
  readonly builtUnseen: readonly string[];
  /** Canceled sales that neither the order's status nor a proposal shows. */
  readonly untold: readonly string[];
  /** Pulls everything again, from correct answers. */
  pullAll(): Promise<Awaited<ReturnType<typeof getFeedRun>>>;
  stop(): Promise<void>;
}

/**
 * Simulates a company and its sales system for some days: sales arrive and change, answers fail, workers stop, the
 * office decides and the shops build. Ends with correct answers, one full pull, and everything accepted that can be.
 */
export async function simulateDays(world: World, { days, orders, seed }: SimulationSettings): Promise<SimulatedDays> {
  const dice = makeDice(seed);
  const desk = openSalesDesk(dice);
  const server = await startFeedServer();
  server.now = () => world.now;
  const outside = {
    ...createOutside('the secret of simulated days', { SOURCE_PRIVATE_ADDRESSES: true }),
    pause: () => Promise.resolve(),
  };
  const office = (): Ctx => world.ctx('office.admin', { outside });
  world.now = new Date(FIRST_DAY);
  const { item } = await createSource(office(), {
    ...{ name: 'Sales system', kind: 'rest', address: server.url, cron: '5 6 * * *', fullCron: '5 7 * * 0' },
    ...{ timeZone: 'UTC', settings: { limit: Math.max(10, Math.ceil(orders / 20)) } },
  });
  const endCounts: Record<string, number> = {};
  const builtUnseen: string[] = [];
  let [stoppedCount, canceledIds] = [0, new Set<string>()];

  /** Does a run's work. Sometimes its worker stops and another one continues. */
  async function work(id: string): Promise<void> {
    const stops = new AbortController();
    const { bend } = server;
    const [at, willStop] = [server.requests.length + dice.between(0, 5), dice.chance(0.2)];
    if (willStop)
      server.bend = (page, request) => {
        if (request.n >= at) stops.abort();
        return bend(page, request);
      };
    const task = { db: world.db, clock: { now: () => world.now }, logger: silent, outside, lastAttempt: false };
    try {
      await runFeed({ ...task, signal: stops.signal }, id, limits);
    } catch (error) {
      if (!stops.signal.aborted) throw error;
      stoppedCount += 1;
      server.bend = bend;
      await runFeed({ ...task, signal: new AbortController().signal }, id, limits);
    }
    server.bend = bend;
  }

  async function finish(id: string, isMistake: boolean): Promise<void> {
    const asCanceled = listCanceled(desk);
    await work(id);
    const { state } = await getFeedRun(office(), { id });
    endCounts[state] = (endCounts[state] ?? 0) + 1;
    if (state === 'done') canceledIds = asCanceled;
    if (state !== 'braked') return;
    if (isMistake) return void (await discardRun(office(), { id }));
    await releaseRun(office(), { id });
    await finish(id, false);
  }

  async function pullDue(isMistake: boolean): Promise<void> {
    await sweepFeeds({ db: world.db, clock: { now: () => world.now }, logger: silent });
    const due = (await world.db('feed_runs').whereIn('state', ['waiting', 'running']).pluck('id')) as string[];
    for (const id of due) await finish(id, isMistake);
  }

  const untold: string[] = [];
  const [mistake, wave] = [Math.floor(days / 2), Math.floor(days * 0.75)];
  for (let day = 0; day < days; day++) {
    world.now = new Date(FIRST_DAY + day * DAY_MS + 3_600_000 / 15);
    desk.sell(Math.ceil(orders / days), getSourceTime(server));
    if (day === mistake + 1) desk.restore(getSourceTime(server));
    desk.change(0.04, getSourceTime(server));
    desk.cancel(day === mistake ? 0.5 : day === wave ? 0.25 : 0.002, getSourceTime(server));
    spoilDay(server, desk, dice);
    await pushAll(office());
    for (const minutes of [1, 61]) {
      world.now = new Date(FIRST_DAY + day * DAY_MS + (5 + minutes) * 60_000);
      await pullDue(day === mistake);
      untold.push(...(await listUntold(world, canceledIds)));
    }
    await acceptWaiting(office(), () => dice.chance(0.5));
    await pushAll(office());
    const begun = await buildSome(office(), dice, 0.02);
    builtUnseen.push(...begun.filter((id) => canceledIds.has(id)));
  }

  const pullAll = async () => {
    world.now = new Date(world.now.getTime() + DAY_MS);
    const { run } = await pullSource(office(), { id: item._id, kind: 'full' });
    await finish(run._id, false);
    return getFeedRun(office(), { id: run._id });
  };
  endBadLuck(server, desk);
  await pullAll();
  await acceptWaiting(office(), () => true);
  return {
    desk,
    sourceId: item._id,
    ended: endCounts,
    stopped: stoppedCount,
    builtUnseen,
    untold,
    pullAll,
    stop: () => server.stop(),
  };
}

const listCanceled = ({ rows }: SalesDesk): Set<string> =>
  new Set([...rows.values()].flatMap(({ id, dateCancelled }) => (dateCancelled === null ? [] : [String(id)])));

const UNTOLD = `
  select o.external_id from unnest(?::text[]) as asked (id) join orders o on o.external_id = asked.id
    where o.status not in ('On Hold', 'Canceled')
      and not (o.status = 'New' and o.alerts @> '[{"code": "canceled", "accepted": false}]')
      and not exists (select from order_proposals p where p.order_id = o.id
        and (p.state = 'accepted' or p.urgent) and p.state <> 'replaced'
        and p.differences @> '[{"key": "canceled"}]')`;

/** Canceled sales whose order looks like any other, so that it may be built although no one was notified. */
async function listUntold({ db }: World, canceledIds: ReadonlySet<string>): Promise<string[]> {
  const { rows } = (await db.raw(UNTOLD, [[...canceledIds]])) as { rows: { external_id: string }[] };
  return rows.map((row) => row.external_id);
}
