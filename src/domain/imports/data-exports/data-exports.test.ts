import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Caller, useApi } from '../../../api/testing/api.js';
import { makeInvoice, makePayment } from '../../../api/testing/stage-invoices.js';
import { runCommand } from '../../../cli/testing/run-command.js';
import { registerExport } from '../../../cli/commands/imports/export.js';
import { deleteInvoice } from '../../billing/invoices/life/delete.js';
import { createPayment } from '../../billing/payments/paying/create.js';
import { updateRepair } from '../../billing/repair-invoices/life/change.js';
import { createRepair } from '../../billing/repair-invoices/life/create.js';
import { packageFolder } from '../../../package.js';
import { limit } from '../../testing/patience.js';
import { homeShop, otherShop, useWorld } from '../../testing/world.js';
import { type ExportColumn, csvEncoder, ndjsonEncoder } from './encode.js';
import { exportSets } from './sets.js';

const world = useWorld();
const api = useApi(world);
type Row = Record<string, unknown>;

beforeAll(async () => {
  await world.createOrders(12);
  for (const status of ['InQueue', 'On Hold', 'Finished'] as const) await world.createPushedOrder(status);
  await world.createPushedOrder('InQueue', otherShop);
  await makePayment(world);
  await makeInvoice(world, 'Approved');
  const [item, shop] = [await firstId('items'), await world.findShopId(homeShop)];
  await world
    .db('shop_item_values')
    .insert({ shop_id: shop, item_id: item, quantity_in_current: 4.5 })
    .onConflict(['shop_id', 'item_id'])
    .merge();
  const hostile = '=HYPERLINK("x"), "a"\\b\t\n;-1 Grüße \u{1f3e0}\u0001';
  await world.db('orders').where({ status: 'Finished' }).update({ customer: hostile });
});

const firstId = async (table: string): Promise<string> =>
  ((await world.db(table).orderBy('id').first('id')) as { id: string }).id;
