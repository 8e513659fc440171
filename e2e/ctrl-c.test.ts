import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../src/domain/kernel/database/database.js';
import { limit } from '../src/domain/testing/patience.js';
import {
  ensurePostgres,
  releasePostgres,
  type PostgresHandle,
} from '../src/domain/kernel/platform/postgres/postgres.js';
import { makeDemoPlace } from './demo-place.js';
import { type Place, root, shedworks } from './product.js';
import { keys, startOnTerminal } from './terminal.js';

let place: Place;
let handle: PostgresHandle;
const feed = path.join(root, 'fixtures', 'feed-30.json');
beforeAll(async () => {
  place = await makeDemoPlace();
  handle = await ensurePostgres({ home: place.env['SHEDWORKS_HOME'] ?? '', database: 'shedworks' });
});
afterAll(async () => {
  await releasePostgres(handle);
  await place.remove();
});

const timeout = limit(30_000);

/** Presses Ctrl+C once the command has written `text`; returns its exit code. */
async function interrupt(text: string, ...args: string[]): Promise<number> {
  const command = startOnTerminal(place, ...args);
  await expect.poll(command.readScreen, { timeout }).toContain(text);
  command.press(keys.ctrlC);
  return command.ended;
}

const readOrders = async () => (await shedworks(place, 'orders', 'list', '--json', '--size', '500')).stdout;

test('Ctrl+C ends each kind of question at once, with exit code 130, and nothing changes', async () => {
  expect((await shedworks(place, 'orders', 'import', feed)).code).toBe(0);
  const before = await readOrders();
  const [order] = (JSON.parse(before) as { items: { serialNumber: string }[] }).items;
  const commandsByQuestion: Readonly<Record<string, readonly string[]>> = {
    'No, skip the new order': ['orders', 'import', feed],
    'Permanently erase the customer data': ['customers', 'erase', order?.serialNumber ?? ''],
    'Password (at least 10 characters)': ['users', 'set-password', 'office.user@demo.test'],
    'What would you like to do?': [],
  };
  for (const [text, args] of Object.entries(commandsByQuestion))
    expect([text, await interrupt(text, ...args)]).toEqual([text, 130]);
  expect(await readOrders()).toBe(before);
});

test('Ctrl+C ends a running command at once, and nothing changes', async () => {
  const before = await readOrders();
  const db = connect(handle.url, { max: 2 });
  const blocker = await db.transaction();
  try {
    await blocker.raw('lock table orders in exclusive mode');
    const running = startOnTerminal(place, 'orders', 'import', feed, '--duplicates', 'replace');
    const waiting = async () => (await db('pg_locks').where({ granted: false })).length;
    await expect.poll(waiting, { timeout }).toBeGreaterThan(0);
    running.press(keys.ctrlC);
    expect(await running.ended).toBe(130);
  } finally {
    await blocker.rollback();
    await db.destroy();
  }
  expect(await readOrders()).toBe(before);
});
