import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { answer, waitUntilSettled, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { root } from './product.js';

const ORDERS = 3000;

const demo = useDemo();
let office: Page;

beforeAll(async () => {
  office = await demo.openAs('office.admin@demo.test', '/company/orders/add');
});

/** The demo's feed, repeated with new IDs and serial numbers. */
async function makeLongFile() {
  const rows = JSON.parse(await readFile(path.join(root, 'fixtures', 'feed-demo.json'), 'utf8')) as object[];
  const orders = Array.from({ length: ORDERS }, (_, n) => ({
    ...rows[n % rows.length],
    id: `${6_000_000 + n}`,
    serialNumber: `LONG-${n}`,
  }));
  return { name: 'long.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(orders)) };
}

interface Bar {
  readonly now: number;
  readonly most: number;
  readonly text: string;
}

/** Records every state of a progress bar of the page from now on. */
const recordBars = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const bars: Bar[] = [];
    Object.assign(window, { seen: bars });
    const look = () => {
      const bar = document.querySelector('[role="progressbar"][aria-valuenow]');
      if (!bar) return;
      const of = (name: string) => bar.getAttribute(name) ?? '';
      const state = { now: Number(of('aria-valuenow')), most: Number(of('aria-valuemax')), text: of('aria-valuetext') };
      if (JSON.stringify(state) !== JSON.stringify(bars.at(-1))) bars.push(state);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });

const readRecordedBars = (page: Page): Promise<Bar[]> =>
  page.evaluate(() => (window as unknown as { seen: Bar[] }).seen);

async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.locator('dialog[open]').getByText('3,000 new', { exact: true }).waitFor();
}

test('the preview of a long file shows a hundred rows at a time', async () => {
  await office.getByLabel('Order files').setInputFiles(await makeLongFile());
  await office.getByText('3,000 rows').waitFor();
  await check(office);
  const dialog = office.locator('dialog[open]');
  expect(await dialog.locator('tbody tr').count()).toBe(100);
  await dialog.getByRole('button', { name: 'Show 100 more' }).click();
  await dialog.getByText('200 of 3,000 rows').waitFor();
});

test('a canceled upload leaves nothing behind', async () => {
  await answer(office, 'Yes');
  await office.getByRole('progressbar', { name: 'Uploading long.json' }).waitFor();
  await office.getByRole('button', { name: 'Cancel', exact: true }).click();
  await waitForToast(office, 'Upload canceled.');
  expect(await office.evaluate(() => document.activeElement?.textContent)).toBe('Upload');
  await check(office); // all are still new
});

test('an upload shows its real progress, and stores all orders', async () => {
  await recordBars(office);
  await answer(office, 'Yes');
  await waitForToast(office, 'Orders are Uploaded.');
  await office.getByRole('heading', { level: 1, name: '3,009 New Orders' }).waitFor();
  await waitUntilSettled(office);
  expect(await office.getByRole('progressbar').count()).toBe(0);
  const bars = await readRecordedBars(office);
  const now = bars.map((bar) => bar.now);
  expect(now).toEqual([...now].sort((a, b) => a - b));
  expect(bars.every((bar) => bar.most === ORDERS)).toBe(true);
  const halfway = bars.filter((bar) => bar.now > 0 && bar.now < ORDERS);
  expect(halfway.length).toBeGreaterThan(0);
  for (const bar of halfway) expect(bar.text).toBe(`Saving ${bar.now.toLocaleString('en-US')} of 3,000`);
});
