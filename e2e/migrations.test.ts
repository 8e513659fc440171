import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeRecords } from '../src/api/testing/stage.js';
import { connect, migrateToLatest, migrationStatus, rollback } from '../src/domain/kernel/database/database.js';
import { useWorld } from '../src/domain/testing/world.js';

const name = `${inject('pgPrefix')}${randomBytes(6).toString('hex')}`;
const url = `${inject('pgUrl')}/${name}`;
let db: Knex;
beforeAll(async () => {
  await runAsAdmin(`create database ${name} template template0`);
  db = connect(url, { max: 2 });
});
afterAll(async () => {
  await db.destroy();
  await runAsAdmin(`drop database if exists ${name} with (force)`);
});
const world = useWorld();
/** Migrations that leave the schema as it is. */
const changingDataAlone: ReadonlySet<string> = new Set(['20261129100000_order_columns_complete.js']);

describe('an empty database', () => {
  test('runs each migration up, down and up again, with the same schema each time', async () => {
    const { pending } = await migrationStatus(db);
    expect(pending.length).toBeGreaterThanOrEqual(4);
    let before = await readSchema(db);
    for (const migration of pending) {
      await db.migrate.up();
      const after = await readSchema(db);
      if (!changingDataAlone.has(migration)) expect(after, `${migration} changes nothing`).not.toEqual(before);
      await db.migrate.down();
      expect(await readSchema(db), `${migration} down`).toEqual(before);
      await db.migrate.up();
      before = await readSchema(db);
      expect(before, `${migration} up again`).toEqual(after);
    }
    expect((await migrationStatus(db)).pending).toEqual([]);
  });
});

describe('a database in use', () => {
  test('has the schema of a new one, migrates down one by one to nothing but the extension, and back up in one go to the same schema, without its data', async () => {
    await makeRecords(world);
    await world.createOrders(5);
    const filledTables = [
      'companies',
      'sheds',
      'orders',
      'order_lines',
      'invoices',
      'payments',
      'audit_entries',
      'notifications',
      'job_runs',
      'imports',
    ];
    for (const table of filledTables) expect(await readRowsIn(table), table).toBeGreaterThan(0);
    const newest = await readSchema(db);
    expect(await readSchema(world.db)).toEqual(newest);
    const { done } = await migrationStatus(world.db);
    for (const migration of [...done].reverse())
      expect(await rollback(world.url, 1)).toEqual([expect.stringContaining(migration)]);
    expect(await readSchema(world.db)).toEqual([]);
    expect((await world.db('pg_extension').pluck('extname')).sort()).toEqual(['pg_trgm', 'plpgsql']);
    expect(await migrateToLatest(world.url)).toHaveLength(done.length);
    expect(await readSchema(world.db)).toEqual(newest);
    for (const table of filledTables) expect(await readRowsIn(table), table).toBe(0);
  });

  test('keeps its data when there is nothing to do', async () => {
    await world.db('companies').insert({ id: '01a1fb59-e501-7347-a09d-5a8f4806d9ff', name: 'Kept' });
    expect(await migrateToLatest(world.url)).toEqual([]);
    expect(await world.db('companies').pluck('name')).toEqual(['Kept']);
  });
});

const readRowsIn = async (table: string): Promise<number> =>
  ((await world.db(table).count({ n: '*' }).first()) as { n: number }).n;

/** Everything in the schema except for extensions and the migration tool itself, one line each. */
async function readSchema(database: Knex): Promise<string[]> {
  const { rows } = (await database.raw(`
    with own as (select c.oid, c.relname, c.relkind from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname !~ '^knex_migrations'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
    select 'column ' || table_name || '.' || column_name || ' ' || row_number() over (partition by table_name order by ordinal_position) || ' ' || data_type || ' ' || coalesce(numeric_precision || ',' || numeric_scale, '') || ' ' || is_nullable
        || ' ' || coalesce(column_default, '') || ' ' || coalesce(generation_expression, '') as line
      from information_schema.columns where table_schema = 'public' and table_name !~ '^knex_migrations'
    union all select 'options ' || o.relname || ' ' || array_to_string(c.reloptions, ' ') from pg_class c join own o using (oid) where c.reloptions is not null
    union all select 'constraint ' || o.relname || ' ' || conname || ' ' || pg_get_constraintdef(k.oid) from pg_constraint k join own o on o.oid = k.conrelid
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public' and tablename !~ '^knex_migrations'
    union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join own o on o.oid = t.tgrelid where not t.tgisinternal
    union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select 'other ' || relkind::text || ' ' || relname::text from own where relkind not in ('r', 'i')
    union all select 'type ' || typname::text from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
    order by line`)) as { rows: { line: string }[] };
  return rows.map(({ line }) => line);
}

async function runAsAdmin(statement: string): Promise<void> {
  const admin = new pg.Client(`${inject('pgUrl')}/postgres`);
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
