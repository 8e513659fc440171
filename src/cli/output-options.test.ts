import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makePayment } from '../api/testing/stage-invoices.js';
import { recordAccess } from '../domain/company/access-log/record.js';
import { newId } from '../domain/kernel/ids.js';
import { createInvoice } from '../domain/billing/invoices/life/create.js';
import { homeShop, useWorld } from '../domain/testing/world.js';
import { registerExport } from './commands/imports/export.js';
import { registerOrders } from './commands/orders/orders.js';
import { registerSample } from './commands/operations/sample.js';
import { dayOf } from './moments.js';
import { buildProgram } from './program.js';
import { findMisfits } from './testing/misfits.js';
import { runCommand, runWhole } from './testing/run-command.js';

const world = useWorld();
const orders = (...args: string[]) => runCommand(world.url, registerOrders, 'orders', ...args);
const getLines = (out: string): unknown[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
const count = async (): Promise<number> => ((await world.db('orders').count({ n: '*' }).first()) as { n: number }).n;

test('NDJSON of a list has every row of every page once, one per line', async () => {
  await world.createOrders(520);
  const all = (await orders('list', '--output', 'ndjson')).out;
  const ids = getLines(all).map((row) => (row as { _id: string })._id);
  expect(ids).toHaveLength(await count());
  expect(new Set(ids).size).toBe(ids.length);
  const page = await orders('list', '--output', 'ndjson', '--page', '2', '--size', '3');
  expect(getLines(page.out)).toEqual(getLines(all).slice(3, 6));
});

test('NDJSON of the access log, the audit trail and a report has every row, one per line', async () => {
  const user = { id: world.actor('office.user').id, userName: 'office.user@demo.test' };
  for (let n = 0; n < 3; n++)
    await recordAccess({ ...world.ctx('office.user'), requestId: newId() }, { kind: 'sign-in', user });
  await makePayment(world);
  for (const command of [
    ['access-log', 'list'],
    ['trail', 'list'],
    ['trail', 'export'],
    ['reports', 'run', 'invoices', '--range', 'this-year'],
  ]) {
    const page = command[1] === 'list' ? ['--size', '2'] : [];
    const read = async (...args: string[]) => (await runWhole(world.url, ...command, ...page, ...args)).out;
    const {
      total,
      items,
      rows = items,
    } = JSON.parse(await read('--json')) as Record<'items' | 'rows', unknown[]> & {
      total?: number;
    };
    const lines = getLines(await read('--output', 'ndjson'));
    expect({ command, count: lines.length }).toEqual({ command, count: total ?? rows.length });
    expect(lines.slice(0, 2)).toEqual(rows.slice(0, 2));
    if (page.length > 0) expect(getLines(await read('--output', 'ndjson', '--page', '1'))).toEqual(lines.slice(0, 2));
  }
});

test('--output chooses the same formats as --json and --csv', async () => {
  const first = async (...args: string[]) => (await orders('list', '--size', '2', ...args)).out;
  expect(await first('--output', 'json')).toBe(await first('--json'));
  expect(await first('--output', 'csv')).toBe(await first('--csv'));
  expect(await first('--json', '--output', 'table')).toBe(await first());
  const sample = await runCommand(world.url, registerSample, 'sample', 'order', '--output', 'ndjson');
  expect(getLines(sample.out).length).toBeGreaterThan(0);
});

test('CSV has its header even without rows, no byte order mark, and plain figures', async () => {
  const none = await orders('list', '--search', 'no such order', '--csv');
  expect(none.out).toBe('serial,status,shop,model,size,customer,ordered,alerts,shopTotal\r\n');
  expect((await orders('mapping', '--csv')).out).toBe('field,path\r\n');
  const stock = (...args: string[]) => runWhole(world.url, 'inventory', ...args, '--shop', homeShop, '--csv');
  expect((await stock('list', '--low')).out).toBe('category,item,current,received,on order,level\r\n');
  expect((await stock('demand', '--fields', 'item,to order')).out).toBe('item,to order\r\n');
  const [header = '', first = ''] = (await orders('list', '--csv', '--size', '1')).out.split('\r\n');
  expect(header).toMatch(/^serial,/);
  expect(first).toMatch(/,\d+(\.\d+)?$/);
  expect((await orders('list', '--size', '1')).out).toMatch(/\$[\d,]+\.\d\d/);
});

test('times are in the time zone of the company in tables, and whole and in UTC in CSV', async () => {
  await world.db('companies').update({ time_zone: 'America/Denver' });
  const at = '2026-11-02T03:04:05.000Z';
  const clock = { now: () => new Date(at) };
  const user = { id: world.actor('shop.user').id, userName: 'shop.user@demo.test' };
  await recordAccess({ ...world.ctx('shop.user', { clock }), requestId: newId() }, { kind: 'sign-out', user });
  const list = async (...args: string[]) =>
    (await runWhole(world.url, 'access-log', 'list', '--kind', 'sign-out', '--fields', 'at', ...args)).out;
  expect(await list()).toContain(' 2026-11-01 20:04:05 ');
  expect((await list('--csv')).split('\r\n')[1]).toMatch(/^2026-11-02T03:04:05(\.000)?Z$/);
  expect(dayOf(at)).toBe('2026-11-01');
  const when = await runWhole(world.url, 'schedules', 'when', '0 7 * * 1', '--time-zone', 'America/New_York');
  expect(when.out).toMatch(/ \d{4}-\d\d-\d\d 07:00 /);
});

test('--fields chooses columns of tables and CSV, and fields of JSON, in its order', async () => {
  const listRun = await orders('list', '--csv', '--size', '1', '--fields', 'status, serial');
  expect(listRun.out).toMatch(/^status,serial\r\nNew,[^,]+\r\n$/);
  const page = ['--size', '2', '--fields', '_id,status'];
  const json = JSON.parse((await orders('list', '--json', ...page)).out) as { items: object[]; total: number };
  expect(json.items.map((row) => Object.keys(row))).toEqual([
    ['_id', 'status'],
    ['_id', 'status'],
  ]);
  expect(json.total).toBeGreaterThan(2);
  const lines = getLines((await orders('list', '--output', 'ndjson', '--page', '1', ...page)).out);
  expect(lines).toEqual(json.items);
  for (const args of [[], ['--json']])
    expect(await orders('list', ...args, '--fields', 'serail')).toMatchObject({
      ...{ code: 2, out: '', notes: expect.stringContaining('--fields: "serail" is not one of ') as unknown },
    });
});

test('--fields chooses those of requests and price tables, too', async () => {
  const listRun = await runWhole(world.url, 'requests', 'list', '--csv', '--fields', 'state,by');
  expect(listRun).toMatchObject({ code: 0, out: 'state,by\r\n' });
  const { name } = (await world.db('shed_categories').orderBy('name').first('name')) as { name: string };
  const table = await runWhole(world.url, 'prices', 'show', '--category', name, '--csv', '--fields', 'retail,model');
  expect(table).toMatchObject({ code: 0, out: expect.stringMatching(/^retail,model\r\n\d/) as unknown });
});

test('--fields chooses columns of a printed report, and fields of its rows as JSON', async () => {
  const { invoice } = await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder(homeShop) });
  const { invoiceNumber } = invoice;
  const run = (...args: string[]) =>
    runWhole(world.url, 'reports', 'run', 'invoices', '--from', '2026-01-01', '--to', '2026-12-31', ...args);
  const chosen = await run('--csv', '--fields', 'Status, Invoice Number');
  expect(chosen).toMatchObject({ code: 0, out: `Status,Invoice Number\r\nNew,${invoiceNumber}\r\n` });
  const table = await run('--fields', 'Invoice Number');
  expect(table.out).toContain(String(invoiceNumber));
  expect(table.out).not.toContain('Status');
  const json = JSON.parse((await run('--json', '--fields', 'invoiceNumber,status')).out) as { rows: object[] };
  expect(json).toMatchObject({ rows: [{ invoiceNumber, status: 'New' }], summary: { Total: { count: 1 } } });
  expect(Object.keys(json.rows[0] ?? {})).toEqual(['invoiceNumber', 'status']);
  for (const format of ['--csv', '--json', '--quiet'])
    expect(await run(format, '--fields', 'Paint')).toMatchObject({
      ...{ code: 2, out: '', notes: expect.stringContaining('--fields: "Paint" is not one of ') as unknown },
    });
  expect(await run('--fields', 'Status', '--out', path.join(os.tmpdir(), 'never.csv'))).toMatchObject({
    ...{ code: 2, out: '', notes: expect.stringContaining('Files and emails have all columns') as unknown },
  });
});

