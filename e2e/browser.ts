import { readFile } from 'node:fs/promises';
import axe, { type RunOptions } from 'axe-core';
import {
  chromium,
  request,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Download,
  type Locator,
  type Page,
} from 'playwright-core';
import { findChromium, missingChromium } from '../scripts/chromium.mjs';
import { limit } from '../src/domain/testing/patience.js';
import { demoPassword } from './product.js';

/** Chromium, and the errors of every page it opened. */
export interface TestBrowser {
  /** A page in a new browser context, as if on another machine. */
  page(address: string, options?: BrowserContextOptions): Promise<Page>;
  /** Names console errors that a test causes on purpose; holds until the next `faults()`. */
  expectFaults(like: RegExp): void;
  /** Console errors, page errors and answers with status 500 or above since the last call; must be empty. */
  faults(): string[];
  close(): Promise<void>;
}

let browser: Promise<Browser> | undefined;

/** One Chromium for all files of a worker; it ends with the worker. */
async function launch(): Promise<Browser> {
  const running = await browser;
  if (running?.isConnected()) return running;
  const executablePath = findChromium();
  if (!executablePath) throw new Error(missingChromium);
  // Pages live for seconds: optimizing their code takes more time than it saves (6 % of a page's)
  const args = [
    '--disable-dev-shm-usage',
    '--js-flags=--no-opt --no-maglev',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  browser = chromium.launch({ executablePath, args });
  return browser;
}

/** Opens Chromium for a file; if it is missing, throws a sentence that names what to install. */
export async function openBrowser(): Promise<TestBrowser> {
  const browser = await launch();
  const contexts: BrowserContext[] = [];
  let seen: string[] = [];
  let expected: RegExp[] = [];
  const page = async (address: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ baseURL: address, reducedMotion: 'reduce', ...options });
    contexts.push(context);
    await context.addInitScript(recordMessages);
    await context.addInitScript(reportViolations);
    context.setDefaultTimeout(limit(30_000));
    const page = await context.newPage();
    const where = () => new URL(page.url()).pathname;
    page.on('pageerror', (error) => seen.push(`${where()}: ${error.message}`));
    page.on('console', (entry) => entry.type() === 'error' && seen.push(`${where()}: ${entry.text()}`));
    page.on('response', (answer) => answer.status() >= 500 && seen.push(`${answer.status()} of ${answer.url()}`));
    return page;
  };
  const faults = (): string[] => {
    const unexpectedFaults = seen.filter((fault) => !expected.some((like) => like.test(fault)));
    [seen, expected] = [[], []];
    return unexpectedFaults;
  };
  const close = async () => void (await Promise.all(contexts.map((context) => context.close())));
  return { page, faults, expectFaults: (like) => void expected.push(like), close };
}

/** Opens `path` as a visitor, signs in, and waits for the screen that follows. */
export async function signIn(page: Page, userName: string, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Username').fill(userName);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page
    .waitForURL((url) => url.pathname !== '/login')
    .catch(async (error: unknown) => {
      throw new Error(`${userName} is not signed in: ${await page.locator('body').innerText()}`, { cause: error });
    });
  await waitUntilSettled(page);
}

/** Signs in as the form does; returns what the browser then keeps. */
export async function openSession(
  address: string,
  userName: string,
): Promise<Exclude<BrowserContextOptions['storageState'], string | undefined>> {
  const { origin } = new URL(address);
  const form = await request.newContext({ baseURL: address, extraHTTPHeaders: { 'x-session': 'cookie', origin } });
  const answer = await form.post('/api/auth', { data: { userName, password: demoPassword } });
  const { token } = (await answer.json()) as { token: string };
  const { cookies } = await form.storageState();
  await form.dispose();
  const localStorage = [{ name: 'shedworks.session', value: token }];
  return { cookies, origins: [{ origin, localStorage }] };
}

/** Opens an address and waits for its screen. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitUntilSettled(page);
}

/**
 * Waits until the screen has its heading and nothing on it is still loading, also what waits for a first action. Looks
 * at every frame: a locator looks again after half a second at last.
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForFunction(moveAtHeading);
  await page.waitForFunction(() => document.querySelector('main :is([data-waiting], [aria-busy="true"])') === null);
}

/** Runs in the page: moves the pointer, as a first action, once the heading is shown; returns whether it is. */
function moveAtHeading(): boolean {
  const heading = document.querySelector('main h1');
  if (!heading?.checkVisibility({ visibilityProperty: true })) return false;
  heading.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, cancelable: true, composed: true }));
  return true;
}

/**
 * Waits for a toast with this text: one that is shown, or one shown since a toast was last awaited. A toast lasts five
 * seconds, and a busy machine may take longer between a click and the check.
 */
export async function waitForToast(page: Page, text: string | RegExp): Promise<void> {
  const pattern = typeof text === 'string' ? new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i') : text;
  const like = { source: pattern.source, flags: pattern.flags };
  await page.waitForFunction(removeMessage, like, { polling: 100 });
}

