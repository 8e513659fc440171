import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from './run.js';
import { getErrorCode } from '../domain/kernel/objects.js';

const faults: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'its file system is read-only',
  EISDIR: 'it is a folder',
};

/** The error of a file of `--out` that cannot be written, in the same words for every command. */
export const refuseOut = (out: string, code: keyof typeof faults): UsageError =>
  new UsageError(`--out: cannot write ${out}: ${faults[code]}`);

/** The same error of a file of `--out` in words for the user, if it says why the file cannot be written. */
export function toOutError(error: unknown, out: string): unknown {
  const code = getErrorCode(error) ?? '';
  return code in faults ? refuseOut(out, code) : error;
}

/** Creates the folder of `--out` if it does not exist. Throws a `UsageError` if it cannot be created. */
export async function createOutFolder(out: string): Promise<void> {
  await mkdir(out, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    const code = getErrorCode(error) === 'EEXIST' ? 'ENOTDIR' : (getErrorCode(error) ?? '');
    throw code in faults ? refuseOut(out, code) : error;
  });
}

/**
 * Writes a file next to its target and renames it when it is complete; returns its path. Throws a `UsageError` if it
 * cannot be written there.
 */
export async function writeWhole(content: Readable, out: string): Promise<string> {
  const target = path.resolve(out);
  const part = `${target}.${process.pid}.part`;
  try {
    await pipeline(content, createWriteStream(part, { flags: 'wx' }));
    await rename(part, target);
    return target;
  } catch (error) {
    await rm(part, { force: true });
    throw toOutError(error, out);
  }
}