test.each([
  [['catalogue', 'export', 'items', '--out', 'items.csv'], 'items.csv must end in .xlsx'],
  [['payments', 'pdf', '43', '--out', 'p.xlsx'], 'p.xlsx must end in .pdf'],
  [['export', 'payments', '--out', 'pay.xlsx'], 'pay.xlsx must end in .ndjson or .csv'],
  [['export', 'payments', '--out', 'pay'], 'pay must end in .ndjson or .csv'],
  [['export', 'payments', '--out', 'pay.csv', '--output', 'ndjson'], 'pay.csv must end in .ndjson'],
  [['export', 'payments', '--out', 'pay.ndjson', '--csv'], 'pay.ndjson must end in .csv'],
  [['reports', 'run', 'invoices', '--out', 'invoices.pdf.txt'], 'invoices.pdf.txt must end in .xlsx or .csv or .pdf'],
  [['trail', 'export', '--out', 'trail.json'], 'trail.json must end in .xlsx or .csv'],
  [['customers', 'export', 'Ann', '--out', 'ann'], 'ann must end in .json or .xlsx'],
] as const)('%j is refused: the name of a file says its format', async (words, problem) => {
  expect(await runWhole(world.url, ...words)).toMatchObject({
    ...{ code: 2, out: '', notes: expect.stringContaining(`--out: ${problem}`) as unknown },
  });
  expect(await readdir('.')).not.toContain(words[words.indexOf('--out') + 1]);
});

