import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Page } from 'playwright-core';
import { limit } from '../src/domain/testing/patience.js';
import { listAccessibilityFaults, download, chooseFilter, open, waitUntilSettled, waitForToast } from './browser.js';
import { useDemo } from './demo.js';

interface InvoiceList {
  readonly items: readonly { readonly _id: string; readonly invoiceNumber: string; readonly revision: number }[];
}

const demo = useDemo();
let admin: Page;
let clerk: Page;
beforeAll(async () => {
  [admin, clerk] = [await demo.openAs('office.admin@demo.test'), await demo.openAs('office.user@demo.test')];
});
const wait = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: limit(60_000), interval: 200 });
const getDialog = (page: Page) => page.locator('dialog[open]');

const createInvoice = async () => {
  const ask = await demo.callAs('office.user@demo.test');
  const { items } = (await ask<InvoiceList>('GET', '/api/invoice/status/New')).body;
  return items[0] ?? expect.fail('the demo has a New invoice');
};

describe('approval by a second person', () => {
  const settings = '/company/settings#rules';

  test('is switched on in the settings, by a super admin', async () => {
    await open(clerk, settings);
    expect(await clerk.getByRole('button', { name: 'Update Rules' }).isEnabled()).toBe(false);
    await open(admin, settings);
    await admin.getByLabel('Amounts above').fill('1');
    await admin.getByRole('button', { name: 'Update Rules' }).click();
    await waitForToast(admin, 'Rules');
    expect(await listAccessibilityFaults(admin)).toEqual([]);
  });

  test('a refusal names who could approve and sends them a request; they approve exactly that, once', async () => {
    const { _id: id } = await createInvoice();
    await open(clerk, `/company/invoice/form?id=${id}`);
    demo.browser.expectFaults(/status of 403/);
    await clerk
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click();
    const yes = getDialog(clerk).getByRole('button', { name: /^(Yes|Approve)/ });
    const question = getDialog(clerk).getByRole('heading', { name: 'Request Approval?' });
    await question.or(yes).first().waitFor();
    if (!(await question.isVisible())) await yes.click();
    await question.waitFor();
    expect(await getDialog(clerk).textContent()).toMatch(/need a second person\. .* could\./);
    expect(await listAccessibilityFaults(clerk)).toEqual([]);
    await getDialog(clerk).getByLabel('Note').fill('The shop waits');
    await getDialog(clerk).getByRole('button', { name: 'Request Approval' }).click();
    await waitForToast(clerk, /Sent for approval/);
    await open(clerk, '/company/approvals/requests');
    await clerk.getByRole('button', { name: 'Withdraw' }).waitFor();
    await open(admin, '/company/approvals/requests');
    await admin.getByText('“The shop waits”').first().waitFor();
    expect(await listAccessibilityFaults(admin)).toEqual([]);
    await admin.getByRole('button', { name: /^Approve the request of/ }).click();
    await waitForToast(admin, /approved and carried out/);
    await admin.getByText("You're all caught up.").waitFor();
    const ask = await demo.callAs('office.user@demo.test');
    await wait(async () => {
      const { items } = (await ask<InvoiceList>('GET', '/api/invoice/status/Approved?size=500')).body;
      expect(items.map(({ _id }) => _id)).toContain(id);
    });
  });
});

describe('the audit trail', () => {
  const trail = '/company/admin/trail';

  test('shows old and new values, is filtered by chips in the address, and links to the record', async () => {
    await open(admin, trail);
    await admin.getByRole('row').filter({ hasText: 'Change status' }).first().waitFor();
    expect(await listAccessibilityFaults(admin)).toEqual([]);
    await chooseFilter(admin, 'Kind of record', 'Invoice');
    await chooseFilter(admin, 'Action', 'Change status');
    await waitUntilSettled(admin);
    expect(admin.url()).toContain('recordKind=invoice');
    const first = admin.getByRole('row').filter({ hasText: 'Approved' }).first();
    await first.getByText('Status:', { exact: true }).waitFor();
    await first.getByRole('link').first().click();
    await admin.waitForURL(/invoice\/form\?id=/);
  });

  test('is exported with its filters', async () => {
    await open(admin, `${trail}?field=status`);
    await admin.getByRole('button', { name: 'Export' }).click();
    const file = await download(admin, () => admin.getByRole('menuitem', { name: 'Text (.csv)' }).click());
    expect(file.name).toBe('trail.csv');
    expect(file.bytes.toString()).toContain('Status');
  });

  test('is closed to office users who are not admins', async () => {
    await open(clerk, trail);
    await clerk.getByText('Permission Denied').first().waitFor();
  });
});

test("a customer's data is found, listed by place, and erased for good", async () => {
  const ask = await demo.callAs('office.admin@demo.test');
  const orders = (
    await ask<{ items: { _id: string; serialNumber: string; customer: string | null }[] }>(
      'GET',
      '/api/orders?size=200',
    )
  ).body;
  const order = orders.items.find(({ customer }) => customer) ?? expect.fail('the demo has customers');
  await open(admin, '/company/admin/customers');
  expect(await listAccessibilityFaults(admin)).toEqual([]);
  await admin.getByLabel('Full name').fill(order.serialNumber);
  await admin.getByRole('button', { name: 'Find', exact: true }).click();
  await admin
    .getByText(order.customer ?? '')
    .first()
    .waitFor();
  expect(await listAccessibilityFaults(admin)).toEqual([]);
  await admin.getByRole('button', { name: /^Erase Customer of 1 Order/ }).click();
  await getDialog(admin).getByText('This cannot be undone.').waitFor();
  await getDialog(admin)
    .getByText(/Rows from the sales system: 1 row/)
    .waitFor();
  expect(await listAccessibilityFaults(admin)).toEqual([]);
  const word = getDialog(admin).getByLabel('Type "erase" to confirm');
  await word.fill('ersae');
  await getDialog(admin).getByRole('button', { name: 'Erase Permanently' }).click();
  await expect.poll(() => word.getAttribute('aria-invalid')).toBe('true');
  await word.fill('erase');
  demo.browser.expectFaults(/net::ERR_/);
  await admin.route('**/api/customer/erase', (route) => route.abort());
  await getDialog(admin).getByRole('button', { name: 'Erase Permanently' }).click();
  await getDialog(admin).getByRole('alert').waitFor();
  await admin.unroute('**/api/customer/erase');
  await getDialog(admin).getByRole('button', { name: 'Erase Permanently' }).click();
  await waitForToast(admin, /is erased/);
  await admin.getByRole('cell', { name: 'Erased', exact: true }).first().waitFor();
});

test('the days of retention are set in the settings', async () => {
  await open(admin, '/company/settings#retention');
  await admin.getByRole('textbox', { name: 'Sent emails', exact: true }).fill('200');
  await admin.getByRole('button', { name: 'Update Retention' }).click();
  await waitForToast(admin, 'Retention is updated.');
});
