import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DateTime } from 'luxon';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { useApi } from '../../../api/testing/api.js';
import { makePayment } from '../../../api/testing/stage-invoices.js';
import { can } from '../../../domain/kernel/rights/permissions.js';
import { newId } from '../../../domain/kernel/ids.js';
import { createInvoice } from '../../../domain/billing/invoices/life/create.js';
import { reports as registry } from '../../../domain/reporting/reports/registry.js';
import { createView } from '../../../domain/reporting/saved-views/service.js';
import { createSchedule } from '../../../domain/reporting/schedules/service.js';
import { startSmtpSink } from '../../../domain/testing/smtp-sink.js';
import { homeShop, otherShop, useWorld } from '../../../domain/testing/world.js';
import { holdLock } from '../../starting/lock.js';
import { runCommand } from '../../testing/run-command.js';
import { registerJobs } from '../operations/jobs.js';
import { registerPayments } from '../billing/payments.js';
import { registerReports } from './reports.js';
import { limit } from '../../../domain/testing/patience.js';

const world = useWorld();
const api = useApi(world);
let folder: string;
let shops: string[];
const cleanups: (() => unknown)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-reports-'));
  for (const shop of [homeShop, homeShop, otherShop]) {
    const who = shop === homeShop ? 'shop.user' : 'other.shop';
    await createInvoice(world.ctx(who), { order: await world.createFinishedOrder(shop) });
  }
  const filter = { dates: ['2026-01-01', '2026-12-31'], invoiceStatus: [], shops: [await world.findShopId(homeShop)] };
  await createView(world.ctx('office.user'), { name: 'Our barns', report: 'invoices', filter });
  shops = [homeShop, otherShop];
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});
afterAll(() => rm(folder, { recursive: true }));

const reports = (...args: string[]) => runCommand(world.url, registerReports, 'reports', ...args);
const year = ['--from', '2026-01-01', '--to', '2026-12-31'];
const user = ['--as', 'office.user@demo.test'];
interface Answer {
  readonly rows: number;
  readonly totals: { label: string; value: string }[];
  readonly file?: string;
  readonly mail?: { status: string };
}
const answer = (out: string) => JSON.parse(out) as Answer;

