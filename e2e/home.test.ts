import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { limit } from '../src/domain/testing/patience.js';
import { download, open, signIn, waitUntilSettled } from './browser.js';
import { useDemo } from './demo.js';
import { useNetwork, type PassingRequest } from './network.js';

const demo = useDemo();
const network = useNetwork(demo);

interface Totals {
  readonly items: readonly { readonly status: string; readonly count: number }[];
}

test('the home screen draws a chart when it scrolls into view, and has its numbers in a table', async () => {
  const page = await demo.openAs('office.admin@demo.test', '/company/home', {
    viewport: { width: 1280, height: 500 },
  });
  await waitUntilSettled(page);
  const chart = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: 'Order status' }) });
  const drawing = chart.getByRole('img', { name: /^Order status: bar chart/ });
  expect(await drawing.count()).toBe(0);
  await chart.scrollIntoViewIfNeeded();
  await drawing.waitFor();
  await chart.getByText('Show as table').click();
  const rows = chart.getByRole('row');
  await rows.nth(1).waitFor();
  const counts = new Map<string, string>();
  for (const row of (await rows.all()).slice(1))
    counts.set(await row.getByRole('rowheader').innerText(), await row.getByRole('cell').last().innerText());
  const call = await demo.callAs('office.admin@demo.test');
  const { items } = (await call<Totals>('GET', '/api/orders/chart/filter')).body;
  expect(counts.size).toBeGreaterThan(0);
  for (const [status, count] of counts)
    expect(Number(count.replaceAll(',', ''))).toBe(items.find((one) => one.status === status)?.count ?? 0);
});

test('a section that appears after its figures arrived shows them', async () => {
  const page = await demo.openAs('office.admin@demo.test', '/company/notices', {
    viewport: { width: 1280, height: 500 },
    baseURL: network.address,
  });
  await page.addInitScript(() => void (window.requestIdleCallback = () => 0));
  network.hold(({ path }) => path.startsWith('/api/payment/trend'));
  await page.goto('/company/home');
  for (const name of [/^Orders this month/, /^New/]) await page.locator('main').getByText(name).first().waitFor();
  const answer = page.waitForResponse((answer) => answer.url().includes('/api/payment/trend'));
  network.restore();
  await (await answer).finished();
  const trend = page.getByRole('heading', { name: /^Payment trend/ });
  expect(await trend.count()).toBe(0);
  await page.mouse.move(640, 300);
  const scroll = async () => {
    await page.mouse.wheel(0, 200);
    return trend.count();
  };
  await expect.poll(scroll, { timeout: limit(20_000) }).toBe(1);
  const chart = page.getByRole('figure').filter({ hasText: 'Company gross profit' });
  await chart.scrollIntoViewIfNeeded();
  await chart.getByRole('img').waitFor();
  await page.context().close();
});

