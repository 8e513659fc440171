import { expect, test } from 'vitest';
import { listAccessibilityFaults, answer, open, waitForToast } from './browser.js';
import { useDemo } from './demo.js';

interface ItemList<T> {
  readonly items: readonly T[];
}

const demo = useDemo();

test('a ticket is answered on the record it is about, and the answer reaches its author', async () => {
  const atShop = await demo.callAs('shop.user@demo.test');
  const [order] = (await atShop<ItemList<{ _id: string; serialNumber: string }>>('GET', '/api/orders/status/building'))
    .body.items as [{ _id: string; serialNumber: string }];
  const desk = await demo.openAs('shop.user@demo.test', `/shop/order/form?id=${order._id}`);
  const help = desk.getByRole('dialog', { name: 'Help and Support' });
  const askForHelp = () => desk.getByRole('button', { name: 'Help and Support' }).click();
  await askForHelp();
  await help.getByLabel(/^Description/).fill('The metal is the wrong color.');
  await help.getByLabel(/^Priority/).selectOption('High');
  await help.getByRole('button', { name: 'Submit' }).click();
  await waitForToast(desk, 'Ticket submitted successfully!');

  const office = await demo.openAs('office.admin@demo.test', '/company/admin/tickets');
  const row = office.getByRole('row').filter({ hasText: 'The metal is the wrong color.' });
  expect(await row.innerText()).toContain('Open');
  await row.getByRole('link', { name: new RegExp(order.serialNumber) }).click();
  await office.waitForURL(`**/company/order/form?id=${order._id}`);
  await office.goBack();
  await row.getByRole('button', { name: /^Answer/ }).click();
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await office.getByRole('dialog').getByLabel('Status').selectOption('Open');
  await office.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await office.getByRole('button', { name: 'Enter an answer or change the status.' }).waitFor();
  await office.getByRole('dialog').getByLabel('Status').selectOption('Answered');
  await office.getByRole('dialog').getByRole('textbox', { name: 'Answer' }).fill('A new roll comes on Tuesday.');
  await office.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await waitForToast(office, 'Answer sent.');
  await row.getByText('Answered').waitFor();

  await desk.getByRole('button', { name: /^Notices: [1-9]/ }).click();
  await desk.getByRole('dialog', { name: 'Notices' }).getByText('A new roll comes on Tuesday.').click();
  await help.getByText('A new roll comes on Tuesday.').waitFor(); // the notice opens the tickets
  expect(await listAccessibilityFaults(desk)).toEqual([]);
  await desk.keyboard.press('Escape');
  await help.waitFor({ state: 'hidden' });
  expect(new URL(desk.url()).search).toBe('');
  await askForHelp();
  await help.getByText('Your tickets and answers').click();
  await help.getByText('A new roll comes on Tuesday.').waitFor();
});

test('log entries found by a search are deleted together', async () => {
  const builder = await demo.callAs('builder@demo.test');
  expect((await builder('POST', '/api/comment', { content: 'x' })).status).toBe(403);
  expect((await builder('DELETE', '/api/comment/delete/0199a000-0000-7000-8000-000000000000')).status).toBe(403);
  const office = await demo.openAs('office.admin@demo.test', '/company/admin/logs?search=comment/delete');
  await office.getByRole('button', { name: 'Delete these logs' }).click();
  await answer(office, 'Delete 1 log');
  await waitForToast(office, '1 log deleted.');
  await office.getByText('No results. Try fewer filters.').waitFor();
  await open(office, '/company/admin/logs');
  await office.getByText('POST /api/comment').first().waitFor();
});

test('an API key is shown once, signs in, and stops when it is revoked', async () => {
  const office = await demo.openAs('office.admin@demo.test', '/company/keys');
  await office.getByRole('button', { name: 'Add API Key' }).click();
  await office.getByLabel('Name *').fill('Warehouse');
  await office.getByRole('group', { name: 'Orders' }).getByLabel('View orders', { exact: true }).check();
  await office.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })); // so that the bar with Save covers nothing
  await office.getByRole('group', { name: 'Outbox' }).getByRole('checkbox').hover();
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await office.getByRole('button', { name: 'Save' }).click();
  const keyDialog = office.getByRole('dialog', { name: 'Your API key' });
  const secret = await keyDialog.getByLabel('API key', { exact: true }).inputValue();
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await keyDialog.getByRole('button', { name: 'I have saved it' }).click();
  const ask = async (path: string) =>
    (await fetch(new URL(path, office.url()), { headers: { authorization: `Bearer ${secret}` } })).status;
  expect([await ask('/api/orders?size=1'), await ask('/api/payment')]).toEqual([200, 403]);

  await office.getByRole('link', { name: 'Warehouse' }).click();
  await office.getByText(secret.slice(0, 12)).waitFor();
  await office.getByText(/from .*127\.0\.0\.1/).waitFor();
  expect(await office.content()).not.toContain(secret.slice(13));
  await office.getByRole('button', { name: 'Revoke' }).click();
  await answer(office, 'Revoke');
  await waitForToast(office, 'API key revoked.');
  await expect.poll(() => ask('/api/orders?size=1')).toBe(401);
});
