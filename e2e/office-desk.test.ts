import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startMondayStandIn, type MondayStandIn } from '../src/domain/testing/monday-stand-in.js';
import { startSmtpSink, type SmtpSink } from '../src/domain/testing/smtp-sink.js';
import { type Receiver, startReceiver } from '../src/domain/operations/webhooks/testing/receiver.js';
import {
  listAccessibilityFaults,
  answer,
  chooseFilter,
  open,
  waitUntilSettled,
  signIn,
  waitForToast,
} from './browser.js';
import { useDemo } from './demo.js';
import { signInToApi, start, type Place } from './product.js';
import { limit } from '../src/domain/testing/patience.js';

interface InvoiceList {
  readonly items: readonly { readonly _id: string; readonly invoiceNumber?: string }[];
  readonly total: number;
}

let monday: MondayStandIn;
let sink: SmtpSink;
let receiver: Receiver;
let admin: Page;
let shop: Page;
const makeFolderIn = (place: Place): string => path.join(place.home, 'sales');
const demo = useDemo(async (place) => {
  [monday, sink, receiver] = [await startMondayStandIn(), await startSmtpSink(), await startReceiver()];
  await makeKeptMessages(place);
  await mkdir(makeFolderIn(place));
  Object.assign(place.env, {
    SOURCE_FOLDER: makeFolderIn(place),
    WEBHOOK_PRIVATE_ADDRESSES: 'true',
    SMTP_URL: sink.url,
    MAIL_FROM: 'Shedworks <office@heartland.example.com>',
    SUPPORT_MONDAY_URL: monday.url,
    SUPPORT_MONDAY_TOKEN: monday.token,
    SUPPORT_MONDAY_BOARD: monday.board,
    SUPPORT_MONDAY_GROUP: 'Support',
    SUPPORT_EMAIL: 'desk@support.example.com',
  });
});

const wait = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: limit(60_000), interval: 200 });

beforeAll(async () => {
  [admin, shop] = [await demo.openAs('office.admin@demo.test'), await demo.openAs('shop.admin@demo.test')];
});
afterAll(() => Promise.all([monday.stop(), sink.stop(), receiver.stop()]));

/** Without a mail server, the first start stores the demo's mails in the outbox. */
async function makeKeptMessages(place: Place): Promise<void> {
  const first = await start(place, 'demo');
  const ask = await signInToApi(first.address, 'office.admin@demo.test');
  await wait(async () =>
    expect((await ask<InvoiceList>('GET', '/api/outbox?status=kept')).body.total).toBeGreaterThan(0),
  );
  await wait(async () => expect((await ask<InvoiceList>('GET', '/api/outbox?status=waiting')).body.total).toBe(0));
  await first.stop();
}

const getRow = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
const getDialog = (page: Page) => page.locator('dialog[open]');

async function askForHelp(page: Page, description: string): Promise<void> {
  await page.getByRole('button', { name: 'Help and Support' }).click();
  await getDialog(page).getByLabel('Description').fill(description);
  await getDialog(page).getByLabel('Serial Number').fill('S-4711');
  await getDialog(page).getByLabel('Priority').selectOption('High');
}

const submit = (page: Page) => getDialog(page).getByRole('button', { name: 'Submit' }).click();

