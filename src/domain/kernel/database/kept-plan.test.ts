import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../testing/database.js';
import { connect } from './database.js';
import { keepPlan } from './kept-plan.js';
import { queryRows } from './rows.js';

const database = useTestDatabase();
let db: Knex;
beforeAll(() => {
  db = connect(database.url, { max: 1 });
});
afterAll(() => db.destroy());

const findKind = (tx: Knex, id: string) => keepPlan(tx('shops').where({ id }).select('name'), 'name of a shop');
const ID = '00000000-0000-0000-0000-000000000001';

test('a kept statement is planned no more after a few runs, in and out of transactions', async () => {
  for (let n = 0; n < 4; n += 1) expect(await findKind(db, ID)).toEqual([]);
  await db.transaction(async (tx) => {
    for (let n = 0; n < 4; n += 1) expect(await findKind(tx, ID)).toEqual([]);
  });
  const plans = await queryRows<{ name: string; generic_plans: number }>(
    db.raw('select name, generic_plans from pg_prepared_statements'),
  );
  expect(plans).toEqual([{ name: 'name of a shop', generic_plans: 3 }]); // the first five are planned for their values
});

test('no two statements have one name', async () => {
  await findKind(db, ID);
  await expect(keepPlan(db('users').where({ id: ID }).select('name'), 'name of a shop')).rejects.toThrow(
    'must be unique',
  );
});