async function approveRepair(type: 'Repair' | 'Driver', n: number): Promise<string> {
  const items = [{ item: await firstId('items'), quantity: 1, rate: 12.5 }];
  const { repairInvoice } = await createRepair(world.ctx('shop.user'), { type, invoiceNumber: `E-${n}`, items });
  await updateRepair(world.ctx('office.user'), { id: repairInvoice._id, status: 'Approved' });
  return repairInvoice._id;
}
const read = async (who: Caller, path: string) => api.call(who, 'GET', `/api/exports/${path}`);
const toRows = (text: string): Row[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** The rows of an NDJSON export, and its last line. */
async function ndjson(who: Caller, path: string): Promise<{ rows: Row[]; end: { rows: number; nextSince: string } }> {
  const { status, text, headers } = await read(who, path);
  expect({ status, type: headers['content-type'] }).toEqual({
    status: 200,
    type: 'application/x-ndjson; charset=utf-8',
  });
  const rows = toRows(text);
  const { end } = rows.pop() as { end: { rows: number; nextSince: string } };
  expect([end.rows, end.nextSince]).toEqual([rows.length, headers['x-next-since']]);
  return { rows, end };
}

describe('an export', () => {
  test('has the orders of the list, with its figures', async () => {
    const { rows } = await ndjson('office.user', 'orders.ndjson');
    const { items } = (await api.call('office.user', 'GET', '/api/orders?size=500')).json as { items: Row[] };
    const toListed = (row: Row) => ({
      ...Object.fromEntries(
        [
          '_id',
          'serialNumber',
          'status',
          'type',
          'dealer',
          'customer',
          'model',
          'dateOrdered',
          'metalOrdered',
          'openAlerts',
        ].map((name) => [name, row[name]]),
      ),
      ...{ width: row['width'], statusSince: new Date(String(row['statusSince'])).toISOString() },
    });
    const byId = (a: Row, b: Row) => (String(a['_id']) < String(b['_id']) ? -1 : 1);
    expect(rows.map(toListed).toSorted(byId)).toEqual(items.map(toListed).toSorted(byId));
    const totals = (row: Row) => [row['shopTotal'], row['companyTotal'], row['orderTotal']];
    const readTotals = (row: Row) => Object.values(row['grandTotal'] as object);
    expect(rows.toSorted(byId).map(totals)).toEqual(items.toSorted(byId).map(readTotals));
  });

  test.each(Object.keys(exportSets))('of %s is the same as CSV', async (name) => {
    const { rows } = await ndjson('office.user', `${name}.ndjson`);
    const { text, headers } = await read('office.user', `${name}.csv`);
    expect(rows.length).toBeGreaterThan(0);
    expect(headers['content-disposition']).toContain(`${name}.csv`);
    const table = parse<Row>(text, { columns: true });
    const plain = (row: Row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => {
          const text = String(value ?? '');
          if (key === 'customer') return [key, text.replaceAll("'", '')];
          return [key, text === '' || Number.isNaN(Number(text)) ? text : Number(text)];
        }),
      );
    expect(table.map(plain)).toEqual(rows.map(plain));
    expect(text).not.toMatch(/(^|[,"\n])[=@]/);
  });

  test('shows a shop its own records without company figures, and a builder no money', async () => {
    const company = /company|orderTotal|balance|driver\b|rto/i;
    for (const name of ['orders', 'lines', 'invoices', 'payments', 'movements']) {
      const { rows } = await ndjson('shop.user', `${name}.ndjson`);
      expect(rows.length, name).toBeGreaterThan(0);
      expect(new Set(rows.map((row) => row['shopId']))).toEqual(new Set([await world.findShopId(homeShop)]));
      expect(Object.keys(rows[0] ?? {}).filter((key) => company.test(key))).toEqual([]);
      expect(rows.map((row) => row['status'])).not.toContain(name === 'orders' ? 'New' : '');
    }
    for (const name of ['orders', 'lines']) {
      const { rows } = await ndjson('builder', `${name}.ndjson`);
      expect(Object.keys(rows[0] ?? {}).filter((key) => /total|price|cost|amount/i.test(key))).toEqual([]);
    }
    for (const name of ['invoices', 'payments'])
      expect(await read('builder', `${name}.csv`)).toMatchObject({ status: 403 });
  });

  test('of payments counts each kind of invoice once', async () => {
    const invoices = [await makeInvoice(world, 'Approved'), await makeInvoice(world, 'Approved')];
    const repairInvoices = await Promise.all((['Repair', 'Driver', 'Driver'] as const).map(approveRepair));
    const { payment } = await createPayment(world.ctx('office.user'), { invoices, repairInvoices });
    const row = (await ndjson('office.user', 'payments.ndjson')).rows.find(({ _id }) => _id === payment._id);
    expect(row).toMatchObject({ orderInvoices: 2, repairInvoices: 1, driverInvoices: 2, corrections: 0 });
  });

  test('refuses an invalid instant, naming the field', async () => {
    for (const since of ['yesterday', '2026-01-01', "2026-01-01T00:00:00Z'; drop table orders; --"]) {
      const { status, json } = await read('office.user', `orders.csv?updatedSince=${encodeURIComponent(since)}`);
      expect({ status, json }).toMatchObject({ status: 400, json: { errors: [{ path: 'updatedSince' }] } });
    }
  });
});

describe('staying up to date', () => {
  const since = async (name: string, instant: string) =>
    (await ndjson('office.user', `${name}.ndjson?updatedSince=${instant}`)).rows;

  test('misses no change that was committed after the export started', async () => {
    const id = await firstId('orders');
    const late = await world.db.transaction();
    await late('orders').where({ id }).update({ hold_reason: 'late' });
    const { end } = await ndjson('office.user', 'orders.ndjson');
    expect((await since('orders', end.nextSince)).map((row) => row['holdReason'])).not.toContain('late');
    await late.commit();
    expect((await since('orders', end.nextSince)).map((row) => row['_id'])).toContain(id);
    expect((await since('lines', end.nextSince)).map((row) => row['orderId'])).toContain(id);
    const { end: next } = await ndjson('office.user', 'orders.ndjson');
    expect((await since('orders', next.nextSince)).map((row) => row['_id'])).not.toContain(id);
  });

  test('includes the instant itself, and includes deleted records only with an instant', async () => {
    const id = await makeInvoice(world, 'New');
    const whole = await ndjson('office.user', 'invoices.ndjson');
    await deleteInvoice(world.ctx('office.user'), { id });
    const [gone, ...others] = await since('invoices', whole.end.nextSince);
    expect([gone?.['_id'], others]).toEqual([id, []]);
    expect(gone?.['deletedAt']).toBe('2026-11-18T15:00:00Z');
    expect(await since('invoices', String(gone?.['changedAt']))).toHaveLength(1);
    expect((await ndjson('office.user', 'invoices.ndjson')).rows).toHaveLength(whole.rows.length - 1);
  });

  test('includes stock that moved in a transaction that started before', async () => {
    const late = await world.db.transaction();
    await late.raw('select 1');
    const { end } = await ndjson('office.user', 'movements.ndjson');
    await late('shop_item_values').where({ quantity_in_current: 4.5 }).update({ quantity_in_current: 7 });
    await late.commit();
    expect(await since('movements', end.nextSince)).toMatchObject([{ current: 2.5 }]);
  });
});

describe('a large export', { timeout: limit(60_000) }, () => {
  beforeAll(async () => {
    await world.db.raw(
      `insert into stock_movements (shop_id, item_id, on_order, received, current, why, actor_name)
       select shop_id, item_id, 0, 0, 0, repeat('x', 400), 'many' from (select * from stock_movements limit 1) m, generate_series(1, 25000)`,
    );
  });

  /** Starts to read an export; resolves after its first bytes. */
  async function begin(encoding: string): Promise<http.IncomingMessage> {
    const request = http.get(`${api.base}/api/exports/movements.ndjson`, {
      headers: { 'x-auth-token': await api.token('office.user'), 'accept-encoding': encoding },
    });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    await once(answer, 'readable');
    return answer;
  }
  const copying = async (): Promise<{ pid: number; wait_event: string | null }[]> =>
    (
      (await world.db.raw(`select pid, wait_event from pg_stat_activity where query like 'copy (select m.id%'`)) as {
        rows: { pid: number; wait_event: string | null }[];
      }
    ).rows;
  const readUsed = () => (world.db.client as { pool: { numUsed(): number } }).pool.numUsed();

  test.each(['identity', 'gzip'])('that breaks off is noticed by its reader: %s', async (encoding) => {
    const answer = await begin(encoding);
    const [copy] = await copying();
    await world.db.raw('select pg_terminate_backend(?)', [copy?.pid ?? 0]);
    await expect(
      (async () => {
        for await (const _ of answer);
      })(),
    ).rejects.toThrow('aborted');
    await vi.waitFor(() => expect(readUsed()).toBe(0), { timeout: limit(10_000), interval: 20 });
  });

  test('waits for a slow reader, and ends when the reader disconnects', async () => {
    const answer = await begin('identity');
    const [before] = await copying();
    await vi.waitFor(async () => expect((await copying())[0]?.wait_event).toBe('ClientWrite'), {
      timeout: limit(10_000),
      interval: 20,
    });
    answer.destroy();
    await vi.waitFor(async () => expect((await copying()).map(({ pid }) => pid)).not.toContain(before?.pid), {
      timeout: limit(10_000),
      interval: 20,
    });
    await vi.waitFor(() => expect(readUsed()).toBe(0), { timeout: limit(10_000), interval: 20 });
  });

  test('has the data of one instant, although records change in the meantime', async () => {
    const answer = await begin('identity');
    await world.db.raw(`update stock_movements set why = 'recounted' where actor_name = 'many'`);
    let text = '';
    for await (const piece of answer) text += String(piece);
    const rows = toRows(text);
    expect(rows.at(-1)).toMatchObject({ end: { rows: rows.length - 1 } });
    expect(rows.filter((row) => row['why'] === 'recounted')).toEqual([]);
  });
});

describe('the examples of docs/exports.md', () => {
  const readBlocks = async (language: string): Promise<string[]> => {
    const text = await readFile(new URL('docs/exports.md', packageFolder), 'utf8');
    return [...text.matchAll(new RegExp(`\\n\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);
  };

  test('keep up to date with curl and in a warehouse, and fill a spreadsheet', { timeout: limit(30_000) }, async () => {
    const cwd = await mkdtemp(path.join(os.tmpdir(), 'shedworks-examples-'));
    const env = { ...process.env, SHEDWORKS_URL: api.base, SHEDWORKS_KEY: await api.token('office.key') };
    const run = (script: string) => promisify(execFile)('bash', ['-euc', script], { cwd, env });
    const [curl = '', spreadsheet = ''] = await readBlocks('sh');
    const [warehouse = ''] = await readBlocks('sql');
    await world.db.raw('create table staged (line jsonb)');
    const load = async () => {
      await run(curl);
      const lines = (await readFile(path.join(cwd, 'orders.ndjson'), 'utf8')).trimEnd().split('\n');
      await world.db('staged').delete();
      await world.db('staged').insert(lines.map((line) => ({ line })));
      await world.db.raw(warehouse.replaceAll('?', '\\?'));
      return lines.length - 1;
    };
    const orders = await world.db('orders').select('id', 'hold_reason').orderBy('id');
    expect(await load()).toBe(orders.length);
    await world
      .db('orders')
      .where({ id: (orders[0] as { id: string }).id })
      .update({ hold_reason: 'The pad is wet' });
    expect(await load()).toBe(1);
    const stored = world.db.raw(`record ->> 'holdReason' as hold_reason`);
    expect(await world.db('shed_orders').select('id', stored).orderBy('id')).toEqual(
      await world.db('orders').select('id', 'hold_reason').orderBy('id'),
    );
    await run(spreadsheet);
    const table = parse<Row>(await readFile(path.join(cwd, 'invoices.csv')), { columns: true });
    expect(table.length).toBe(await countLive('invoices'));
    await rm(cwd, { recursive: true });
    await world.db.raw('drop table staged, shed_orders');
  });

  const countLive = async (name: string): Promise<number> =>
    Number(((await world.db(name).whereNull('deleted_at').count({ n: '*' }).first()) as { n: number }).n);
});

test('the command writes the same file, completely or not at all', async () => {
  const cwd = await mkdtemp(path.join(os.tmpdir(), 'shedworks-export-'));
  const out = path.join(cwd, 'orders.csv');
  const command = (...args: string[]) => runCommand(world.url, registerExport, 'export', 'orders', ...args);
  const done = await command('--output', 'csv', '--out', out);
  expect(done).toMatchObject({ code: 0, out: '', notes: expect.stringMatching(/^Next time: --updated-since 2/) });
  expect(await readFile(out, 'utf8')).toBe((await read('office.admin', 'orders.csv')).text);
  expect(await command('--out', path.join(cwd, 'no', 'x.csv'))).toMatchObject({ code: 2 });
  expect(await command('--updated-since', 'yesterday')).toMatchObject({
    code: 2,
    notes: expect.stringContaining('updatedSince: must be a date and time'),
  });
  await rm(cwd, { recursive: true });
});

test('every text, number and instant is written as it is stored', () => {
  const columns: ExportColumn[] = [
    { name: 't', kind: 'text' },
    { name: 'cents', kind: 'money' },
    { name: 'next', kind: 'text' },
  ];
  const escapes: Record<string, string> = {
    '\\': '\\\\',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '\b': '\\b',
    '\f': '\\f',
    '\v': '\\v',
  };
  const copyColumns = (text: string | null) =>
    text === null ? '\\N' : text.replace(/[\\\n\r\t\b\f\v]/g, (sign) => escapes[sign] ?? '');
  const text = fc.option(fc.string({ unit: 'binary' }).map((one) => one.replaceAll('\0', '')));
  const row = fc.tuple(text, fc.option(fc.integer({ min: -1e12, max: 1e12 })), text);
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
      const input = Buffer.from(
        rows.map(([a, n, b]) => `${copyColumns(a)}\t${n ?? '\\N'}\t${copyColumns(b)}\n`).join(''),
      );
      expect(toRows(ndjsonEncoder(columns).encode(input).toString())).toEqual(
        rows.map(([t, cents, next]) => ({ t, cents: cents === null ? null : cents / 100, next })),
      );
      const encoder = csvEncoder(columns);
      const table = parse(Buffer.concat([encoder.head, encoder.encode(input)]), {
        recordDelimiter: '\r\n',
      }) as string[][];
      expect(table).toHaveLength(rows.length + 1);
      const unguarded = (one: string) => one.replaceAll("'", '');
      expect(table.slice(1).map(([a = '', n, b = '']) => [unguarded(a), n, unguarded(b)])).toEqual(
        rows.map(([a, n, b]) => [unguarded(a ?? ''), n === null ? '' : (n / 100).toFixed(2), unguarded(b ?? '')]),
      );
      for (const [a = '', , b = ''] of table.slice(1)) expect(`${a}\n${b}`).not.toMatch(/^[=+@-]/m);
    }),
    { numRuns: 40 },
  );
});
