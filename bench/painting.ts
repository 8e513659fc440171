import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { findChromium, missingChromium } from '../scripts/chromium.mjs';
import config from '../vite.config.js';
import { median, report } from './lib/measure.js';

const TIMES = 15;
const WARM_UP = 3;

/** The office's list of 200 orders painted in Chromium against a plain React table of the same cells; 10,000 rows against 200. */
export async function run(): Promise<boolean> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-bench-'));
  try {
    const root = import.meta.dirname;
    const input = path.join(root, 'painting.html');
    const output = { ...config.build, outDir: folder, rollupOptions: { input } };
    await build({ ...config, configFile: false, logLevel: 'error', root, build: output });
    return await inChromium(folder, measure);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(page: Page): Promise<boolean> {
  const [plain, list, long]: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n < TIMES + WARM_UP; n += 1) {
    const times = [await paint(page, 'plain', 200), await paint(page, 'list', 200), await paint(page, 'list', 10_000)];
    if (n >= WARM_UP) for (const [at, kept] of [plain, list, long].entries()) kept.push(times[at] ?? 0);
  }
  const usual = report('list of 200 orders painted, against a plain table', median(plain), median(list), 3.5);
  return report('list of 10,000 orders painted, against 200', median(list), median(long), 1.3) && usual;
}

const paint = (page: Page, kind: string, count: number): Promise<number> =>
  page.evaluate(
    ([what, rows]) => (window as unknown as { paint: (kind: string, n: number) => Promise<number> }).paint(what, rows),
    [kind, count] as const,
  );

/** A page of a folder, in a browser that paints as soon as it can: its frames do not wait for a screen. */
async function inChromium(folder: string, work: (page: Page) => Promise<boolean>): Promise<boolean> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(missingChromium);
  const server = http.createServer((request, response) => void serve(folder, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const unbound = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];
  const args = ['--disable-dev-shm-usage', ...unbound, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/painting.html`);
    await page.waitForFunction('window.paint');
    return await work(page);
  } finally {
    await browser.close();
    server.close();
  }
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

async function serve(folder: string, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const file = path.join(folder, path.normalize(new URL(request.url ?? '/', 'http://localhost').pathname));
  const bytes = await readFile(file).catch(() => null);
  response.writeHead(bytes ? 200 : 404, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' });
  response.end(bytes);
}
