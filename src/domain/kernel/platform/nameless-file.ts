import { lstat, open, readdir, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isId, newId } from '../ids.js';

const PREFIX = 'shedworks-';
const DAY_MS = 24 * 3600 * 1000;

/**
 * Opens a temporary file that disappears when it is closed or its process ends, because its name is removed
 * immediately.
 */
export async function openNameless(): Promise<FileHandle> {
  const name = path.join(tmpdir(), PREFIX + newId());
  const file = await open(name, 'wx+', 0o600);
  try {
    await unlink(name);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}

/**
 * Removes empty files, more than a day old, left by processes that were killed before they removed the name. Never
 * throws.
 */
export async function sweepNameless(now: Date, folder = tmpdir()): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(PREFIX) || !isId(name.slice(PREFIX.length))) continue;
    const file = path.join(folder, name);
    const stats = await lstat(file).catch(() => null); // another server may have removed it
    if (!stats?.isFile() || stats.size > 0 || now.getTime() - stats.mtimeMs < DAY_MS) continue;
    await unlink(file).catch(() => undefined); // it may belong to another account
  }
}
