import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { choose, readChosen, open, waitUntilSettled, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { demoPassword, type Call } from './product.js';

interface NamedRecord {
  readonly _id: string;
  readonly name: string;
}
interface ItemList<T = NamedRecord> {
  readonly items: readonly T[];
}
interface AddOn extends NamedRecord {
  readonly category: NamedRecord;
  readonly retailPrice: number;
  readonly shopPercent: number;
  readonly standardItems: readonly { readonly item: NamedRecord; readonly quantity: number }[];
}
interface Labor {
  readonly _id: string;
  readonly model: NamedRecord;
  readonly baseStyle: NamedRecord;
  readonly standardBuildBase: number;
  readonly shopValues: { readonly buildBase: number | null };
}

const clerk = 'clerk@demo.test';
const demo = useDemo();
/** Two office clerks and the shop admin, each in a separate browser. */
let [first, second, desk] = [] as unknown as [Page, Page, Page];
let [office, shopDesk] = [] as unknown as [Call, Call];
let shop: NamedRecord;

beforeAll(async () => {
  office = await demo.callAs('office.admin@demo.test');
  shopDesk = await demo.callAs('shop.admin@demo.test');
  const newUser = { name: 'Clara Moss', userName: clerk, password: demoPassword, role: 'Office Admin' };
  expect((await office('POST', '/api/users/add', newUser)).status).toBe(201);
  shop = (await shopDesk<NamedRecord>('GET', '/api/shop/current')).body;
  [first, second, desk] = await Promise.all([
    demo.openAs('office.admin@demo.test'),
    demo.openAs(clerk),
    demo.openAs('shop.admin@demo.test'),
  ]);
});

/** Opens a record by its link in a list, so that its form returns to the list. */
async function openFrom(page: Page, list: string, name: string): Promise<void> {
  await open(page, list);
  await page.getByRole('link', { name, exact: true }).first().click();
  await page.waitForURL((url) => url.pathname !== list.replace(/\?.*/, ''));
  await waitUntilSettled(page);
}

const getField = (page: Page, form: string, label: string): Locator =>
  page.getByRole('form', { name: form, exact: true }).getByLabel(new RegExp(`^${label}( \\*)?$`));
const save = (page: Page, button = 'Save') => page.getByRole('button', { name: button, exact: true }).last().click();

const getConflict = (page: Page): Locator =>
  page.locator('dialog[open]').filter({ hasText: 'changed while you were editing' });
/** A field of the open conflict, with both versions to choose from. */
const getChoice = (page: Page, label: string): Locator =>
  getConflict(page).getByRole('group', { name: label, exact: true });

/** Saves, expects a conflict, and returns the fields it lists. */
async function meetConflict(page: Page, button = 'Save'): Promise<string[]> {
  demo.browser.expectFaults(/status of 409/);
  await save(page, button);
  await getConflict(page).waitFor();
  return getConflict(page).locator('legend').allInnerTexts();
}
async function saveChoice(page: Page): Promise<void> {
  await getConflict(page).getByRole('button', { name: 'Save choices', exact: true }).click();
  await getConflict(page).waitFor({ state: 'detached' });
}

/** An add-on with one item, at $200.00 and 70 %. */
async function newAddOn(name: string): Promise<string> {
  const { items: categories } = (await office<ItemList>('GET', '/api/addon/category/all')).body;
  const { items } = (await office<ItemList>('GET', '/api/item/names')).body;
  const { status, body } = await office<{ item: NamedRecord }>('POST', '/api/addon/', {
    name,
    type: 'piece',
    category: categories[0]?._id,
    retailPrice: 200,
    shopPercent: 70,
    standardItems: [{ item: items[0]?._id, quantity: 1 }],
  });
  expect(status).toBe(201);
  return body.item._id;
}
/** Creates an add-on and opens its form for both clerks. */
async function atBoth(name: string): Promise<string> {
  const id = await newAddOn(name);
  const { category } = await readAddOn(id);
  const list = `/company/addon/all?category=${category._id}`;
  await Promise.all([first, second].map((page) => openFrom(page, list, name)));
  return id;
}
const readAddOn = async (id: string): Promise<AddOn> => (await office<AddOn>('GET', `/api/addon/one/${id}`)).body;

describe('two office clerks editing the same add-on', () => {
  test('change different fields: the second sees the conflict, and both changes are saved', async () => {
    const id = await atBoth('Loft');
    await getField(second, 'Add-on', 'Retail Price').fill('310');
    await getField(first, 'Add-on', 'Name').fill('Loft, wide');
    await getField(first, 'Add-on', 'Quantity 1').fill('3');
    await save(first);
    await waitForToast(first, 'Addon is updated');
    expect(await meetConflict(second)).toEqual(['Retail Price']);
    const bothText = await getChoice(second, 'Retail Price').innerText();
    expect(bothText).toMatch(/Mine\s+\$?310/);
    expect(bothText).toMatch(/Theirs\s+\$?200/);
    await saveChoice(second);
    await waitForToast(second, 'Addon is updated');
    expect(await readAddOn(id)).toMatchObject({
      name: 'Loft, wide',
      retailPrice: 310,
      shopPercent: 70,
      standardItems: [{ quantity: 3 }],
    });
  });

  test('change the same field: the second chooses, field by field', async () => {
    const id = await atBoth('Ladder');
    await getField(second, 'Add-on', 'Retail Price').fill('250');
    await getField(second, 'Add-on', 'Shop Percent').fill('60');
    await getField(first, 'Add-on', 'Retail Price').fill('225');
    await getField(first, 'Add-on', 'Shop Percent').fill('65');
    await save(first);
    await waitForToast(first, 'Addon is updated');
    expect(await meetConflict(second)).toEqual(['Retail Price', 'Shop Percent']);
    await getChoice(second, 'Retail Price').getByLabel('Theirs').check();
    await saveChoice(second);
    expect(await readAddOn(id)).toMatchObject({ name: 'Ladder', retailPrice: 225, shopPercent: 60 });
  });

  test('both change its lines and one its category: the conflict compares the lines', async () => {
    const id = await atBoth('Bench');
    const item = (await readAddOn(id)).standardItems[0]?.item.name ?? '';
    const category = getField(second, 'Add-on', 'Category');
    const before = await readChosen(category);
    await choose(category, 2);
    await getField(second, 'Add-on', 'Quantity 1').fill('5');
    await getField(first, 'Add-on', 'Quantity 1').fill('4');
    await save(first);
    await waitForToast(first, 'Addon is updated');
    expect(await meetConflict(second)).toEqual(['Category', 'Items']);
    const lines = await getChoice(second, 'Items').innerText();
    expect(lines).toContain(`5 × ${item}`);
    expect(lines).toContain(`4 × ${item}`);
    await getChoice(second, 'Items').getByLabel('Theirs').check();
    await saveChoice(second);
    await waitForToast(second, 'Addon is updated');
    const storedAddOn = await readAddOn(id);
    expect(storedAddOn.standardItems.map(({ quantity }) => quantity)).toEqual([4]);
    expect(storedAddOn.category._id).not.toBe(before);
  });

  test('can return from the conflict to everything typed, or accept the other version', async () => {
    const id = await atBoth('Shelf');
    await getField(second, 'Add-on', 'Name').fill('Shelf of mine');
    await getField(first, 'Add-on', 'Name').fill('Shelf of theirs');
    await save(first);
    await waitForToast(first, 'Addon is updated');
    await meetConflict(second);
    await getConflict(second).getByRole('button', { name: 'Back to the form' }).click();
    expect(await getField(second, 'Add-on', 'Name').inputValue()).toBe('Shelf of mine');
    expect((await readAddOn(id)).name).toBe('Shelf of theirs');
    await meetConflict(second);
    await getConflict(second).getByRole('button', { name: 'Use theirs' }).click();
    await getConflict(second).waitFor({ state: 'detached' });
    expect(await getField(second, 'Add-on', 'Name').inputValue()).toBe('Shelf of theirs');
    expect(await second.getByText(/^Unsaved:/).count()).toBe(0);
  });
});

describe("a shop and the office editing the shop's own values", () => {
  test('of an item: the second sees the conflict, and nothing is lost', async () => {
    const { items } = (await shopDesk<ItemList<NamedRecord & { category: NamedRecord }>>('GET', '/api/item/')).body;
    const item = items[0]?._id ?? '';
    const values = { orderPointWarning: 9, orderPointCritical: 4, fullPoint: 40 };
    const stock = { quantityOnOrder: 0, quantityInRecieved: 0, quantityInCurrent: 12 };
    const ownItem = { name: items[0]?.name, subTotal: 2, freight: 1, ...values, ...stock };
    expect((await shopDesk('PUT', `/api/item/update/${item}/${shop._id}`, ownItem)).status).toBe(200);
    const name = items[0]?.name ?? '';
    const category = items[0]?.category._id ?? '';
    await openFrom(first, `/company/items/all?category=${category}&shop=${shop._id}`, name);
    await openFrom(desk, `/shop/items/all?category=${category}`, name);
    await getField(first, 'Item', 'Sub-total').fill('3.25');
    await getField(desk, 'Item', 'Current quantity').fill('7');
    await getField(desk, 'Item', 'Freight').fill('1.5');
    await save(desk, 'Submit');
    await waitForToast(desk, 'Item is updated');
    expect(await meetConflict(first, 'Submit')).toEqual(['Sub-total']);
    await saveChoice(first);
    await waitForToast(first, 'Item is updated');
    const storedItem = await shopDesk('GET', `/api/item/one/${item}`);
    expect(storedItem.body).toMatchObject({ subTotal: 3.25, freight: 1.5, quantityInCurrent: 7, ...values });
  });

  test('of shed labor: a standard value raised while the form is open does not become their own', async () => {
    const { body: models } = await shopDesk<ItemList>('GET', '/api/shed/model/');
    const labors = await Promise.all(
      models.items.map(({ _id }) => shopDesk<ItemList<Labor>>('GET', `/api/shedlabor/model/shop/${_id}`)),
    );
    const labor = labors
      .flatMap(({ body }) => body.items)
      .find(({ shopValues }) => shopValues.buildBase === null) as Labor;
    await open(desk, `/shop/shed/labor/edit?id=${labor._id}`);
    await getField(desk, 'Shed labor', 'Paint hours').fill('7.25');
    const size = { model: labor.model._id, baseStyle: labor.baseStyle._id, revision: undefined };
    const raised = { ...labor, ...size, standardBuildBase: labor.standardBuildBase + 100 };
    expect((await office('PUT', `/api/shedlabor/update/${labor._id}`, raised)).status).toBe(200);
    await save(desk, 'Submit');
    await waitForToast(desk, 'Shed Labor is updated');
    const { body } = await shopDesk<Labor>('GET', `/api/shedlabor/${labor._id}`);
    expect(body.shopValues).toMatchObject({ buildBase: null, paintHours: 7.25 });
  });

  test('of a base style: the second chooses in the dialog, and nothing is lost', async () => {
    await open(first, `/company/shop/form?id=${shop._id}`);
    await open(desk, '/shop/settings#base-styles');
    const view = (page: Page) => page.getByRole('region', { name: 'Base styles' }).getByRole('button').first();
    for (const page of [first, desk]) await view(page).click();
    await getField(first, 'Base style', 'Door cost').fill('77');
    await getField(first, 'Base style', 'Build').fill('21');
    await getField(first, 'Base style', 'Build type').selectOption('percent');
    await getField(desk, 'Base style', 'Door cost').fill('55');
    await getField(desk, 'Base style', 'Paint').fill('18');
    await getField(desk, 'Base style', 'Paint type').selectOption('piece');
    await save(desk);
    await waitForToast(desk, 'BaseStyle is updated');
    expect(await meetConflict(first)).toEqual(['Door cost', 'Build']);
    await getChoice(first, 'Door cost').getByLabel('Theirs').check();
    await saveChoice(first);
    const { body } = await shopDesk<ItemList<{ shopValues: unknown }>>('GET', '/api/basestyle/shop');
    expect(body.items[0]?.shopValues).toMatchObject({
      doorCost: 55,
      buildPercent: { value: 21, type: 'percent' },
      paintCost: { value: 18, type: 'piece' },
    });
  });
});

test('two users of a shop edit its items of an add-on: the second sees the conflict; an office change loses nothing typed', async () => {
  const id = await newAddOn('Vent');
  const { category, standardItems } = await readAddOn(id);
  const other = await demo.openAs('shop.user@demo.test');
  for (const page of [desk, other]) await openFrom(page, `/shop/addon/all?category=${category._id}`, 'Vent');
  await getField(other, 'Items', 'Quantity 1').fill('7');
  await getField(other, 'Items', 'Description 1').fill('left');
  const body = { name: 'Vent', type: 'piece', category: category._id, retailPrice: 200, shopPercent: 75 };
  const lines = standardItems.map(({ item, quantity }) => ({ item: item._id, quantity }));
  expect((await office('PUT', `/api/addon/update/${id}`, { ...body, standardItems: lines })).status).toBe(200);
  await other.getByText('75.00%').first().waitFor();
  expect(await getField(other, 'Items', 'Quantity 1').inputValue()).toBe('7');
  await getField(desk, 'Items', 'Quantity 1').fill('6');
  await save(desk);
  await waitForToast(desk, 'Addon is updated');
  expect(await meetConflict(other)).toEqual(['Items']);
  const bothText = await getChoice(other, 'Items').innerText();
  for (const part of [`7 × ${standardItems[0]?.item.name} (left)`, `6 × ${standardItems[0]?.item.name}`])
    expect(bothText).toContain(part);
  await saveChoice(other);
  await waitForToast(other, 'Addon is updated');
  const storedAddOn = (await shopDesk<{ items: unknown }>('GET', `/api/addon/one/${id}`)).body;
  expect(storedAddOn.items).toMatchObject([{ quantity: 7, description: 'left' }]);
  await other.context().close();
});

/** Presses Tab until the control with this name has the focus, at most once around the page. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focusedElement = page.locator(':focus');
  const label = new RegExp(`^${name}( \\*)?$`);
  const passedNames: string[] = [];
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press('Tab');
    const here = await focusedElement.evaluate((element) => {
      const [label] = (element as HTMLInputElement).labels ?? [];
      return (element.getAttribute('aria-label') ?? label?.innerText ?? (element as HTMLElement).innerText).trim();
    });
    if (label.test(here.replace(/\s+/g, ' '))) return;
    passedNames.push(here);
  }
  throw new Error(`Tab does not lead to ${name}, but to ${passedNames.join(' · ')}`);
}

describe('the form of an add-on without a mouse', () => {
  test('is filled in, gets a line, reports what is missing, and is saved', async () => {
    const { category } = await readAddOn(await newAddOn('Cupola'));
    const list = `/company/addon/all?category=${category._id}`;
    await open(first, list);
    const { keyboard } = first;
    await tabTo(first, 'Add Add-on');
    await keyboard.press('Enter');
    await first.waitForURL('**/addon/form?new=1*');
    await waitUntilSettled(first);
    await tabTo(first, 'Save');
    await keyboard.press('Enter');
    const summary = first.getByRole('alert').filter({ hasText: 'Enter the add-on name' });
    await summary.waitFor();
    expect(await summary.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await tabTo(first, 'Name');
    await keyboard.type('Cupola of the keys');
    for (const [select, option] of [
      ['Type', 'piece'],
      ['Category', ''],
    ] as const) {
      await tabTo(first, select);
      if (option) await keyboard.type(option);
      else for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await keyboard.press(key); // opens the list, moves, chooses
    }
    await tabTo(first, 'Retail Price');
    await keyboard.type('145.50');
    await tabTo(first, 'Non Inventory');
    await keyboard.press('Space');
    await tabTo(first, 'Non Inventory Cost');
    await keyboard.type('12.25');
    await tabTo(first, 'Add Item');
    await keyboard.press('Enter');
    const line = getField(first, 'Add-on', 'Item 1');
    await line.waitFor();
    expect(await line.evaluate((element) => element === document.activeElement)).toBe(true);
    for (const key of ['ArrowDown', 'Enter']) await keyboard.press(key);
    await tabTo(first, 'Quantity 1');
    await keyboard.type('2.5');
    await tabTo(first, 'Save');
    const answer = first.waitForResponse((response) => response.request().method() === 'POST');
    await keyboard.press('Enter');
    await waitForToast(first, 'Add-on is created');
    await first.waitForURL(`**${list}`);
    const { item } = (await (await answer).json()) as { item: AddOn };
    expect(item.category._id).not.toBe(category._id); // the arrow key chose the next option
    expect(item).toMatchObject({
      name: 'Cupola of the keys',
      type: 'piece',
      retailPrice: 145.5,
      standardNonInvCost: 12.25,
      standardItems: [{ quantity: 2.5 }],
    });
  });
});

