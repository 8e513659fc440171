import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listAccessibilityFaults,
  answer,
  choose,
  openBrowser,
  waitUntilSettled,
  waitForToast,
  type TestBrowser,
} from './browser.js';
import { makePlace, start, type Place, type RunningServer } from './product.js';

let place: Place;
let server: RunningServer;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  place = await makePlace();
  server = await start(place, 'serve');
  browser = await openBrowser();
  page = await browser.page(server.address);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await place.remove();
});

const getCodeFilePath = (): string => path.join(place.env['SHEDWORKS_HOME'] ?? '', 'setup-code');
const readCode = (): Promise<string> => readFile(getCodeFilePath(), 'utf8');

type Values = Readonly<Record<string, string | number | true>>;

/** Fills in the fields of a form by their labels: types, chooses or checks. */
async function fill(form: Locator, values: Values): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = form.getByLabel(new RegExp(`^\\s*${label.replace(/[()]/g, '\\$&')}( \\*)?$`)).last();
    if (value === true) await field.check();
    else if (await isChoice(field)) await choose(field, String(value));
    else await field.fill(String(value));
  }
}
const isChoice = (field: Locator): Promise<boolean> =>
  field.evaluate((box) => box.tagName === 'SELECT' || box.role === 'combobox');
const getForm = (name: string) => page.getByRole('form', { name, exact: true });

/** Opens a screen, fills in its form and saves it. */
async function add(at: string, name: string, values: Values, save: string, more?: () => Promise<void>): Promise<void> {
  await page.goto(at);
  await waitUntilSettled(page);
  await fill(getForm(name), values);
  await more?.();
  const saving = page.waitForResponse((response) => /POST|PUT/.test(response.request().method()));
  await getForm(name).getByRole('button', { name: save, exact: true }).click();
  expect((await saving).status(), `${name} at ${at}`).toBeLessThan(300);
  await waitUntilSettled(page);
}

/** Follows a link of a list and waits for its screen. */
async function open(at: string, link: string): Promise<URL> {
  await page.goto(at);
  await page.getByRole('link', { name: link, exact: true }).first().click();
  await waitUntilSettled(page);
  return new URL(page.url());
}
/** Clicks a button or a link that opens the form of a new record. */
async function addFrom(button: string, name: string, values: Values, save: string, more?: () => Promise<void>) {
  await page.getByRole('button', { name: button, exact: true }).click();
  await getForm(name).waitFor();
  await add(page.url(), name, values, save, more);
}

const addLine = async (what: string, of: string, quantity: number) => {
  const lines = page.getByRole('group', { name: `${what}s` });
  await lines.getByRole('button', { name: `Add ${what}`, exact: true }).click();
  await choose(lines.getByLabel(new RegExp(`^${what} \\d`)).last(), of);
  await lines
    .getByLabel(/^Quantity/)
    .last()
    .fill(String(quantity));
};

