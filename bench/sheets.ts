import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDeflateRaw, inflateRawSync } from 'node:zlib';
import yauzl from 'yauzl';
import { checkBound, median, report } from './lib/measure.js';

const READ_ROWS = 50_000;
const WRITE_ROWS = 100_000;
const COLUMNS = 20;
const TIMES = 3;
const MOST_READ_MB = 200;
const MOST_WRITE_MB = 250;

interface Work {
  readonly ms: number;
  readonly cpu: number;
  readonly megabytes: number;
  readonly done: number | string;
}

/**
 * Reads 50,000 × 20 cells, against unzipping and scanning the sheet; writes 100,000 × 20, against the CPU time of a
 * bare writer.
 */
export async function run(): Promise<boolean> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-bench-'));
  try {
    const file = path.join(folder, 'items.xlsx');
    await work('write', READ_ROWS, file);
    return [await reading(file), await writing()].every(Boolean);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function reading(file: string): Promise<boolean> {
  const sheet = await packedSheet(await readFile(file));
  const runs: Work[] = [];
  const limits: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    limits.push(inflateAndScan(sheet));
    runs.push(await work('read', READ_ROWS, file));
  }
  if (runs.some(({ done }) => done !== READ_ROWS + 2)) throw new Error(`read ${runs[0]?.done} rows`);
  const what = `reading ${READ_ROWS} x ${COLUMNS}`;
  const isWithinTime = report(what, median(limits), median(runs.map(({ ms }) => ms)), 10);
  return memory(what, runs, MOST_READ_MB) && isWithinTime;
}

async function writing(): Promise<boolean> {
  const runs: Work[] = [];
  const limits: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    limits.push(await bareWriter());
    runs.push(await work('write', WRITE_ROWS));
  }
  const what = `writing ${WRITE_ROWS} x ${COLUMNS}, CPU`;
  const isWithinCpu = report(what, median(limits), median(runs.map(({ cpu }) => cpu)), 3);
  return memory(what, runs, MOST_WRITE_MB) && isWithinCpu;
}

const memory = (what: string, runs: readonly Work[], most: number): boolean =>
  checkBound(`${what}: memory grows by`, Math.max(...runs.map(({ megabytes }) => megabytes)), most, 'MB');

async function work(...what: readonly (string | number)[]): Promise<Work> {
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/sheets-child.mjs', ...what.map(String)]);
  return JSON.parse(stdout) as Work;
}

/** The zipped bytes of a workbook's sheet. */
async function packedSheet(bytes: Buffer): Promise<Buffer> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('sheet1.xml')) continue;
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    return bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  }
  throw new Error('no sheet');
}

/** The time in milliseconds to unzip a sheet and read each of its bytes once. */
function inflateAndScan(compressed: Buffer): number {
  const start = performance.now();
  let tags = 0;
  const bytes = inflateRawSync(compressed);
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0x3c) tags += 1;
  if (tags < READ_ROWS * COLUMNS) throw new Error(`${tags} tags`);
  return performance.now() - start;
}

/** The CPU time in milliseconds to write the same rows as plain strings, zipped at the usual level. */
async function bareWriter(): Promise<number> {
  const before = process.cpuUsage();
  const deflater = createDeflateRaw({ level: 6 }).resume();
  const end = once(deflater, 'end');
  let text = '<worksheet><sheetData>';
  for (let row = 1; row <= WRITE_ROWS; row += 1) {
    text += `<row r="${row}">`;
    for (let column = 0; column < COLUMNS; column += 1) text += bareCell(row, column);
    text += '</row>';
    if (text.length < 65_536) continue;
    if (!deflater.write(text)) await once(deflater, 'drain');
    text = '';
  }
  deflater.end(`${text}</sheetData></worksheet>`);
  await end;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function bareCell(row: number, column: number): string {
  const ref = String.fromCharCode(65 + column) + row;
  const value = [`Board ${row % 5000} x ${column}`, row * 125 + column, row + column, 46083][column % 4] ?? '';
  return typeof value === 'number'
    ? `<c r="${ref}"><v>${value}</v></c>`
    : `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
}
