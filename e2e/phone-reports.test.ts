import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { listAccessibilityFaults, open } from './browser.js';
import { useDemo } from './demo.js';
import { root } from './product.js';

const demo = useDemo();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Orders on as many days, each of another shed. */
const SHEDS = 30;
const daysAgo = (days: number): string => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const range = `from=${daysAgo(SHEDS)}&to=${daysAgo(0)}`;
const top100 = `/company/reports/orders/top100?${range}&buildingStages=New`;
const reconciliation = `/company/reports/reconciliation?${range}`;
let office: Page;

async function readFixture<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(path.join(root, 'fixtures', name), 'utf8')) as T;
}

beforeAll(async () => {
  const call = await demo.callAs('office.admin@demo.test');
  const { items } = (await call<{ items: { name: string }[] }>('GET', '/api/shop')).body;
  const [feedOrder] = await readFixture<object[]>('feed-demo.json');
  const { sheds } = await readFixture<{ sheds: { model: string; width: number; length: number }[] }>(
    'demo-company.json',
  );
  const orders = sheds.slice(0, SHEDS).map(({ model, width, length }, n) => ({
    ...feedOrder,
    ...{
      id: `phone-${n}`,
      serialNumber: `PHONE-${n}`,
      shopName: items[0]?.name,
      dateOrdered: `${daysAgo(n)}T18:00:00Z`,
    },
    ...{ buildingModelName: model, buildingWidth: width, buildingLength: length, buildingSize: `${width}x${length}` },
  }));
  expect((await call('POST', '/api/orders', orders)).status).toBe(200);
  const source = { name: 'Sales files', kind: 'upload' }; // the reconciliation compares with sources
  expect((await call('POST', '/api/source', source)).status).toBe(201);
  office = await demo.openAs('office.admin@demo.test', '/', phone);
});

const countRows = (page: Page) => page.locator('[data-card]').count();
const measureHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);
const measureWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** The number of rows that are on paper when the screen is printed now. */
const countPrintedRows = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    const count = document.querySelectorAll('main tbody [data-row]').length;
    dispatchEvent(new Event('afterprint'));
    return count;
  });

test.each([
  ['top 100', top100],
  ['reconciliation', reconciliation],
])(
  'the %s on a phone has a page of lines, short enough to scroll, and all its rows on paper',
  async (_name, address) => {
    await open(office, address);
    const total = Number(
      /of ([\d,]+)$/.exec(await office.getByText(/^1–25 of /).innerText({ timeout: 10_000 }))?.[1]?.replace(',', ''),
    );
    expect(total).toBeGreaterThanOrEqual(SHEDS);
    expect(await countRows(office)).toBe(25);
    expect(await measureHeight(office)).toBeLessThan(3600);
    expect(await measureWidth(office)).toBeLessThanOrEqual(390);
    const heights = await office
      .locator('[data-card]')
      .evaluateAll((rows) => rows.map(({ clientHeight }) => clientHeight));
    expect(Math.max(...heights)).toBeLessThanOrEqual(80); // a title of one or two lines, facts of one
    expect(await listAccessibilityFaults(office)).toEqual([]);
    expect(await countPrintedRows(office)).toBe(total);
  },
);

test('the top 100 on a phone starts with its rows; a tap shows all figures of a row, and those open its orders', async () => {
  await open(office, top100);
  const line = office.locator('[data-card] button').first();
  expect((await line.boundingBox())?.y).toBeLessThan(844);
  expect(await line.innerText()).toMatch(/\$[\d,.]+\s+1 order\s*Shop GP /);
  const name = await line.locator('strong').innerText();
  await line.click();
  const sheet = office.getByRole('dialog', { name });
  await sheet.getByText('Sales Rep Commission').waitFor();
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await sheet.getByRole('button', { name: /: show the orders$/ }).click();
  const orders = office.getByRole('dialog', { name: `Orders of ${name}` });
  await orders.getByRole('link', { name: /^PHONE-/ }).waitFor();
  await office.keyboard.press('Escape');
  await orders.waitFor({ state: 'detached' });
  expect(await sheet.isVisible()).toBe(true); // Escape closed the dialog above it only
  await office.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  await office
    .locator('summary')
    .filter({ hasText: /^Inputs/ })
    .click();
  const before = await line.innerText();
  await office.getByLabel('Shop overhead', { exact: true }).fill('1');
  await office.waitForURL(/overhead=1/);
  await office.locator('summary').getByText('1 changed').waitFor();
  await line.filter({ hasNotText: before }).waitFor();
  expect(await listAccessibilityFaults(office)).toEqual([]);
});

test('the reconciliation on a phone counts the orders of each row; a tap shows its figures, and those open its orders', async () => {
  await open(office, reconciliation);
  const line = office.locator('[data-card] button').first();
  await line.getByText('1 difference').waitFor(); // no source has this order
  await line.getByText('1 ours').waitFor();
  await line.click();
  const sheet = office.locator('dialog[open]');
  await sheet.getByText('Missing in Source', { exact: true }).waitFor();
  await sheet
    .getByRole('button', { name: /show the orders$/ })
    .first()
    .click();
  await office
    .getByRole('dialog', { name: /^Ours: \d\d\/\d\d\/\d{4}, / })
    .getByRole('link')
    .first()
    .waitFor();
  expect(await listAccessibilityFaults(office)).toEqual([]);
});
