import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ensurePostgres,
  releasePostgres,
  type PostgresHandle,
} from '../src/domain/kernel/platform/postgres/postgres.js';
import { connect } from '../src/domain/kernel/database/database.js';
import { queryOnlyRow } from '../src/domain/kernel/database/rows.js';
import { limit } from '../src/domain/testing/patience.js';
import { demoPlace } from './demo-place.js';
import { root, shedworks, type Place } from './product.js';
import { CTRL_C, ENTER, openTerminal } from './terminal.js';

let place: Place;
let handle: PostgresHandle;
const feed = path.join(root, 'fixtures', 'feed-30.json');
beforeAll(async () => {
  place = await demoPlace();
  handle = await ensurePostgres({ home: place.env['SHEDWORKS_HOME'] ?? '', database: 'shedworks' });
  await shedworks(place, 'orders', 'import', feed, '--duplicates', 'skip');
});
afterAll(async () => {
  await releasePostgres(handle);
  await place.remove();
});

const count = async (): Promise<unknown> =>
  JSON.parse((await shedworks(place, 'sql', 'select count(*) from orders', '--json')).stdout) as unknown;

test('Ctrl+C ends the question about duplicates at once, and changes nothing', async () => {
  const before = await count();
  const terminal = openTerminal(place, ['orders', 'import', feed]);
  await terminal.shows(/Do you want to delete it\?/);
  terminal.type(CTRL_C);
  expect((await terminal.end()).code).toBe(130);
  expect(await count()).toEqual(before);
});

test('the answer about the first duplicate can hold for all others', async () => {
  const before = await count();
  const terminal = openTerminal(place, ['orders', 'import', feed]);
  await terminal.shows(/Do you want to delete it\?/);
  terminal.type(ENTER);
  await terminal.shows(/Use this answer for the other \d+\?/);
  terminal.type(`y${ENTER}`);
  const { code, text } = await terminal.end();
  expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('Nothing new') as unknown });
  expect(await count()).toEqual(before);
});

test('Ctrl+C ends a run at once', async () => {
  const terminal = openTerminal(place, ['sql', 'select 1 from (select pg_sleep(50)) as long', '--seconds', '60']);
  const isRunning = `select count(*) as n from pg_stat_activity where query like 'fetch%' and state = 'active' and application_name = 'shedworks-sql'`;
  const db = connect(handle.url, { max: 1 });
  await expect
    .poll(async () => (await queryOnlyRow<{ n: number }>(db.raw(isRunning))).n, { timeout: limit(30_000) })
    .toBe(1);
  await db.destroy();
  terminal.type(CTRL_C);
  expect((await terminal.end()).code).toBe(130);
});

test('Ctrl+C in the menu leaves it', async () => {
  const terminal = openTerminal(place, []);
  await terminal.shows(/What would you like to do\?/);
  terminal.type(CTRL_C);
  expect((await terminal.end()).code).toBe(130);
});

test('a long table is shown in the pager, unless it is not wanted or there is none', async () => {
  const pager = path.join(place.home, 'page.sh');
  await writeFile(pager, '#!/bin/sh\necho PAGED; cat\n', { mode: 0o755 });
  const paged = async (env: NodeJS.ProcessEnv, ...args: string[]) => {
    const { code, text } = await openTerminal(place, ['orders', 'list', ...args], env).end();
    expect(text).toContain('serial');
    return { code, isPaged: text.includes('PAGED') };
  };
  expect(await paged({ PAGER: pager })).toEqual({ code: 0, isPaged: true });
  expect(await paged({ PAGER: pager }, '--no-pager')).toEqual({ code: 0, isPaged: false });
  expect(await paged({ PAGER: pager }, '--size', '1')).toEqual({ code: 0, isPaged: false });
  expect(await paged({ PAGER: '/no/such/pager' })).toEqual({ code: 0, isPaged: false });
});

test('the shell of SQL answers each query, says what is wrong with one, and leaves at \\q', async () => {
  const terminal = openTerminal(place, ['sql'], { PAGER: 'cat' });
  await terminal.shows(/sql> /);
  terminal.type(`select 40 + 2\nas answer;\n`);
  await terminal.shows(/42/);
  terminal.type('delete from orders;\n');
  await terminal.shows(/refuses the query/);
  terminal.type('\\d companies\n');
  await terminal.shows(/time_zone/);
  terminal.type('\\q\n');
  expect((await terminal.end()).code).toBe(0);
});
