import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { shedworks, start } from '../e2e/product.js';
import { useStruck } from '../e2e/struck.js';
import { connect } from '../src/domain/kernel/database/database.js';
import {
  ensurePostgres,
  releasePostgres,
  type PostgresHandle,
} from '../src/domain/kernel/platform/postgres/postgres.js';

/** The recovery point that docs/operations.md promises: what is older is in the archive. */
const RECOVERY_POINT_MS = 60_000;
const NAME = 'Renamed after the copy of the database';

const struck = useStruck();
let restoredServer: PostgresHandle | undefined;
afterAll(async () => {
  if (restoredServer) await releasePostgres(restoredServer, { force: true });
});

test('orders that lose their lines by mistake while the product runs are restored from the archive alone, as of the moment before', async () => {
  const folder = path.join(struck.place.home, 'archive');
  await mkdir(folder);
  const server = await start(struck.place, 'serve');
  expect(await shedworks(struck.place, 'backup', '--continuous', folder)).toMatchObject({ code: 0 });
  const lines = await struck.countRows('order_lines');
  expect(lines).toBeGreaterThan(10);
  await struck.db('companies').update({ name: NAME });
  const { rows } = (await struck.db.raw(
    `select to_char(clock_timestamp() at time zone 'UTC' + interval '2 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment from pg_sleep(0.01)`,
  )) as { rows: [{ moment: string }] };
  await struck.db.raw('select pg_sleep(0.01)');
  await struck.db.raw('truncate order_lines cascade');
  await pause(RECOVERY_POINT_MS);
  process.kill(struck.handle.pid, 'SIGKILL'); // what was not archived by now is lost with the machine
  const home = path.join(struck.place.home, 'restored');
  const args = ['--to', rows[0].moment, '--into', home, '--yes'];
  expect(await shedworks(struck.place, 'restore', folder, ...args)).toMatchObject({ code: 0 });
  restoredServer = await ensurePostgres({ home, database: 'shedworks' });
  const db = connect(restoredServer.url, { max: 1 });
  const [lineCount] = (await db('order_lines').count({ n: '*' })) as { n: number }[];
  expect([lineCount?.n, await db('companies').pluck('name')]).toEqual([lines, [NAME]]);
  await db.destroy();
  await server.stop();
});
