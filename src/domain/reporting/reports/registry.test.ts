import { buffer, text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { can } from '../../kernel/rights/permissions.js';
import { createInvoice } from '../../billing/invoices/life/create.js';
import { listOrderTotals } from '../../orders/service.js';
import { toColumn, getHeaders, toLines, readSheetCells } from '../../testing/table-files.js';
import { homeShop, useWorld } from '../../testing/world.js';
import { listReports, downloadReport } from './file.js';
import { reportNamed, reports } from './registry.js';
import { reportFormats } from './rules.js';

const world = useWorld();
let shop: string;
beforeAll(async () => {
  shop = await world.findShopId(homeShop);
  await world.createOrders(10);
  await createInvoice(world.ctx('shop.user'), { order: await world.createFinishedOrder() });
});
const people = ['office.admin', 'office.user', 'shop.admin', 'shop.user', 'builder'] as const;

describe.each(reports.map((report) => [report.name, report] as const))('%s', (name, report) => {
  const filter = name === 'addons' ? () => ({ shop }) : () => ({});

  test('has every format for those who may run it, and no access for others', async () => {
    for (const who of people) {
      const run = () => downloadReport(world.ctx(who), { name, filter: filter(), format: 'csv' });
      if (can(world.actor(who), 'reports.view') && can(world.actor(who), report.permission))
        expect((await toLines(await run())).length).toBeGreaterThan(0);
      else await expect(run()).rejects.toMatchObject({ code: 'permission-denied' });
    }
    const who = people.find((one) => can(world.actor(one), report.permission)) ?? 'office.admin';
    for (const format of reportFormats) {
      const file = await downloadReport(world.ctx(who), { name, filter: filter(), format });
      expect(file.name).toMatch(new RegExp(`\\.${format}$`));
      if (format === 'json') expect(JSON.parse(await text(file.content))).toBeTypeOf('object');
      else expect((await buffer(file.content)).length).toBeGreaterThan(10);
    }
  });

  test('has a table with as many rows as it counts, and a unique name', async () => {
    const who = people.find((one) => can(world.actor(one), report.permission)) ?? 'office.admin';
    const file = await downloadReport(world.ctx(who), { name, filter: filter(), format: 'xlsx' });
    const sheet = await readSheetCells(file);
    const totals = getHeaders(sheet).length > 0 && sheet.getRow(sheet.rowCount).getCell(1).value === 'Total' ? 1 : 0;
    const { count } = await report.table(world.ctx(who) as never, report.filter.parse(filter()));
    expect(sheet.rowCount - 1 - totals).toBe(await count());
    expect(reports.filter((one) => one.name === name)).toEqual([reportNamed(name)]);
  });
});

test.each([
  ['a column twice', ['Part', 'Part'], 'must not name a column twice'],
  ['more columns than any report has', Array.from({ length: 101 }, (_, n) => `${n}`), 'must have at most 100 columns'],
])('a report with %s is refused', async (_, columns, msg) => {
  const download = downloadReport(world.ctx('shop.admin'), { name: 'dashboard', format: 'csv', columns });
  await expect(download).rejects.toMatchObject({ code: 'invalid-input', errors: [{ path: 'columns', msg }] });
});

test('users see only the reports they may run', async () => {
  for (const who of people) {
    if (!can(world.actor(who), 'reports.view')) continue;
    const { items } = await listReports(world.ctx(who), {});
    const expected = reports.filter(({ permission }) => can(world.actor(who), permission));
    expect(items.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
  }
});

test('the dashboard has the figures of the home screens; for a shop, its own', async () => {
  for (const who of ['office.user', 'shop.user'] as const) {
    const sheet = await readSheetCells(await downloadReport(world.ctx(who), { name: 'dashboard' }));
    const { items } = await listOrderTotals(world.ctx(who), {});
    const figures = toColumn(sheet, 'Part').map((part, n) => [part, toColumn(sheet, 'Count')[n]]);
    expect(figures.filter(([part]) => part === 'Orders').map(([, count]) => count)).toEqual(
      items.map(({ count }) => count),
    );
    expect(getHeaders(sheet).includes('Company Amount')).toBe(who === 'office.user');
  }
});