describe('reports run', () => {
  test('prints its rows as a table, with its range and totals beside it', async () => {
    const { code, out, notes } = await reports('run', 'invoices', ...year);
    expect(code).toBe(0);
    for (const shop of shops) expect(out).toContain(shop);
    expect(notes).toContain('Range: 01/01/2026 - 12/31/2026');
    expect(notes).toMatch(/Total: 3, \$[\d,.]+/);
    expect(notes).toContain('3 of 3 rows.');
  });

  test('gives the same totals as JSON, as a file of any kind and as a saved view', async () => {
    const json = JSON.parse((await reports('run', 'invoices', ...year, '--json')).out) as {
      summary: { Total: { amount: number } };
    };
    const dollars = `$${json.summary.Total.amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
    for (const ending of ['xlsx', 'csv', 'json', 'pdf']) {
      const out = path.join(folder, `report.${ending}`);
      const ran = await reports('run', 'invoices', ...year, '--out', out, '--json');
      expect(ran, ending).toMatchObject({ code: 0 });
      const { totals, file, rows } = answer(ran.out);
      expect({ rows, file }).toEqual({ rows: 3, file: out });
      expect(totals).toContainEqual({ label: 'Total', value: `3, ${dollars}` });
      expect((await readFile(out)).length).toBeGreaterThan(100);
    }
    const csv = await reports('run', 'Our Barns', ...user, '--csv');
    expect(csv.out.trim().split('\r\n')).toHaveLength(3);
    expect(csv.out).not.toContain(otherShop);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('filters by shop, status and range, in addition to the filter of a view', async () => {
    const rows = async (...args: string[]) =>
      (await reports('run', ...args, '--csv')).out.trim().split('\r\n').length - 1;
    expect(await rows('invoices', ...year, '--shop', otherShop.toUpperCase())).toBe(1);
    expect(await rows('invoices', ...year, '--status', 'Paid', 'Denied')).toBe(0);
    expect(await rows('invoices', '--range', 'last-year')).toBe(0);
    expect(await rows('Our barns', ...user, '--shop', otherShop)).toBe(1);
    expect(await rows('invoices', ...year, '--filter', '{"orderType":["Customer","Inventory"]}')).toBe(3);
  });

  test('in another time zone covers the days of that zone; the audit trail its moments', async () => {
    const lastYear = DateTime.now().setZone('Pacific/Auckland').year - 1;
    const range = ['--range', 'last-year', '--time-zone', 'Pacific/Auckland'];
    const { notes } = await reports('run', 'invoices', ...range);
    expect(notes).toContain(`Range: 01/01/${lastYear} - 12/31/${lastYear}\n`);
    const trail = await reports('run', 'trail', ...range);
    expect(trail.notes).toContain(`Range: 12/31/${lastYear - 1} 05:00 - 12/31/${lastYear} 05:00\n`);
  });

  test('as another user covers what that user may run', async () => {
    expect(await reports('run', 'invoices', '--as', 'shop.admin@demo.test')).toMatchObject({ code: 2 });
    const reportList = JSON.parse((await reports('list', '--as', 'shop.admin@demo.test', '--json')).out) as {
      reports: { name: string }[];
    };
    expect(reportList.reports.map(({ name }) => name)).not.toContain('invoices');
    expect((await reports('list', ...user)).out).toContain('Our barns');
  });

  test('on behalf of a shop equals the report of its Admin', async () => {
    const shop = ['--shop', homeShop];
    const body = { filter: { dates: [year[1], year[3]] }, format: 'json' };
    for (const [name = '', ...ownOptions] of [['order-profit'], ['top-orders', '--shop-version']]) {
      const { code, out } = await reports('run', name, ...year, ...shop, ...ownOptions, '--json');
      expect(code).toBe(0);
      expect(JSON.parse(out)).toEqual(
        (await api.call('shop.admin', 'POST', `/api/reports/${name}/file`, { body })).json,
      );
    }
    const bothSides = JSON.parse((await reports('run', 'top-orders', ...year, ...shop, '--json')).out) as object;
    expect(bothSides).toHaveProperty('optimizer');
    expect((await reports('run', 'dashboard', ...shop)).notes).toContain(`Shop: ${homeShop}`);
  });

  test.each([
    [['run', 'order-profit'], 'Add one --shop.'],
    [['run', 'order-profit', '--shop', homeShop, otherShop], 'Add one --shop.'],
    [['run', 'invoices', '--shop', homeShop, '--shop-version'], 'shops have no report "invoices"'],
    [['run', 'top-orders', '--shop-version', ...user], 'cannot be combined with --as'],
    [['run', 'dashboard', '--range', 'today'], 'does not support --range'],
    [['run', 'addons', '--shop', homeShop, otherShop], 'allows only one --shop'],
    [['run', 'nothing'], '"nothing" is not a report or saved view'],
    [['run', 'invoices', '--range', 'last-week', ...year], 'cannot be combined with --from and --to'],
    [['run', 'invoices', '--from', '2026-01-01'], 'use both'],
    [['run', 'invoices', '--from', '2026-02-30', '--to', '2026-03-01'], 'is not a valid date'],
    [['run', 'invoices', '--status', 'Someday'], 'must be one of'],
    [['run', 'invoices', '--shop', 'Nobody'], 'there is no shop "Nobody"'],
    [['run', 'invoices', '--out', 'report.txt'], 'must end in .xlsx'],
    [['run', 'invoices', '--filter', '[1]'], 'must be a JSON object'],
    [['run', 'invoices', '--range', 'today', '--time-zone', 'Mars'], 'is not a time zone'],
    [['run', 'invoices', '--mail-to', 'nobody'], 'is not a valid email address'],
  ])('%j is refused with exit code 2', async (args, sentence) => {
    const { code, out, notes } = await reports(...args);
    expect(notes).toContain(sentence);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  test('exits with 4 while the same report is running; another report does not wait', async () => {
    await holdLock(world.db, 'invoices', async () => {
      expect(await reports('run', 'invoices')).toMatchObject({
        code: 4,
        out: '',
        notes: expect.stringContaining('still in progress'),
      });
      expect(await reports('run', 'Our barns', ...user)).toMatchObject({ code: 0 });
    });
    expect(await reports('run', 'invoices')).toMatchObject({ code: 0 });
  });

  test('is mailed with its totals and its file; without a mail server it is stored, which counts as a failure', async () => {
    const mailRun = await reports('run', 'invoices', ...year, '--mail-to', 'a@example.com', '--json');
    expect(mailRun).toMatchObject({ code: 1, notes: expect.stringContaining('SMTP_URL is not set') });
    expect(answer(mailRun.out).mail).toMatchObject({ status: 'kept' });
    const sink = await startSmtpSink();
    process.env['SMTP_URL'] = sink.url;
    cleanups.push(
      () => delete process.env['SMTP_URL'],
      () => sink.stop(),
    );
    const deliveryRun = await reports(
      'run',
      'Our barns',
      ...user,
      '--mail-to',
      'a@example.com,b@example.com',
      '--json',
    );
    expect(deliveryRun).toMatchObject({ code: 0 });
    const [mail = ''] = sink.mails;
    expect(sink.mails.map((one) => /^To: (.*)$/m.exec(one)?.[1])).toEqual(['a@example.com', 'b@example.com']);
    expect(mail).toContain('Subject: Heartland Portable Buildings: Our barns (Shop invoice report)');
    for (const { label, value } of answer(deliveryRun.out).totals)
      expect(mail.replace(/=\n/g, '')).toContain(`${label}: ${value}`);
    expect(mail).toContain('filename=Shedworks_InvoiceReport.xlsx');
  });

  test('is not reported as sent if a worker without a mail server took it, or if the mail server refused it', async () => {
    const sink = await startSmtpSink({
      answers: (line) => (/^RCPT TO:<gone@/i.test(line) ? '550 no such box' : undefined),
    });
    process.env['SMTP_URL'] = sink.url;
    cleanups.push(
      () => delete process.env['SMTP_URL'],
      () => sink.stop(),
    );
    const mailReport = async (to: string) => {
      const { code, out, notes } = await reports('run', 'invoices', ...year, '--mail-to', to, '--json');
      return { code, notes, status: answer(out).mail?.status };
    };
    expect(await mailReport('a@example.com,gone@example.com')).toMatchObject({ code: 1, status: 'refused' });
    await world.db.raw(`
      create function take_as_worker() returns trigger language plpgsql as $$ begin new.status := 'kept'; return new; end $$;
      create trigger take_as_worker before insert on outbox_messages for each row execute function take_as_worker()`);
    cleanups.push(() => world.db.raw('drop function take_as_worker cascade'));
    expect(await mailReport('a@example.com')).toMatchObject({
      ...{ code: 1, status: 'kept' },
      notes: expect.stringContaining('for the worker that sent it'),
    });
  });
});

/** The call of each report's screen; the dashboard has the figures of several. */
const calls: Readonly<Record<string, string>> = {
  invoices: 'POST /api/invoice/report',
  orders: 'POST /api/orders/report',
  'order-profit': 'POST /api/orders/report/profit',
  'top-orders': 'POST /api/orders/top/report',
  inventory: 'POST /api/orders/report/inventory',
  'material-orders': 'POST /api/materialorder/datefilter/report',
  reconciliation: 'POST /api/orders/report/reconciliation',
  trail: 'POST /api/trail/report',
};
/** Reports without rows in this world, which has no material order and no source. */
const empty: ReadonlySet<string> = new Set(['material-orders', 'reconciliation']);

test.each(registry.map((report) => [report.name, report] as const))(
  '%s has the same figures in the dashboard, the API and the command line',
  async (name, report) => {
    const people = ['office.user', 'office.admin', 'shop.admin'] as const;
    const who = people.find((one) => can(world.actor(one), report.permission)) ?? 'office.user';
    const shop = await world.findShopId(homeShop);
    const filter = {
      ...('dates' in report.filter.shape && { dates: ['1990-01-01', '2200-12-31'] }),
      ...(name === 'addons' && { shop }),
    };
    const words = [name, '--as', `${who}@demo.test`, '--filter', JSON.stringify(filter)];
    const output = JSON.parse((await reports('run', ...words, '--json')).out) as unknown;
    const [method = 'GET', path = `/api/addon/report/all/${shop}`] = calls[name]?.split(' ') ?? [];
    if (name !== 'dashboard')
      expect((await api.call(who, method, path, method === 'POST' ? { body: filter } : {})).json).toEqual(output);
    const file = (format: string) => api.call(who, 'POST', `/api/reports/${name}/file`, { body: { filter, format } });
    expect((await file('json')).json).toEqual(output);
    if (!empty.has(name)) expect((await file('csv')).text.split('\r\n').length).toBeGreaterThan(2);
  },
);

test('jobs run sweep runs and sends what is due, without a worker', { timeout: limit(30_000) }, async () => {
  const sink = await startSmtpSink();
  process.env['SMTP_URL'] = sink.url;
  cleanups.push(
    () => delete process.env['SMTP_URL'],
    () => sink.stop(),
  );
  const { item } = await createView(world.ctx('office.user'), { name: 'By cron', report: 'invoices', filter: {} });
  const when = { cron: '0 7 * * *', timeZone: 'America/Chicago', recipients: ['a@example.com'] };
  await createSchedule(world.ctx('office.user', { clock: { now: () => new Date() } }), { view: item._id, ...when });
  await world.db('schedules').update({ next_run_at: new Date(Date.now() - 1000) });
  const ran = await runCommand(world.url, registerJobs, 'jobs', 'run', 'sweep', '--json');
  expect(ran).toMatchObject({ code: 0 });
  expect(JSON.parse(ran.out)).toMatchObject({ job: 'sweep' });
  expect(sink.mails.filter((mail) => mail.includes('Subject: Heartland Portable Buildings: By cron ('))).toHaveLength(
    1,
  );
  expect(await runCommand(world.url, registerJobs, 'jobs', 'run', 'dishes')).toMatchObject({ code: 2 });
});

describe('payments recalculate', () => {
  const payments = (...args: string[]) => runCommand(world.url, registerPayments, 'payments', 'recalculate', ...args);
  const results = (out: string) => (JSON.parse(out) as { result: string }[]).map(({ result }) => result);

  test('recalculates all since a day, or only previews; refused ones are listed and result in exit code 3', async () => {
    const ids = [await makePayment(world), await makePayment(world, 'other')];
    await world.db('payments').where({ id: ids[0] }).update({ payment_date: '2026-01-31' });
    const listRecalculated = async () =>
      (await world.db('audit_entries').where({ entity: 'payment', action: 'recalculate' }).pluck('entity_ids')).flat();
    const dry = await payments('--all', '--dry-run', '--json');
    expect(results(dry.out)).toEqual(['no change', 'no change']);
    expect(await listRecalculated()).toEqual([]);
    expect(results((await payments('--all', '--since', '2026-02-01', '--json')).out)).toEqual(['no change']);
    expect(await listRecalculated()).toEqual([ids[1]]);
    const some = await payments(ids[0] ?? '', newId(), '--json');
    expect(some).toMatchObject({ code: 3, notes: expect.stringContaining('1 checked, 0 changed, 1 refused.') });
    expect(results(some.out)).toEqual(['no change', 'Payment not found']);
    expect(await payments('--all', '--as', 'shop.admin@demo.test')).toMatchObject({ code: 1, out: '' });
  });

  test('refuses options that make no sense', async () => {
    for (const args of [[], ['--all', '12'], ['12', '--since', '2026-01-01'], ['--all', '--since', '2026-02-30']])
      expect(await payments(...args), args.join(' ')).toMatchObject({ code: 2, out: '' });
  });
});
