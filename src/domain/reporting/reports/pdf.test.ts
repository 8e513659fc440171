import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ColumnKind } from '../../files/workbook/styles.js';
import type { ActorCtx } from '../../kernel/context.js';
import type { SheetCell } from '../../files/workbook/sheet.js';
import { useWorld } from '../../testing/world.js';
import { reportPdf } from './pdf.js';
import { reportTable, type ReportTable } from './report.js';

const world = useWorld();
const folder = mkdtempSync(path.join(os.tmpdir(), 'shedworks-report-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (program: string, args: readonly string[]) => execFileSync(program, args, { encoding: 'utf8' });

type Row = readonly SheetCell[];
const kinds: readonly ColumnKind[] = ['text', 'text', 'day', 'money', 'percent', 'dollars', 'number'];
const plainRow = (n: number): Row => [`Shop ${n % 7}`, `N-${n}`, '2026-03-02', n * 100, 0.1234, 0.3417, n / 4];

function getTable(rows: readonly Row[], more: Partial<ReportTable> = {}): ReportTable {
  const columns = (rows[0] ?? plainRow(0)).map((_, n) => {
    const kind = kinds[n % kinds.length] ?? 'text';
    const total = kind === 'money' ? { total: true as const } : {};
    return { header: `Column ${n}`, kind, ...total, value: (row: Row) => row[n] ?? null };
  });
  const table = reportTable<Row>({
    name: 'report',
    title: 'Invoices & more',
    columns,
    rows,
    about: [{ label: 'Range', value: 'Last quarter, 07/01/2026 - 09/30/2026' }],
    count: () => Promise.resolve(rows.length),
    totals: () => Promise.resolve([{ label: 'Customer', count: 12, amount: 123_456, percent: 0.2 }]),
  });
  return { ...table, ...more };
}

async function readStored(table: ReportTable): Promise<string> {
  const { bytes } = await reportPdf(world.ctx('office.user') as ActorCtx, table);
  const name = path.join(folder, `${crypto.randomUUID()}.pdf`);
  writeFileSync(name, bytes);
  expect(run('qpdf', ['--check', name])).toContain('No syntax or stream encoding errors');
  return name;
}
const getText = (name: string, ...args: string[]) => run('pdftotext', ['-layout', ...args, name, '-']);
const getPages = (name: string) => Number(/Pages:\s+(\d+)/.exec(run('pdfinfo', [name]))?.[1]);
const getRows = (count: number) => Array.from({ length: count }, (_, n) => plainRow(n));

test('has a dash instead of the sum of a column without any value', async () => {
  const rows = getRows(3).map((row) => row.map((value, n) => (n === 3 ? 'cost unknown' : value)));
  expect(getText(await readStored(getTable(rows)))).toMatch(/^ *Total +—$/m);
  expect(getText(await readStored(getTable([])))).toMatch(/^ *Total +\$0\.00$/m);
});

test('is in A4 and has its description, its summary, its rows and their total', async () => {
  const name = await readStored(getTable(getRows(3)));
  expect(run('pdfinfo', [name])).toMatch(/A4/);
  const text = getText(name);
  for (const expected of [
    'Invoices & more',
    'Last quarter, 07/01/2026 - 09/30/2026',
    'Customer',
    '$1,234.56',
    '20.00%',
    '03/02/2026',
    '12.34%',
    '$0.3417',
    'Total',
    '$3.00',
    'Page 1 of 1',
  ])
    expect(text).toContain(expected);
});

test('repeats the header on every page and numbers the pages', async () => {
  const name = await readStored(getTable(getRows(120)));
  const pages = getPages(name);
  expect(pages).toBeGreaterThan(2);
  for (let page = 1; page <= pages; page += 1) {
    const text = getText(name, '-f', String(page), '-l', String(page));
    expect(text).toContain('Column 3');
    expect(text).toContain(`Page ${page} of ${pages}`);
  }
  expect(getText(name)).toContain('$7,140.00');
});

test('is refused above 2,000 rows, with a sentence that offers a workbook', async () => {
  const long = getTable(getRows(1), { count: () => Promise.resolve(2001) });
  const refusal = reportPdf(world.ctx('office.user') as ActorCtx, long);
  await expect(refusal).rejects.toMatchObject({ code: 'report-too-long', kind: 'unprocessable' });
  await expect(refusal).rejects.toThrow(/2,000 rows.*2,001.*Excel \(xlsx\)/);
});

test('can have 2,000 rows', async () => {
  const name = await readStored(getTable(getRows(2000).map((row) => row.slice(0, 2))));
  expect(getPages(name)).toBeGreaterThan(30);
  expect(getText(name)).toContain('N-1999');
}, 60_000);

/** Words that differ, of so many characters in all. */
function getLongText(length: number, word: string): string {
  let text = '';
  for (let n = 0; text.length < length; n += 1) text += `${word}${n} `;
  return text.trim();
}

test.each([
  ['usual words', [500, 1500, 3000, 5000], 'word'],
  ['wide words', [500, 1000, 1500, 2000, 3000, 5000], 'WMWM@WWMM'],
  ['many short lines', [500, 5000], 'a\n'],
  ['Chinese', [500, 1500, 3000, 5000], '山田太郎'],
])('has the whole text of a cell that is taller than a page: %s', async (_, lengths, word) => {
  for (const length of lengths) {
    const text = getLongText(length, word);
    const rows = [...getRows(2), [text, ...plainRow(3).slice(1)], plainRow(4)];
    const written = getText(await readStored(getTable(rows)), '-raw').replace(/\s/g, '');
    const lastWord = text.split(' ').at(-1) ?? '';
    expect(written, `${length}`).toContain(lastWord.replace(/\s/g, ''));
    const numbers = text.replace(/\s/g, '').match(/\d+/g) ?? [];
    expect(
      numbers.filter((n) => !written.includes(n)),
      `${length}`,
    ).toEqual([]);
    expect(written).toContain('N-4');
  }
});

interface Image {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** The pages of a PDF as grayscale pictures at 50 dots per inch. */
function render(name: string): Image[] {
  const prefix = name.replace('.pdf', '');
  run('pdftoppm', ['-r', '50', '-gray', name, prefix]);
  return readdirSync(folder)
    .filter((file) => file.startsWith(path.basename(prefix)) && file.endsWith('.pgm'))
    .map((file) => {
      const bytes = readFileSync(path.join(folder, file));
      const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 40)) ?? [''];
      return { width: Number(width), height: Number(height), pixels: bytes.subarray(head.length) };
    });
}

/** The bounds of the drawn content, in points from the edges of the page. */
function bounds({ width, height, pixels }: Image) {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if ((pixels[y * width + x] ?? 255) > 200) continue;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
  const points = (dots: number) => (dots * 72) / 50;
  return {
    left: points(left),
    right: points(width - 1 - right),
    top: points(top),
    bottom: points(height - 1 - bottom),
  };
}

describe('nothing is drawn outside the margins', () => {
  const word = 'WMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWM';
  const wide = (n: number): Row => [...plainRow(n), ...plainRow(n), ...plainRow(n).slice(0, 5)];
  const hostile = (n: number): Row => plainRow(n).map((cell) => (typeof cell === 'number' ? -98_765_432_109 : word));

  test.each([
    ['plain rows', getRows(70), 'portrait'],
    ['19 columns', Array.from({ length: 40 }, (_, n) => wide(n)), 'landscape'],
    ['words and amounts without an end', Array.from({ length: 30 }, (_, n) => hostile(n)), 'landscape'],
    ['no rows at all', [], 'portrait'],
  ])('%s', async (_, rows, orientation) => {
    const name = await readStored(getTable(rows));
    const pages = render(name);
    expect(pages).toHaveLength(getPages(name));
    for (const page of pages) {
      expect(page.width > page.height ? 'landscape' : 'portrait').toBe(orientation);
      const { left, right, top, bottom } = bounds(page);
      for (const margin of [left, right, top]) expect(margin).toBeGreaterThan(40);
      expect(bottom).toBeGreaterThan(20);
    }
    const text = getText(name).replace(/\s/g, '');
    if (rows.length === 30) expect(text).toContain('98,765,432');
  });
});
