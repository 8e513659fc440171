import { expect, test } from 'vitest';
import { answer, choose, readChosen, waitUntilSettled, signIn, waitForToast } from './browser.js';
import { useDemo } from './demo.js';

const demo = useDemo();

interface ModelList {
  readonly items: readonly { readonly _id: string; readonly name: string; readonly shedCategory: { _id: string } }[];
}
interface CalculatorStart {
  readonly defaultCategory: { readonly _id: string } | null;
}
interface ShedList {
  readonly items: readonly { readonly retailPrice: number }[];
}

test('a suggested price is previewed as a retail price change, applied, and undone', async () => {
  const ask = await demo.callAs('office.admin@demo.test');
  const { items: shops } = (await ask<ModelList>('GET', '/api/shop')).body;
  const { items: models } = (await ask<ModelList>('GET', '/api/shed/model/')).body;
  const [shop, model] = [shops[0]?._id ?? '', models[0]];
  const call = `/api/calculator/company/${shop}/${model?._id ?? ''}`;
  const readPrices = async () => (await ask<ShedList>('GET', call)).body.items.map(({ retailPrice }) => retailPrice);
  const before = await readPrices();

  const page = await demo.browser.page(demo.server.address);
  const address = `/company/projection/price/sheds?shop=${shop}&category=${model?.shedCategory._id ?? ''}&model=${model?._id ?? ''}`;
  await signIn(page, 'office.admin@demo.test', `${address}&shopGp=`);
  const price = page.locator('td:has(strong)').first();
  await price.waitFor();
  await page.getByLabel('Desired GP', { exact: true }).fill('12');
  await page.waitForURL(/[?&]gp=12/);
  const suggestedPrice = (await price.innerText()).replaceAll(/[$,]/g, '');
  expect(Number(suggestedPrice) % 5).toBe(0);
  await page
    .getByRole('checkbox', { name: /^Select \d/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Change 1 retail price' }).click();

  await page.waitForURL('**/company/import/preview?**');
  await waitUntilSettled(page);
  await page.getByText('1 changed').first().waitFor();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await answer(page, 'Yes');
  await waitForToast(page, 'Retail Prices are updated');
  expect(await readPrices()).toEqual([Number(suggestedPrice), ...before.slice(1)]);

  await page.getByRole('button', { name: /^Undo/ }).click();
  await answer(page, 'Yes');
  await page.getByText('Undone', { exact: true }).waitFor();
  expect(await readPrices()).toEqual(before);
});

test("the calculators start with the shop's default category, which can be changed", async () => {
  const ask = await demo.callAs('office.admin@demo.test');
  const { items: shops } = (await ask<ModelList>('GET', '/api/shop')).body;
  const [first, second] = shops;
  const readDefault = async (id = '') =>
    (await ask<CalculatorStart>('GET', `/api/shop/${id}`)).body.defaultCategory?._id ?? '';
  expect(await readDefault(first?._id)).not.toBe('');

  const office = await demo.openAs('office.admin@demo.test', '/company/projection/price/sheds');
  await choose(office.getByLabel('Shop', { exact: true }), first?.name ?? '');
  const category = office.getByLabel('Category', { exact: true });
  await expect.poll(() => readChosen(category)).toBe(await readDefault(first?._id));
  await choose(category, null);
  await choose(office.getByLabel('Shop', { exact: true }), second?.name ?? '');
  await expect.poll(() => readChosen(category)).toBe(await readDefault(second?._id));
  await choose(category, null);
  await waitUntilSettled(office);
  expect(await category.inputValue()).toBe('');

  const shop = await demo.openAs('shop.admin@demo.test', '/shop/projection/price/sheds');
  const { body: ownShop } = await (
    await demo.callAs('shop.admin@demo.test')
  )<CalculatorStart>('GET', '/api/shop/current');
  await expect
    .poll(() => readChosen(shop.getByLabel('Category', { exact: true })))
    .toBe(ownShop.defaultCategory?._id ?? 'none');
});
