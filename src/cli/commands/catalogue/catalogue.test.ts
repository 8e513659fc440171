import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { escapeXml, pack, splitWorkbook } from '../../../domain/files/sheets/testing/raw-workbook.js';
import { homeShop, useWorld } from '../../../domain/testing/world.js';
import { runCommand } from '../../testing/run-command.js';
import { registerCatalogue } from './catalogue.js';

const world = useWorld();
let folder = '';
let file = '';

const cell = (text: string) => `<c t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`;
const row = (n: number, values: readonly string[], more = '') =>
  `<row r="${n}"${more}>${values.map(cell).join('')}</row>`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-catalogue-'));
  file = path.join(folder, 'Dealers.xlsx');
  const rows = [
    row(1, ['Name', 'Shop']),
    row(2, ['Open Lot', homeShop]),
    row(3, ['Far Lot', homeShop], ' hidden="1"'),
    row(4, ['Farther Lot', homeShop], ' hidden="1"'),
  ];
  await writeFile(file, pack(splitWorkbook({ sheets: [{ name: 'Dealers', rows: rows.join('') }] })));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const importDealers = (...more: string[]) =>
  runCommand(world.url, registerCatalogue, 'catalogue', 'import', 'dealers', file, '--dry-run', ...more);

test('import lists every row that differs, in the order of the file, even more than a screen shows', async () => {
  const many = path.join(folder, 'Many.csv');
  const names = Array.from({ length: 501 }, (_, n) => `Lot ${String(n)}`);
  const rows = names.flatMap((name, n) => [`${name},${n === 250 ? 'No Such Shop' : homeShop}`]);
  await writeFile(many, ['Name,Shop', ...rows].join('\r\n'));
  const { out, code } = await runCommand(
    world.url,
    registerCatalogue,
    'catalogue',
    'import',
    'dealers',
    many,
    '--dry-run',
    '--json',
  );
  expect(code).toBe(3);
  const listedRows = (JSON.parse(out) as { rows: { row: number; state: string }[] }).rows;
  expect(listedRows.map(({ row }) => row)).toEqual(names.map((_, n) => n + 2));
  expect(listedRows.filter(({ state }) => state === 'refused')).toHaveLength(1);
});

test('import --quiet says which rows were refused, and why, for the first 20', async () => {
  const many = path.join(folder, 'Refused.csv');
  const names = Array.from({ length: 25 }, (_, n) => `Lost Lot ${String(n)}`);
  await writeFile(many, ['Name,Shop', ...names.map((name) => `${name},No Such Shop`)].join('\r\n'));
  const args = ['import', 'dealers', many, '--dry-run', '--quiet'];
  const { code, out, notes } = await runCommand(world.url, registerCatalogue, 'catalogue', ...args);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(notes).toMatch(/Refused\.csv: row 2 of sheet ".*", Lost Lot 0 .*: Shop "No Such Shop" must be .*\.\n/);
  expect(notes.match(/Lost Lot/g)).toHaveLength(20);
  expect(notes).toContain('25 refused');
});

test('import lists the rows that a filter hides, and includes them on request', async () => {
  const without = await importDealers();
  expect(without.notes).toContain(
    '2 hidden rows of sheet "Dealers" (3-4): skipped; add --hidden-rows to include them.',
  );
  expect(without.notes).toContain('1 new, 0 changed');
  const withHidden = await importDealers('--hidden-rows');
  expect(withHidden.notes).toContain('2 hidden rows of sheet "Dealers" (3-4): included.');
  expect(withHidden.notes).toContain('3 new, 0 changed');
});

test('import names the columns that it ignores, but not those of its own export that are for information only', async () => {
  const costs = path.join(folder, 'Items.csv');
  await writeFile(costs, 'Category,Name,Sub_Total,Total,Price,"Vendor, old"\r\nNone,No item,1,1,2,3\r\n');
  const words = ['catalogue', 'import', 'items', costs, '--dry-run', '--json'];
  const { notes, out } = await runCommand(world.url, registerCatalogue, ...words);
  expect(notes).toContain(`${costs}: columns of sheet "Items" ignored: Price, Vendor, old.\n`);
  expect(JSON.parse(out)).toMatchObject({ ignoredColumns: [{ sheet: 'Items', headers: ['Price', 'Vendor, old'] }] });
  expect((await importDealers()).notes).not.toContain('ignored');
});

test('import --dry-run is refused like import with --strict, naming the file', async () => {
  const some = path.join(folder, 'Some.csv');
  await writeFile(some, ['Name,Shop', `Near Lot,${homeShop}`, 'Lost Lot,No Such Shop'].join('\r\n'));
  const run = (...more: string[]) =>
    runCommand(world.url, registerCatalogue, 'catalogue', 'import', 'dealers', some, '--strict', ...more);
  const refusal = await run();
  expect(refusal).toMatchObject({ code: 2, out: '' });
  expect(refusal.notes).toMatch(/Some\.csv: sheet "[^"]*", row 3: /);
  expect(refusal.notes.startsWith(some)).toBe(true);
  expect(await run('--dry-run')).toEqual(refusal);
});
