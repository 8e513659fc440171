import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { getErrorCode } from '../../../kernel/objects.js';

const LEVEL = 1; // users keep working meanwhile, and a higher level needs much more CPU for little gain

interface PackedSize {
  readonly bytesRead: number;
  readonly packed: number;
}

interface Options {
  /** Names below the folder whose content is left out. */
  readonly leftOut?: (relative: string) => boolean;
  /** Called for each copied file with its size, in bytes. */
  readonly onFile?: (size: PackedSize) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies a folder, each file packed with gzip. Files may change, grow and vanish in the meantime. Each copy is on
 * disk at the end.
 */
export async function packTree(from: string, to: string, { leftOut, onFile, signal }: Options = {}): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
    const relative = path.relative(from, path.join(entry.parentPath, entry.name));
    if (leftOut?.(relative)) continue;
    signal?.throwIfAborted();
    if (entry.isDirectory()) await mkdir(path.join(to, relative), { recursive: true, mode: 0o700 });
    else if (entry.isFile()) {
      const size = await pack(path.join(from, relative), path.join(to, `${relative}.gz`), signal);
      onFile?.(size);
    }
  }
}

async function pack(from: string, to: string, signal: AbortSignal | undefined): Promise<PackedSize> {
  const original = createReadStream(from);
  const copy = createWriteStream(to, { mode: 0o600, flush: true });
  try {
    await pipeline(original, createGzip({ level: LEVEL }), copy, ...(signal ? [{ signal }] : []));
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') throw error;
    await rm(to, { force: true }); // PostgreSQL has deleted the file since the folder was listed
    return { bytesRead: 0, packed: 0 };
  }
  return { bytesRead: original.bytesRead, packed: copy.bytesWritten };
}

/** Unpacks what `packTree` packed. */
export async function unpackTree(from: string, to: string, signal?: AbortSignal): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
    const relative = path.relative(from, path.join(entry.parentPath, entry.name));
    if (entry.isDirectory()) await mkdir(path.join(to, relative), { recursive: true, mode: 0o700 });
    else await unpack(path.join(from, relative), path.join(to, relative.replace(/\.gz$/, '')), signal);
  }
}

const unpack = (from: string, to: string, signal: AbortSignal | undefined): Promise<void> =>
  pipeline(
    createReadStream(from),
    createGunzip(),
    createWriteStream(to, { mode: 0o600 }),
    ...(signal ? [{ signal }] : []),
  );

/** Reads a packed file to its end. Throws if it is damaged. */
export const checkPacked = (file: string): Promise<void> =>
  pipeline(createReadStream(file), createGunzip(), new Writable({ write: (_chunk, _encoding, done) => done() }));
