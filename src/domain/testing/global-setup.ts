import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '../kernel/database/database.js';
import { ensurePostgres, releasePostgres } from '../kernel/platform/postgres/postgres.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server's address, without a database. */
    pgUrl: string;
    /** The migrated database that test databases are copied from. */
    pgTemplate: string;
    /** The prefix of the names of this run's databases. */
    pgPrefix: string;
  }
}

const root = path.resolve(import.meta.dirname, '../../..');
const MIGRATING = 4_200_001;

/**
 * A server for the tests in `.shedworks-test`. Runs may share it. Each drops its own databases, and those of runs that
 * were killed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = path.join(root, '.shedworks-test');
  const handle = await ensurePostgres({ home, database: 'template_shedworks', fast: true });
  const base = handle.url.replace(/\/[^/]*$/, ''); // without a database
  const run = `t_${randomBytes(4).toString('hex')}_`;
  const admin = new pg.Client({ connectionString: `${base}/postgres`, application_name: `shedworks tests ${run}` });
  await admin.connect();
  const template = `template_shedworks_${hashSchema()}`;
  await dropLeftovers(admin, template);
  await makeTemplate(admin, base, template);
  project.provide('pgUrl', base);
  project.provide('pgTemplate', template);
  project.provide('pgPrefix', run);
  return async () => {
    await dropAll(admin, (name) => name.startsWith(run));
    await admin.end();
    await releasePostgres(handle);
  };
}

/** A template is created once per state of the migrations, so that an edited migration never uses an old template. */
function hashSchema(): string {
  const folder = path.join(root, 'migrations');
  const migrations = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const files = [
    ...migrations.sort(),
    ...['package-lock.json', 'src/domain/kernel/database/database.ts'].map((name) => path.join(root, name)),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(path.relative(root, file)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** Creates the template, only once if two runs start together. It gets its name when it is complete. */
async function makeTemplate(admin: pg.Client, base: string, template: string): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [MIGRATING]);
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template]);
    if (rowCount) return;
    await admin.query(`drop database if exists ${template}_new with (force)`);
    await admin.query(`create database ${template}_new`);
    await migrateToLatest(`${base}/${template}_new`);
    await admin.query(`alter database ${template}_new rename to ${template}`);
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [MIGRATING]);
  }
}

/** Drops databases of runs that ended and, if no other run is active, templates of earlier states of the migrations. */
async function dropLeftovers(admin: pg.Client, template: string): Promise<void> {
  const { rows } = await admin.query<{ run: string }>(
    `select distinct split_part(application_name, ' ', 3) as run from pg_stat_activity where application_name like 'shedworks tests %'`,
  );
  const isLive = (name: string) => rows.some(({ run }) => name.startsWith(run));
  const isOld = (name: string) => rows.length === 1 && name.startsWith('template_shedworks_') && name !== template;
  await dropAll(admin, (name) => (/^t_[0-9a-f]{8}_/.test(name) && !isLive(name)) || isOld(name));
}

async function dropAll(admin: pg.Client, matches: (name: string) => boolean): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>('select datname from pg_database');
  for (const { datname } of rows.filter((row) => matches(row.datname)))
    await admin.query(`drop database if exists ${admin.escapeIdentifier(datname)} with (force)`);
}
