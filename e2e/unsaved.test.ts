import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { answer, choose, listAccessibilityFaults, open, waitForToast, waitUntilSettled } from './browser.js';
import { useDemo } from './demo.js';
import { type PassingRequest, useNetwork } from './network.js';
import { demoPassword, type Call } from './product.js';

interface NamedRecord {
  readonly _id: string;
  readonly name: string;
}
interface ItemList<T> {
  readonly items: readonly T[];
}

const demo = useDemo();
const network = useNetwork(demo);
let office: Call;

beforeAll(async () => {
  office = await demo.callAs('office.admin@demo.test');
});

/** The first two records of a list. */
async function listTwo<T>(list: string): Promise<[T, T]> {
  const [first, second] = (await office<ItemList<T>>('GET', list)).body.items;
  if (!first || !second) throw new Error(`${list} has fewer than two records`);
  return [first, second];
}

/** Opens a record from the command palette. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox').fill(name);
  await page
    .getByRole('option', { name: new RegExp(`^${name}\\b`) })
    .first()
    .click();
}

const getId = (page: Page): string | null => new URL(page.url()).searchParams.get('id');

describe('opening another record of the same screen', () => {
  test('asks about the message typed for an invoice, which never moves to the other invoice', async () => {
    const [first, second] = await listTwo<{ _id: string; invoiceNumber: string }>('/api/invoice');
    const page = await demo.openAs('office.user@demo.test', `/company/invoice/form?id=${first._id}`);
    const message = page.getByRole('form', { name: 'New message' }).getByLabel(/^Message/);
    await message.fill('Only for the first shop');
    await goTo(page, second.invoiceNumber);
    await page.getByRole('alertdialog').getByText('Leave without saving?').waitFor();
    await answer(page, 'Stay');
    expect(getId(page)).toBe(first._id);
    expect(await message.inputValue()).toBe('Only for the first shop');
    await goTo(page, second.invoiceNumber);
    await answer(page, 'Leave');
    await page.getByRole('heading', { level: 1, name: `Invoice ${second.invoiceNumber}` }).waitFor();
    expect(getId(page)).toBe(second._id);
    expect(await message.inputValue()).toBe('');
    await page.goBack(); // both are loaded now
    await page.getByRole('heading', { level: 1, name: `Invoice ${first.invoiceNumber}` }).waitFor();
    await message.fill('Only for the first shop');
    await page.goForward();
    await answer(page, 'Leave');
    await page.getByRole('heading', { level: 1, name: `Invoice ${second.invoiceNumber}` }).waitFor();
    expect(await message.inputValue()).toBe('');
    await page.context().close();
  });

  test('a question asked before stays open, and can be answered', async () => {
    const [order] = await listTwo<{ _id: string; serialNumber: string }>('/api/orders/status/building');
    const page = await demo.openAs('office.user@demo.test', '/company/orders/building');
    await goTo(page, order.serialNumber);
    await page.getByLabel('Adjustment note').fill('by phone');
    await page.getByRole('button', { name: 'Cancel Order', exact: true }).click();
    await page.getByRole('alertdialog').getByText('Cancel Order?').waitFor();
    await page.evaluate(() => history.back());
    const leaving = page.getByRole('alertdialog', { name: 'Unsaved changes' });
    await leaving.getByRole('button', { name: 'Stay' }).click();
    await leaving.waitFor({ state: 'detached' });
    await answer(page, 'No');
    expect(await page.getByLabel('Adjustment note').inputValue()).toBe('by phone');
    await page.context().close();
  });

  test('leaving the screen of a question answers it with No', async () => {
    const [order] = await listTwo<{ _id: string; serialNumber: string }>('/api/orders/status/building');
    const page = await demo.openAs('office.user@demo.test', '/company/orders/building');
    await page.evaluate(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID')); // as over plain HTTP
    await goTo(page, order.serialNumber);
    await page.getByLabel('Adjustment note').fill('by phone');
    await page.getByRole('button', { name: 'Cancel Order', exact: true }).click();
    await page.getByRole('alertdialog').getByText('Cancel Order?').waitFor();
    const leaving = page.getByRole('alertdialog', { name: 'Unsaved changes' });
    for (let n = 0; n < 2; n += 1) {
      await page.evaluate(() => history.back());
      await leaving.waitFor();
    }
    await leaving.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/company/orders/building');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await waitUntilSettled(page);
    expect(new URL(page.url()).pathname).toBe('/company/orders/building');
    await page.context().close();
  });

  test('asks about the changes of an order', async () => {
    const [first, second] = await listTwo<{ _id: string; serialNumber: string }>('/api/orders/status/building');
    const page = await demo.openAs('office.user@demo.test', `/company/order/form?id=${first._id}`);
    await page.getByLabel('Adjustment note').fill('by phone');
    await goTo(page, second.serialNumber);
    await page.getByRole('alertdialog').getByText('Adjustment note').waitFor();
    await answer(page, 'Stay');
    expect(getId(page)).toBe(first._id);
    expect(await page.getByLabel('Adjustment note').inputValue()).toBe('by phone');
    await page.context().close();
  });

  test('asks about the values of an item at a shop, and never shows or saves them as those of another shop', async () => {
    const [item] = await listTwo<NamedRecord>('/api/item/');
    const shops = await listTwo<NamedRecord>('/api/shop');
    const [first, second] = shops.map(({ _id: shop }) => `/company/items/update?id=${item._id}&shop=${shop}`) as [
      string,
      string,
    ];
    const points = { orderPointWarning: 9, orderPointCritical: 4, fullPoint: 40 };
    const stock = { quantityOnOrder: 0, quantityInRecieved: 0, quantityInCurrent: 12 };
    for (const [at, subTotal] of [2, 3].entries()) {
      const values = { name: item.name, subTotal, freight: 1, ...points, ...stock };
      expect((await office('PUT', `/api/item/update/${item._id}/${shops[at]?._id}`, values)).status).toBe(200);
    }
    const readPrice = async (shop: NamedRecord | undefined) =>
      (await office<{ subTotal: number }>('GET', `/api/item/one/${item._id}?shop=${shop?._id}`)).body.subTotal;
    const page = await demo.openAs('office.admin@demo.test', first);
    const price = page.getByRole('form', { name: 'Item' }).getByLabel(/^Sub-total/);
    const readInput = async () => Number(await price.inputValue());
    const show = (address: string) => page.evaluate((to) => history.pushState(null, '', to), address);
    expect(await readInput()).toBe(2);
    await show(second);
    await expect.poll(readInput).toBe(3);
    await price.fill('7');
    await goTo(page, item.name); // at standard values
    await page.getByRole('alertdialog').getByText('Sub-total').waitFor();
    await answer(page, 'Stay');
    expect(await readInput()).toBe(7);
    await goTo(page, item.name);
    await answer(page, 'Leave');
    await page.waitForURL((url) => !url.searchParams.has('shop'));
    await show(first);
    await expect.poll(readInput).toBe(2);
    await price.fill('4');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await waitForToast(page, 'Item is updated');
    expect(await Promise.all(shops.map(readPrice))).toEqual([4, 3]);
    await page.context().close();
  });

  test.each([
    { list: '/api/invoice', read: '/api/invoice/findbyid/', form: '/company/invoice/form', name: 'invoiceNumber' },
    { list: '/api/dealer', read: '/api/dealer/', form: '/company/dealer/form', name: 'name' },
  ] as const)('shows nothing of the one before at $form if the other cannot be loaded', async (at) => {
    demo.browser.expectFaults(/net::ERR_/);
    const [first, second] = await listTwo<{ _id: string; invoiceNumber: string; name: string }>(at.list);
    const options = { baseURL: network.address };
    const page = await demo.openAs('office.user@demo.test', `${at.form}?id=${first._id}`, options);
    const heading = page.getByRole('heading', { level: 1 });
    expect(await heading.innerText()).toContain(first[at.name]);
    network.cut(({ path }) => path.startsWith(`${at.read}${second._id}`));
    await goTo(page, second[at.name]);
    await page.getByText('This will load when you are back online.').waitFor();
    expect(getId(page)).toBe(second._id);
    expect(await heading.innerText()).not.toContain(first[at.name]);
    expect(await page.getByRole('main').getByRole('form').count()).toBe(0);
    network.restore();
    await page.getByRole('button', { name: 'Retry' }).click();
    await heading.filter({ hasText: second[at.name] }).waitFor();
    await page.context().close();
  });
});

describe('a dialog', () => {
  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Unsaved changes' });
  const reply = (page: Page, button: string) => question(page).getByRole('button', { name: button }).click();

  test('asks about its own input only, and leaves the form behind it guarded', async () => {
    const [dealer, other] = await listTwo<NamedRecord>('/api/dealer');
    const page = await demo.openAs('office.admin@demo.test', `/company/dealer/form?id=${dealer._id}`);
    await page.getByLabel('City').fill('Nixa');
    await page.getByRole('button', { name: 'Help and Support' }).click();
    const help = page.getByRole('dialog', { name: 'Help and Support' });
    await help.getByLabel(/^Description/).fill('Where is the map?');
    await page.keyboard.press('Escape');
    await question(page).getByText('Description', { exact: true }).waitFor();
    await reply(page, 'Leave');
    await help.waitFor({ state: 'detached' });
    expect(await page.getByLabel('City').inputValue()).toBe('Nixa');
    await goTo(page, other.name);
    await question(page).getByText('City', { exact: true }).waitFor();
    await reply(page, 'Stay');
    expect(getId(page)).toBe(dealer._id);
    await page.context().close();
  });

  test('asks before it loses the values of a record', async () => {
    const [shop] = await listTwo<NamedRecord>('/api/shop');
    const page = await demo.openAs('office.admin@demo.test', `/company/shop/form?id=${shop._id}`);
    await page.getByRole('region', { name: 'Base styles' }).getByRole('button').first().click();
    const cost = page.getByRole('form', { name: 'Base style' }).getByLabel('Door cost');
    await cost.fill('77');
    for (let n = 0; n < 3; n += 1) {
      await page.keyboard.press('Escape');
      await question(page).getByText('Door cost', { exact: true }).waitFor();
      await page.keyboard.press('Escape'); // stays
      await question(page).waitFor({ state: 'detached' });
      expect(await cost.isVisible()).toBe(true);
    }
    await page.keyboard.press('Escape');
    await reply(page, 'Stay');
    expect(Number(await cost.inputValue())).toBe(77);
    await page.context().close();
  });

  test('stays open, without a question, when the effect of a change above it is closed', async () => {
    const [shop] = await listTwo<NamedRecord>('/api/shop');
    const page = await demo.openAs('office.admin@demo.test', `/company/shop/form?id=${shop._id}`);
    await page.getByRole('region', { name: 'Base styles' }).getByRole('button').first().click();
    const cost = page.getByRole('form', { name: 'Base style' }).getByLabel('Door cost');
    await cost.fill('77');
    await page.getByRole('dialog').getByRole('button', { name: 'Preview effect' }).click();
    const effect = page.getByRole('dialog', { name: 'Effect of this change' });
    await effect.waitFor();
    await page.keyboard.press('Escape');
    await effect.waitFor({ state: 'detached' });
    expect(await question(page).isVisible()).toBe(false);
    expect(Number(await cost.inputValue())).toBe(77);
    await page.context().close();
  });

  test('asks before it loses the reason of a hold', async () => {
    const shop = await demo.callAs('shop.user@demo.test');
    type Order = { readonly _id: string; readonly revision: number; readonly serialNumber: string };
    const [order] = (await shop<ItemList<Order>>('GET', '/api/orders/status/building')).body.items;
    const { _id, revision, serialNumber } = order as Order;
    const move = async (status: string, revision: number) =>
      expect((await office('PUT', '/api/orders/updateseveral', { orders: [{ _id, revision }], status })).status).toBe(
        200,
      );
    await move('InQueue', revision);
    const page = await demo.openAs('shop.user@demo.test', '/shop/orders/inqueue');
    await page.getByRole('checkbox', { name: `Select ${serialNumber}` }).check();
    await page.getByRole('button', { name: 'Put On Hold' }).click();
    const hold = page.getByRole('alertdialog', { name: 'Confirm' });
    await hold.getByLabel('Reason (optional)').fill('The customer moves');
    await page.keyboard.press('Escape');
    await question(page).getByText('Reason', { exact: true }).waitFor();
    await reply(page, 'Stay');
    expect(await hold.getByLabel('Reason (optional)').inputValue()).toBe('The customer moves');
    await hold.getByRole('button', { name: 'No' }).click();
    await reply(page, 'Leave');
    await hold.waitFor({ state: 'detached' });
    await move('Building', revision + 1);
    await page.context().close();
  });

  test('asks before it loses the shops chosen for orders', async () => {
    const order = {
      ...{ serialNumber: 'U-1', dealer: 'Hilltop Storage', type: 'Customer', customer: 'Ann Moss' },
      ...{ category: 'Painted', model: 'Painted Cabin', size: '8x10', basePrice: 2295, dateOrdered: '2026-03-02' },
      ...{ roofType: 'Metal', roofColor: 'Black', sidingType: 'Painted', sidingColor: 'Clay', trimColor: 'White' },
    };
    expect((await office('POST', '/api/orders', { orders: [order] })).status).toBe(200);
    const [shop] = await listTwo<NamedRecord>('/api/shop');
    const page = await demo.openAs('office.admin@demo.test', '/company/orders/add');
    await page.getByRole('button', { name: 'Choose shops' }).click();
    const shops = page.getByRole('dialog', { name: 'Orders without a shop' });
    await choose(shops.getByRole('combobox', { name: 'Shop of U-1' }), shop.name);
    await shops.getByRole('button', { name: 'Cancel' }).click();
    await question(page).getByText('Shops', { exact: true }).waitFor();
    await reply(page, 'Leave');
    await shops.waitFor({ state: 'detached' });
    await page.context().close();
  });
});

test('discarding changes also discards what is not a number', async () => {
  const [item] = await listTwo<NamedRecord>('/api/item/');
  const page = await demo.openAs('office.admin@demo.test', `/company/items/update?id=${item._id}`);
  const price = page.getByRole('form', { name: 'Item' }).getByLabel(/^Sub-total/);
  const before = await price.inputValue();
  await price.fill('12,5');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  expect(await price.inputValue()).toBe(before);
  await page.context().close();
});

describe('a session that ends', () => {
  let dealer: NamedRecord;
  beforeAll(async () => {
    [dealer] = await listTwo<NamedRecord>('/api/dealer');
  });

  /** Opens a dealer, types a city, and saves after the session has ended. */
  async function saveTooLate(city: string): Promise<Page> {
    demo.browser.expectFaults(/status of 401/);
    const page = await demo.openAs('office.admin@demo.test', `/company/dealer/form?id=${dealer._id}`);
    await page.getByLabel('City').fill(city);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await getDialog(page).waitFor();
    return page;
  }
  const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
  async function logIn(page: Page): Promise<void> {
    await page.getByLabel('Password').fill(demoPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  test('hides the screen, and continues there with what was typed when its user signs in again', async () => {
    const page = await saveTooLate('Nixa');
    expect(await page.locator('main').isVisible()).toBe(false);
    expect(await listAccessibilityFaults(page)).toEqual([]);
    expect(await page.getByLabel('Username').inputValue()).toBe('office.admin@demo.test');
    await logIn(page);
    await getDialog(page).waitFor({ state: 'detached' });
    expect(await page.getByLabel('City').inputValue()).toBe('Nixa');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    expect(await save.evaluate((button) => button === document.activeElement)).toBe(true);
    await save.click();
    await waitForToast(page, 'Dealer is updated');
    await page.waitForURL('**/company/dealers');
    await page.getByRole('cell', { name: 'Nixa' }).waitFor();
    await office('PUT', `/api/dealer/update/${dealer._id}`, { name: dealer.name, city: 'Willard' });
    await page.getByRole('cell', { name: 'Willard' }).waitFor(); // it follows the server's events again
    await page.context().close();
  });

  test('hides an open dialog too, which is there again after signing in', async () => {
    demo.browser.expectFaults(/status of 401/);
    const page = await demo.openAs('office.admin@demo.test', '/company/home');
    await page.keyboard.press('Control+k');
    const palette = page.locator('dialog[open]').filter({ has: page.getByRole('combobox', { includeHidden: true }) });
    await palette.waitFor();
    await page.context().clearCookies();
    await page.keyboard.type('barn');
    await getDialog(page).waitFor();
    await expect
      .poll(() => page.getByLabel('Password').evaluate((input) => input === document.activeElement))
      .toBe(true);
    expect(await palette.isVisible()).toBe(false);
    await logIn(page);
    await getDialog(page).waitFor({ state: 'detached' });
    expect(await palette.isVisible()).toBe(true);
    await page.context().close();
  });

  test('hides a dialog that opened over a form, which is there again with what was typed', async () => {
    demo.browser.expectFaults(/status of 401/);
    const page = await demo.openAs('shop.user@demo.test', '/shop/purchase/material/form?new=1');
    await page.getByRole('button', { name: 'New Vendor' }).click();
    const name = page.getByRole('form', { name: 'New vendor' }).getByLabel(/^Name/);
    await name.fill('Dover Lumber');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save Vendor' }).click();
    await getDialog(page).waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(2);
    expect(await page.getByRole('heading', { name: 'New Vendor', includeHidden: true }).isVisible()).toBe(false);
    await logIn(page);
    await getDialog(page).waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Dover Lumber');
    await page.context().close();
  });

  test('hides a question', async () => {
    demo.browser.expectFaults(/status of 401/);
    const page = await demo.openAs('office.admin@demo.test', `/company/dealer/form?id=${dealer._id}`);
    await page.getByRole('button', { name: `Delete dealer ${dealer.name}` }).click();
    const question = page.getByText('Are you sure you want to delete this?');
    await question.waitFor();
    await page.context().clearCookies();
    await office('PUT', `/api/dealer/update/${dealer._id}`, { name: dealer.name, city: 'Bolivar' }); // the screen reads it
    await getDialog(page).waitFor();
    expect(await question.isVisible()).toBe(false);
    await logIn(page);
    await getDialog(page).waitFor({ state: 'detached' });
    expect(await question.isVisible()).toBe(true);
    await page.context().clearCookies();
    await office('PUT', `/api/dealer/update/${dealer._id}`, { name: dealer.name, city: 'Joplin' });
    await getDialog(page).getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    expect(await question.count()).toBe(0);
    await page.context().close();
  });

  test('asks before its user signs out instead, which discards everything', async () => {
    const page = await saveTooLate('Ozark');
    const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
    for (let n = 0; n < 3; n += 1) {
      await page.keyboard.press('Escape');
      await question.waitFor();
      await page.keyboard.press('Escape'); // stays
      await question.waitFor({ state: 'detached' });
    }
    await getDialog(page).getByRole('button', { name: 'Sign out' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/login*');
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).waitFor();
    expect(await page.getByLabel('City').count()).toBe(0);
    await page.context().close();
  });

  test('leaves nothing to another user who signs in instead', async () => {
    const page = await saveTooLate('Republic');
    await page.getByLabel('Username').fill('office.user@demo.test');
    await logIn(page);
    await getDialog(page).waitFor({ state: 'detached' });
    await waitUntilSettled(page);
    await page.getByLabel('City').waitFor();
    expect(await page.getByLabel('City').inputValue()).not.toBe('Republic');
    await page.context().close();
  });

  test('signing out in another tab discards an unsaved form without a question, and the next user begins anew', async () => {
    const page = await demo.openAs('office.admin@demo.test', `/company/dealer/form?id=${dealer._id}`);
    await page.getByLabel('City').fill('Strafford');
    const tab = await page.context().newPage();
    await open(tab, '/company/home');
    await tab
      .getByRole('banner')
      .getByRole('button', { name: /^Anna Keller/ })
      .click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await page.goto('/login');
    await page.getByLabel('Username').fill('shop.user@demo.test');
    await logIn(page);
    await page.waitForURL('**/shop/home');
    await page.context().close();
  });
});

describe('while an order is saved', () => {
  interface Order {
    readonly _id: string;
    readonly serialNumber: string;
  }
  const field = (page: Page) => page.getByLabel('Siding paint color');
  const isChange = ({ method, path }: PassingRequest): boolean =>
    method === 'PUT' && path.startsWith('/api/orders/update/');
  const countChanges = () => network.requests.filter(isChange).length;

  async function openOrder({ _id: id }: Order): Promise<Page> {
    return demo.openAs('office.admin@demo.test', `/company/order/form?id=${id}`, { baseURL: network.address });
  }
  /** Does something that saves the order, and returns while the server has not answered yet. */
  async function saveSlowly(save: () => Promise<void>): Promise<void> {
    network.hold(isChange);
    const before = countChanges();
    await save();
    await expect.poll(countChanges).toBeGreaterThan(before);
  }

  test('its fields cannot be changed, and the focus returns to them', async () => {
    const [order] = await listTwo<Order>('/api/orders/status/building');
    const page = await openOrder(order);
    await field(page).fill('Teal');
    await saveSlowly(() => field(page).press('Enter'));
    await page.keyboard.type(' and more');
    expect(await field(page).inputValue()).toBe('Teal');
    network.restore();
    await waitForToast(page, `${order.serialNumber} is updated.`);
    await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('End');
    await page.keyboard.type(' green');
    expect(await field(page).inputValue()).toBe('Teal green');
    await page.context().close();
  });

  test('a conflict stays until the chosen values are stored', async () => {
    const [order] = await listTwo<Order>('/api/orders/status/building');
    const page = await openOrder(order);
    await field(page).fill('Ivory');
    await office('PUT', `/api/orders/update/${order._id}`, { sidingPaint: { color: 'Sand' } });
    demo.browser.expectFaults(/status of 409/);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('dialog', { name: 'changed while you were editing' });
    await conflict.waitFor();
    const keep = conflict.getByRole('button', { name: 'Keep mine' });
    await saveSlowly(() => keep.click());
    const sent = countChanges();
    expect(await keep.getAttribute('aria-busy')).toBe('true');
    await conflict.getByRole('button', { name: 'Save choices' }).dispatchEvent('click'); // a second answer is not sent
    await page.keyboard.press('Escape');
    expect(await conflict.isVisible()).toBe(true);
    network.restore();
    await conflict.waitFor({ state: 'detached' });
    expect(countChanges()).toBe(sent);
    expect(await field(page).inputValue()).toBe('Ivory');
    await page.context().close();
  });

  test('a conflict stays above the page after repeated Escapes, and shows why it could not be saved', async () => {
    const [order] = await listTwo<Order>('/api/orders/status/building');
    const page = await openOrder(order);
    await field(page).fill('Slate');
    await office('PUT', `/api/orders/update/${order._id}`, { sidingPaint: { color: 'Moss' } });
    demo.browser.expectFaults(/status of (400|409)/);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('dialog', { name: 'changed while you were editing' });
    let release = () => {};
    const holdUp = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/orders/update/*', (route) =>
      holdUp.then(() => route.fulfill({ status: 400, json: { code: 'invalid', msg: 'It failed.' } })),
    );
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Escape');
    release();
    const messages = conflict.getByRole('region', { name: 'Messages' });
    await messages.getByText('It failed.').waitFor();
    await messages.getByRole('button', { name: 'Dismiss' }).click();
    await conflict.getByRole('button', { name: 'Back to the form' }).click();
    expect(await field(page).inputValue()).toBe('Slate');
    await page.context().close();
  });

  test('its cancellation locks the fields too', async () => {
    const [, order] = await listTwo<Order>('/api/orders/status/building');
    const page = await openOrder(order);
    const before = await field(page).inputValue();
    await page.getByRole('button', { name: 'Cancel Order', exact: true }).click();
    await saveSlowly(() => page.getByRole('alertdialog').getByRole('button', { name: 'Yes', exact: true }).click());
    await field(page).focus();
    await page.keyboard.type('lost');
    expect(await field(page).inputValue()).toBe(before);
    network.restore();
    await waitForToast(page, `${order.serialNumber} is updated.`);
    await page.context().close();
  });
});