describe('a user of a shop', () => {
  /** Menu entries of orders, invoices and messages; other tests open all these lists. */
  const elsewhere = /\/(home|orders|invoices|payments|messages|announcements)/;

  test('has a menu of this shop only, and every entry opens', async () => {
    const page = await demo.openAs('shop.user@demo.test');
    const closedGroups = page.locator('nav button[aria-expanded="false"]');
    while ((await closedGroups.count()) > 0) await closedGroups.first().click();
    const links = await page.locator('nav a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !link.startsWith('/shop/'))).toEqual([]);
    for (const link of new Set(links.filter((address) => !elsewhere.test(address)))) {
      await open(page, link);
      expect(new URL(page.url()).pathname).toBe(link);
    }
    await page.context().close();
  });

  test.each(['/company/settings', '/company/shops', '/company/addon/form?new=1'])(
    'may not open %s by address or by link',
    async (path) => {
      await desk.goto(path);
      await desk.waitForURL('**/denied');
      await desk.getByRole('heading', { level: 1, name: 'Permission Denied' }).waitFor();
      expect(await desk.locator('main').innerText()).not.toMatch(/percent|escort|surcharge/i);
    },
  );

  test("changes only this shop's values: not the standard's, another shop's or the company's", async () => {
    const shops = (await office<ItemList>('GET', '/api/shop')).body.items;
    const other = shops.find(({ _id }) => _id !== shop._id)?._id ?? '';
    const company = (await office<NamedRecord>('GET', '/api/company')).body._id;
    const item = (await shopDesk<ItemList>('GET', '/api/item/')).body.items[0];
    const id = await newAddOn('Window box');
    const values = { name: item?.name, subTotal: 1, orderPointWarning: 1, orderPointCritical: 1, fullPoint: 1 };
    const stock = { quantityOnOrder: 0, quantityInRecieved: 0, quantityInCurrent: 0 };
    const calls = [
      ['PUT', `/api/item/update/${item?._id}/standard`, { ...values, type: 'piece' }],
      ['PUT', `/api/item/update/${item?._id}/${other}`, { ...values, ...stock }],
      ['PUT', `/api/addon/update/${id}`, { name: 'Mine' }],
      ['GET', '/api/settings/company'],
      ['PUT', `/api/settings/update/${company}`, { overheadPercentCompany: 1 }],
      ['PUT', `/api/company/update/${company}`, { name: 'Mine' }],
      ['GET', `/api/shop/${other}`],
      ['PUT', `/api/shop/update/${other}`, { overhead: 1 }],
    ] as const;
    const answers = await Promise.all(
      calls.map(async ([method, url, body]) => [`${method} ${url}`, (await shopDesk(method, url, body)).status]),
    );
    expect(answers.filter(([, status]) => status !== 403 && status !== 404)).toEqual([]);
    expect((await readAddOn(id)).name).toBe('Window box');
  });
});
