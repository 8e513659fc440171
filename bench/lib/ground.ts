import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Knex } from 'knex';
import pg from 'pg';
import { systemActor, systemClock, type Ctx } from '../../src/domain/kernel/context.js';
import { connect, knownMigrations, migrateToLatest } from '../../src/domain/kernel/database/database.js';
import { addDemoAccounts } from '../../src/domain/operations/demo/accounts.js';
import { loadCompany } from '../../src/domain/operations/demo/load-company.js';
import {
  ensurePostgres,
  releasePostgres,
  type PostgresHandle,
} from '../../src/domain/kernel/platform/postgres/postgres.js';
import { fillCatalogue } from './catalogue.js';
import { readFixture } from './feed.js';
import { measureTime } from './measure.js';
import { fillOrders } from './orders.js';
import { readScale } from './scale.js';

/**
 * What a database holds: the demo company with its accounts, plus a generated catalogue, plus orders, invoices and
 * payments.
 */
export type Data = 'company' | 'catalogue' | 'orders';

export interface Ground {
  readonly db: Knex;
  readonly url: string;
  readonly ctx: Ctx;
  /** A folder for files; deleted at the end of the run. */
  readonly folder: string;
}
type Work = (ground: Ground) => Promise<boolean>;

let run: { readonly postgres: PostgresHandle; readonly folder: string } | undefined;
let copies = 0;

/** The data at the requested scale, for benchmarks that only read. Created on first use. */
export async function runOnData(data: Data, work: Work): Promise<boolean> {
  return on(await fillBase(data), work);
}

/** A copy of the data, for a benchmark that changes it. */
export async function runOnCopy(data: Data, work: Work): Promise<boolean> {
  const template = await fillBase(data);
  const name = `copy_${(copies += 1)}`;
  await command(`drop database if exists ${name} with (force)`); // of a run that was killed
  await command(`create database ${name} template ${template} strategy file_copy`);
  try {
    return await on(name, work);
  } finally {
    await command(`drop database ${name} with (force)`);
  }
}

/** An empty database for a benchmark to fill. Deleted afterwards. */
export async function runOnEmpty<T>(work: (url: string) => Promise<T>): Promise<T> {
  const name = `empty_${(copies += 1)}`;
  await command(`drop database if exists ${name} with (force)`); // of a run that was killed
  await command(`create database ${name} template template0`);
  try {
    return await work(await readUrl(name));
  } finally {
    await command(`drop database ${name} with (force)`);
  }
}

/**
 * Stops the PostgreSQL of this run and deletes its data, unless `BENCH_HOME` names a folder that keeps it for the next
 * run.
 */
export async function leaveGround(): Promise<void> {
  if (!run) return;
  await releasePostgres(run.postgres, { force: true });
  await rm(run.folder, { recursive: true, force: true });
}

/** The version of PostgreSQL; empty if no benchmark needed it. */
export const serverVersion = async (): Promise<string> =>
  run ? (((await command('show server_version')) as { server_version: string }[])[0]?.server_version ?? '') : '';

/** One PostgreSQL for all benchmarks of a run, with durable writes as in production. */
async function start(): Promise<NonNullable<typeof run>> {
  if (run) return run;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-bench-'));
  const home = process.env['BENCH_HOME'] ?? path.join(folder, 'pg');
  run = { folder, postgres: await ensurePostgres({ home, database: 'postgres' }) };
  return run;
}

async function readUrl(database: string): Promise<string> {
  const url = new URL((await start()).postgres.url);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs one statement outside the product's connections, however long it takes. */
async function command(sql: string, database = 'postgres'): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: await readUrl(database) });
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

/**
 * The named database. If it does not exist, it is filled under another name and then renamed, so that a half-filled one
 * is never used.
 */
async function fillBase(data: Data): Promise<string> {
  const version = /^\d+/.exec(knownMigrations().at(-1) ?? '')?.[0] ?? '';
  const name = data === 'company' ? `company_${version}` : `${data}_${readScale().name}_${version}`;
  if ((await command(`select from pg_database where datname = '${name}'`)).length > 0) return name;
  const template = data === 'company' ? 'template0' : await fillBase(data === 'orders' ? 'catalogue' : 'company');
  await command('drop database if exists filling with (force)');
  await command(`create database filling template ${template}`);
  await command(`alter system set max_wal_size = '16GB'`);
  await command('select pg_reload_conf()');
  const { ms } = await measureTime(async () => fill(data, await readUrl('filling')));
  await command('vacuum (freeze, analyze)', 'filling');
  await command('alter system reset max_wal_size');
  await command('select pg_reload_conf()');
  await command('checkpoint');
  await command(`alter database filling rename to ${name}`);
  console.log(`  (${name} filled in ${Math.round(ms / 1000)} s)`);
  return name;
}

async function fill(data: Data, url: string): Promise<void> {
  if (data === 'company') await migrateToLatest(url);
  const db = connect(url, { max: 4 });
  try {
    if (data === 'company') await loadCompany(db, readFixture('demo-company.json'));
    if (data === 'company') await addDemoAccounts(getContext(db));
    if (data === 'catalogue') await fillCatalogue(db, readScale().scale);
    if (data === 'orders') await fillOrders(db, getContext(db), readScale().scale);
  } finally {
    await db.destroy();
  }
}

async function on(database: string, work: Work): Promise<boolean> {
  const url = await readUrl(database);
  const db = connect(url, { max: 10 });
  try {
    return await work({ db, url, ctx: getContext(db), folder: (await start()).folder });
  } finally {
    await db.destroy();
  }
}

function getContext(db: Knex): Ctx {
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  return { db, actor: systemActor('bench'), clock: systemClock, logger, via: 'cli', requestId: 'bench' };
}