describe('the home screen', () => {
  interface Needs {
    readonly items: readonly { readonly kind: string; readonly count: number }[];
  }
  const getRegion = (page: Page, name: RegExp) => page.getByRole('region', { name });

  test('begins with the work that waits for the user, each item with a link to where it is done', async () => {
    const call = await demo.callAs('office.admin@demo.test');
    const { items } = (await call<Needs>('GET', '/api/home/needs')).body;
    const page = await demo.openAs('office.admin@demo.test', '/company/home');
    const needs = getRegion(page, /^Needs your attention/);
    expect(await page.locator('main').getByRole('heading', { level: 2 }).first().innerText()).toBe(
      'Needs your attention',
    );
    expect(items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['held-back', 'approvals']));
    expect(await needs.getByRole('link').count()).toBe(items.length);
    const waiting = items.find(({ kind }) => kind === 'approvals')?.count ?? 0;
    await needs.getByRole('link', { name: new RegExp(`^Decide: ${waiting} invoices? to approve`) }).click();
    await page.getByRole('heading', { name: new RegExp(`^${waiting} invoices? waiting for approval`) }).waitFor();
    await open(page, '/company/home');
    await needs.getByRole('link', { name: /^Fix: \d+ new orders? held back by alerts$/ }).click();
    await page.waitForURL((url) => url.pathname === '/company/orders/add');
    await page.context().close();
  });

  test('compares this month in words and signs, with its weeks as a table, as a file and on paper', async () => {
    const page = await demo.openAs('office.admin@demo.test', '/company/home');
    const figures = getRegion(page, /^Key figures/);
    const comparison = /(\d\d\/01\/\d{4})( to [\d/]+)?, compared with \d\d\/01\/\d{4}/;
    expect(await figures.getByRole('heading', { level: 2 }).innerText()).toMatch(comparison);
    const titles = ['Orders this month', 'Revenue', 'Company gross profit', 'Order to finish'];
    expect(await figures.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(titles);
    const values = await figures.getByRole('listitem').allTextContents();
    for (const text of values)
      expect(text).toMatch(
        /(up|down) [\d.,]+.* from last month, which is (better|worse)|same as last month|nothing to compare/,
      );
    await figures.getByRole('button', { name: 'Export Key figures by week' }).click();
    const { name, bytes } = await download(page, () => page.getByRole('menuitem', { name: /csv/ }).click());
    expect(name).toBe('Key-figures-by-week.csv');
    const lines = bytes.toString('utf8').trim().split('\r\n');
    expect(lines[0]).toMatch(/Week,Orders,Revenue,Gross profit %,Days to finish$/);
    expect(lines).toHaveLength(13);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => figures.getByRole('row').count()).toBe(13);
    const byShop = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: 'Work by shop' }) });
    await byShop.getByRole('table').waitFor();
    await page.emulateMedia({ media: null });
    await page.context().close();
  });

  test("shows a shop its own figures and none of the company's, and a builder no figures at all", async () => {
    const page = await demo.openAs('shop.admin@demo.test', '/shop/home');
    const titles = await getRegion(page, /^Key figures/)
      .getByRole('heading', { level: 3 })
      .allInnerTexts();
    expect(titles).toEqual(['Orders this month', 'Revenue', 'Order to finish']);
    expect(await page.locator('main').innerText()).not.toMatch(/company/i);
    await page.context().close();
    const builder = await demo.openAs('builder@demo.test', '/shop/home');
    await getRegion(builder, /^Needs your attention/).waitFor();
    expect(await builder.locator('main').innerText()).not.toMatch(/[$%]/);
    await builder.context().close();
  });

  test('shows its other parts when one cannot load, and loads that part on Retry', async () => {
    demo.browser.expectFaults(/net::ERR_/);
    network.cut(({ path }) => path.startsWith('/api/figures'));
    const page = await demo.openAs('office.admin@demo.test', '/company/home', { baseURL: network.address });
    const figures = getRegion(page, /^Key figures/);
    await figures.getByRole('button', { name: 'Retry' }).waitFor();
    expect(
      await getRegion(page, /^Needs your attention/)
        .getByRole('link')
        .count(),
    ).toBeGreaterThan(0);
    network.restore();
    await figures.getByRole('button', { name: 'Retry' }).click();
    await figures.getByRole('heading', { level: 3 }).first().waitFor();
    await page.context().close();
  });
});

