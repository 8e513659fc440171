import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  listAccessibilityFaults,
  answer,
  choose,
  chooseFilter,
  download,
  open,
  readChosen,
  waitUntilSettled,
  waitForToast,
} from './browser.js';
import { useDemo } from './demo.js';
import type { Call } from './product.js';

const demo = useDemo();
let office: Page;
let ask: Call;
let shop: string;

interface NamedRecord {
  readonly _id: string;
  readonly name: string;
}
interface Shed extends NamedRecord {
  readonly category: NamedRecord;
  readonly model: NamedRecord;
  readonly revision: number;
  readonly retailPrice: number;
  readonly components: readonly unknown[];
  readonly standardAddOns: readonly unknown[];
}
const readAnswer = async <A>(address: string): Promise<A> => (await ask<A>('GET', address)).body;
const list = async <R extends NamedRecord>(address: string): Promise<R[]> =>
  (await readAnswer<{ items: R[] }>(address)).items;
const getDialog = () => office.locator('dialog[open]');
/** The first shed of the first category. */
async function readFirstShed(): Promise<Shed> {
  const [category] = await list('/api/shed/category');
  const [first] = await list(`/api/shed/${category?._id ?? ''}/all/all`);
  return readAnswer(`/api/shed/one/${first?._id ?? ''}`);
}
/** Sets the retail price of a shed as another user. */
async function setPrice({ _id }: Shed, retailPrice: number): Promise<void> {
  expect((await ask('PUT', '/api/shed/update/retailprices', { sheds: [{ _id, retailPrice }] })).status).toBe(200);
}

beforeAll(async () => {
  office = await demo.openAs('office.admin@demo.test');
  ask = await demo.callAs('office.admin@demo.test');
  shop = (await list('/api/shop'))[0]?._id ?? '';
});

test("a shop's rate typed without a type is stored as dollars each, like the standard", async () => {
  await open(office, `/company/shop/form?id=${shop}`);
  const view = office.getByRole('button', { name: /^View / }).first();
  const styleRow = view.locator('xpath=ancestor::tr');
  expect((await styleRow.boundingBox())?.height).toBeLessThanOrEqual(36); // a button does not stretch its row
  await view.click();
  const title = await getDialog().getByRole('heading').first().innerText();
  await getDialog().getByLabel('Truss', { exact: true }).fill('3.25');
  await getDialog().getByLabel('Truss type').selectOption('');
  await getDialog().getByRole('button', { name: 'Save', exact: true }).click();
  await getDialog().waitFor({ state: 'detached' });
  const styles = await list<NamedRecord & { shopValues: { trussCost: unknown } }>(`/api/basestyle/shop?shop=${shop}`);
  const savedStyle = styles.find(({ name }) => title.includes(name));
  expect(savedStyle?.shopValues.trussCost).toEqual({ value: 3.25, type: 'piece' });
});

test('the percents of a shop are a grid: a blank field shows in grey what it inherits', async () => {
  await open(office, `/company/shop/form?id=${shop}`);
  await office.getByRole('button', { name: 'Add Category' }).click();
  const own = office.getByRole('textbox', { name: /^this category, / });
  const usual = office.getByRole('textbox', { name: /^Default(:| category)/ });
  expect(await own.count()).toBe(await usual.count());
  const before = await usual.first().inputValue();
  await usual.first().fill('12.5');
  await expect.poll(() => own.first().getAttribute('placeholder')).toBe('12.50');
  const [typed, inherited] = await own
    .first()
    .evaluate((field) => [getComputedStyle(field).color, getComputedStyle(field, '::placeholder').color]);
  expect(inherited).not.toBe(typed);
  await own.first().press('ArrowRight');
  expect(await own.nth(1).evaluate((field) => field === document.activeElement)).toBe(true);
  await usual.first().fill(before);
  await office
    .getByRole('button', { name: /^Delete category / })
    .last()
    .click();
});