describe('a support ticket', () => {
  test('needs a description and a priority; the version, the keys and the API are shown below it', async () => {
    await shop.getByRole('button', { name: 'Help and Support' }).click();
    await submit(shop);
    await getDialog(shop).getByText('Enter the description').waitFor();
    await getDialog(shop).getByText('Choose a priority').waitFor();
    await getDialog(shop).getByText('Version, keyboard and API').click();
    await getDialog(shop).getByRole('link', { name: 'API documentation' }).waitFor();
    expect(await listAccessibilityFaults(shop)).toEqual([]);
    await getDialog(shop).getByRole('button', { name: 'Cancel' }).click();
  });

  test('from the footer becomes one item of the board, even if the board fails at first', async () => {
    const requests: string[] = [];
    shop.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
    monday.mishapsOfItems({ status: 500 });
    await open(admin, '/company/admin/tickets');
    await askForHelp(shop, 'The door is too small.\nWhat now?');
    await submit(shop);
    await waitForToast(shop, 'Ticket submitted successfully!');
    await getRow(admin, 'The door is too small.').getByText('Sent').waitFor();
    expect(monday.items).toMatchObject([{ name: 'Ridge Line Barns', group: 'group_1' }]);
    expect(JSON.stringify(monday.items[0]?.values)).toContain('The door is too small.\\nWhat now?');
    expect(requests.filter((one) => !one.startsWith(demo.server.address))).toEqual([]);
    expect(requests.filter((one) => one.includes(monday.token))).toEqual([]);
    await wait(() => expect(sink.mails.filter((mail) => mail.includes('Support ticket'))).toHaveLength(2));
    const copies = sink.mails.filter((mail) => mail.includes('Support ticket'));
    expect(copies.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]).sort()).toEqual([
      'desk@support.example.com',
      'shop.admin@demo.test',
    ]);
    expect(await listAccessibilityFaults(admin)).toEqual([]);
  });

  test('is refused if the board has no group for it; the typed text stays', async () => {
    demo.browser.expectFaults(/409/);
    monday.setGroups(['Elsewhere']);
    await askForHelp(shop, 'Second question');
    await submit(shop);
    await waitForToast(shop, 'Failed to submit the ticket. Please try again.');
    expect(await getDialog(shop).getByLabel('Description').inputValue()).toBe('Second question');
    monday.setGroups(['Support']);
    await submit(shop);
    await waitForToast(shop, 'Ticket submitted successfully!');
    await wait(() => expect(monday.items).toHaveLength(2));
  });
});

test('a denied invoice notifies its shop by email and comes back adjusted', async () => {
  const desk = await demo.callAs('shop.admin@demo.test');
  const { items } = (await desk<InvoiceList>('GET', '/api/invoice/status/New')).body;
  const { _id: id = '', invoiceNumber = '' } = items[0] ?? {};
  await open(admin, `/company/invoice/form?id=${id}`);
  await admin.getByRole('button', { name: `Deny: invoice ${invoiceNumber}` }).click();
  await getDialog(admin).getByLabel('Reason').fill('The ridge cap is missing');
  await answer(admin, 'Deny');
  await waitForToast(admin, 'Invoice is updated');
  const mail = await wait(() => {
    const mail = sink.mails.find((one) =>
      one.includes(`Subject: Heartland Portable Buildings: Invoice ${invoiceNumber} has been Denied`),
    );
    expect(mail).toBeDefined();
    return mail ?? '';
  });
  expect(mail).toContain('To: office@ridgeline.example.com');
  expect(mail).toContain('Reason: The ridge cap is missing');
  await open(shop, '/shop/invoices/denied');
  await getRow(shop, invoiceNumber).getByRole('link', { name: 'View Invoice' }).click();
  await shop.getByText('The ridge cap is missing').first().waitFor();
  await shop.getByRole('button', { name: `Change Status to Adjusted: invoice ${invoiceNumber}` }).click();
  await getDialog(shop).getByLabel('What was adjusted').fill('The ridge cap was there; it is on the photo.');
  await answer(shop, 'Change to Adjusted');
  await waitForToast(shop, 'Invoice is updated');
  await open(admin, '/company/invoices/adjusted');
  await getRow(admin, invoiceNumber).waitFor();
});

describe('the outbox', () => {
  test('sends the mails stored before there was a mail server', async () => {
    await open(admin, '/company/admin/outbox');
    await chooseFilter(admin, 'Status', 'Not sent');
    await waitUntilSettled(admin);
    const entry = getRow(admin, 'has been Denied').first();
    const subject =
      /Heartland Portable Buildings: Invoice \S+ has been Denied/.exec(await entry.innerText())?.[0] ?? 'none';
    expect(sink.mails.filter((mail) => mail.includes(subject))).toEqual([]);
    await admin.getByRole('button', { name: `Read "${subject}"` }).click();
    await getDialog(admin).getByText('Correct the order, then change the invoice to Adjusted.').waitFor();
    await admin.keyboard.press('Escape');
    await admin.getByRole('button', { name: `Send "${subject}" again` }).click();
    await waitForToast(admin, 'Message queued to send again.');
    await wait(() => expect(sink.mails.filter((mail) => mail.includes(subject))).toHaveLength(1));
    await chooseFilter(admin, 'Status', 'Sent');
    await getRow(admin, subject).waitFor();
    expect(await listAccessibilityFaults(admin)).toEqual([]);
    await open(admin, '/company/admin/jobs');
    expect(await listAccessibilityFaults(admin)).toEqual([]);
  });
});

