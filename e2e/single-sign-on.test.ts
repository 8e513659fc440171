import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { CLIENT_ID, CLIENT_SECRET, type RunningProvider, startProvider } from '../src/api/testing/oidc-provider.js';
import { findFreePort } from '../src/domain/testing/program.js';
import { listAccessibilityFaults, answer, choose, waitForToast, waitUntilSettled } from './browser.js';
import { useDemo } from './demo.js';
import { shedworks } from './product.js';

let provider: RunningProvider;
const demo = useDemo(async ({ env }) => {
  const port = await findFreePort(); // the provider must know the address before the server starts
  provider = await startProvider(`http://localhost:${port}/sso`);
  Object.assign(env, { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, SSO_PRIVATE_ADDRESSES: 'true' });
});
afterAll(() => provider.stop());

/** Signs in on the provider's pages and consents. */
async function signInThere(page: Page, id: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(id);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('users sign in with a provider set by the command line, are added as users, and sign out', async () => {
  const secretFile = path.join(demo.place.home, 'client-secret');
  await writeFile(secretFile, `${CLIENT_SECRET}\n`);
  const providerOptions = [
    '--name',
    'Acme',
    '--issuer',
    provider.issuer,
    '--client-id',
    CLIENT_ID,
    '--secret-file',
    secretFile,
  ];
  const rights = ['--claim', 'groups', '--rule', 'Shed Office=Office User', '--others', 'refuse', '--create-users'];
  const setRun = await shedworks(demo.place, 'sso', 'set', ...providerOptions, ...rights);
  expect(setRun.code, setRun.stderr).toBe(0);
  expect(setRun.stderr).toContain(`Register ${demo.server.address}/sso at Acme.`);
  expect(setRun.stdout + setRun.stderr).not.toContain(CLIENT_SECRET);
  provider.accounts.set('ann', {
    ...{ email: 'ann@acme.example', email_verified: true, name: 'Ann Acme', groups: ['Shed Office'] },
  });
  provider.accounts.set('bob', { email: 'bob@acme.example', email_verified: true, groups: [] });
  demo.browser.expectFaults(/401 \(Unauthorized\)|^\/interaction\//); // the provider's pages request a font

  const page = await demo.browser.page(demo.server.address);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with Acme' }).waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign in with Acme' }).click();
  await signInThere(page, 'ann');
  await page.waitForURL('**/company/home');
  await waitUntilSettled(page);
  await page.getByRole('button', { name: /Ann Acme/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You may still be signed in at Acme.').waitFor();
  expect(await listAccessibilityFaults(page)).toEqual([]);

  const stranger = await demo.browser.page(demo.server.address);
  await stranger.goto('/login');
  await stranger.getByRole('button', { name: 'Sign in with Acme' }).click();
  await signInThere(stranger, 'bob');
  await stranger.getByRole('alert').getByText('Your account at Acme has no access here.').waitFor();
  expect(new URL(stranger.url()).search).toBe('');
  expect(await listAccessibilityFaults(stranger)).toEqual([]);
  await stranger.goto('/sso?code=stolen&state=stolen');
  await stranger.getByRole('alert').getByText('Signing in took too long').waitFor();
  await stranger.getByRole('link', { name: 'Back to the sign-in page' }).click();
  await stranger.getByRole('button', { name: 'Sign in with Acme' }).waitFor();
});

test('a super admin sets it up on its screen, with errors, a test, rules and removal; no one else sees it', async () => {
  const path = '/company/admin/single-sign-on';
  demo.browser.expectFaults(/single-sign-on: .*status of 400/);
  const page = await demo.openAs('office.admin@demo.test', path);
  await page.getByText('1 user has used it').waitFor();
  await page.getByText(`${demo.server.address}/sso`).waitFor();
  expect(await page.getByLabel('Client secret').inputValue()).toBe('');
  expect(await listAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await answer(page, 'Remove');
  await waitForToast(page, 'Single sign-on removed.');

  await page.getByText('Users sign in with passwords and passkeys.').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme');
  await page.getByLabel('Issuer').fill(provider.issuer);
  await page.getByLabel('Client ID').fill(CLIENT_ID);
  await page.getByLabel('Client secret').fill('not the secret');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('was rejected by Acme: it responded with invalid_client').first().waitFor();
  await page.getByLabel('Client secret').fill(CLIENT_SECRET);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('Acme responded and did not reject the client.').waitFor();
  await page.getByLabel('Claim that decides the role').fill('groups');
  await page.getByRole('button', { name: 'Add Rule' }).click();
  await page.getByLabel('Value 1').fill('Ridge Line');
  await choose(page.getByLabel('Role 1'), 'Shop User');
  await choose(page.getByLabel('Shop 1'), 'Ridge Line Barns');
  await page.getByLabel('Add users who have no account').check();
  await page.getByLabel('Allow passwords and passkeys, too').uncheck();
  expect(await listAccessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await answer(page, 'Save');
  await waitForToast(page, 'Single sign-on saved.');
  expect(await page.getByLabel('Client secret').inputValue()).toBe('');

  const office = await demo.callAs('office.admin@demo.test');
  expect((await office('GET', '/api/sso')).body).toMatchObject({
    item: {
      claim: 'groups',
      rules: [{ value: 'Ridge Line', role: 'Shop User' }],
      fallback: null,
      allowsPasswords: false,
    },
  });
  await page.reload();
  await page.getByText('1 user has used it').waitFor(); // who was bound before still is
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByText('Page for signing out').waitFor();

  await office('PUT', '/api/sso', { ...settings(), allowsPasswords: true });
  const clerk = await demo.openAs('office.user@demo.test');
  await clerk.goto(path);
  await clerk.getByRole('heading', { level: 1, name: 'Permission Denied' }).waitFor();
});

const settings = () => ({ name: 'Acme', issuer: provider.issuer, clientId: CLIENT_ID });
