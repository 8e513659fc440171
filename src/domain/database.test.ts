import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, inSequence, migrateToLatest, migrationStatus } from './database.js';
import { useTestDatabase } from './testing/database.js';

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
  test('an up-to-date database changes nothing, also when several do it at once', async () => {
    expect(await Promise.all([migrateToLatest(database.url), migrateToLatest(database.url)])).toEqual([[], []]);
    expect((await migrationStatus(db)).pending).toEqual([]);
  });

  test('goes on after a process that died while migrating', async () => {
    await db('knex_migrations_lock').update({ is_locked: 1 });
    expect(await migrateToLatest(database.url)).toEqual([]);
    expect((await migrationStatus(db)).done.length).toBeGreaterThan(3);
  });
});

test('queries in sequence answer in their order, one at a time', async () => {
  const order: string[] = [];
  const note = (name: string) => async () => {
    order.push(`${name} begins`);
    await db.raw('select 1');
    order.push(`${name} ends`);
    return name;
  };
  expect(await inSequence(note('a'), note('b'))).toEqual(['a', 'b']);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

describe('what the schema itself refuses', () => {
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