describe('webhooks', () => {
  const list = '/company/admin/webhooks';
  const getButton = (name: string | RegExp) => admin.getByRole('button', { name, exact: true });

  test('a new webhook shows its secret once, and its deliveries as they happen', async () => {
    await open(admin, list);
    await admin.getByText('No webhooks yet.').waitFor();
    expect(await listAccessibilityFaults(admin)).toEqual([]);
    await admin.getByRole('button', { name: 'Add Webhook' }).click();
    await waitUntilSettled(admin);
    await admin.getByLabel('Name').fill('Bookkeeping');
    await admin.getByLabel('Address').fill('http://user:word@localhost');
    demo.browser.expectFaults(/status of 400/);
    await getButton('Save').click();
    await admin.getByText('must not contain a user name or password').first().waitFor();
    await admin.getByLabel('Address').fill(receiver.url);
    await getButton('Save').click();
    receiver.secret = await getDialog(admin).getByRole('textbox', { name: 'Secret' }).inputValue();
    expect(receiver.secret).toMatch(/^whsec_/);
    expect(await listAccessibilityFaults(admin)).toEqual([]);
    await getDialog(admin).getByRole('button', { name: 'Close' }).click();
    await admin.waitForURL(/form\?id=/);
    await getButton('Send test').click();
    await getRow(admin, 'webhook.test').getByText('Delivered').waitFor();
    expect(await admin.content()).not.toContain(receiver.secret);
    await getButton(/^Send again: webhook.test/).click();
    // The endpoint gets every event, also those of scheduled work
    const tests = () => receiver.received.filter(({ type }) => type === 'webhook.test').map(({ id }) => id);
    await wait(() => expect(tests()).toHaveLength(2));
    expect(new Set(tests()).size).toBe(1);
  });

  test('a failure is shown with its response, the secret is rotated, and the webhook is paused', async () => {
    receiver.answer = () => ({ status: 503, text: 'closed until noon' });
    await getButton('Send test').click();
    const failedDelivery = getRow(admin, 'The receiver responded with 503.');
    await failedDelivery.first().waitFor();
    await failedDelivery.first().getByRole('button', { name: 'Preview webhook.test' }).click();
    await admin.getByText('closed until noon').first().waitFor();
    expect(await listAccessibilityFaults(admin)).toEqual([]);
    await admin.keyboard.press('Escape');
    await getButton('Rotate secret').click();
    await getDialog(admin).getByRole('button', { name: 'Rotate secret' }).click();
    const next = await getDialog(admin).getByRole('textbox', { name: 'Secret' }).inputValue();
    expect(next).not.toBe(receiver.secret);
    await getDialog(admin).getByRole('button', { name: 'Close' }).click();
    await admin.getByText('The old secret is valid until').waitFor();
    await getButton('Pause').click();
    await admin.getByText('Events wait until you resume it.').waitFor();
    expect(await getButton('Send test').getAttribute('aria-disabled')).toBe('true');
    await admin.setViewportSize({ width: 320, height: 700 });
    expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await open(admin, list);
    await admin.getByText('Bookkeeping').first().waitFor();
    expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await admin.setViewportSize({ width: 1280, height: 720 });
  });
});