test('the name of its file chooses the format of an export', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-format-'));
  const read = async (name: string) => {
    const out = path.join(folder, name);
    expect(await runWhole(world.url, 'export', 'orders', '--out', out)).toMatchObject({ code: 0 });
    return readFile(out, 'utf8');
  };
  expect(await read('orders.CSV')).toMatch(/^_id,/);
  expect(getLines(await read('orders.ndjson')).at(-1)).toHaveProperty('end');
  await rm(folder, { recursive: true });
});

test('a file of --out that cannot be written is refused in the same words by every command, and none is left', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-out-'));
  const payment = await makePayment(world);
  const writing: Readonly<Record<string, readonly string[]>> = {
    'x.tar.gz': ['backup'],
    'x.pdf': ['payments', 'pdf', payment],
    'x.xlsx': ['catalogue', 'export', 'dealers'],
    'y.xlsx': ['reports', 'run', 'invoices'],
    'z.xlsx': ['trail', 'export'],
    'x.csv': ['export', 'orders', '--output', 'csv'],
  };
  try {
    for (const [name, args] of Object.entries(writing)) {
      const missingPath = path.join(folder, 'gone', name);
      const result = await runWhole(world.url, ...args, '--out', missingPath);
      expect({ args, ...result }).toMatchObject({
        ...{ code: 2, out: '' },
        notes: expect.stringContaining(`--out: cannot write ${missingPath}: its folder does not exist`) as unknown,
      });
      if (args[0] === 'backup') continue; // into a folder, it writes a file named by the time
      await mkdir(path.join(folder, name));
      const refusal = await runWhole(world.url, ...args, '--out', path.join(folder, name));
      expect({ args, ...refusal }).toMatchObject({
        code: 2,
        notes: expect.stringContaining('it is a folder') as unknown,
      });
    }
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('an export has its own formats, and refuses others', async () => {
  const runExport = (...args: string[]) => runCommand(world.url, registerExport, 'export', 'orders', ...args);
  expect((await runExport('--output', 'csv')).out).toMatch(/^_id,/);
  expect(getLines((await runExport('--output', 'ndjson')).out).at(-1)).toHaveProperty('end');
  expect(getLines((await runExport()).out).at(-1)).toHaveProperty('end');
  expect(await runExport('--output', 'table')).toMatchObject({ code: 2, out: '' });
  expect((await runExport('--csv')).out).toMatch(/^_id,/);
  expect(await runExport('--csv', '--output', 'ndjson')).toMatchObject({ code: 2, out: '' });
});

test('a script that expects another version of the JSON is refused before anything happens', async () => {
  expect(await orders('list', '--size', '1', '--json', '--json-version', '1')).toMatchObject({ code: 0 });
  const program = (await buildProgram('orders')).exitOverride().configureOutput({ writeErr: () => undefined });
  const refusal = program.parseAsync(['orders', 'push', '--json', '--json-version', '2'], { from: 'user' });
  await expect(refusal).rejects.toMatchObject({
    code: 'commander.invalidArgument',
    message: expect.stringContaining('This installation prints version 1') as unknown,
  });
});

test('output beyond the documented shape is noticed', () => {
  const schema = {
    type: 'object',
    properties: {
      a: { type: 'integer' },
      b: { type: 'array', items: { enum: ['x'] } },
      c: { anyOf: [{ type: 'null' }] },
    },
    required: ['a', 'b'],
  };
  expect(findMisfits({ a: 1, b: ['x'], c: null }, schema)).toEqual([]);
  expect(findMisfits({ a: 'one', b: ['y'], c: 3, d: 4 }, schema)).toEqual([
    '.a: is string, not integer',
    '.b[0]: y is not listed',
    '.c: is number, not null',
    '.d: is not described',
  ]);
  expect(findMisfits({ b: [] }, schema)).toEqual(['.a: is missing']);
});
