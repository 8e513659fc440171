import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Knex } from 'knex';
import { systemActor, systemClock, type Ctx } from '../src/domain/context.js';
import { connect, migrateToLatest } from '../src/domain/database.js';
import { loadCompany } from '../src/domain/demo/load-company.js';
import { ensurePostgres, releasePostgres } from '../src/domain/platform/postgres.js';

export type Row = Record<string, unknown>;
export const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'));

/** A PostgreSQL of its own with the demo company, for the time of one benchmark; durable, as in production. */
export async function withGround(
  work: (ground: { db: Knex; url: string; ctx: Ctx; folder: string }) => Promise<boolean>,
): Promise<boolean> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-bench-'));
  const handle = await ensurePostgres({ home: path.join(folder, 'pg'), database: 'bench' });
  try {
    await migrateToLatest(handle.url);
    const db = connect(handle.url, { max: 10 });
    await loadCompany(db, fixture('demo-company.json'));
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const ctx: Ctx = { db, actor: systemActor('bench'), clock: systemClock, logger, via: 'cli', requestId: 'bench' };
    const good = await work({ db, url: handle.url, ctx, folder });
    await db.destroy();
    return good;
  } finally {
    await releasePostgres(handle, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

/** `n` orders of the feed: the demo's rows again and again under new ids and serial numbers. */
export function feedOf(n: number): Row[] {
  const rows = fixture('feed-demo.json') as Row[];
  return Array.from({ length: n }, (_, i) => ({
    ...rows[i % rows.length],
    id: String(5_000_000 + i),
    serialNumber: `B-${i}`,
  }));
}

/** Milliseconds that `work` takes. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Prints limit, product and ratio of one run; whether the goal is met. */
export function report(what: string, limit: number, product: number, goal: number): boolean {
  const ratio = product / limit;
  console.log(
    `  ${what}: limit ${limit.toFixed(1)} ms, product ${product.toFixed(1)} ms, ratio ${ratio.toFixed(2)} (goal ≤ ${goal})${ratio <= goal ? '' : ' MISSED'}`,
  );
  return ratio <= goal;
}