test('an update across all models shows which sheds it changes, changes them, and can be undone', async () => {
  const before = await readFirstShed();
  const address = `/api/shed/one/${before._id}`;
  await open(office, `/company/shed/form?id=${before._id}`);
  await office.getByRole('button', { name: 'Delete component 1', exact: true }).click();
  await office.getByRole('button', { name: /Across All Models/ }).click();
  await getDialog().getByText(before.model.name).first().waitFor();
  expect((await readAnswer<Shed>(address)).components).toEqual(before.components);
  await getDialog()
    .getByRole('button', { name: /^Update / })
    .click();
  await waitForToast(office, /^Shed is updated: \d+ in total/);
  const after = await readAnswer<Shed>(address);
  expect(after.components).toHaveLength(before.components.length - 1);
  expect(after.revision).toBe(before.revision + 1);
  await office.getByRole('button', { name: 'Undo update' }).click();
  await answer(office, 'Yes');
  await waitForToast(office, 'Update across all models undone.');
  expect((await readAnswer<Shed>(address)).components).toEqual(before.components);
  await open(office, '/company/imports');
  const update = office.getByRole('link', { name: /^Parts of / }).first();
  await office
    .getByRole('row')
    .filter({ has: update })
    .getByText(/^\d+ changed/)
    .waitFor();
  await update.click();
  const changedSheds = office.getByRole('list', { name: 'Updated sheds' }).getByRole('listitem');
  await changedSheds.filter({ hasText: before.model.name }).first().waitFor();
});

test('an update across all models does not overwrite a shed that was changed while its form was open', async () => {
  const before = await readFirstShed();
  const address = `/api/shed/one/${before._id}`;
  await open(office, `/company/shed/form?id=${before._id}`);
  await office.getByRole('button', { name: 'Delete component 1', exact: true }).click();
  const refresh = office.waitForResponse((response) => response.url().endsWith(address));
  await setPrice(before, before.retailPrice + 1);
  await refresh;
  await office.getByRole('button', { name: /Across All Models/ }).click();
  demo.browser.expectFaults(/status of 409/);
  await getDialog()
    .getByRole('button', { name: /^Update / })
    .click();
  await waitForToast(office, 'in the meantime');
  expect((await readAnswer<Shed>(address)).components).toEqual(before.components);
  await setPrice(before, before.retailPrice);
});

test('a bulk change of retail prices does not overwrite a newer price', async () => {
  const shed = await readFirstShed();
  const list = '**/api/shed/pricechange/**';
  const earlier = await readAnswer<object>(`/api/shed/pricechange/${shed.category._id}?size=5000`);
  await office.route(list, (route) => route.fulfill({ json: earlier })); // however often the dialog reads its prices
  await open(office, `/company/shed/all?category=${shed.category._id}`);
  await office.getByRole('button', { name: 'Change retail prices' }).click();
  await getDialog().getByLabel('Amount').fill('10');
  const change = getDialog().getByRole('button', { name: /^Change [\d,]+$/ });
  await change.waitFor();
  await setPrice(shed, shed.retailPrice + 1);
  demo.browser.expectFaults(/status of 409/);
  await change.click();
  await waitForToast(office, 'in the meantime');
  expect((await readAnswer<Shed>(`/api/shed/one/${shed._id}`)).retailPrice).toBe(shed.retailPrice + 1);
  await office.unroute(list);
  await setPrice(shed, shed.retailPrice);
});

test('a copy of a shed starts with its size, but without its Shed Suite ID', async () => {
  const { _id } = await readFirstShed();
  const suiteId = office.getByLabel('Shed Suite ID');
  await open(office, `/company/shed/form?id=${_id}`);
  const width = await office.getByLabel('Width').inputValue();
  await suiteId.fill('SS-4711');
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await waitForToast(office, 'Shed is updated');
  await open(office, `/company/shed/form?id=${_id}`);
  expect(await suiteId.inputValue()).toBe('SS-4711');
  await office.getByRole('button', { name: 'Copy', exact: true }).click();
  await office.waitForURL(/[?&]copy=/);
  await office.getByLabel('Width').waitFor();
  expect(await office.getByLabel('Width').inputValue()).toBe(width);
  expect(await suiteId.inputValue()).toBe('');
});

