import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { limit } from '../src/domain/testing/patience.js';
import { startSmtpSink, type SmtpSink } from '../src/domain/testing/smtp-sink.js';
import { listAccessibilityFaults, choose, open, waitUntilSettled, waitForToast } from './browser.js';
import { useDemo } from './demo.js';

let sink: SmtpSink;
let admin: Page;
const demo = useDemo(async (place) => {
  sink = await startSmtpSink();
  Object.assign(place.env, { SMTP_URL: sink.url, MAIL_FROM: 'office@heartland.example.com' });
});
beforeAll(async () => {
  admin = await demo.openAs('office.admin@demo.test');
});
afterAll(() => sink.stop());

const EMAIL = 'ida.newman@heartland.example.com';
const getDialog = (page: Page) => page.locator('dialog[open]');
const getRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
/** The links to `/welcome` in Ida's emails; notices of what happened have none, and may arrive in between. */
const readLinks = (): string[] =>
  sink.mails
    .filter((_, n) => sink.recipients[n] === `<${EMAIL}>`)
    .map((mail) => mail.replace(/=\n/g, '').replaceAll('=3D', '='))
    .flatMap((mail) => /\/welcome#swl_\S+/.exec(mail)?.[0] ?? []);

/** The link with this number, as an address of the test's server. */
const readLink = (n: number): Promise<string> =>
  vi.waitFor(
    () => {
      expect(readLinks().length).toBeGreaterThan(n);
      return readLinks()[n] ?? '';
    },
    { timeout: limit(30_000), interval: 200 },
  );
const visit = (page: Page, path: string) => page.goto(new URL(path, demo.server.address).href);
async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
}
async function enter(page: Page, password: string): Promise<void> {
  await page.getByLabel('Username').fill(EMAIL);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

describe('signing in', () => {
  test('an invitation is mailed, sets the password once, and the list of users shows it', async () => {
    demo.browser.expectFaults(/\/welcome: .*status of 4(00|22)/);
    await open(admin, '/company/settings#users');
    await admin.getByRole('button', { name: 'Add User' }).click();
    await getDialog(admin).getByLabel('Name').fill('Ida Newman');
    await getDialog(admin).getByLabel('Email').fill(EMAIL);
    await choose(getDialog(admin).getByLabel('Role'), 'Office User');
    expect(await listAccessibilityFaults(admin)).toEqual([]);
    await getDialog(admin).getByRole('button', { name: 'Add User' }).click();
    await waitForToast(admin, `Invitation sent to ${EMAIL}. It works for 72 hours.`);
    await getRow(admin, EMAIL).getByText('Invited', { exact: true }).waitFor();
    const page = await demo.browser.page(demo.server.address);
    const link = await readLink(0);
    await visit(page, link);
    await page.getByText('Welcome to Heartland Portable Buildings, Ida Newman.').waitFor();
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await setPassword(page, 'Password2026');
    await page.getByText('is too common; choose another password').first().waitFor();
    await setPassword(page, 'Barn-Grape-7719');
    await page.getByText('Password set. Sign in with it.').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await enter(page, 'Barn-Grape-7719');
    await getRow(admin, EMAIL).getByText('Yes', { exact: true }).waitFor();
    const late = await demo.browser.page(demo.server.address);
    await visit(late, link);
    await late.getByText('This link does not work').waitFor();
    expect(await listAccessibilityFaults(late)).toEqual([]);
  });

  test('a forgotten password is replaced by a link from the sign-in page', async () => {
    demo.browser.expectFaults(/status of 401/); // refusals of the session that the new password ended
    const page = await demo.browser.page(demo.server.address);
    await visit(page, '/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(EMAIL);
    expect(await listAccessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('If this address belongs to an account, an email with a link is on its way.').waitFor();
    await visit(page, await readLink(1));
    await setPassword(page, 'Barn-Grape-7720');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await enter(page, 'Barn-Grape-7720');
  });

  test('sessions are listed, and another one is ended from here', async () => {
    demo.browser.expectFaults(/status of 401/); // refusals of the ended sessions
    const [desk, other] = [await demo.browser.page(demo.server.address), await demo.browser.page(demo.server.address)];
    for (const page of [desk, other]) {
      await visit(page, '/login');
      await enter(page, 'Barn-Grape-7720');
      await waitUntilSettled(page);
    }
    await desk.getByRole('button', { name: 'Ida Newman' }).click();
    await desk.getByRole('menuitem', { name: 'Sessions' }).click();
    await getDialog(desk).getByText('(this session)').waitFor();
    expect(await listAccessibilityFaults(desk)).toEqual([]);
    await getDialog(desk).getByRole('button', { name: 'End all other sessions' }).click();
    await waitForToast(desk, 'Every other session ended.');
    await other.getByLabel('Username').waitFor();
    await getDialog(desk).getByRole('button', { name: 'Close' }).last().click();
    await open(desk, '/company/home');
    await waitUntilSettled(desk);
  });

  test('the access log shows all of this to super admins', async () => {
    await open(admin, '/company/admin/access');
    await waitUntilSettled(admin);
    for (const text of ['invitation made', 'first one set with an invitation', 'set with a link', 'all other sessions'])
      await getRow(admin, text).first().waitFor();
    expect(await listAccessibilityFaults(admin)).toEqual([]);
  });
});
