import { once } from 'node:events';
import type { Knex } from 'knex';
import { expect, test } from 'vitest';
import { shedworks, startCommand } from '../e2e/product.js';
import { useStruck } from '../e2e/struck.js';
import { rollback } from '../src/domain/kernel/database/database.js';
import { brokenInvariants } from '../src/domain/operations/doctor/invariants.js';

const struck = useStruck();
const countMigrations = async (): Promise<number> =>
  ((await struck.db('knex_migrations').count({ n: '*' }).first()) as { n: number }).n;

/** A schema's columns, indexes, constraints and triggers. */
async function readSchema(db: Knex): Promise<string[]> {
  const { rows } = (await db.raw(`
    select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as line
      from information_schema.columns where table_schema = 'public'
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by line`)) as {
    rows: { line: string }[];
  };
  return rows.map(({ line }) => line);
}

/** Starts an upgrade and kills it as soon as `n` migrations are done. */
async function killAfter(n: number): Promise<void> {
  const command = startCommand(struck.place, 'migrate');
  const exit = once(command, 'exit');
  while ((await countMigrations()) < n && command.exitCode === null) await struck.db.raw('select pg_sleep(0.002)');
  command.kill('SIGKILL');
  await exit;
}

test('an upgrade killed during and after each of its steps resumes, with the same result as an undisturbed one', async () => {
  const newest = await countMigrations();
  const schema = await readSchema(struck.db);
  const steps = 6;
  await rollback(struck.handle.url, steps);
  expect(await countMigrations()).toBe(newest - steps);
  const orders = await struck.countRows('orders');
  for (let n = newest - steps; n < newest; n += 1) {
    if ((await countMigrations()) > n) continue; // the last kill came too late to stop it
    await struck.strikeAt('knex_migrations', ['migrate']);
    expect(await countMigrations()).toBe(n);
    await killAfter(n + 1);
  }
  expect(await shedworks(struck.place, 'migrate')).toMatchObject({ code: 0 });
  expect(await countMigrations()).toBe(newest);
  expect(await readSchema(struck.db)).toEqual(schema);
  expect(await struck.countRows('orders')).toBe(orders);
  expect(await brokenInvariants(struck.db)).toEqual([]);
});