describe('the error log', () => {
  test('lists the refused ticket, and is deleted entry by entry', async () => {
    await open(admin, '/company/admin/logs');
    await chooseFilter(admin, 'Kind', 'Rejected changes');
    const entry = getRow(admin, 'POST /api/support/ticket');
    expect(await entry.innerText()).toContain('Ruth Yoder');
    expect(await entry.innerText()).toContain('Failed to submit the ticket. Please try again.');
    expect(await listAccessibilityFaults(admin)).toEqual([]);
    for (const path of ['/shop/logs', '/shop/admin']) {
      await open(shop, path);
      await getRow(shop, 'POST /api/support/ticket').waitFor();
    }
    await entry.getByRole('button', { name: /^Delete log of/ }).click();
    await answer(admin, 'Delete');
    await waitForToast(admin, 'Log is deleted');
    await getRow(shop, 'POST /api/support/ticket').waitFor({ state: 'detached' });
  });

  test('is closed, like the outbox and the tickets, to users without the permission or role', async () => {
    const deniedScreens = {
      'office.user@demo.test': ['logs', 'outbox', 'tickets', 'webhooks'].map((name) => `/company/admin/${name}`),
      'shop.user@demo.test': ['/shop/logs', '/shop/admin'],
      'builder@demo.test': ['/shop/logs'],
    };
    for (const [name, paths] of Object.entries(deniedScreens)) {
      const page = await demo.openAs(name);
      const menu = page.getByRole('navigation', { name: 'Screens' });
      const isClosed = menu.getByRole('button', { expanded: false, name: /^(Work|Money|Catalogue|Insights|Admin)$/ });
      while ((await isClosed.count()) > 0) await isClosed.first().click();
      expect(await menu.getByRole('link').count()).toBeGreaterThan(4);
      expect(await menu.getByText(/^(Shop Admin|Support Tickets|Logs|Outbox|Webhooks)$/).count()).toBe(0);
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1, name: 'Permission Denied' }).waitFor();
      }
      await page.context().close();
    }
  });
});