test("a shop's file is imported into the standard values only after confirmation", async () => {
  await open(office, `/company/items/shop/all?shop=${shop}`);
  const { name, bytes } = await download(office, () =>
    office.getByRole('button', { name: 'Export Excel', exact: true }).click(),
  );
  const file = path.join(demo.place.home, name);
  await writeFile(file, new Uint8Array(bytes));
  await open(office, '/company/import/new?kind=items');
  await office.getByLabel('Spreadsheet', { exact: true }).setInputFiles(file);
  await office.getByRole('button', { name: 'Import Excel', exact: true }).click();
  await office.getByRole('button', { name: 'Apply', exact: true }).waitFor();
  await waitUntilSettled(office);
  await office.getByText(/^This file has the values of .+ You are about to change the standard values\.$/).waitFor();
});

test('the export of sheds matches the table on screen: shop, order type and model', async () => {
  const [category] = await list('/api/shed/category');
  await open(office, `/company/shed/all?category=${category?._id ?? ''}&shop=${shop}&type=INV`);
  const [exportAnswer] = await Promise.all([
    office.waitForResponse((response) => response.url().includes('/api/exports/sheds')),
    download(office, () => office.getByRole('button', { name: 'Export', exact: true }).click()),
  ]);
  expect(Object.fromEntries(new URL(exportAnswer.url()).searchParams)).toEqual({
    category: category?._id,
    shop,
    type: 'INV',
  });
});

interface Item extends NamedRecord {
  readonly category: string;
  readonly total: number;
}
const getBox = (name: string | RegExp) => office.getByRole('combobox', { name });
const getRows = () => office.getByRole('option');
const undo = () => office.getByRole('button', { name: 'Undo', exact: true });

async function openComponent(): Promise<string> {
  const [place] = await list<NamedRecord>('/api/component/category/');
  const [shed] = await list<NamedRecord>('/api/shed/category');
  const [component] = await list<NamedRecord>(`/api/component/${place?._id ?? ''}/${shed?._id ?? ''}/all`);
  await open(office, `/company/component/form?id=${component?._id ?? ''}`);
  await expect.poll(() => getBox('Item 1').inputValue()).not.toBe(''); // once the items are loaded
  return component?._id ?? '';
}

test('a long list is searched by words, works by keyboard alone, and shows the last choice first', async () => {
  await openComponent();
  const before = await getBox('Item 1').inputValue();
  await getBox('Item 1').focus();
  await office.keyboard.press('Alt+ArrowDown');
  await getRows().first().waitFor();
  await office.keyboard.press('Escape');
  expect(await getBox('Item 1').getAttribute('aria-expanded')).toBe('false');
  await office.keyboard.type('screw MET');
  await getRows().first().waitFor();
  const rowTexts = await getRows().allInnerTexts();
  expect(rowTexts.length).toBeGreaterThan(1);
  for (const text of rowTexts) expect(text).toMatch(/screw[\s\S]*metal[\s\S]*\$\d/i); // with category and price
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await office.keyboard.press('Escape');
  expect(await getBox('Item 1').inputValue()).toBe(before);
  await office.keyboard.type('screw metal');
  await office.keyboard.press('End');
  await office.locator('[role="option"][aria-selected="true"]').last().waitFor();
  const last = (await getRows().allInnerTexts()).at(-1) ?? '';
  const saving = office.waitForResponse((response) => response.url().endsWith('/api/users/preferences'));
  await office.keyboard.press('Enter');
  await saving;
  const takenItem = await getBox('Item 1').inputValue();
  expect(last).toContain(takenItem);
  await office.keyboard.press('Tab');
  await getBox('Item 2').focus();
  await office.keyboard.type(' ');
  await office.keyboard.press('Backspace');
  expect(await getRows().first().innerText()).toContain(takenItem);
  await office.keyboard.type(before);
  await office.keyboard.press('Tab'); // takes the first row
  expect(await getBox('Item 2').inputValue()).toBe(before);
});

