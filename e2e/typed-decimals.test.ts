import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { choose, listAccessibilityFaults, open, waitForToast, waitUntilSettled } from './browser.js';
import { useDemo } from './demo.js';

const demo = useDemo();
let office: Page;

beforeAll(async () => {
  office = await demo.openAs('office.admin@demo.test');
});

/** Types a text, leaves the field, and returns what it shows then. */
async function type(field: Locator, text: string): Promise<string> {
  await field.fill(text);
  await field.blur();
  return field.inputValue();
}

describe('a number with too many decimals', () => {
  test('stays as typed in a form, which refuses it at the field and stores nothing', async () => {
    await open(office, '/company/settings#rates');
    const [fee, percent] = [office.getByLabel('Fuel Surcharge'), office.getByLabel('Dealer Commission')];
    const before = await fee.inputValue();
    expect(await type(fee, '1.005')).toBe('1.005');
    expect(await type(percent, '2.675%')).toBe('2.675');
    await office.getByRole('button', { name: 'Update Settings' }).click();
    await office.getByText('must be an amount in dollars with at most 2 decimals').first().waitFor();
    await office.getByText('must have at most 2 decimals').first().waitFor();
    expect([await fee.getAttribute('aria-invalid'), await percent.getAttribute('aria-invalid')]).toEqual([
      'true',
      'true',
    ]);
    expect(await listAccessibilityFaults(office)).toEqual([]);
    expect([await fee.inputValue(), await percent.inputValue()]).toEqual(['1.005', '2.675']);
    await office.getByRole('button', { name: 'Discard changes' }).click();
    expect(await fee.inputValue()).toBe(before);
  });

  test('stays as typed in the lines of an invoice, whose total rounds it half away from zero', async () => {
    const shop = await demo.openAs('shop.user@demo.test', '/shop/repair/invoices/new');
    await shop.getByRole('button', { name: 'Create Invoice' }).click();
    const form = shop.locator('dialog[open]');
    await form.getByLabel('Invoice Number').fill('D-1');
    await choose(form.getByLabel('Item 1'), 'Door Holdback');
    await type(form.getByLabel('Quantity 1'), '1');
    expect(await type(form.getByLabel('Rate 1'), '1.005')).toBe('1.005');
    await form.getByRole('row', { name: /^Invoice Total \$1\.01/ }).waitFor();
    await form.getByRole('button', { name: 'Create Invoice' }).click();
    await form.getByText('Rate 1 must be an amount in dollars with at most 2 decimals').first().waitFor();
  });

  test('is refused in a form that no schema checks', async () => {
    await open(office, '/company/settings#retention');
    const days = office.getByRole('textbox', { name: 'Sent emails', exact: true });
    expect(await type(days, '400.5')).toBe('400.5');
    await office.getByRole('button', { name: 'Update Retention' }).click();
    await office.getByText('Sent emails must be a whole number').first().waitFor();
    await office.getByRole('button', { name: 'Discard changes' }).click();
  });

  test('is refused in a list that is changed in place', async () => {
    const ask = await demo.callAs('office.admin@demo.test');
    const { items } = (await ask<{ readonly items: readonly { readonly _id: string }[] }>('GET', '/api/shed/category'))
      .body;
    await open(office, `/company/shed/all?category=${items[0]?._id ?? ''}`);
    const price = office.getByRole('button', { name: /, change Retail price of / }).first();
    const before = await price.innerText();
    await price.click();
    const input = office.getByLabel(/^Retail price of /);
    await input.fill('2675.005');
    await input.press('Enter');
    await waitForToast(office, 'must have at most 2 decimals');
    expect(await input.inputValue()).toBe('2675.005');
    await input.press('Escape');
    expect(await price.innerText()).toBe(before);
  });

  test('is refused beside an input of a report, and Reset restores the input', async () => {
    await open(office, '/company/reports/orders/top100');
    await waitUntilSettled(office);
    const input = office.getByLabel('Small percent', { exact: true });
    const before = await input.inputValue();
    expect(await type(input, '50.005')).toBe('50.005');
    await office.getByRole('alert').getByText('Small percent must have at most 2 decimals.').waitFor();
    expect(office.url()).not.toContain('small=');
    expect(await type(input, '50.01')).toBe('50.01');
    await office.waitForURL(/small=50\.01/);
    await input.fill('50.015');
    await office.getByRole('button', { name: 'Reset' }).click();
    expect(await office.getByLabel('Small percent', { exact: true }).inputValue()).toBe(before);
  });
});

test('steps and pasted results have no rounding errors', async () => {
  await open(office, '/company/settings#rates');
  const fee = office.getByLabel('Fuel Surcharge');
  expect(await type(fee, '0.30000000000000004')).toBe('0.30');
  await fee.fill('1.1');
  for (let n = 0; n < 3; n += 1) await fee.press('ArrowUp');
  await fee.blur();
  expect(await fee.inputValue()).toBe('1.13');
  await office.getByRole('button', { name: 'Discard changes' }).click();
});
