import pg from 'pg';
import { expect, test } from 'vitest';
import { connect } from '../kernel/database/database.js';
import { createTestDatabase, useTestDatabase } from './database.js';

const database = useTestDatabase();

test('creates its own migrated database, which no longer exists after dropping it', async () => {
  const other = await createTestDatabase();
  const [here, otherDb] = [connect(database.url), connect(other.url)];
  try {
    await here.raw('create table only_here (id int)');
    expect(await here.schema.hasTable('only_here')).toBe(true);
    expect(await otherDb.schema.hasTable('only_here')).toBe(false);
    expect(await otherDb('knex_migrations').count({ count: '*' }).first()).not.toEqual({ count: 0 });
  } finally {
    await Promise.all([here.destroy(), otherDb.destroy()]);
  }
  await other.drop();
  await expect(new pg.Client(other.url).connect()).rejects.toMatchObject({ code: '3D000' });
});
