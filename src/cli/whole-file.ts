import { constants, createWriteStream, type Stats } from 'node:fs';
import { access, chmod, mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
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
 * Writes a file next to its target and renames it when it is complete; returns its path. A file that it replaces keeps
 * its permissions and the links to it by name; a device or a pipe is written to. Throws a `UsageError` if it cannot be
 * written there.
 */
export async function writeWhole(content: Readable, out: string): Promise<string> {
  try {
    const replaced = await findReplaced(out);
    if (replaced?.stats.isFile() === false) await pipeline(content, createWriteStream(out));
    else await replace(content, replaced?.file ?? path.resolve(out), replaced?.stats.mode);
    return path.resolve(out);
  } catch (error) {
    throw toOutError(error, out);
  }
}

/** The file that `out` names, behind links. Throws a `UsageError` if it exists and is not a file. */
export async function resolveFile(out: string): Promise<string> {
  const replaced = await findReplaced(out);
  if (replaced?.stats.isFile() === false) throw new UsageError(`--out: ${out} is not a file`);
  return replaced?.file ?? path.resolve(out);
}

/** What is there already, behind links; null if nothing is. */
async function findReplaced(out: string): Promise<{ file: string; stats: Stats } | null> {
  try {
    const file = await realpath(out);
    return { file, stats: await stat(file) };
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

const PERMISSIONS = 0o777;

async function replace(content: Readable, target: string, mode: number | undefined): Promise<void> {
  const part = `${target}.${process.pid}.part`;
  try {
    if (mode !== undefined) await access(target, constants.W_OK);
    await pipeline(content, createWriteStream(part, { flags: 'wx' }));
    if (mode !== undefined) await chmod(part, mode & PERMISSIONS);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