describe('a session in a browser', () => {
  const leave = async (page: Page): Promise<void> => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Owen Price/ })
      .click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  const signOut = async (page: Page): Promise<void> => {
    await leave(page);
    await page.getByRole('button', { name: 'Log in' }).waitFor();
  };
  /** The cookie of the session, and the ID of its user. */
  const readSession = async (page: Page) => {
    const cookies = await page.context().cookies(demo.server.address);
    const { name, value, httpOnly, sameSite } = cookies.find((one) => one.name.startsWith('session-')) ?? cookies[0]!;
    const { sub } = JSON.parse(Buffer.from(value.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
    return {
      cookie: `${name}=${value}`,
      value,
      httpOnly,
      sameSite,
      headers: { cookie: `${name}=${value}`, 'x-session': sub },
    };
  };
  const readStatus = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${demo.server.address}/api/auth`, { headers })).status;

  test('is hidden from scripts, survives a reload, and ends in every tab and on the server on sign-out', async () => {
    const page = await demo.browser.page(demo.server.address);
    await signIn(page, 'office.user@demo.test', '/company/home');
    const { value, httpOnly, sameSite, headers } = await readSession(page);
    expect({ httpOnly, sameSite }).toEqual({ httpOnly: true, sameSite: 'Strict' });
    const signature = value.slice(value.lastIndexOf('.') + 1);
    const readable = await page.evaluate(
      () => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage }),
    );
    expect(signature).not.toBe('');
    expect(readable).not.toContain(signature);
    await page.reload();
    await waitUntilSettled(page);
    const tab = await page.context().newPage();
    await tab.goto('/company/home');
    await waitUntilSettled(tab);
    expect(await readStatus(headers)).toBe(200);
    await signOut(page);
    await tab.getByRole('button', { name: 'Log in' }).waitFor();
    await expect.poll(() => readStatus(headers)).toBe(401);
    await page.context().close();
  });

  test('ends on the server as soon as it is reachable again, if the user signed out while offline', async () => {
    demo.browser.expectFaults(/net::ERR_|Unable to preload CSS|dynamically imported module/);
    const page = await demo.openAs('office.user@demo.test', '/company/home');
    const { headers } = await readSession(page);
    await page.context().setOffline(true);
    await leave(page);
    await page.getByText('It will open when you are back online.').waitFor(); // its code was never loaded
    expect(await readStatus(headers)).toBe(200);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await expect.poll(() => readStatus(headers)).toBe(401);
    await page.context().close();
  });

  test('ends without an error in a page that missed the answer and signs out again', async () => {
    demo.browser.expectFaults(/net::ERR_/);
    const isLeaving = ({ method, path }: PassingRequest): boolean => method === 'DELETE' && path === '/api/auth';
    const page = await demo.openAs('office.user@demo.test', '/company/home', { baseURL: network.address });
    network.loseAnswers(isLeaving);
    await signOut(page);
    const query = () => network.requests.filter(isLeaving).length;
    await expect.poll(query).toBeGreaterThan(0);
    const before = query();
    network.restore();
    await page.goto('/login');
    await expect.poll(query).toBeGreaterThan(before); // by this page, or by the closed one
    await expect.poll(() => page.evaluate(() => localStorage.getItem('shedworks.sign-out'))).toBeNull();
    await page.context().close();
  });

  test('cannot be used by a page of another origin, although the browser sends the cookie', async () => {
    const page = await demo.openAs('office.admin@demo.test', '/company/home');
    const { headers } = await readSession(page);
    const call = await demo.callAs('office.admin@demo.test');
    const users = async () => (await call<{ total: number }>('GET', '/api/users')).body.total;
    const before = await users();
    const other = http.createServer((_, answer) =>
      answer.setHeader('content-type', 'text/html').end('<title>Other</title>'),
    );
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const attacker = await page.context().newPage();
    await attacker.goto(`http://localhost:${(other.address() as AddressInfo).port}/`); // another port is another origin of the same site
    const target = { to: `${demo.server.address}/api/users/add`, user: headers['x-session'] };
    const user = { name: 'Eve', userName: 'eve@other.example', password: 'ten letters+', role: 'Office Admin' };
    const outcomes = await attacker.evaluate(
      async ([{ to, user: id }, body]) => {
        const send = (init: RequestInit) =>
          fetch(to, { method: 'POST', credentials: 'include', body, ...init }).then(
            ({ type, status: answerStatus }) => `${type} ${answerStatus}`,
            () => 'refused by the browser',
          );
        return [
          await send({ mode: 'no-cors' }),
          await send({ headers: { 'content-type': 'application/json' } }),
          await send({ headers: { 'content-type': 'application/json', 'x-session': id } }),
        ];
      },
      [target, JSON.stringify(user)] as const,
    );
    expect(new Set(outcomes)).toEqual(new Set(['refused by the browser']));
    const [sent, answer] = await Promise.all([
      attacker.waitForRequest(target.to),
      attacker.waitForResponse(target.to),
      attacker.evaluate(
        ([to, text]) => {
          const form = Object.assign(document.createElement('form'), {
            method: 'POST',
            action: to,
            enctype: 'text/plain',
          });
          form.append(Object.assign(document.createElement('input'), { name: text.slice(0, -1), value: '"}' }));
          document.body.append(form);
          form.submit();
        },
        [target.to, JSON.stringify({ ...user, rest: '' })] as const,
      ),
    ]);
    expect((await sent.allHeaders())['cookie']).toContain('session-'); // SameSite alone would not have prevented it
    expect(answer.status()).toBe(401);
    expect(await users()).toBe(before);
    demo.browser.faults(); // the browser logs each refusal
    await page.context().close();
    other.close();
  });
});
