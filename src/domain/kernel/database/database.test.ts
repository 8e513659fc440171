import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, inOneTrip, migrateToLatest, migrationStatus } from './database.js';
import { newId } from '../ids.js';
import { useTestDatabase } from '../../testing/database.js';

const database = useTestDatabase();
let db: Knex;
beforeAll(() => {
  db = connect(database.url, { max: 3 });
});
afterAll(() => db.destroy());

const value = async (expression: string): Promise<unknown> =>
  ((await db.raw(`select ${expression} as value`)) as { rows: [{ value: unknown }] }).rows[0].value;

describe('a value from PostgreSQL', () => {
  test.each([
    ['1250::bigint', 1250],
    ['9007199254740991::bigint', 9007199254740991],
    ['61.25::numeric', 61.25],
    ['null::bigint', null],
    [`'2026-03-02'::date`, '2026-03-02'],
    [`'2026-03-02 12:30:00+02'::timestamptz`, '2026-03-02T10:30:00.000Z'],
    [`'{"a":1}'::jsonb`, { a: 1 }],
  ])('%s is read as %j', async (expression, expected) => {
    expect(await value(expression)).toEqual(expected);
  });

  test.each(['9007199254740992::bigint', '-9223372036854775808', '1e20::numeric'])(
    '%s is refused rather than rounded',
    async (expression) => {
      await expect(value(expression)).rejects.toThrow(/out of range/);
    },
  );
});

describe('migrating', () => {
  test('changes nothing in an up-to-date database, even when several processes do it simultaneously', async () => {
    expect(await Promise.all([migrateToLatest(database.url), migrateToLatest(database.url)])).toEqual([[], []]);
    expect((await migrationStatus(db)).pending).toEqual([]);
  });

  test('continues after a process that died while migrating', async () => {
    await db('knex_migrations_lock').update({ is_locked: 1 });
    expect(await migrateToLatest(database.url)).toEqual([]);
    expect((await migrationStatus(db)).done.length).toBeGreaterThan(3);
  });
});

test('several queries run in one round trip and are answered in order, whatever values they contain', async () => {
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }) => statements.push(sql);
  db.on('query', note);
  const hostile = `a'?; drop table users; -- \\ "b"`;
  const ids = [newId(), newId()];
  const answers = await inOneTrip<[{ text: string }[], { n: number }[], { same: boolean }[]]>(
    db,
    db.raw('select ?::text as text', [hostile]),
    db('company_colors')
      .whereRaw('color = any(?)', [[hostile]])
      .select(db.raw('count(*)::int as n')),
    db.raw('select ?::uuid[] = array[?, ?]::uuid[] as same', [ids, ...ids]),
  );
  db.removeListener('query', note);
  expect(answers).toEqual([[{ text: hostile }], [{ n: 0 }], [{ same: true }]]);
  expect(statements).toHaveLength(1);
});

describe('invalid rows that the schema itself refuses', () => {
  test.each([
    [
      'a second company',
      `insert into companies (id, name) select gen_random_uuid(), 'c' from generate_series(1, 2)`,
      /companies_only_one/,
    ],
    [
      'a shop user without a shop',
      `insert into users (id, name, user_name, password_hash, role) values (gen_random_uuid(), 'n', 'u', 'h', 'Shop User')`,
      /check constraint/,
    ],
    [
      'an unknown role',
      `insert into users (id, name, user_name, password_hash, role) values (gen_random_uuid(), 'n', 'u', 'h', 'Owner')`,
      /check constraint/,
    ],
    [
      'an invoice that is Paid in no payment',
      `insert into invoices (id, invoice_number, invoiced_date, bill_to, status, status_since, shop_id, shop_total, company_total, order_total, deleted_at)
      values (gen_random_uuid(), '1', now(), '', 'Paid', now(), gen_random_uuid(), 0, 0, 0, now())`,
      /invoices_paid_in_a_payment/,
    ],
  ])('%s', async (_, statement, message) => {
    await expect(db.raw(statement)).rejects.toThrow(message);
  });
});

test('stored columns, checks and indexes call only functions that need no search path, as pg_restore and pg_upgrade have none', async () => {
  const names = await db.transaction(async (tx) => {
    await tx.raw(`set local search_path = ''`);
    const { rows } = (await tx.raw(`
      select p.proname as name, pg_get_functiondef(p.oid) as definition from pg_proc p
       where p.pronamespace = 'public'::regnamespace and exists (
         select from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid
            and d.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass))`)) as {
      rows: { name: string; definition: string }[];
    };
    for (const { definition } of rows) await tx.raw(definition.replaceAll('?', String.raw`\?`)); // checks its body
    return rows.map(({ name }) => name).sort();
  });
  expect(names).toEqual(['snapshot_parts', 'trail_amount', 'trail_fields']);
});
