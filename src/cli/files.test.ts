import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measureBytesInUse } from '../domain/testing/memory.js';
import { readJson, readUpload } from './files.js';
import { UsageError } from './run.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function put(content: string): Promise<string> {
  const file = path.join(folder, 'orders.json');
  await writeFile(file, content);
  return file;
}
const MB = 1024 * 1024;
const nest = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

describe('a JSON file', () => {
  test('can have a byte order mark', async () => {
    expect(await readJson(await put('\uFEFF{"orders": [{"a": 1}]}'))).toEqual({ orders: [{ a: 1 }] });
  });

  test('is never completely in memory', async () => {
    const file = path.join(folder, 'pipe.json');
    await promisify(execFile)('mkfifo', [file]);
    const reading = readJson(file);
    const writing = createWriteStream(file);
    const blanks = Buffer.alloc(MB, ' ');
    writing.write('{"orders": [1,');
    const writeBlanks = async (count: number) => {
      for (let n = 0; n < count; n++) if (!writing.write(blanks)) await once(writing, 'drain');
      return measureBytesInUse();
    };
    const afterOne = await writeBlanks(1);
    expect((await writeBlanks(40)) - afterOne).toBeLessThan(10 * MB);
    writing.end('2]}');
    expect(await reading).toEqual({ orders: [1, 2] });
  });

  test('that is not JSON is refused as bad input, with its name', async () => {
    const file = await put('{"orders": [');
    await expect(readJson(file)).rejects.toThrow(`${file}: is not valid JSON (unexpected end at line 1, column 13)`);
    await expect(readJson(file)).rejects.toBeInstanceOf(UsageError);
  });

  test('that is not UTF-8 is refused with its line, never decoded as something else', async () => {
    const file = path.join(folder, 'names.json');
    await writeFile(file, Buffer.from('[\n"M\xfcller"]', 'latin1'));
    await expect(readJson(file)).rejects.toThrow(`${file}: line 2 is not valid UTF-8`);
    await expect(readJson(file)).rejects.toBeInstanceOf(UsageError);
  });

  test('can be nested as deeply as an upload, and is refused as bad input beyond that', async () => {
    expect(await readJson(await put(`{"orders": [{"a": ${nest(63)}}]}`))).toHaveProperty('orders');
    for (const [levels, why] of [
      [64, 'its lists and objects are nested more than 64 levels deep'],
      [5_000, 'its lists and objects are nested more than 64 levels deep'],
      [500_000, 'has a row or value with more than 10,000 values in it'],
    ] as const) {
      const file = await put(`{"orders": [{"a": ${nest(levels)}}]}`);
      await expect(readJson(file)).rejects.toThrow(`${file}: ${why}`);
      await expect(readJson(file)).rejects.toBeInstanceOf(UsageError);
    }
  });
});

test('no more of an upload is read than shows that it is too large', async () => {
  const { bytes } = await readUpload('/dev/zero');
  expect(bytes.length).toBeGreaterThan(50 * MB);
  expect(bytes.length).toBeLessThan(51 * MB);
});