test('keys typed before the code of a long list has loaded are not lost', async () => {
  let release = () => {};
  const holdUp = new Promise<void>((resolve) => (release = resolve));
  await office.route('**/combobox-list-*.js', (route) => void holdUp.then(() => route.continue()));
  await openComponent();
  const before = await getBox('Item 1').inputValue();
  const codeRequest = office.waitForRequest(/combobox-list-.*\.js/);
  await getBox('Item 1').focus();
  await codeRequest;
  await office.keyboard.type('screw metal');
  await office.keyboard.press('ArrowDown');
  await office.keyboard.press('Enter');
  const takenItem = await getBox('Item 1').inputValue();
  expect(takenItem).not.toBe(before);
  expect(takenItem).toMatch(/screw/i);
  await getBox('Item 2').click();
  release();
  await getRows().first().waitFor();
  await office.unrouteAll({ behavior: 'wait' });
});

test('the items of a component are a grid: the keyboard adds lines and moves; two spreadsheet columns can be pasted', async () => {
  const id = await openComponent();
  const items = await list<Item>('/api/item/names');
  const knownItem = items[0] as Item;
  const lines = await office.getByRole('textbox', { name: /^Quantity/ }).count();
  const getQuantity = (n: number) => office.getByRole('textbox', { name: `Quantity ${n}` });
  await getQuantity(lines).focus();
  await office.keyboard.press('ArrowUp');
  await expect.poll(() => getQuantity(lines - 1).evaluate((element) => element === document.activeElement)).toBe(true);
  await office.keyboard.press('Enter');
  await office.keyboard.press('Enter'); // Enter in the last quantity adds a line
  await expect
    .poll(() => getBox(`Item ${lines + 1}`).evaluate((element) => element === document.activeElement))
    .toBe(true);
  await office.keyboard.type(knownItem.name);
  await office.keyboard.press('Tab');
  await getQuantity(lines + 1).fill('2');
  const cost = office.locator('tbody tr').nth(lines).locator('[data-label="Line cost"]');
  await expect.poll(() => cost.innerText()).toBe(`$${(knownItem.total * 2).toFixed(2)}`);

  await getQuantity(lines + 1).focus();
  const text = `Item\tQty\n${knownItem.name}\t3\nNo such board\t7\n`;
  await office.evaluate((pastedText) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pastedText);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
  await expect.poll(() => getBox(`Item ${lines + 2}`).inputValue()).toBe(knownItem.name);
  const refusalText = office.getByRole('alert').filter({ hasText: 'No such board × 7: No item has this name.' });
  await refusalText.waitFor();
  await refusalText.getByRole('button', { name: /^Leave out/ }).focus(); // scrolls it out from under the bar with Save
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await choose(refusalText.getByRole('combobox'), items[1]?.name ?? '');
  await refusalText.waitFor({ state: 'detached' });
  expect(await getQuantity(lines + 3).inputValue()).toBe('7');
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  const readAdded = async () => {
    const { standardItems } = await readAnswer<{ standardItems: { item: NamedRecord; quantity: number }[] }>(
      `/api/component/${id}`,
    );
    return standardItems.slice(lines).map(({ item, quantity: n }) => [item.name, n]);
  };
  await expect.poll(readAdded).toEqual([
    [knownItem.name, 2],
    [knownItem.name, 3],
    [items[1]?.name, 7],
  ]);
  await office.waitForURL((url) => url.pathname !== '/company/component/form'); // saving returns to the list
});

test('a category that does not exist is created from the field of an item and chosen, by those who may change it', async () => {
  const item = (await list<NamedRecord>('/api/item/names'))[0] as NamedRecord;
  const form = `/company/items/update?id=${item._id}`;
  const readCategory = async () => (await readAnswer<{ category: NamedRecord }>(`/api/item/one/${item._id}`)).category;
  const { name: before } = await readCategory();
  await open(office, form);
  const category = getBox(/^Category/);
  await expect.poll(() => category.inputValue()).toBe(before);
  const offer = getRows().filter({ hasText: /^Create/ });
  await category.fill(before.toUpperCase()); // it exists, however it is written
  await getRows().first().waitFor();
  expect(await offer.count()).toBe(0);
  await category.fill('Hurricane ties');
  await offer.getByText('Create “Hurricane ties”', { exact: true }).waitFor();
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await office.keyboard.press('Enter');
  await expect.poll(() => category.inputValue()).toBe('Hurricane ties');
  const created = (await list<NamedRecord>('/api/itemcategory/')).find(({ name }) => name === 'Hurricane ties');
  expect(await readChosen(category)).toBe(created?._id);
  await office.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect.poll(async () => (await readCategory()).name).toBe('Hurricane ties');
  await office.waitForURL((url) => url.pathname !== '/company/items/update');

  for (const who of ['view.only@demo.test', 'office.user@demo.test']) {
    const page = await demo.openAs(who, form);
    const field = page.getByRole('combobox', { name: /^Category/ });
    await expect.poll(() => field.inputValue()).toBe('Hurricane ties');
    await field.focus();
    await page.keyboard.type('Rafter clips');
    expect(await page.getByRole('option').count()).toBe(0);
    expect(await field.inputValue()).toBe('Hurricane ties');
    await page.context().close();
  }
});

