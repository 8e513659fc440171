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

test('the font is one small file for all weights, loaded early, with a stand-in of the same metrics until then', async () => {
  const files = await readdir(path.join(builtFolder, 'assets'));
  const fonts = files.filter((file) => /\.(woff2?|ttf|otf)$/.test(file));
  expect(fonts).toEqual([expect.stringMatching(/wght.*\.woff2$/)]);
  expect(await countBytes([`/assets/${fonts[0]}`])).toBeLessThan(60 * KB);
  const html = await readFile(path.join(builtFolder, 'index.html'), 'utf8');
  expect(html).toMatch(new RegExp(`<link\\s+rel="preload"\\s+href="/assets/${fonts[0]}"`));
  const sheets = files.filter((file) => file.endsWith('.css'));
  const texts = await Promise.all(sheets.map((file) => readFile(path.join(builtFolder, 'assets', file), 'utf8')));
  const faces = texts.flatMap((text) => text.match(/@font-face\s*\{[^}]*\}/g) ?? []);
  const own = faces.filter((face) => /font-family:\s*['"]?Inter['"]?;/.test(face));
  const standIn = faces.filter((face) => /font-family:\s*['"]?Inter Stand-in/.test(face));
  expect(own).toEqual([expect.stringMatching(/font-weight:\s*100 900/)]);
  expect(standIn.length).toBeGreaterThan(0);
  expect(standIn.filter((face) => !/ascent-override[\s\S]*size-adjust/.test(face))).toEqual([]);
});
