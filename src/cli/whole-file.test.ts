import { execFile } from 'node:child_process';
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveFile, writeWhole } from './whole-file.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-out-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (out: string) => writeWhole(Readable.from(['new\n']), out);

test('a file that is replaced keeps its permissions, also behind a link', async () => {
  const [file, link] = [path.join(folder, 'orders.csv'), path.join(folder, 'link.csv')];
  await writeFile(file, 'old\n');
  await chmod(file, 0o640);
  await symlink(file, link);
  await write(link);
  expect(await readFile(file, 'utf8')).toBe('new\n');
  expect((await stat(file)).mode & 0o777).toBe(0o640);
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect((await readdir(folder)).sort()).toEqual(['link.csv', 'orders.csv']);
});

test('a pipe gets the content and stays', async () => {
  const pipe = path.join(folder, 'pipe.csv');
  await promisify(execFile)('mkfifo', [pipe]);
  const [content] = await Promise.all([readFile(pipe, 'utf8'), write(pipe)]);
  expect(content).toBe('new\n');
  expect((await lstat(pipe)).isFIFO()).toBe(true);
  await expect(resolveFile(pipe)).rejects.toThrow(`--out: ${pipe} is not a file`);
});

test('a folder is refused in a sentence', async () => {
  await expect(write(folder)).rejects.toThrow(`--out: cannot write ${folder}: it is a folder`);
});
