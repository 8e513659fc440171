import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { answer, downloaded, open, settled, toast } from './browser.js';
import { useDemo } from './demo.js';
import type { Call } from './product.js';

const demo = useDemo();
let office: Page;
let ask: Call;
let shop: string;

interface Named {
  readonly _id: string;
  readonly name: string;
}
interface Shed extends Named {
  readonly category: Named;
  readonly model: Named;
  readonly revision: number;
  readonly components: readonly unknown[];
  readonly standardAddOns: readonly unknown[];
}
const read = async <A>(address: string): Promise<A> => (await ask<A>('GET', address)).body;
const list = async <R extends Named>(address: string): Promise<R[]> => (await read<{ items: R[] }>(address)).items;
const dialog = () => office.locator('dialog[open]');

beforeAll(async () => {
  office = await demo.signedIn('office.admin@demo.test');
  ask = await demo.as('office.admin@demo.test');
  shop = (await list('/api/shop'))[0]?._id ?? '';
});

test("a shop's rate typed without a type is stored as the standard's dollars each", async () => {
  await open(office, `/company/shop/form?id=${shop}`);
  await office
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  const title = await dialog().getByRole('heading').first().innerText();
  await dialog().getByLabel('Truss', { exact: true }).fill('3.25');
  await dialog().getByLabel('Truss type').selectOption('');
  await dialog().getByRole('button', { name: 'Save', exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
  const styles = await list<Named & { shopValues: { trussCost: unknown } }>(`/api/basestyle/shop?shop=${shop}`);
  const saved = styles.find(({ name }) => title.includes(name));
  expect(saved?.shopValues.trussCost).toEqual({ value: 3.25, type: 'piece' });
});

test('an update across all models shows which sheds change, changes them, and is undone', async () => {
  const [category] = await list('/api/shed/category');
  const [first] = await list(`/api/shed/${category?._id ?? ''}/all/all`);
  const address = `/api/shed/one/${first?._id ?? ''}`;
  const before = await read<Shed>(address);
  await open(office, `/company/shed/form?id=${before._id}`);
  await office.getByRole('button', { name: 'Delete component 1', exact: true }).click();
  await office.getByRole('button', { name: /Across All Models/ }).click();
  await dialog().getByText(before.model.name).first().waitFor();
  expect((await read<Shed>(address)).components).toEqual(before.components);
  await dialog()
    .getByRole('button', { name: /^Update / })
    .click();
  await toast(office, /^Shed is updated: \d+ in total/);
  const after = await read<Shed>(address);
  expect(after.components).toHaveLength(before.components.length - 1);
  expect(after.revision).toBe(before.revision + 1);
  await office.getByRole('button', { name: 'Undo update' }).click();
  await answer(office, 'Yes');
  await toast(office, 'Update across all models undone.');
  expect((await read<Shed>(address)).components).toEqual(before.components);
  await open(office, '/company/imports');
  const update = office.getByRole('link', { name: /^Parts of / }).first();
  await office
    .getByRole('row')
    .filter({ has: update })
    .getByText(/^\d+ changed/)
    .waitFor();
  await update.click();
  const changed = office.getByRole('list', { name: 'Updated sheds' }).getByRole('listitem');
  await changed.filter({ hasText: before.model.name }).first().waitFor();
});

test("a shop's file is imported into the standard values only after confirmation", async () => {
  await open(office, `/company/items/shop/all?shop=${shop}`);
  const { name, bytes } = await downloaded(office, () =>
    office.getByRole('button', { name: 'Export Excel', exact: true }).click(),
  );
  const file = path.join(demo.place.home, name);
  await writeFile(file, new Uint8Array(bytes));
  await open(office, '/company/import/new?kind=items');
  await office.getByLabel('Spreadsheet', { exact: true }).setInputFiles(file);
  await office.getByRole('button', { name: 'Import Excel', exact: true }).click();
  await office.getByRole('button', { name: 'Apply', exact: true }).waitFor();
  await settled(office);
  await office.getByText(/^This file has the values of .+ You are about to change the standard values\.$/).waitFor();
});

test('the export of sheds matches the table on screen: shop, order type and model', async () => {
  const [category] = await list('/api/shed/category');
  await open(office, `/company/shed/all?category=${category?._id ?? ''}&shop=${shop}&type=INV`);
  const [answered] = await Promise.all([
    office.waitForResponse((response) => response.url().includes('/api/exports/sheds')),
    downloaded(office, () => office.getByRole('button', { name: 'Export', exact: true }).click()),
  ]);
  expect(Object.fromEntries(new URL(answered.url()).searchParams)).toEqual({
    category: category?._id,
    shop,
    type: 'INV',
  });
});
