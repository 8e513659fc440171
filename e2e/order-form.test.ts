import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { open, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import type { Call } from './product.js';

const demo = useDemo();
let page: Page;
let call: Call;

interface Order {
  readonly _id: string;
  readonly serialNumber: string;
  readonly status: string;
}

beforeAll(async () => {
  call = await demo.callAs('office.admin@demo.test');
  page = await demo.openAs('office.admin@demo.test');
});

/** The first order in a status that the office can move on. */
async function findOrder(status: string): Promise<Order> {
  const { body } = await call<{ items: readonly (Order & { openAlerts: number })[] }>(
    'GET',
    `/api/orders/status/${status}?size=100`,
  );
  const order = body.items.find(({ openAlerts }) => openAlerts === 0);
  if (!order) throw new Error(`no order without alerts is ${status}`);
  return order;
}

/** The text of the page on paper. */
async function readPaper(): Promise<string> {
  const file = path.join(demo.place.home, 'page.pdf');
  await writeFile(file, await page.pdf({ format: 'Letter' }));
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
}

describe('on paper', () => {
  test('an order has its sections below the window too', async () => {
    const { _id } = await findOrder('building');
    await page.goto(`/company/order/form?id=${_id}`);
    await page.getByRole('heading', { level: 1, name: /^Order / }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    const paper = await readPaper(); // before any action, which mounts the rest in idle moments
    for (const heading of ['Delivery and customer', 'Add-ons', 'Costs and profit', 'Expenses and gross profit'])
      expect(paper).toContain(heading);
    expect(paper).not.toContain('Leave a field blank');
    const isPainted = (label: string) =>
      page
        .getByLabel(label, { exact: true })
        .evaluate((input) => getComputedStyle(input, '::placeholder').color !== 'rgba(0, 0, 0, 0)');
    await page.emulateMedia({ media: 'print' });
    const painted = { calculated: await isPainted('Dealer commission'), example: await isPainted('Delivered') };
    await page.emulateMedia({ media: null });
    expect(painted).toEqual({ calculated: true, example: false });
  });

  test('an open dialog is printed whole, without the page behind it', async () => {
    const { _id, serialNumber } = await findOrder('building');
    await open(page, `/company/order/form?id=${_id}`);
    await page.getByRole('button', { name: 'History', exact: true }).click();
    const dialog = page.locator('dialog[open]');
    const last = dialog.locator('li, td').last();
    await last.waitFor();
    const paper = await readPaper();
    expect(paper).toContain(`History of`);
    expect(paper).toContain((await last.innerText()).split(/\s{2,}|\n/)[0] ?? serialNumber);
    expect(paper).not.toContain('Add-ons');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('the next step of an order', () => {
  const step = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  const undo = () => page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' });

  test.each([
    ['building', 'Mark Finished', 'Finished'],
    ['onhold', 'Back to InQueue', 'InQueue'],
  ])('of %s is taken by the office without a question, and undone', async (status, name, next) => {
    const { _id, serialNumber, status: before } = await findOrder(status);
    const readStatus = async () => (await call<Order>('GET', `/api/orders/byid/${_id}`)).body.status;
    await open(page, `/company/order/form?id=${_id}`);
    await step(name).click();
    await waitForToast(page, `${serialNumber} is updated.`);
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(await readStatus()).toBe(next);
    await undo().first().click();
    await step(name).waitFor();
    await expect.poll(readStatus).toBe(before);
  });

  test('is taken once by a double click, although the step after it appears at the same place', async () => {
    const { _id, serialNumber } = await findOrder('building');
    await call('PUT', `/api/orders/update/${_id}`, { status: 'InQueue' });
    await open(page, `/company/order/form?id=${_id}`);
    await step('Start Building').dblclick();
    await waitForToast(page, `${serialNumber} is updated.`);
    await step('Mark Finished').waitFor();
    expect((await call<Order>('GET', `/api/orders/byid/${_id}`)).body.status).toBe('Building');
    expect(await undo().count()).toBe(1);
  });
});

test('the save bar looks like a card while it floats over a form, and is flat at the end', async () => {
  const { _id } = await findOrder('building');
  await open(page, `/company/order/form?id=${_id}`);
  const bar = page.locator('main [data-save-bar]');
  const readLook = () =>
    bar.evaluate((element) => {
      const { boxShadow, backgroundColor } = getComputedStyle(element);
      return { isRaised: boxShadow !== 'none', isFilled: backgroundColor !== 'rgba(0, 0, 0, 0)' };
    });
  const readHeight = () => bar.evaluate((element) => element.getBoundingClientRect().height);
  await expect.poll(readLook).toEqual({ isRaised: true, isFilled: true });
  const height = await readHeight();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(readLook).toEqual({ isRaised: false, isFilled: false });
  expect(await readHeight()).toBe(height); // nothing moves
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(readLook).toEqual({ isRaised: true, isFilled: true });
});

test('a list of 3,000 items draws only those in sight, finds one by name and takes it by keyboard', async () => {
  const item = (n: number) => ({
    Category: 'Lumber',
    Name: `Board No. ${String(n).padStart(4, '0')}`,
    Type: 'Piece',
    Sub_Total: n / 100,
    Freight: 0,
  });
  const rows = Array.from({ length: 3000 }, (_, n) => item(n + 1));
  const { body: staged } = await call<{ _id: string }>('POST', '/api/imports/items', { rows });
  const applied = await call<object>('POST', `/api/imports/${staged._id}/apply`, { confirmed: true });
  expect(applied).toMatchObject({ status: 200 });
  const read = async <T>(url: string) => (await call<{ items: readonly T[] }>('GET', url)).body.items[0] as T;
  const [place, shed] = [await read<Order>('/api/component/category/'), await read<Order>('/api/shed/category')];
  const { _id } = await read<Order>(`/api/component/${place._id}/${shed._id}/all`);
  await open(page, `/company/component/form?id=${_id}`);
  const box = page.getByRole('combobox', { name: 'Item 1' });
  await expect.poll(() => box.inputValue()).not.toBe('');
  const options = page.getByRole('option');
  await box.click();
  await options.first().waitFor();
  expect(Number(await options.first().getAttribute('aria-setsize'))).toBeGreaterThanOrEqual(3000);
  expect(await options.count()).toBeLessThan(50);
  await page.keyboard.type('board 2987');
  await expect.poll(() => options.count()).toBe(1);
  const [label, category, cost] = [/^Board No\. 2987/, /Lumber/, /\$29\.87/];
  for (const part of [label, category, cost]) expect(await options.first().innerText()).toMatch(part);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await box.inputValue()).toBe('Board No. 2987');
});