describe('an empty company', () => {
  test('cannot be set up without the setup code', async () => {
    const setUp = async (setupCode: string | undefined, headers: Record<string, string> = {}) => {
      const person = { companyName: 'Rebound', name: 'Eve', userName: 'eve@rebound.example', password: 'ten letters+' };
      const body = JSON.stringify({ ...person, setupCode });
      const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
      const answer = await fetch(`${server.address}/api/users`, request);
      return { status: answer.status, msg: ((await answer.json()) as { msg: string }).msg };
    };
    expect(await setUp(undefined)).toEqual({ status: 400, msg: 'setupCode: Enter the setup code.' });
    for (const guess of ['', '0000-0000-0000-0000'])
      expect(await setUp(guess)).toEqual({
        status: 400,
        msg: "setupCode: is not this installation's setup code",
      });
    expect(await (await fetch(`${server.address}/api/setup`)).json()).toEqual({
      needed: true,
      productName: 'Shedworks',
      passkeyHost: 'localhost',
      sso: null,
      logo: null,
    });
    expect(server.output.join('\n')).toContain(`\n    ${await readCode()}\n`);
    if (process.platform !== 'win32') expect((await stat(getCodeFilePath())).mode & 0o777).toBe(0o600);
  });

  test('is set up with the code that the server prints when it starts', async () => {
    await page.goto('/');
    await fill(getForm('Set up'), {
      'Setup code': (await readCode()).toLowerCase().replaceAll('-', ' '),
      'Company name': 'Prairie Sheds',
      'Your name': 'Ann',
      Email: 'ann@prairie.test',
      Password: 'ten letters+',
    });
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.waitForURL('**/company/home');
    await expect(stat(getCodeFilePath())).rejects.toThrow('ENOENT');
  });

  test('prices and pushes its first order with the sample catalogue, which is removed without a trace', async () => {
    const steps = page.getByRole('region', { name: 'First steps' });
    const step = (name: string) => steps.getByRole('listitem', { name, exact: true });
    await steps.getByText('0 of 7 done').waitFor();
    const figures = page.getByRole('heading', { name: 'Key figures' });
    expect(await figures.count()).toBe(0); // there are none before the first order
    await step('Items').getByRole('link', { name: 'Add item', exact: true }).waitFor();
    expect(await step('Items').getByRole('link', { name: 'Items' }).getAttribute('href')).toContain('kind=items');
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await steps.getByRole('button', { name: 'Hide checklist' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await steps.getByRole('button', { name: 'Add sample catalogue' }).click();
    await steps.getByText('5 of 7 done').waitFor();
    await step('Shops and percents').getByText('1 shop').waitFor();
    await steps.getByRole('button', { name: 'Upload sample order' }).click();
    await step('First upload').getByText('To do:').waitFor({ state: 'attached' });
    await figures.waitFor();
    await steps.getByText('5 of 7 done').waitFor(); // uploaded, not pushed
    await steps.getByRole('link', { name: 'Review and push' }).click();
    await page.getByRole('button', { name: 'Push To Shops' }).click();
    await waitForToast(page, 'Orders are updated to InQueue');
    expect(await page.getByRole('link', { name: 'Show InQueue orders' }).getAttribute('href')).toBe(
      '/company/orders/inqueue',
    );
    await page.goto('/company/home');
    await steps.getByText('Your first order is priced').waitFor();
    await steps.getByText('6 of 7 done').waitFor();
    await step('Users').getByRole('link', { name: 'Add user' }).click();
    await getForm('Add User').waitFor();
    expect(new URL(page.url()).search).toBe(''); // a reload shows only the users
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.goto('/company/home');
    await steps.getByText('Your first order is priced').waitFor();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await steps.getByRole('button', { name: 'Remove sample catalogue' }).click();
    await answer(page, 'Remove sample catalogue');
    const remaining = page.getByRole('dialog', { name: 'Remaining sample records' });
    await remaining
      .getByRole('row', { name: /^Shed "Sample Garden Shed 10x16" used by order SGS-1016-SAMPLE-1/ })
      .waitFor();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await remaining.getByRole('button', { name: 'Close' }).last().click();
    await steps.getByRole('link', { name: 'Open order SGS-1016-SAMPLE-1' }).click();
    await page.getByRole('button', { name: 'Delete Order' }).click();
    await answer(page, 'Delete');
    await waitForToast(page, 'Order is deleted.');
    await page.goto('/company/settings#deleting');
    await page.getByRole('button', { name: 'Remove sample catalogue' }).click();
    await answer(page, 'Remove sample catalogue');
    await waitForToast(page, 'Sample catalogue is removed');
    await page.goto('/company/home');
    await steps.getByText('0 of 7 done').waitFor();
  });

  test('gets nine rates and a base style', async () => {
    await add(
      '/company/settings#rates',
      'Company settings',
      {
        'Overhead percent company': 10,
        'Overhead percent shop': 12,
        'Dealer commission percent': 5,
        'Sales rep commission percent': 2,
        'Lot to customer percent': 60,
        'Shop to lot percent': 40,
        'Fourteen wide escort': 150,
        'Sixteen wide escort': 250,
        'Fuel surcharge': 25,
      },
      'Update Settings',
    );
    await page.getByRole('tab', { name: 'Base styles' }).click();
    await page.getByRole('button', { name: 'Add Base Style' }).click();
    await fill(getForm('Base style'), {
      Name: 'Gable',
      'Door type': 'tall',
      'Door cost': 40,
      Build: 12.5,
      'Build type': 'percent',
      Roof: 8,
      'Roof type': 'percent',
      Truss: 20,
      'Truss type': 'piece',
      Paint: 15,
      'Paint type': 'piece',
    });
    await answer(page, 'Save');
    await page.getByRole('row').filter({ hasText: 'Gable' }).waitFor();
  });

  test('gets items, a category of sheds, a component of items and an add-on with labor', async () => {
    await add('/company/items/category/form', 'Item category', { Name: 'Lumber' }, 'Save');
    for (const [name, subTotal, freight] of [
      ['2x4', 4, 0.5],
      ['Panel', 20, 1.25],
    ] as const)
      await add(
        '/company/items/add',
        'Item',
        { Name: name, Type: 'piece', Category: 'Lumber', 'Sub-total': subTotal, Freight: freight },
        'Submit',
      );
    await page.goto('/company/addon/parent-categories');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await fill(getForm('Parent category'), { Name: 'New Builds', 'New Build': true });
    await answer(page, 'Save');
    await add(
      '/company/addon/category/form?new=1',
      'Add-on category',
      { Name: 'Doors', 'Parent Category': 'New Builds' },
      'Save',
    );
    await add(
      '/company/addonlabor/form?new=1',
      'Add-on labor',
      { Name: 'Hang a door', Category: 'New Builds: Doors', 'Labor Type': 'piece', Labor: 30 },
      'Save',
    );
    await add(
      '/company/addon/form?new=1',
      'Add-on',
      {
        Name: 'Extra Door',
        Type: 'piece',
        Category: 'New Builds: Doors',
        'Add-on Labor': 'Hang a door',
        'Retail Price': 200,
        'Shop Percent': 70,
      },
      'Save',
      () => addLine('Item', 'Panel', 1),
    );
    await add('/company/shed/category/form?new=1', 'Shed category', { Name: 'Barns', 'New Builds': true }, 'Save');
    await add('/company/component/category/form', 'Component category', { Name: 'Floors', Priority: 1 }, 'Save');
    await add(
      '/company/component/form?new=1',
      'Component',
      { Name: 'Floor Kit', 'Component Category': 'Floors', 'Shed Category': 'Barns' },
      'Save',
      async () => {
        await addLine('Item', '2x4', 10);
        await addLine('Item', 'Panel', 4);
      },
    );
  });

  test('gets a model with a size, its labor and its haul base', async () => {
    const models = await open('/company/shed/category/all', 'Barns');
    await page.goto(models.pathname + models.search);
    await addFrom('Add Model', 'Shed model', { Name: 'Classic', Code: 'CL' }, 'Save');
    await open(models.pathname + models.search, 'Classic');
    await addFrom(
      'Add Shed',
      'Shed',
      { 'Base style': 'Gable', Width: 14, Length: 20, 'Retail price': 8000 },
      'Save',
      () => addLine('Component', 'Floor Kit', 2),
    );
    await add(
      '/company/shed/labor/add',
      'Shed labor',
      {
        'Base style': 'Gable',
        Model: 'Classic',
        Width: 14,
        Length: 20,
        'Build base': 2000,
        'Roof base': 1500,
        'Truss count': 11,
        'Paint hours': 8,
      },
      'Submit',
    );
    await add(
      '/company/haulbase/form?new=1',
      'Haul base',
      { 'Base style': 'Gable', Model: 'Classic', Width: 14, Length: 20, 'Haul base': 400 },
      'Save',
    );
  });

  test('gets a shop with its percentages, and a dealer', async () => {
    await add(
      '/company/shop/form?new=1',
      'Shop',
      {
        Name: 'North Shop',
        Overhead: 15,
        'Default category': 'Barns',
        'New build add-on category': 'New Builds',
        'Default: Barns, 14, 16 wide NB': 60,
      },
      'Add Shop',
    );
    await add(
      '/company/dealer/form?new=1',
      'Dealer',
      { Name: 'Corner Lot', Shop: 'North Shop', City: 'Dover', 'Haul percent': 50 },
      'Save',
    );
  });

  test('prices an imported order to the figures computed by hand (P1 to P6)', async () => {
    const file = path.join(place.home, 'order.json');
    await writeFile(file, JSON.stringify([order]));
    await page.goto('/company/orders/add');
    await page.getByLabel('Order files').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.locator('dialog[open]').waitFor();
    await answer(page, 'Yes');
    await waitForToast(page, 'Orders are Uploaded.');
    expect(await readFigures('PS-1420-110226-1')).toMatchObject(expectedLabor);
  });
});

/** A 14 × 20 Classic for 8,000.00 with two extra doors for 200.00 each, as the sales system sends it. */
const order = {
  id: '9001',
  status: 'in_production',
  buildingAddons: [{ name: 'Extra Door', price: '200.00', priceIncluded: false, quantity: 2 }],
  buildingCondition: 'new',
  buildingCustomAddons: [],
  buildingLength: 20,
  buildingWidth: 14,
  buildingSize: '14x20',
  buildingModelName: 'Classic',
  customerName: 'Hannah Weaver',
  dateOrdered: '2026-11-02T08:15:00-05:00',
  orderType: 'New Build',
  promocodeAmountDiscounted: '0.00',
  serialNumber: 'PS-1420-110226-1',
  shopName: 'North Shop',
  soldByDealer: 'Corner Lot',
  state: 'MO',
  subTotalDollarAmount: '8400.00',
  totalAmountDollarAmount: '8400.00',
  totalTaxDollarAmount: '0.00',
};

async function readFigures(serialNumber: string) {
  await page.getByRole('link', { name: `View order ${serialNumber}` }).click();
  await waitUntilSettled(page);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  return page.evaluate(async (of) => {
    const [, payload = ''] = (localStorage.getItem('shedworks.session') ?? '').split('.');
    const { sub } = JSON.parse(atob(payload)) as { sub: string };
    const response = await fetch(`/api/orders/${of}`, { headers: { 'x-session': sub } });
    return (await response.json()) as unknown;
  }, id);
}

/**
 * Computed by hand. A floor kit is 10 × 4.50 + 4 × 21.25 = 130.00 of material, an extra door 21.25 and 30.00 of labor;
 * the shop gets 60 % of the shed and 70 % of the add-ons.
 */
const expectedLabor = {
  builderLabor: { standard: 250, shop: 250 }, // 12.5 % of 2,000
  roofLabor: { standard: 120, shop: 120 }, // 8 % of 1,500
  trussLabor: { standard: 220, shop: 220 }, // 11 × 20
  paintLabor: { standard: 120, shop: 120 }, // 8 × 15
  shedMaterialCost: { standard: 260, shop: 260 }, // two floor kits
  shedTotalLabor: { standard: 750, shop: 750 }, // 40 with the door
  shedTotalCost: { standard: 1010, shop: 1010, company: 4800 }, // the company pays the shop 60 % of 8,000
  totalMaterialCost: { standard: 302.5, shop: 302.5 }, // … and a panel for each door
  totalLabor: { standard: 810, shop: 810 },
  subTotal: { order: 8400, company: 8400, shop: 5080 }, // 8,000 + 400; 4,800 + 280
  overhead: { standard: 609.6, shop: 762, company: 840 }, // 12 % and 15 % of 5,080; 10 % of 8,400
  dealerCommission: 420, // 5 %
  salesRepCommission: 168, // 2 %
  escort: 150,
  haul: 345, // 400 × (40 % × 50 % + 60 %) + 25
  totalCost: { standard: 1722.1, shop: 1874.5, company: 7003 },
  profitDollars: { standard: 3357.9, shop: 3205.5, company: 1397 },
};
