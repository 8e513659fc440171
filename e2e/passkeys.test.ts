import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listAccessibilityFaults, open, waitUntilSettled, signIn, waitForToast } from './browser.js';
import { useDemo } from './demo.js';
import { demoPassword } from './product.js';

const demo = useDemo();

/** Passkeys need a host name, so the demo is served at this machine's. */
const home = (): string => demo.server.address;

/** A device with passkeys, simulated by Chromium. */
class Device {
  private constructor(
    private readonly chromium: CDPSession,
    private readonly id: string,
  ) {}

  /** Adds a device to a page. */
  static async at(page: Page): Promise<Device> {
    const chromium = await page.context().newCDPSession(page);
    await chromium.send('WebAuthn.enable');
    const { authenticatorId } = await chromium.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Device(chromium, authenticatorId);
  }

  async credentials() {
    return (await this.chromium.send('WebAuthn.getCredentials', { authenticatorId: this.id })).credentials;
  }

  /** Copies the passkeys of another device here, as syncing between devices does. */
  async copyFrom(other: Device): Promise<void> {
    for (const credential of await other.credentials())
      await this.chromium.send('WebAuthn.addCredential', { authenticatorId: this.id, credential });
  }

  /** Sets whether the owner is present, with finger, face or PIN. */
  setOwnerPresent(isUserVerified: boolean) {
    return this.chromium.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified });
  }
}

async function enterPassword(page: Page, userName: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(userName);
  await page.getByLabel('Password').fill(demoPassword);
  await page.keyboard.press('Enter');
}

test('a user adds a passkey, signs in with it alone and after the password, and removes it', async () => {
  const userName = 'office.user@demo.test';
  const desk = await demo.browser.page(home());
  const device = await Device.at(desk);
  await enterPassword(desk, userName);
  await desk.waitForURL('**/company/home');
  await open(desk, '/company/security');
  await desk.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Add a passkey' });
  expect(await listAccessibilityFaults(desk)).toEqual([]);
  demo.browser.expectFaults(/400 \(Bad Request\)|401 \(Unauthorized\)/);
  await dialog.getByLabel(/^Current password/).fill('not the password');
  await dialog.getByLabel(/^Name/).fill('Blue laptop');
  await desk.keyboard.press('Enter');
  await desk.getByText('is incorrect').first().waitFor();
  await dialog.getByLabel(/^Current password/).fill(demoPassword);
  await device.setOwnerPresent(false);
  await desk.keyboard.press('Enter');
  await desk.getByText('No passkey was used.').first().waitFor();
  await device.setOwnerPresent(true);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await desk.getByRole('list', { name: 'Recovery codes' }).waitFor();
  await desk.getByRole('button', { name: 'I have saved them' }).click();
  await desk.getByRole('list', { name: 'Passkeys' }).getByText('Blue laptop').waitFor();
  await desk.getByText('10 codes left.').waitFor();
  await waitUntilSettled(desk);
  expect(await listAccessibilityFaults(desk)).toEqual([]);

  const visit = await demo.browser.page(home());
  const copiedDevice = await Device.at(visit);
  await copiedDevice.copyFrom(device);
  await visit.goto('/login');
  await visit.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  expect(await listAccessibilityFaults(visit)).toEqual([]);
  const sent = visit.waitForRequest((request) => request.url().endsWith('/api/auth/passkey'));
  await visit.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await visit.waitForURL('**/company/home');
  const again = await fetch(`${home()}/api/auth/passkey`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: (await sent).postData() ?? '',
  });
  expect({ status: again.status, answer: await again.json() }).toMatchObject({
    status: 401,
    answer: { code: 'invalid-passkey' },
  });

  const other = await demo.browser.page(home());
  const third = await Device.at(other);
  await third.copyFrom(copiedDevice);
  await enterPassword(other, userName);
  await other.getByRole('button', { name: 'Use a passkey' }).waitFor();
  expect(await listAccessibilityFaults(other)).toEqual([]);
  await third.setOwnerPresent(false);
  await other.getByRole('button', { name: 'Use a passkey' }).click();
  await other.getByRole('alert').getByText('No passkey was used.').waitFor();
  await third.setOwnerPresent(true);
  await other.getByRole('button', { name: 'Use a passkey' }).click();
  await other.waitForURL('**/company/home');
  await open(other, '/company/security');
  await other.getByText(/Last used on/).waitFor();
  await other.getByRole('button', { name: 'Remove Blue laptop' }).click();
  await other.getByLabel(/^Current password/).fill(demoPassword);
  await other.keyboard.press('Enter');
  await waitForToast(other, 'Passkey removed.');

  const last = await demo.browser.page(home());
  await (await Device.at(last)).copyFrom(third);
  await last.goto('/login');
  await last.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await last.getByRole('alert').getByText('This passkey was not accepted.').waitFor();
  await enterPassword(last, userName);
  await last.waitForURL('**/company/home');
});

test('users of a role that needs a second factor add a passkey on a phone', async () => {
  const office = await demo.callAs('office.admin@demo.test');
  expect((await office('PUT', '/api/factors/policy', { roles: ['Builder'] })).status).toBe(200);
  const phone = await demo.browser.page(home(), { viewport: { width: 390, height: 844 } });
  const device = await Device.at(phone);
  await enterPassword(phone, 'builder@demo.test');
  await phone.getByRole('button', { name: 'Set up a passkey on this device' }).click();
  await phone.getByRole('list', { name: 'Recovery codes' }).waitFor();
  expect(await listAccessibilityFaults(phone)).toEqual([]);
  await phone.getByRole('button', { name: 'I have saved them' }).click();
  await phone.waitForURL('**/shop/home');
  expect(await device.credentials()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);
  await open(phone, '/shop/security');
  await phone.getByRole('list', { name: 'Passkeys' }).waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  const remove = phone.getByRole('button', { name: /^Remove / });
  expect(await remove.getAttribute('aria-disabled')).toBe('true');
});

test('at an address without a host name, the page says where passkeys work', async () => {
  const desk = await demo.browser.page(demo.server.address.replace('localhost', '127.0.0.1'));
  await signIn(desk, 'office.admin@demo.test', '/company/security');
  const add = desk.getByRole('button', { name: 'Add a passkey' });
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  await add.hover();
  await desk.getByText('Passkeys work only at localhost.').first().waitFor();
});