declare global {
  interface Window {
    /** The toasts shown and not awaited yet. */
    recordedMessages?: string[];
  }
}

/** Runs in every page: records each toast when it appears. */
function recordMessages(): void {
  const recordings: string[] = (window.recordedMessages = []);
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element && node.closest('[role="region"][aria-label="Messages"]'))
        for (const { textContent } of node.querySelectorAll('span')) recordings.push(textContent);
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in a page: makes everything that its content security policy refuses a console error. */
function reportViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    console.error(`The content security policy refused ${violatedDirective} ${blockedURI} of ${sourceFile}`),
  );
}

/** Runs in a page: whether a toast with this text is shown or recorded. Removes all such toasts from the record. */
function removeMessage({ source, flags }: { source: string; flags: string }): boolean {
  const pattern = new RegExp(source, flags);
  const isLike = (text: string | null) => pattern.test((text ?? '').replace(/\s+/g, ' ').trim());
  const messages = [...document.querySelectorAll('[role="region"][aria-label="Messages"] span')];
  const recordings = window.recordedMessages ?? [];
  const isThere = recordings.some(isLike) || messages.some(({ textContent }) => isLike(textContent));
  if (isThere) window.recordedMessages?.splice(0, recordings.length, ...recordings.filter((text) => !isLike(text)));
  return isThere;
}

/**
 * Chooses in a select or a combobox: an option by its label or by its position, counted from 1; or none. In a combobox
 * it types the label and clicks the row.
 */
export async function choose(field: Locator, what: string | number | null): Promise<void> {
  await field.waitFor();
  if ((await field.evaluate((element) => element.tagName)) === 'SELECT')
    return void (await field.selectOption(
      what === null ? '' : typeof what === 'number' ? { index: what } : { label: what },
    ));
  if (what === null) {
    await field.fill('');
    return await field.press('Tab');
  }
  await (typeof what === 'string' ? field.fill(what) : field.click());
  const rows = field.page().locator('[role="option"][data-kind="choice"]');
  const row =
    typeof what === 'number'
      ? rows.nth(what - 1)
      : rows.filter({ has: field.page().getByText(what, { exact: true }) }).first();
  await row.click();
}

/** The ID of the chosen option of a select or a combobox; empty for none. */
export const readChosen = (field: Locator): Promise<string> =>
  field.evaluate((box) => (box instanceof HTMLSelectElement ? box.value : (box.getAttribute('data-value') ?? '')));

/** Answers the open dialog and waits until it is closed; another one may follow. */
export async function answer(page: Page, button: string): Promise<void> {
  const dialog = page.locator('dialog[open]');
  const title = await dialog.getAttribute('aria-labelledby');
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await page.locator(`dialog[open][aria-labelledby="${title}"]`).waitFor({ state: 'detached' });
}

/** Chooses an option of one of a list's filters, whether the filter is set or not. */
export async function chooseFilter(page: Page, filter: string, choice: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${filter}(:|$)`) }).click();
  const panel = page.getByRole('dialog', { name: filter });
  if (typeof choice === 'string') await panel.getByRole('combobox').fill(choice);
  const row = panel.getByRole('option').filter({ has: page.getByText(choice, { exact: true }) });
  await row.first().click();
}

/** Clicks and returns the downloaded file: its name and its bytes. */
export async function download(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: file.suggestedFilename(), bytes: await readBytes(file) };
}

const readBytes = async (file: Download): Promise<Buffer> => readFile(await file.path());

/**
 * The findings of axe-core against WCAG 2.2 A and AA on the current page, one line per rule and place; must be empty.
 * The dark theme changes only colors, so only contrast is checked there, and not at all if `dark` is false.
 */
export async function listAccessibilityFaults(page: Page, { dark: withDark = true } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const light = await runAxe(page, ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']);
  if (!withDark) return light;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(waitForTransitions);
  const dark = await runAxe(page, { type: 'rule', values: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `dark ${fault}`)];
}

/** The controls of the current page that have no name, by axe-core; must be empty. */
export async function listNamingFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return runAxe(page, { type: 'rule', values: [...namingRules] });
}

const namingRules = [
  ...['button-name', 'link-name', 'label', 'select-name', 'input-button-name', 'summary-name', 'area-alt'],
  ...['aria-command-name', 'aria-input-field-name', 'aria-toggle-field-name', 'aria-dialog-name'],
];

/** Runs in the page: waits for colors, which change over a frame or two even with reduced motion. */
async function waitForTransitions(): Promise<void> {
  do {
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  } while (document.getAnimations().length > 0);
}

async function runAxe(page: Page, runOnly: NonNullable<RunOptions['runOnly']>): Promise<string[]> {
  const { violations } = await page.evaluate((only) => {
    const { axe: injectedAxe } = window as unknown as { axe: typeof axe };
    return injectedAxe.run(document, { runOnly: only, resultTypes: ['violations'] });
  }, runOnly);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
