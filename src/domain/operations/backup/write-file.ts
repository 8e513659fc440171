import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { encrypted, type BackupKey } from './encryption.js';

const LEVEL = 3; // 6 takes twice the time for a tenth less

interface Writing {
  /** What it is encrypted with; not at all where there is none. */
  readonly key?: BackupKey | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Packs `content` with gzip, and encrypts it where there is a key, into a new file that its owner alone may read; answers its size. The file has its name only
 * when it is whole and on the disk: an older one under this name stays until then.
 */
export async function writeWhole(
  file: string,
  content: AsyncIterable<Buffer>,
  { key, signal }: Writing = {},
): Promise<number> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  await rm(unfinished, { force: true }); // left by a killed process that had our number
  try {
    await pipeline(
      Readable.from(content, { objectMode: false }),
      createGzip({ level: LEVEL }),
      (packed: AsyncIterable<Buffer>) => (key ? encrypted(packed, key) : packed),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
      ...(signal ? [{ signal }] : []),
    );
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return (await stat(file)).size;
}