describe('the alert desk', () => {
  const getOrder = (serialNumber: string, more: object = {}) => ({
    ...{ serialNumber, shop: 'Ridge Line Barns', dealer: 'Hilltop Storage', type: 'Customer', customer: 'Ann Moss' },
    ...{ category: 'Painted', model: 'Painted Cabin', size: '8x10', basePrice: 2295, dateOrdered: '2026-03-02' },
    ...{ roofType: 'Metal', roofColor: 'Black', sidingType: 'Painted', sidingColor: 'Clay', trimColor: 'White' },
    ...more,
  });
  const withName = (name: string, price: number) => ({ addOns: [{ name, quantity: 1, price }] });
  const getProblem = (page: Page) => page.getByRole('listitem', { name: '“Workbench deluxe” isn’t in the catalogue' });
  let price = 0;
  let upload: (...orders: object[]) => Promise<void>;

  beforeAll(async () => {
    const ask = await demo.callAs('office.admin@demo.test');
    upload = async (...orders) => expect((await ask('POST', '/api/orders', { orders })).status).toBe(200);
    const { body } = await ask<{ addOns: { name: string; retailPrice: number }[] }>('GET', '/api/lookups');
    price = body.addOns.find(({ name }) => name === 'Workbench')?.retailPrice ?? expect.fail();
  });

  test('fixes a problem of three orders with one click, and pushes them with another, whatever the filter', async () => {
    await open(admin, '/company/orders/add');
    await upload(...['D-1', 'D-2', 'D-3'].map((serial) => getOrder(serial, withName('Workbench deluxe', price))));
    await getProblem(admin).getByText('3 orders').waitFor();
    const mend = getProblem(admin).getByRole('link', { name: 'Add add-on: “Workbench deluxe” isn’t in the catalogue' });
    expect(await mend.getAttribute('href')).toBe('/company/addon/form?new=1');
    const ready = admin.getByRole('status').filter({ hasText: /^\d+ ready$/ });
    const before = Number.parseInt(await ready.innerText(), 10);
    await getProblem(admin)
      .getByRole('button', { name: /^Preview/ })
      .click();
    await getProblem(admin).getByText('3 of 3 orders can then be pushed.').waitFor();
    expect(await listAccessibilityFaults(admin)).toEqual([]);
    await getProblem(admin)
      .getByRole('button', { name: /^Apply to 3/ })
      .click();
    await getProblem(admin).waitFor({ state: 'detached' });
    await waitForToast(admin, 'Workbench chosen for 3 orders.');
    await ready.filter({ hasText: `${before + 3} ready` }).waitFor();
    const chip = (pressed: boolean) => admin.getByRole('button', { name: 'Only with open alerts', pressed });
    await chip(false).click();
    await getRow(admin, 'D-1').waitFor({ state: 'detached' });
    await chip(true).click();
    await getRow(admin, 'D-1').waitFor();
    await chip(false).click();
    await chip(true).waitFor();
    await admin.getByPlaceholder('Order Search by Serial #...').fill('no such order');
    await admin.getByText('No results. Try fewer filters.').waitFor();
    await admin.getByRole('button', { name: 'Push To Shops' }).click();
    await waitForToast(admin, 'Orders are updated to InQueue');
    await ready.filter({ hasText: '0 ready' }).waitFor();
    await open(shop, '/shop/orders/inqueue');
    for (const serial of ['D-1', 'D-2', 'D-3']) await getRow(shop, serial).waitFor();
  });

  test('the notice about held orders links to them and leaves the list as it is', async () => {
    await open(admin, '/company/orders/add');
    const table = admin.getByRole('region', { name: 'New orders', exact: true });
    const above = admin.getByText('Order files');
    const getDistance = async () => ((await table.boundingBox())?.y ?? 0) - ((await above.boundingBox())?.y ?? 0);
    await waitUntilSettled(admin);
    const distance = await getDistance();
    await admin.getByRole('button', { name: 'Push To Shops' }).click();
    const notice = admin.getByRole('region', { name: 'Held back', exact: true });
    await notice.waitFor();
    expect(await getDistance()).toBe(distance);
    await notice.getByRole('button', { name: 'Show all' }).click();
    const first = getDialog(admin).getByRole('link').first();
    const [serial = ''] = (await first.innerText()).split(': ');
    expect(await listAccessibilityFaults(admin)).toEqual([]);
    await first.click();
    await admin.getByRole('heading', { level: 1, name: serial }).waitFor();
  });

  test('a remembered choice fixes the next upload by itself, until it is revoked', async () => {
    await upload(getOrder('D-4', withName('workbench  Deluxe', price)));
    await open(admin, '/company/orders/add');
    await admin.getByRole('button', { name: 'All resolved for D-4' }).waitFor();
    await admin.getByRole('link', { name: 'Remembered choices', exact: true }).click();
    await getRow(admin, 'Workbench deluxe').getByText('Anna Keller').waitFor();
    expect(await listAccessibilityFaults(admin)).toEqual([]);
    await admin.getByRole('button', { name: 'Revoke Workbench deluxe' }).click();
    await answer(admin, 'Yes');
    await getRow(admin, 'Workbench deluxe').waitFor({ state: 'detached' });
    await upload(getOrder('D-5', withName('Workbench deluxe', price)));
    await open(admin, '/company/orders/add');
    await getProblem(admin)
      .getByText(/last chosen as Workbench/)
      .waitFor();
  });

  test('accepting a group moves the focus to the next one', async () => {
    await upload(getOrder('D-6', { roofColor: 'Ochre', sidingColor: 'Plum', trimColor: 'Teal' }));
    await open(admin, '/company/orders/add');
    const accept = admin.getByRole('button', { name: /^Accept as uploaded: / }).first();
    const title = (await accept.getAttribute('aria-label'))?.replace('Accept as uploaded: ', '') ?? '';
    const next = await accept.locator('xpath=ancestor::li[1]/following-sibling::li[1]').getAttribute('aria-label');
    await accept.press('Enter');
    await admin.getByRole('listitem', { name: title, exact: true }).waitFor({ state: 'detached' });
    const readGroup = () => admin.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-label'));
    await expect.poll(readGroup).toBe(next);
  });

  test('an accepted alert disappears at once, and returns if it could not be saved', async () => {
    demo.browser.expectFaults(/500/);
    let release = () => undefined as void;
    const holdUp = new Promise<void>((resolve) => (release = resolve));
    await admin.route('**/api/orders/update/*', async (route) => {
      await holdUp;
      await route.fulfill({ status: 500, json: { code: 'unexpected', msg: 'It failed.' } });
    });
    await admin.getByRole('button', { name: '1 alert for D-5' }).click();
    const accept = admin.getByRole('button', { name: 'Accept: Add-on "Workbench deluxe" not found' });
    await accept.click();
    await accept.waitFor({ state: 'detached' });
    await admin.getByRole('button', { name: 'All resolved for D-5' }).waitFor();
    release();
    await accept.waitFor();
    await admin.unroute('**/api/orders/update/*');
    await accept.click();
    await admin.getByRole('button', { name: 'All resolved for D-5' }).waitFor();
    await getProblem(admin).waitFor({ state: 'detached' });
  });
});

