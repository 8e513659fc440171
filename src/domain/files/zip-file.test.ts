import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Limits } from './sheets/limits.js';
import { openArchive } from './sheets/xlsx/archive.js';
import { zipFile, type ZipEntry } from './zip-file.js';

const LONG = 'All work and no play. '.repeat(200_000);

const entries = (): ZipEntry[] => [
  { name: 'one.txt', content: ['a', 'ü', 'c'] },
  { name: 'empty.txt', content: [] },
  { name: 'folder/long.txt', content: Array.from({ length: 5 }, () => LONG) },
];

test('every file comes out as it went in', async () => {
  const archive = await openArchive(await buffer(zipFile(entries())), new Limits());
  expect(archive.names).toEqual(['one.txt', 'empty.txt', 'folder/long.txt']);
  expect(await text(archive.open('one.txt'))).toBe('aüc');
  expect(await text(archive.open('empty.txt'))).toBe('');
  expect((await text(archive.open('folder/long.txt'))) === LONG.repeat(5)).toBe(true);
});

test('the same files yield the same bytes', async () => {
  expect((await buffer(zipFile(entries()))).equals(await buffer(zipFile(entries())))).toBe(true);
});

test('a file that fails fails the whole, and a reader that stops ends the file it is in', async () => {
  async function* failing() {
    yield 'a';
    await Promise.reject(new Error('the database is away'));
  }
  await expect(buffer(zipFile([{ name: 'a', content: failing() }]))).rejects.toThrow('the database is away');

  const ended = await new Promise<string>((resolve) => {
    async function* endless() {
      try {
        for (let n = 0; ; n += 1) yield await Promise.resolve(`${n} `.repeat(10_000));
      } finally {
        resolve('ended');
      }
    }
    void readSome(zipFile([{ name: 'a', content: endless() }]));
  });
  expect(ended).toBe('ended');
});

async function readSome(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0;
  for await (const piece of pieces) if ((bytes += piece.length) > 1000) return;
}
