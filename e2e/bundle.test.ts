import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { waitUntilSettled } from './browser.js';
import { useDemo } from './demo.js';

const demo = useDemo();
const builtFolder = path.resolve('dist/dashboard');
const KB = 1000;

/** The gzipped bytes of the files at these addresses; a file too small to compress counts uncompressed. */
async function countBytes(addresses: Iterable<string>): Promise<number> {
  let sum = 0;
  for (const address of addresses) {
    const file = path.join(builtFolder, address);
    sum += (await stat(`${file}.gz`).catch(() => stat(file))).size;
  }
  return sum;
}

const listAssets = (text: string, type: string): Set<string> =>
  new Set(Array.from(text.matchAll(new RegExp(`"(/assets/[^"]+\\.${type})"`, 'g')), ([, address]) => address ?? ''));

test('the first load of every visit stays small', async () => {
  const html = await readFile(path.join(builtFolder, 'index.html'), 'utf8');
  expect(listAssets(html, 'js').size).toBeGreaterThan(0);
  expect(await countBytes(listAssets(html, 'js'))).toBeLessThan(120 * KB);
});

test('a list of orders stays small for a first-time visitor', async () => {
  const page = await demo.openAs('office.admin@demo.test');
  const visit = await page.context().newPage();
  const loadedFiles = new Set<string>();
  visit.on('request', (request) => loadedFiles.add(new URL(request.url()).pathname));
  await visit.goto('/company/orders/inqueue');
  await waitUntilSettled(visit);
  const of = (type: string) => [...loadedFiles].filter((address) => address.endsWith(type));
  expect(await countBytes(of('.js'))).toBeLessThan(200 * KB);
  expect(await countBytes(of('.css'))).toBeLessThan(25 * KB);
});

test('every stylesheet declares the order of the layers, so the load order does not matter', async () => {
  const sheets = (await readdir(path.join(builtFolder, 'assets'))).filter((file) => file.endsWith('.css'));
  const texts = await Promise.all(sheets.map((file) => readFile(path.join(builtFolder, 'assets', file), 'utf8')));
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => !text.startsWith('@layer primereact')).map((text) => text.slice(0, 80))).toEqual([]);
});
