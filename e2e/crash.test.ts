import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../src/domain/database.js';
import { csvLine } from '../src/domain/documents/csv.js';
import { brokenInvariants } from '../src/domain/health/invariants.js';
import { businessDigest } from '../src/domain/imports/testing/business-digest.js';
import { ensurePostgres, releasePostgres, type PostgresHandle } from '../src/domain/platform/postgres.js';
import { as, makePlace, root, shedworks, start, startCommand, type Place, type Running } from './product.js';

let place: Place;
let handle: PostgresHandle;
let db: Knex;

beforeAll(async () => {
  place = await makePlace();
  expect(await shedworks(place, 'demo', '--no-serve')).toMatchObject({ code: 0 });
  await attach();
});
afterAll(async () => {
  await db.destroy();
  await releasePostgres(handle, { force: true });
  await place.remove();
});

async function attach(): Promise<void> {
  handle = await ensurePostgres({ home: place.env['SHEDWORKS_HOME'] ?? '', database: 'shedworks' });
  db = connect(handle.url, { max: 3 });
}

/** Runs a command up to the moment it is about to write to `table`, and lets `kill` strike there. */
async function struckAt(table: string, args: readonly string[], kill: (command: ChildProcess) => void): Promise<void> {
  const blocker = await db.transaction();
  await blocker.raw('lock table ?? in share mode', [table]);
  const command = startCommand(place, ...args);
  const ended = once(command, 'exit');
  const backend = await waiting(table, command);
  kill(command);
  await ended;
  await blocker.rollback().catch(() => undefined); // gone when PostgreSQL itself was struck
  if (command.killed) await gone(backend);
}

async function waiting(table: string, command: ChildProcess): Promise<number> {
  for (;;) {
    const found = (await db('pg_locks').whereRaw('relation = ?::regclass and not granted', [table]).first('pid')) as
      { pid: number } | undefined;
    if (found) return found.pid;
    if (command.exitCode !== null) throw new Error(`it ended without writing to ${table}`);
    await db.raw('select pg_sleep(0.02)');
  }
}

/** The backend of a command that was killed notices when it answers, and rolls back. */
async function gone(pid: number): Promise<void> {
  while (
    await db('pg_stat_activity')
      .where({ pid })
      .first('pid')
      .catch(() => undefined)
  )
    await db.raw('select pg_sleep(0.02)');
}

const killed = (command: ChildProcess) => void command.kill('SIGKILL');

const countOf = async (table: string, where: object | Knex.QueryCallback = {}): Promise<number> =>
  ((await db(table).where(where).count({ n: '*' }).first()) as { n: number }).n;

const pushable = () =>
  countOf('orders', (order) => void order.where({ status: 'New', open_alerts: 0 }).whereNotNull('shop_id'));

test('an import killed at any write leaves nothing of it, and runs again to the end', async () => {
  const rows = JSON.parse(await readFile(path.join(root, 'fixtures', 'feed-demo.json'), 'utf8')) as object[];
  const file = path.join(place.home, 'killed.json');
  const orders = Array.from({ length: 300 }, (_, i) => ({
    ...rows[i % rows.length],
    id: `K${i}`,
    serialNumber: `K-${i}`,
  }));
  await writeFile(file, JSON.stringify(orders));
  const ours: Knex.QueryCallback = (order) => void order.whereLike('serial_number', 'K-%');
  const imports = await countOf('imports');
  for (const table of ['orders', 'order_lines', 'imports', 'audit_entries']) {
    await struckAt(table, ['orders', 'import', file], killed);
    expect([await countOf('orders', ours), await countOf('imports')]).toEqual([0, imports]);
    expect(await brokenInvariants(db)).toEqual([]);
  }
  expect(await shedworks(place, 'orders', 'import', file)).toMatchObject({ code: 0 });
  expect(await countOf('orders', ours)).toBe(300);
  expect(await brokenInvariants(db)).toEqual([]);
});

test('a push killed at any write moves none, and runs again', async () => {
  const before = await pushable();
  expect(before).toBeGreaterThan(0);
  for (const table of ['orders', 'audit_entries']) {
    await struckAt(table, ['orders', 'push'], killed);
    expect(await pushable()).toBe(before);
    expect(await brokenInvariants(db)).toEqual([]);
  }
  expect(await shedworks(place, 'orders', 'push')).toMatchObject({ code: 0 });
  expect(await pushable()).toBe(0);
  expect(await brokenInvariants(db)).toEqual([]);
});

