import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAccessibilityFaults, chooseFilter, open, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { shedworks } from './product.js';

const demo = useDemo();
let admin: Page;
beforeAll(async () => {
  admin = await demo.openAs('office.admin@demo.test');
});

const getRow = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

/** Expects nothing to be wider than a small phone. */
async function checkFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 1280, height: 720 });
}

describe('API keys', () => {
  test('a shop manages its own; other users do not see the screen', async () => {
    const shop = await demo.openAs('shop.admin@demo.test', '/shop/keys');
    await shop.getByText('No API keys yet.').waitFor();
    expect(await getRow(shop, 'Feed sync').count()).toBe(0);
    for (const [name, path] of [
      ['office.user@demo.test', '/company/keys'],
      ['shop.user@demo.test', '/shop/keys'],
      ['office.user@demo.test', '/company/admin/runs'],
    ] as const) {
      const page = await demo.openAs(name);
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: 'Permission Denied' }).waitFor();
      await page.context().close();
    }
  });
});

test('a key that is renamed expires when it did', async () => {
  const ask = await demo.callAs('office.admin@demo.test');
  const expiresAt = '2099-01-31T08:00:00.000Z';
  const key = { name: 'Feed sync', scopes: ['orders.read'], expiresAt };
  const { _id } = (await ask<{ item: { _id: string } }>('POST', '/api/keys', key)).body.item;
  const page = await demo.openAs('office.admin@demo.test', `/company/key/form?id=${_id}`);
  await page.getByLabel(/^Name/).fill('Nightly feed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await waitForToast(page, 'API key updated.');
  expect((await ask('GET', `/api/keys/${_id}`)).body).toMatchObject({ name: 'Nightly feed', expiresAt });
  await page.context().close();
});

describe('command runs', () => {
  const run = (...args: string[]) => shedworks(demo.place, ...args, '--record');

  test('are listed with their result and the end of their log', async () => {
    await open(admin, '/company/admin/runs');
    await admin.getByText('No runs yet.').waitFor();
    expect(await listAccessibilityFaults(admin)).toEqual([]);
    expect((await run('orders', 'list', '--size', '3')).code).toBe(0);
    expect((await run('reports', 'run', 'no-such-report')).code).toBe(2);
    await getRow(admin, 'reports run no-such-report').getByText('Failed').waitFor();
    await getRow(admin, 'orders list --size 3').getByText('Done').waitFor();
    await getRow(admin, 'no-such-report')
      .getByRole('button', { name: /^Preview/ })
      .click();
    await admin.getByLabel('End of the log').getByText('no-such-report').waitFor();
    expect(await listAccessibilityFaults(admin)).toEqual([]);
    await admin.keyboard.press('Escape');
    await chooseFilter(admin, 'Status', 'Failed');
    await getRow(admin, 'orders list').waitFor({ state: 'detached' });
    await checkFitsPhone(admin);
  });
});
