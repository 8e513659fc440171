import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../kernel/database/database.js';
import { useTestDatabase } from '../../testing/database.js';
import { readiness } from './readiness.js';

const database = useTestDatabase();
let db: Knex;
beforeAll(() => {
  db = connect(database.url, { max: 2 });
});
afterAll(() => db.destroy());

test('is not given in a database that a newer version has migrated, and says so', async () => {
  expect(await readiness(db)).toEqual({ ok: true, database: 'ok', migrations: 'ok' });
  await db('knex_migrations').insert({ name: '99990101000000_later.js', batch: 99 });
  expect(await readiness(db)).toEqual({ ok: false, database: 'ok', migrations: 'newer than this version' });
});
