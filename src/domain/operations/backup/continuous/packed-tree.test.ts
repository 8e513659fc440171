import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packTree } from './packed-tree.js';

test('packing stops in the middle of a file', async () => {
  const place = await mkdtemp(path.join(os.tmpdir(), 'shedworks-pack-'));
  onTestFinished(() => rm(place, { recursive: true }));
  const from = path.join(place, 'from');
  await mkdir(from);
  const file = await open(path.join(from, 'large'), 'w');
  await file.truncate(2 ** 26);
  await file.close();
  const stop = new AbortController();
  const packing = packTree(from, path.join(place, 'to'), { signal: stop.signal });
  const expectation = expect(packing).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => readdir(path.join(place, 'to')).catch(() => []), { interval: 5 }).toEqual(['large.gz']);
  stop.abort();
  await expectation;
});
