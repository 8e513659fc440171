import { expect, test } from 'vitest';
import { settled } from './browser.js';
import { useDemo } from './demo.js';

const demo = useDemo();

interface Totals {
  readonly items: readonly { readonly status: string; readonly count: number }[];
}

test('the home draws a chart when it comes into sight, and tells its numbers in a table', async () => {
  const page = await demo.signedIn('office.admin@demo.test', '/company/home', {
    viewport: { width: 1280, height: 500 },
  });
  await settled(page);
  const chart = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: 'Order status' }) });
  const drawing = chart.getByRole('img', { name: /^Order status: bar chart/ });
  expect(await drawing.count()).toBe(0);
  await chart.scrollIntoViewIfNeeded();
  await drawing.waitFor();
  await chart.getByText('Show as table').click();
  const rows = chart.getByRole('row');
  await rows.nth(1).waitFor();
  const told = new Map<string, string>();
  for (const row of (await rows.all()).slice(1))
    told.set(await row.getByRole('rowheader').innerText(), await row.getByRole('cell').last().innerText());
  const call = await demo.as('office.admin@demo.test');
  const { items } = (await call<Totals>('GET', '/api/orders/chart/filter')).body;
  expect(told.size).toBeGreaterThan(0);
  for (const [status, count] of told)
    expect(Number(count.replaceAll(',', ''))).toBe(items.find((one) => one.status === status)?.count ?? 0);
});
