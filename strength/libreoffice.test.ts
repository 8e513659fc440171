import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import ExcelJS from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import { makeDemoPlace } from '../e2e/demo-place.js';
import { shedworks, type Place } from '../e2e/product.js';
import { exportedKinds } from '../src/domain/imports/kinds.js';
import { reports } from '../src/domain/reporting/reports/registry.js';
import { requirePrograms } from './machine.js';

const shop = 'Ridge Line Barns';
let place: Place;

beforeAll(async () => {
  requirePrograms({ '/usr/bin/soffice': 'libreoffice-calc' });
  place = await makeDemoPlace();
  for (const kind of exportedKinds) await readWritten(`${kind}.xlsx`, 'catalogue', 'export', kind);
  for (const { name, permission, filter } of reports) {
    const takesShop = permission === 'reports.shop' || 'shop' in filter.shape || 'shops' in filter.shape;
    await readWritten(`report-${name}.xlsx`, 'reports', 'run', name, ...(takesShop ? ['--shop', shop] : []));
  }
  return () => place.remove();
});

async function readWritten(file: string, ...command: string[]): Promise<void> {
  const { code, stderr } = await shedworks(place, ...command, '--out', path.join(place.home, file));
  expect({ command, code, stderr: code === 0 ? '' : stderr }).toEqual({ command, code: 0, stderr: '' });
}

/** Opens the workbooks with LibreOffice and saves how it reads them. */
async function convertWithLibreOffice(files: readonly string[]): Promise<string> {
  const folder = path.join(place.home, 'understood');
  await mkdir(folder);
  const profile = `-env:UserInstallation=file://${path.join(place.home, 'profile')}`;
  const args = ['--headless', profile, '--convert-to', 'xlsx', '--outdir', folder];
  await promisify(execFile)('soffice', [...args, ...files.map((file) => path.join(place.home, file))]);
  return folder;
}

/** The cell values of each sheet; a date as its instant, empty cells left out. */
async function readCells(file: string): Promise<Record<string, Record<string, unknown>>> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(file);
  return Object.fromEntries(
    book.worksheets.map((sheet) => {
      const cells: Record<string, unknown> = {};
      sheet.eachRow((row) => row.eachCell((cell) => (cells[cell.address] = getValue(cell))));
      return [sheet.name, cells];
    }),
  );
}

function getValue({ value, text }: ExcelJS.Cell): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' ? Number(value.toPrecision(12)) : text;
}

test('LibreOffice reads every workbook of the product as written', async () => {
  const files = (await readdir(place.home)).filter((file) => file.endsWith('.xlsx'));
  const folder = await convertWithLibreOffice(files);
  expect(files.length).toBe(exportedKinds.length + reports.length);
  for (const file of files) {
    const ours = await readCells(path.join(place.home, file));
    expect({ file, sheets: await readCells(path.join(folder, file)) }).toEqual({ file, sheets: ours });
    expect(Object.values(ours).some((cells) => Object.keys(cells).length > 10)).toBe(true);
  }
});