test('a cost is changed in its list and undone, but a newer cost is not overwritten', async () => {
  const item = (await list<NamedRecord>('/api/item/names'))[0] as NamedRecord;
  const readCost = async () => (await readAnswer<{ subTotal: number }>(`/api/item/one/${item._id}`)).subTotal;
  const before = await readCost();
  await open(office, '/company/items/all?category=');
  const figure = office.getByRole('button', { name: `change Sub-total of ${item.name}` });
  const input = office.getByRole('textbox', { name: `Sub-total of ${item.name}` });
  await figure.focus();
  await office.keyboard.press('Enter');
  await input.fill('77');
  await office.keyboard.press('Escape');
  await figure.press('Enter');
  await input.fill('12.3456');
  await office.keyboard.press('Enter');
  await undo().focus(); // a toast stays while it has the focus
  await waitForToast(office, `Sub-total of ${item.name}: `);
  expect(await readCost()).toBe(12.3456);
  expect(await listAccessibilityFaults(office)).toEqual([]);
  await undo().click();
  await waitForToast(office, `Sub-total of ${item.name} is $${before.toFixed(2)} again.`);
  expect(await readCost()).toBe(before);

  await expect.poll(() => figure.innerText()).toBe(`$${before.toFixed(2)}`);
  await figure.click();
  await input.fill('13');
  await office.keyboard.press('Enter');
  await undo().focus();
  await waitForToast(office, `Sub-total of ${item.name}: `);
  const { revision } = await readAnswer<{ revision: number }>(`/api/item/one/${item._id}`);
  const other = { name: item.name, type: 'piece', subTotal: 14, revision };
  expect((await ask('PUT', `/api/item/update/${item._id}/standard`, other)).status).toBe(200);
  demo.browser.expectFaults(/status of 409/);
  await undo().click();
  await waitForToast(office, 'in the meantime. It was not undone.');
  expect(await readCost()).toBe(14);

  await expect.poll(() => figure.innerText()).toBe('$14.00');
  await figure.click();
  await input.fill('15');
  const isListed = office.waitForResponse(
    async (response) =>
      response.url().includes('/api/item/all/standard') && (await response.text()).includes('"subTotal":15'),
  );
  await office.keyboard.press('Enter');
  await isListed;
  const newest = await readAnswer<{ revision: number }>(`/api/item/one/${item._id}`);
  const changedBack = { ...other, revision: newest.revision };
  expect((await ask('PUT', `/api/item/update/${item._id}/standard`, changedBack)).status).toBe(200);
  await expect.poll(() => figure.innerText()).toBe('$14.00');
});

