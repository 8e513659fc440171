import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { findChromium, missingChromium } from '../../scripts/chromium.mjs';
import config from '../../vite.config.js';

const root = path.resolve(import.meta.dirname, '..');

/** Builds `<name>.html` of the benchmarks the way the dashboard is built, and opens it in Chromium. */
export async function runInPage<T>(name: string, work: (page: Page) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-bench-'));
  try {
    const output = { ...config.build, outDir: folder, rolldownOptions: { input: path.join(root, `${name}.html`) } };
    await build({ ...config, configFile: false, logLevel: 'error', root, build: output });
    return await inChromium(folder, `/${name}.html`, work);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens a page of a folder in a browser that paints as soon as it can, without waiting for the screen's refresh. */
async function inChromium<T>(folder: string, url: string, work: (page: Page) => Promise<T>): Promise<T> {
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
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${url}`);
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
