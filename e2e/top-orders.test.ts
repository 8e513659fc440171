import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { listAccessibilityFaults, download, open, waitUntilSettled } from './browser.js';
import { useDemo } from './demo.js';
import { limit } from '../src/domain/testing/patience.js';

const demo = useDemo();
let office: Page;

beforeAll(async () => {
  office = await demo.openAs('office.admin@demo.test', '/company/reports/orders/top100?range=this-year');
  await waitUntilSettled(office);
});

const parseNumber = (text = '') => Number(/-?[\d,$.]+/.exec(text)?.[0].replace(/[$,]/g, ''));
const readCell = async (column: string) => {
  const at = (await office.getByRole('columnheader').allInnerTexts()).findIndex((text) => text.trim() === column);
  return parseNumber(await office.getByRole('row').nth(1).locator('th, td').nth(at).innerText());
};

describe('the Top 100', () => {
  test('recalculates while typing, and its address gives the same result again', async () => {
    const requests: string[] = [];
    office.on('request', (request) => request.url().includes('/top/report') && requests.push(request.url()));
    for (const [label, value] of [
      ['Small percent', '50'],
      ['Large percent', '50'],
      ['Shop overhead', '0'],
      ...['Double shop door', 'Window or pane', 'Walkthrough or lite door', 'Garage', 'All others'].map((l) => [
        l,
        '50',
      ]),
    ] as const)
      await office.getByLabel(label as string, { exact: true }).fill(value as string);
    await office.waitForURL(/small=50&large=50&overhead=0/);
    const readTotals = async () => {
      const [boxRetail, addonRetail, shedCost, addonCost, overhead] = [
        await readCell('Box Retail'),
        await readCell('Add-on Retail'),
        await readCell('Shed Cost'),
        await readCell('Add-on Cost'),
        await readCell('Shop Overhead'),
      ];
      return { half: (boxRetail + addonRetail) * 50, costs: shedCost + addonCost, overhead };
    };
    // a row is read cell by cell while it may be recalculated, so only a consistent reading counts
    await vi.waitFor(
      async () => {
        const { half, costs, overhead } = await readTotals();
        expect(overhead).toBe(0);
        expect(half).toBeGreaterThan(0);
        const revenue = await readCell('Shop Revenue');
        expect(Math.abs(revenue * 100 - half)).toBeLessThan(1.1);
        expect(await readCell('Shop GP')).toBeCloseTo(revenue - costs, 6);
      },
      { timeout: limit(20_000) },
    );
    expect(requests).toEqual([]);
    const shopGp = await readCell('Shop GP');
    await office.reload();
    await waitUntilSettled(office);
    expect(await readCell('Shop GP')).toBe(shopGp);
    expect(await listAccessibilityFaults(office)).toEqual([]);
  });

  test("opens the orders of a row, applies the optimizer's result, and includes the inputs in the export", async () => {
    await office
      .getByRole('button', { name: /: show the orders$/ })
      .first()
      .click();
    await office.locator('dialog[open]').getByRole('link').first().waitFor();
    await office.keyboard.press('Escape');
    const use = office.getByRole('button', { name: /^Use \d/ }).first();
    const usedPercent = parseNumber((await use.innerText()).replace('Use ', ''));
    await use.click();
    await office.waitForURL(new RegExp(`small=${usedPercent}(&|$)`));
    const file = await download(office, async () => {
      await office.getByRole('button', { name: 'Export', exact: true }).click();
      await office.getByRole('menuitem', { name: /csv/ }).click();
    });
    expect(file.name).toBe('Shedworks_Top100.csv');
    const [head = '', first = ''] = file.bytes.toString().split('\r\n');
    const at = head.replace('\uFEFF', '').split(',').indexOf('Shop GP');
    await vi.waitFor(async () => expect(await readCell('Shop GP')).toBe(parseNumber(first.split(',')[at])), {
      timeout: limit(20_000),
    });
  });

  test('leaves out an order of unknown cost, and says which', async () => {
    const ask = await demo.callAs('office.admin@demo.test');
    const countLeftOut = async () =>
      (
        await ask<{ leftOut: number }>('POST', '/api/orders/top/report', {
          range: 'this-year',
          buildingStages: ['New'],
        })
      ).body.leftOut;
    const before = await countLeftOut();
    const { items } = (await ask<{ items: { name: string }[] }>('GET', '/api/shop')).body;
    const order = { serialNumber: 'UNKNOWN-1', shop: items[0]?.name, model: 'Nothing of the kind', size: '10x12' };
    await ask('POST', '/api/orders', {
      orders: [{ ...order, basePrice: 9900, dateOrdered: `${new Date().getUTCFullYear()}-01-05` }],
    });
    expect(await countLeftOut()).toBe(before + 1);
    await open(office, '/company/reports/orders/top100?range=this-year&buildingStages=New');
    await office
      .getByRole('button', { name: `${before + 1} order${before === 0 ? '' : 's'} left out: cost unknown` })
      .click();
    const dialog = office.locator('dialog[open]');
    const row = dialog.getByRole('row', { name: /UNKNOWN-1/ });
    await row.getByText('cost unknown: the catalogue has no shed of this model and size').waitFor();
    expect(await row.innerText()).toMatch(/\$[\d,]+\.\d\d/);
    expect(await listAccessibilityFaults(office)).toEqual([]);
    await office.keyboard.press('Escape');
  });
});
