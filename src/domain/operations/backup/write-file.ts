import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { encrypt, type BackupKey } from './encryption.js';

const LEVEL = 3; // level 6 takes twice as long and saves only a tenth

interface WriteOptions {
  /** The key to encrypt it with; not encrypted if left out. */
  readonly key?: BackupKey | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Packs `content` with gzip, encrypted if there is a key, into a new file readable only by its owner; returns its
 * size in bytes. The file gets its name only when it is complete and flushed to disk. Until then an older file with
 * this name remains.
 */
export async function writeWhole(
  file: string,
  content: AsyncIterable<Buffer>,
  { key, signal }: WriteOptions = {},
): Promise<number> {
  const partFile = `${file}.${process.pid}.unfinished`;
  await rm(partFile, { force: true }); // left by a killed process with the same process ID
  signal?.throwIfAborted();
  try {
    await pipeline(
      Readable.from(content, { objectMode: false }),
      createGzip({ level: LEVEL }),
      (content: AsyncIterable<Buffer>) => (key ? encrypt(content, key) : content),
      createWriteStream(partFile, { flags: 'wx', mode: 0o600, flush: true }),
      ...(signal ? [{ signal }] : []),
    );
    await rename(partFile, file);
  } catch (error) {
    await rm(partFile, { force: true });
    throw error;
  }
  return (await stat(file)).size;
}
