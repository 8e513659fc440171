import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from './run.js';
import { getErrorCode, toError } from '../domain/kernel/objects.js';

/** Writes a file next to its target and renames it when it is complete; returns its path. */
export async function writeWhole(content: Readable, out: string): Promise<string> {
  const target = path.resolve(out);
  const part = `${target}.${process.pid}.part`;
  try {
    await pipeline(content, createWriteStream(part, { flags: 'wx' }));
    await rename(part, target);
    return target;
  } catch (error) {
    await rm(part, { force: true });
    const [code, { message }] = [getErrorCode(error), toError(error)];
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      throw new UsageError(`--out: could not write ${out} (${message})`);
    throw error;
  }
}
