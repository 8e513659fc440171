import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type BrowserContext } from 'playwright-core';
import { waitUntilSettled, signIn } from '../e2e/browser.js';
import { makePlace, start, type Place } from '../e2e/product.js';
import { findChromium, missingChromium } from '../scripts/chromium.mjs';
import { checkScore } from './lib/measure.js';

/** npx downloads it on first use: it has too many packages to install for everyone. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const goals = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof goals;

/** Lighthouse's scores of the built demo: as a phone on a slow line, which is its default, and as a desktop. */
export async function run(): Promise<boolean> {
  const place = await makePlace();
  try {
    return await measurePage(place);
  } finally {
    await place.remove();
  }
}

async function measurePage(place: Place): Promise<boolean> {
  const server = await start(place, 'demo');
  const profile = await mkdtemp(path.join(os.tmpdir(), 'shedworks-bench-'));
  const port = await freePort();
  const browser = await browserAt(profile, port);
  try {
    let met = await audit(`${server.address}/login`, port);
    for (const [userName, side] of [
      ['office.admin@demo.test', 'company'],
      ['shop.admin@demo.test', 'shop'],
    ] as const) {
      const page = await browser.newPage();
      await signIn(page, userName, `${server.address}/login`);
      await page.goto(`${server.address}/${side}/orders/building`);
      await waitUntilSettled(page);
      const form = await page
        .getByRole('link', { name: /^View order / })
        .first()
        .getAttribute('href');
      for (const screen of [`/${side}/home`, `/${side}/orders/building`, form ?? ''])
        met = (await audit(server.address + screen, port)) && met;
      await page.evaluate(() => localStorage.clear());
      await page.close();
    }
    return met;
  } finally {
    await browser.close();
    await server.stop();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Runs Lighthouse on one address in the browser that listens at the port, and reports its scores. */
async function audit(url: string, port: number): Promise<boolean> {
  let met = true;
  const only = `--only-categories=${Object.keys(goals).join(',')}`;
  for (const preset of ['phone', 'desktop']) {
    const as = preset === 'desktop' ? ['--preset=desktop'] : [];
    const { categories, audits, environment } = await lighthouse(url, port, [only, ...as]);
    console.log(`  benchmark index of this machine: ${Math.round(environment.benchmarkIndex)}`);
    for (const [category, goal] of Object.entries(goals) as [Category, number][]) {
      const score = Math.round((categories[category].score ?? 0) * 100);
      met = checkScore(`${new URL(url).pathname} as a ${preset}: ${category}`, score, goal) && met;
      if (score < goal) console.log(`    ${failures(categories[category], audits)}`);
    }
  }
  return met;
}

async function lighthouse(url: string, port: number, options: readonly string[]): Promise<Report> {
  const args = ['--yes', LIGHTHOUSE, url, `--port=${port}`, '--output=json', '--quiet', '--disable-storage-reset'];
  const { stdout } = await promisify(execFile)('npx', [...args, ...options], { maxBuffer: 1 << 28 });
  return JSON.parse(stdout) as Report;
}

interface Report {
  /** How fast Lighthouse found the machine. Below 1,000 its scores are too low: the phone it imitates is too slow. */
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Readonly<Record<Category, RatedCategory>>;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly title: string;
        readonly displayValue?: string;
        readonly details?: { readonly items?: readonly { readonly issueType?: string }[] };
      }
    >
  >;
}
interface RatedCategory {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}

/** The audits that lost points in a category. */
const failures = ({ auditRefs }: RatedCategory, audits: Report['audits']): string =>
  auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.95)
    .map(({ id }) => [audits[id]?.title ?? id, audits[id]?.displayValue, ...getIssues(audits[id])].join(' ').trim())
    .join('; ');

const getIssues = (audit: Report['audits'][string] | undefined): string[] =>
  audit?.details?.items?.flatMap(({ issueType }) => issueType ?? []) ?? [];

async function browserAt(profile: string, port: number): Promise<BrowserContext> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(missingChromium);
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [`--remote-debugging-port=${port}`, '--disable-dev-shm-usage', ...root];
  return chromium.launchPersistentContext(profile, { executablePath, args });
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