describe('the update banner', () => {
  const getBanner = (page: Page) => page.getByText('A new version of the product is available.');

  test('appears within five minutes of a new build, and asks before a form is lost', async () => {
    const page = await demo.browser.page(demo.server.address);
    await page.clock.install();
    await signIn(page, 'office.admin@demo.test');
    await open(page, '/company/dealer/form?new=1');
    expect(await getBanner(page).count()).toBe(0);
    await page.route('**/api/version', (route) => route.fulfill({ json: { version: '4.3.0', build: 'another' } }));
    await page.clock.fastForward(299_000);
    expect(await getBanner(page).count()).toBe(0);
    await page.clock.fastForward(2000);
    await getBanner(page).waitFor();
    await page.getByLabel('Name').fill('Typed and not saved');
    await page.getByRole('button', { name: 'Update Now' }).click();
    await answer(page, 'Stay');
    expect(await page.getByLabel('Name').inputValue()).toBe('Typed and not saved');
    await page.getByRole('button', { name: 'Update Now' }).click();
    await page.unroute('**/api/version');
    const loading = page.waitForEvent('load');
    await getDialog(page).getByRole('button', { name: 'Leave' }).click();
    await loading;
    await waitUntilSettled(page);
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    expect(await getBanner(page).count()).toBe(0);
    await page.context().close();
  });
});

describe('a change from the sales system', () => {
  const sale = (more: object = {}) => ({
    ...{ id: 'F-1', serialNumber: 'F-1', shop: 'Ridge Line Barns', dealer: 'Hilltop Storage', type: 'Customer' },
    ...{ customer: 'Ann Moss', category: 'Painted', model: 'Painted Cabin', size: '8x10', basePrice: 2295 },
    ...{ roofType: 'Metal', roofColor: 'Black', sidingType: 'Painted', sidingColor: 'Clay', trimColor: 'White' },
    ...{ dateOrdered: '2026-03-02', timestamp: '2026-11-01T10:00:00Z', ...more },
  });

  test('arrives with a pull from a folder, waits with its effect, and is accepted, undone and declined', async () => {
    const ask = await demo.callAs('office.admin@demo.test');
    const put = (name: string, row: object) =>
      writeFile(path.join(makeFolderIn(demo.place), name), JSON.stringify([row]));
    const { item } = (
      await ask<{ item: { _id: string } }>('POST', '/api/source', { name: 'Sales', kind: 'folder', address: '.' })
    ).body;
    const pull = async () => {
      const { run } = (await ask<{ run: { _id: string } }>('POST', `/api/source/${item._id}/pull`)).body;
      const look = async () => (await ask<{ state: string }>('GET', `/api/source/run/${run._id}`)).body;
      await wait(async () => expect(await look()).toMatchObject({ state: 'done' }));
    };
    await put('1.json', sale());
    await pull();
    await ask('POST', '/api/orders/alerts/accept', {});
    await ask('PUT', '/api/orders/updatenew', {});
    const line = { name: 'Loft', quantity: 1, price: 200 };
    await put('2.json', sale({ roofColor: 'Charcoal', customAddOns: [line], timestamp: '2026-11-02T10:00:00Z' }));
    await pull();
    await open(admin, '/company/orders/proposals');
    await getRow(admin, 'F-1').getByText('New: Loft, 1 × $200.00').click();
    const drawer = admin.getByRole('dialog', { name: 'F-1' });
    await drawer.getByText('If you accept all changes').waitFor();
    expect(await listAccessibilityFaults(admin)).toEqual([]);
    await drawer.getByRole('checkbox', { name: /^Roof color/ }).uncheck();
    await drawer.getByRole('button', { name: 'Accept 1 of 2' }).click();
    await waitForToast(admin, '1 proposal accepted.');
    await admin.getByText("You're all caught up.").waitFor();
    await admin.getByRole('button', { name: 'Undo', exact: true }).click();
    await waitForToast(admin, 'F-1 is restored.');
    await getRow(admin, 'F-1').getByRole('checkbox').check();
    await admin.getByRole('button', { name: 'Decline selected' }).click();
    await waitForToast(admin, '1 proposal declined.');
    await admin.getByText("You're all caught up.").waitFor();
  });
});