test("a shop's figures are read-only until the list shows its own instead of another shop's", async () => {
  const item = (await list<NamedRecord>('/api/item/names'))[0] as NamedRecord;
  const [first, second] = (await list('/api/shop')) as [NamedRecord, NamedRecord];
  const points = { orderPointWarning: 9, orderPointCritical: 4, fullPoint: 40 };
  const stock = { quantityOnOrder: 0, quantityInRecieved: 0, quantityInCurrent: 12 };
  for (const { _id } of [first, second]) {
    const values = { name: null, subTotal: null, freight: null, ...points, ...stock };
    expect((await ask('PUT', `/api/item/update/${item._id}/${_id}`, values)).status).toBe(200);
  }
  const address = `/company/items/all?category=&shop=${first._id}`;
  await open(office, address);
  const figure = office.getByRole('button', { name: `change Full point of ${item.name}` });
  await figure.waitFor();
  let release = () => {};
  const holdUp = new Promise<void>((resolve) => (release = resolve));
  await office.route(`**/api/item/*/${second._id}?*`, (route) => void holdUp.then(() => route.continue()));
  await chooseFilter(office, 'Shop', second.name);
  await figure.waitFor({ state: 'detached' });
  await office.getByRole('link', { name: item.name, exact: true }).waitFor();
  release();
  await figure.waitFor();
  await office.unrouteAll({ behavior: 'wait' });
  await figure.click();
  await office.getByLabel(`Full point of ${item.name}`).fill('50');
  await office.evaluate((to) => history.pushState(null, '', to), address);
  await figure.waitFor(); // closed: it was the other shop's
  await figure.focus();
  for (const { _id } of [first, second])
    expect(await readAnswer(`/api/item/one/${item._id}?shop=${_id}`)).toMatchObject({ fullPoint: 40 });
});

test('Preview effect marks the same fields as Save, and what is fixed leaves the summary', async () => {
  const [item] = (await list<NamedRecord>('/api/item/all/standard')) as [NamedRecord];
  await open(office, `/company/items/update?id=${item._id}`);
  const name = office.getByRole('textbox', { name: 'Name' });
  const cost = office.getByRole('textbox', { name: 'Sub-total' });
  const summary = office.locator('main form').getByRole('alert');
  const isFocused = () => cost.evaluate((input) => input === document.activeElement);
  await name.fill('');
  await cost.fill('x');
  await office.getByRole('button', { name: 'Preview effect' }).click();
  await summary.getByText('Sub-total must be a number').waitFor();
  expect(await summary.getByRole('listitem').count()).toBe(2);
  expect(await cost.getAttribute('aria-invalid')).toBe('true');
  await cost.fill('-1');
  await summary.getByText('Sub-total must be at least 0').waitFor();
  await cost.fill('12');
  await expect.poll(() => summary.getByRole('listitem').count()).toBe(1);
  expect(await isFocused()).toBe(true);
  await name.fill(item.name);
  await summary.waitFor({ state: 'detached' });

  demo.browser.expectFaults(/net::ERR/);
  await office.context().setOffline(true);
  await office.getByRole('button', { name: 'Submit' }).click();
  await summary.getByText('Could not reach the server').waitFor();
  await office.context().setOffline(false);
  await cost.fill('13');
  await summary.waitFor({ state: 'detached' });
  expect(await isFocused()).toBe(true);
  await office.getByRole('button', { name: 'Discard changes' }).click();
});

test('the costs of the listed items change by a percent, after a preview of the effect, and are undone', async () => {
  const readCosts = async () =>
    (await list<NamedRecord & { subTotal: number }>('/api/item/all/standard')).map(({ subTotal }) => subTotal);
  const before = await readCosts();
  await open(office, '/company/items/all?category=');
  await office.getByRole('button', { name: 'Change Costs' }).click();
  await getDialog().getByLabel('Amount').fill('10');
  await getDialog().getByRole('button', { name: 'Preview effect' }).click();
  await office.getByText(/^Affects \d+ sheds/).waitFor();
  expect(await readCosts()).toEqual(before);
  const effect = office.getByRole('dialog', { name: 'Effect of this change' });
  const profits = effect.getByRole('region', { name: 'Gross profit by shop' });
  expect(await profits.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThan(2); // whole
  await effect.getByRole('button', { name: 'Close' }).last().click();
  await effect.waitFor({ state: 'detached' });
  await getDialog()
    .getByRole('button', { name: /^Change [\d,]+$/ })
    .click();
  await undo().focus();
  await waitForToast(office, /^Item costs are updated: \d+ in total/);
  expect(await readCosts()).toEqual(before.map((cost) => Math.round(cost * 11000 + 1e-6) / 10000));
  await undo().click();
  await waitForToast(office, 'Item costs restored.');
  expect(await readCosts()).toEqual(before);
});