test('a payment whose process, or whose PostgreSQL, is killed at any write does not exist; then it is made once', async () => {
  const found = (await db('invoices').where({ status: 'Approved' }).first('shop_id')) as { shop_id: string };
  const pay = ['payments', 'create', '--shop', found.shop_id];
  const before = await countOf('payments');
  const approved = await countOf('invoices', { status: 'Approved', shop_id: found.shop_id });
  const nothingHappened = async () => {
    expect(await countOf('payments')).toBe(before);
    expect(await countOf('invoices', { status: 'Approved', shop_id: found.shop_id })).toBe(approved);
    expect(await brokenInvariants(db)).toEqual([]);
  };
  for (const table of ['payments', 'invoices', 'audit_entries']) {
    await struckAt(table, pay, killed);
    await nothingHappened();
  }
  await struckAt('audit_entries', pay, () => process.kill(handle.pid, 'SIGKILL'));
  await db.destroy();
  await attach();
  await nothingHappened();
  expect(await shedworks(place, ...pay)).toMatchObject({ code: 0 });
  expect(await countOf('payments')).toBe(before + 1);
  expect(await countOf('invoices', { status: 'Approved', shop_id: found.shop_id })).toBe(0);
  expect(await brokenInvariants(db)).toEqual([]);
});

test('an undo killed at any write takes nothing back, and runs again', async () => {
  const file = path.join(place.home, 'undone.json');
  const rows = JSON.parse(await readFile(path.join(root, 'fixtures', 'feed-30.json'), 'utf8')) as object[];
  await writeFile(file, JSON.stringify(rows.slice(0, 3)));
  const imported = await shedworks(place, 'orders', 'import', file, '--json');
  const { import: id } = JSON.parse(imported.stdout) as { import: string };
  for (const table of ['orders', 'imports', 'audit_entries']) {
    await struckAt(table, ['imports', 'undo', id], killed);
    expect(await countOf('orders', { import_id: id })).toBe(3);
    expect(await brokenInvariants(db)).toEqual([]);
  }
  expect(await shedworks(place, 'imports', 'undo', id)).toMatchObject({ code: 0 });
  expect(await countOf('orders', { import_id: id })).toBe(0);
  expect(await brokenInvariants(db)).toEqual([]);
});

test('an invoice whose server is killed at any write does not exist; then it is created once', async () => {
  const order = (await db('orders as o')
    .join('shops as s', 's.id', 'o.shop_id')
    .where({ 's.name': 'Ridge Line Barns', 'o.status': 'Building' })
    .first('o.id', 'o.serial_number')) as { id: string; serial_number: string };
  await shedworks(place, 'orders', 'status', order.serial_number, 'Finished');
  const create = async (server: Running) =>
    (await as(server.address, 'shop.admin@demo.test'))('POST', '/api/invoice', { order: order.id });
  for (const table of ['invoices', 'invoice_messages', 'orders', 'audit_entries']) {
    const server = await start(place, 'serve');
    const ended = once(server.process, 'exit');
    const blocker = await db.transaction();
    await blocker.raw('lock table ?? in share mode', [table]);
    const answer = create(server).catch(() => null);
    const backend = await waiting(table, server.process);
    server.process.kill('SIGKILL');
    await ended;
    await blocker.rollback();
    await gone(backend);
    expect(await answer).toBeNull();
    expect(await countOf('invoices', { order_id: order.id })).toBe(0);
    expect(await countOf('orders', { id: order.id, status: 'Finished' })).toBe(1);
    expect(await brokenInvariants(db)).toEqual([]);
  }
  const server = await start(place, 'serve');
  expect(await create(server)).toMatchObject({ status: 201 });
  expect((await create(server)).status).toBe(409);
  await server.stop();
  expect(await countOf('invoices', { order_id: order.id })).toBe(1);
  expect(await brokenInvariants(db)).toEqual([]);
});

test('a spreadsheet killed at any write of its import or undo changes nothing, and both run again', async () => {
  const sheds = (await db('sheds as s')
    .join('shed_models as m', 'm.id', 's.model_id')
    .join('shed_categories as c', 'c.id', 'm.category_id')
    .join('base_styles as b', 'b.id', 's.base_style_id')
    .select({ category: 'c.name', model: 'm.name', style: 'b.name', width: 's.width', length: 's.length' })
    .select({ price: db.raw('s.retail_price / 100 + 1000') })) as Record<string, string | number>[];
  const header = ['Category', 'Model', 'Base_Style', 'Width', 'Length', 'Price'];
  const file = path.join(place.home, 'prices.csv');
  await writeFile(file, [header, ...sheds.map((shed) => Object.values(shed))].map(csvLine).join(''));
  const before = await businessDigest(db);
  const reading = ['catalogue', 'import', 'retail-prices', file];
  for (const table of ['sheds', 'catalogue_versions', 'audit_entries']) {
    await struckAt(table, reading, killed);
    expect(await businessDigest(db)).toEqual(before);
  }
  const imported = await shedworks(place, ...reading, '--json');
  expect(imported).toMatchObject({ code: 0 });
  const { _id: id } = JSON.parse(imported.stdout) as { _id: string };
  const after = await businessDigest(db);
  expect(after['sheds']).not.toBe(before['sheds']);
  for (const table of ['sheds', 'imports', 'audit_entries']) {
    await struckAt(table, ['imports', 'undo', id], killed);
    expect(await businessDigest(db)).toEqual(after);
  }
  expect(await shedworks(place, 'imports', 'undo', id)).toMatchObject({ code: 0 });
  expect(await businessDigest(db)).toEqual(before);
});
