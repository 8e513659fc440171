import { DateTime } from 'luxon';
import { findCompany } from '../../../company/company/queries.js';
import { findUserByName, getActor } from '../../../company/users/queries.js';
import { runFeed } from '../../../imports/feed/runs/run.js';
import { pullSource } from '../../../imports/feed/runs/pull.js';
import { createSource, updateSource } from '../../../imports/feed/sources/service.js';
import type { Ctx } from '../../../kernel/context.js';
import { queryFirstRow } from '../../../kernel/database/rows.js';
import type { OutsideAccess } from '../../../kernel/platform/outside.js';
import { demoAdmin } from '../accounts.js';
import { changeSales } from './changes.js';
import { readSales } from './sales.js';
import { startSalesSystem, type SalesSystem } from './server.js';

const NAME = 'Sales system';
const EVERY_HOUR = '20 * * * *';

/**
 * Serves the demo's sales system, which is pulled once an hour. The first time, it is pulled once, then some sales
 * change, and it is pulled again, so that changes wait for a decision. Null if the demo has no sales system and none
 * is requested.
 */
export async function connectSalesSystem(
  base: Omit<Ctx, 'actor'> & { readonly outside: OutsideAccess },
  { isWanted, print }: { readonly isWanted: boolean; readonly print: (text: string) => void },
): Promise<SalesSystem | null> {
  const { db } = base;
  const source = await queryFirstRow<{ id: string; address: string }>(
    db('feed_sources').where({ name: NAME, kind: 'rest' }).first('id', 'address'),
  );
  if (!source && !isWanted) return null;
  const system = await startSalesSystem(base.clock, source && Number(new URL(source.address).port));
  try {
    const admin = await findUserByName(db, demoAdmin);
    if (!admin) throw new Error(`The demo has no user ${demoAdmin}.`);
    const ctx = { ...base, actor: getActor(admin) };
    system.rows = (await readSales(db)).map(({ row }) => row);
    if (!source) await addAndPull(ctx, system, print);
    else if (source.address !== system.address) await updateSource(ctx, { id: source.id, address: system.address });
    return system;
  } catch (error) {
    await system.stop();
    throw error;
  }
}

type DemoCtx = Ctx & { readonly outside: OutsideAccess };

async function addAndPull(ctx: DemoCtx, system: SalesSystem, print: (text: string) => void): Promise<void> {
  const timeZone = (await findCompany(ctx.db))?.timeZone ?? 'UTC';
  const { item } = await createSource(ctx, {
    ...{ name: NAME, kind: 'rest', address: system.address, cron: EVERY_HOUR, timeZone },
  });
  await pull(ctx, item._id);
  const sales = await readSales(ctx.db);
  const changedSales = changeSales(sales, DateTime.fromJSDate(ctx.clock.now(), { zone: timeZone }));
  const rows = new Map([...sales.map(({ row }) => row), ...changedSales].map((row) => [row.id, row]));
  system.rows = [...rows.values()];
  await pull(ctx, item._id);
  const openProposals = await ctx.db('order_proposals').where({ state: 'open' }).count<{ count: string }[]>();
  print(
    `Sales system: ${changedSales.length} sales changed, ${openProposals[0]?.count} of them waiting for a decision.`,
  );
}

async function pull(ctx: DemoCtx, id: string): Promise<void> {
  const { run } = await pullSource(ctx, { id });
  await runFeed({ ...ctx, signal: new AbortController().signal, lastAttempt: true }, run._id);
}
