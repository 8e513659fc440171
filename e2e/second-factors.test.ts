import { TOTP, URI } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listAccessibilityFaults, answer, open, waitUntilSettled, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { demoPassword } from './product.js';

const demo = useDemo();

const STEP_MS = 30_000;

/** The code that an app shows some time steps from now, because each code is accepted only once. */
function readApp(address: string | null): (stepsFromNow: number) => string {
  const app = URI.parse(address ?? '');
  if (!(app instanceof TOTP)) throw new Error('the page shows no authenticator app');
  return (steps) => app.generate({ timestamp: Date.now() + steps * STEP_MS });
}

/** The app after scanning the QR code of a page. */
const scan = async (page: Page) => readApp(await page.getByRole('link', { name: 'Open the app' }).getAttribute('href'));
const getCodeField = (page: Page) => page.getByRole('textbox', { name: /^Code/ });

/** Opens the sign-in page as a visitor and types the password. */
async function enterPassword(page: Page, userName: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(userName);
  await page.getByLabel('Password').fill(demoPassword);
  await page.keyboard.press('Enter');
}

async function readCodes(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  return list.getByRole('listitem').allInnerTexts();
}

test('a user sets up an authenticator app and signs in with it, and with a recovery code', async () => {
  const userName = 'office.user@demo.test';
  const desk = await demo.openAs(userName);
  await desk.getByRole('button', { name: /Office User/ }).click();
  await desk.getByRole('menuitem', { name: 'Security' }).click();
  await waitUntilSettled(desk);
  expect(await listAccessibilityFaults(desk)).toEqual([]);
  await desk.getByRole('button', { name: 'Set up' }).click();
  demo.browser.expectFaults(/400 \(Bad Request\)|401 \(Unauthorized\)/);
  await desk.getByLabel(/^Current password/).fill('not the password');
  await desk.keyboard.press('Enter');
  await desk.getByText('is incorrect').first().waitFor();
  await desk.getByLabel(/^Current password/).fill(demoPassword);
  await desk.keyboard.press('Enter');
  await desk.getByRole('img', { name: /QR code/ }).waitFor();
  expect(await listAccessibilityFaults(desk)).toEqual([]);
  const code = await scan(desk);
  await getCodeField(desk).fill('000000');
  await desk.keyboard.press('Enter');
  await desk.getByText('does not match the code that the app shows now').waitFor();
  await getCodeField(desk).fill(code(-1));
  await desk.keyboard.press('Enter');
  const [recovery = '', ...otherCodes] = await readCodes(desk);
  expect(otherCodes).toHaveLength(9);
  expect(await listAccessibilityFaults(desk)).toEqual([]);
  await desk.getByRole('button', { name: 'I have saved them' }).click();
  await desk.getByText('10 codes left.').waitFor();
  expect(await listAccessibilityFaults(desk)).toEqual([]);

  const visit = await demo.browser.page(demo.server.address);
  await enterPassword(visit, userName);
  await getCodeField(visit).waitFor();
  expect(await listAccessibilityFaults(visit)).toEqual([]);
  await visit.keyboard.type('000 000'); // the field has the focus
  await visit.keyboard.press('Enter');
  await visit.getByRole('alert').getByText('This code is not valid.').waitFor();
  expect(new URL(visit.url()).pathname).toBe('/login');
  await getCodeField(visit).fill(code(0));
  await visit.keyboard.press('Enter');
  await visit.waitForURL('**/company/home');

  const other = await demo.browser.page(demo.server.address);
  await enterPassword(other, userName);
  await getCodeField(other).fill(recovery);
  await other.getByRole('button', { name: 'Log in' }).click();
  await other.waitForURL('**/company/home');
  await open(other, '/company/security');
  await other.getByText('9 codes left. Each one').waitFor();
  await other.getByText(/Last used on/).waitFor();
});

test('users of a role that needs one set one up on a phone; a super admin resets it', async () => {
  const office = await demo.openAs('office.admin@demo.test', '/company/settings#users');
  const section = office.getByRole('region', { name: 'Second factors' });
  await section.getByRole('button', { name: 'Require' }).click();
  const dialog = office.getByRole('dialog', { name: 'Roles that need a second factor' });
  const readChosen = async (role: string) => dialog.getByRole('checkbox', { name: role }).isChecked();
  expect([await readChosen('Office Admin'), await readChosen('Office User'), await readChosen('Builder')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await listAccessibilityFaults(office)).toEqual([]);
  demo.browser.expectFaults(/409 \(Conflict\)|401 \(Unauthorized\)/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Set up your own second factor first').first().waitFor();
  await dialog.getByRole('checkbox', { name: 'Office Admin' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Office User' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Builder' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await waitForToast(office, 'Second factors saved.');
  await section.getByText('Required for: Builder.').waitFor();

  const phone = await demo.browser.page(demo.server.address, { viewport: { width: 390, height: 844 } });
  await enterPassword(phone, 'builder@demo.test');
  await phone.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await phone.getByRole('img', { name: /QR code/ }).waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await listAccessibilityFaults(phone)).toEqual([]);
  await getCodeField(phone).fill((await scan(phone))(0));
  await phone.getByRole('button', { name: 'Set up and log in' }).click();
  expect(await readCodes(phone)).toHaveLength(10);
  expect(await listAccessibilityFaults(phone)).toEqual([]);
  await phone.getByRole('button', { name: 'I have saved them' }).click();
  await phone.waitForURL('**/shop/home');
  await open(phone, '/shop/security');
  await phone.getByRole('button', { name: 'Remove' }).waitFor();
  expect(await phone.getByRole('button', { name: 'Remove' }).getAttribute('aria-disabled')).toBe('true');

  const builder = await demo.callAs('office.admin@demo.test');
  const { items } = (
    await builder<{ items: { userName: string; shop: { _id: string } | null }[] }>('GET', '/api/users?size=500')
  ).body;
  const shop = items.find(({ userName }) => userName === 'builder@demo.test')?.shop?._id ?? '';
  await open(office, `/company/shop/form?id=${shop}`);
  await office.getByRole('button', { name: /Reset second factors of/ }).click();
  await answer(office, 'Reset second factors');
  await waitForToast(office, 'Second factors reset');
  await phone.getByRole('dialog', { name: 'Sign in again' }).waitFor();
});
